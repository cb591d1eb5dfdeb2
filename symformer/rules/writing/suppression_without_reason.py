"""Suppressions that do not say why."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.findings.suppression import SuppressionLedger
from symformer.rules.rule import rule_on_suppressions


@rule_on_suppressions(level="info", since="0.1")
def suppression_without_reason(ledger: SuppressionLedger) -> Iterator[Problem]:
    r"""A comment asks for silence without saying why.

    ## Why it matters
    The next author cannot tell a deliberate exception from a fault that was waved through.

    ## Examples
    ```md bad
    <!-- symformer: ignore-file last-digit -->
    The lecture begins at nine.
    ```
    ```md good
    The lecture begins at nine.
    ```
    """
    for suppression in ledger.suppressions:
        request = suppression.request
        if request.reason is None and request.verb != "wrong-on-purpose":
            yield Problem(
                suppression.span,
                f"{request.verb} gives no reason",
                help=f'try "{request.verb} {", ".join(request.rules)} because …"',
                evidence={"kind": "text", "verb": request.verb, "rules": list(request.rules)},
            )
