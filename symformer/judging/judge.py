"""Every judge of numbers over one note."""

from __future__ import annotations

from collections.abc import Sequence

from symformer.documents.document import Section, Table
from symformer.judging.columns import judge_columns
from symformer.judging.instances import judge_instances
from symformer.judging.judgement import Judgement
from symformer.judging.numbers import judge_numbers
from symformer.judging.repair import with_fixes
from symformer.judging.scaling import judge_scaling
from symformer.judging.slips import with_slips
from symformer.judging.sums import judge_sums
from symformer.judging.tables import judge_tables
from symformer.semantics.statement import Statement


def judge(
    statements: Sequence[Statement], sections: Sequence[Section] = (), tables: Sequence[Table] = (), text: str = ""
) -> tuple[Judgement, ...]:
    """All claims of a note about numbers, judged, in document order; ``text`` is what the fixes are for."""
    recomputed = judge_tables(statements, tables, sections)
    judged = [
        *judge_numbers(statements, sections, recomputed),
        *recomputed,
        *judge_columns(statements, tables),
        *judge_instances(statements),
        *judge_sums(statements),
        *judge_scaling(statements),
    ]
    return tuple(sorted(with_slips(list(with_fixes(judged, statements, text))), key=lambda each: each.claim.span.start))
