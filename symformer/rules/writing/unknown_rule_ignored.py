"""Suppressions that name no rule."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from symformer.findings.finding import Problem
from symformer.findings.suppression import SuppressionLedger
from symformer.rules.rule import rule_on_suppressions


@rule_on_suppressions(level="warning", since="0.1")
def unknown_rule_ignored(ledger: SuppressionLedger) -> Iterator[Problem]:
    r"""A comment asks to ignore a rule that does not exist.

    ## Why it matters
    The name is misspelt, so that the comment protects nothing.

    ## Examples
    ```md bad
    <!-- symformer: ignore unused-supression because this is a draft -->
    The lecture begins at nine.
    ```
    ```md good
    The lecture begins at nine.
    ```
    """
    for suppression in ledger.suppressions:
        for name in ledger.unknown_rules(suppression):
            near = get_close_matches(name, ledger.known_rules, n=2)
            yield Problem(
                suppression.span,
                f'no rule is called "{name}"',
                help=f"try {' or '.join(near)}" if near else "try `symformer rules` for the list",
                evidence={"kind": "text", "name": name, "near": near},
            )
