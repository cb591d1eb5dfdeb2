"""Suppressions that silence nothing."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.findings.suppression import SuppressionLedger
from symformer.rules.rule import rule_on_suppressions


@rule_on_suppressions(level="warning", since="0.1")
def unused_suppression(ledger: SuppressionLedger) -> Iterator[Problem]:
    r"""A comment asks for silence about a fault that is not there.

    ## Why it matters
    The fault was mended, or the comment stands in the wrong place and protects nothing.

    ## Examples
    ```md bad
    <!-- symformer: ignore inner-dimensions-differ because the slide is quoted as it was -->
    The lecture begins at nine.
    ```
    ```md good
    The lecture begins at nine.
    ```
    """
    for suppression in ledger.unused():
        what = ", ".join(suppression.request.rules) or "anything"
        yield Problem(
            suppression.span,
            f"nothing to ignore here: no finding of {what}",
            help="try removing the comment, or moving it right before the block it is for",
            evidence={"kind": "text", "verb": suppression.request.verb, "rules": list(suppression.request.rules)},
        )
