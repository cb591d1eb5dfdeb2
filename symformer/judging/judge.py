"""Every judge of numbers over one note."""

from __future__ import annotations

from collections.abc import Sequence

from symformer.algebra.verdict import Unknown
from symformer.documents.document import Section, Table
from symformer.judging.judgement import Judgement
from symformer.judging.numbers.instances import judge_instances
from symformer.judging.numbers.logistic import with_logistic
from symformer.judging.numbers.normal import with_normal
from symformer.judging.numbers.repair import with_fixes
from symformer.judging.numbers.scaling import judge_scaling
from symformer.judging.numbers.slips import with_slips
from symformer.judging.numbers.sums import judge_sums
from symformer.judging.numbers.walk import judge_numbers
from symformer.judging.tables.claims import judge_tables
from symformer.judging.tables.columns import judge_columns
from symformer.semantics.prose.snippets import Read
from symformer.semantics.statement import Statement


def judge(
    statements: Sequence[Statement],
    sections: Sequence[Section] = (),
    tables: Sequence[Table] = (),
    text: str = "",
    read: Read | None = None,
) -> tuple[Judgement, ...]:
    """All claims of a note about numbers, judged, in document order.

    ``text`` is what the fixes are for; with ``read``, the heads of tables are read in plain text too.
    """
    statements = with_normal(with_logistic(statements, text), text)
    recomputed = judge_tables(statements, tables, sections)
    numbers = judge_numbers(statements, sections, recomputed, text)
    decided = {each.claim.result_span for each in numbers}
    wrong = {each.claim.result_span for each in numbers if each.problem is not None}
    judged = [
        *numbers,
        *(each for each in recomputed if not (isinstance(each.verdict, Unknown) and each.claim.result_span in decided)),
        *judge_columns(statements, tables, read, text),
        *judge_instances(statements),
        *(each for each in judge_sums(statements) if each.claim.result_span not in wrong),
        *judge_scaling(statements, text),
    ]
    return tuple(sorted(with_slips(list(with_fixes(judged, statements, text))), key=lambda each: each.claim.span.start))
