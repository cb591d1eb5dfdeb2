"""What words, totals and repeated quotations say of numbers, judged beside the claims of formulas.

The problems come from those who read sentences and tables; here each becomes a judgement, so that it stands
in the ledger with its fix, and so that a total is not blamed for a wrong number above it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from symformer.algebra.interval import Interval
from symformer.algebra.printed import PrintedNumber, printed
from symformer.algebra.verdict import Refuted, Unknown
from symformer.documents.document import Document
from symformer.findings.finding import Problem
from symformer.judging.code.values_shown import shown_value_problems
from symformer.judging.judgement import Claim, Judgement
from symformer.judging.numbers.comparison import Cell, Compared, Comparison
from symformer.judging.numbers.recurred import recurrence_problems
from symformer.judging.numbers.settled import Settled, settled_for, settled_numbers
from symformer.judging.said.afterthoughts import afterthought_problems
from symformer.judging.said.attended import attended_problems
from symformer.judging.said.bracketed import bracketed_problems
from symformer.judging.said.carried_slips import carried_slips
from symformer.judging.said.code_remarks import code_remark_problems
from symformer.judging.said.conclusions import conclusion_problems
from symformer.judging.said.digit_groups import digit_group_problems
from symformer.judging.said.entries_added import added_entries_problems
from symformer.judging.said.exchanged_digits import exchanged_digit_problems
from symformer.judging.said.formulas import formula_problems
from symformer.judging.said.lists_again import list_again_problems
from symformer.judging.said.long_counts import long_count_problems
from symformer.judging.said.matrix_kinds import matrix_kind_problems
from symformer.judging.said.paraphrased import paraphrase_problems
from symformer.judging.said.problems import amount_problems
from symformer.judging.said.put_in import put_in_problems
from symformer.judging.said.quoted_outputs import quoted_output_problems
from symformer.judging.said.recipes import judge_recipes
from symformer.judging.said.requoted import copied_problems, requoted_problems
from symformer.judging.said.roots_forgotten import forgotten_root_problems
from symformer.judging.said.sentence_claims import sentence_problems
from symformer.judging.said.shares import odd_row_problems, row_problems
from symformer.judging.said.shares_in_percent import counted_share_problems
from symformer.judging.said.shares_of_names import shares_of_names_problems
from symformer.judging.said.shown_again import shown_again_problems
from symformer.judging.said.sibling_lines import sibling_line_problems
from symformer.judging.said.spoken import spoken_problems
from symformer.judging.said.totals_slipped import (
    added_up_problems,
    slipped_total_problems,
    told_together_problems,
)
from symformer.judging.tables.compared_rows import compared_row_problems
from symformer.judging.tables.confusion import confusion_problems
from symformer.judging.tables.differences import difference_problems
from symformer.judging.tables.distances import distance_problems
from symformer.judging.tables.exchanged_cells import exchanged_cell_problems
from symformer.judging.tables.formula_columns import formula_column_problems
from symformer.judging.tables.grids import grid_problems
from symformer.judging.tables.indexed_entries import indexed_entry_problems
from symformer.judging.tables.labelled_lists import labelled_list_problems
from symformer.judging.tables.labelled_vectors import labelled_vector_problems
from symformer.judging.tables.ledgers import ledger_problems
from symformer.judging.tables.lettered_totals import lettered_total_problems
from symformer.judging.tables.listed import listed_problems
from symformer.judging.tables.measures import measure_problems
from symformer.judging.tables.multiples import multiple_problems
from symformer.judging.tables.per_each import per_each_problems
from symformer.judging.tables.points import point_problems
from symformer.judging.tables.progressions import progression_problems
from symformer.judging.tables.put_in_cells import put_in_cell_problems
from symformer.judging.tables.relations import relation_problems, turned_over
from symformer.judging.tables.relative_rows import relative_row_problems
from symformer.judging.tables.result_rows import result_row_problems
from symformer.judging.tables.row_steps import step_problems
from symformer.judging.tables.running_sums import running_sum_problems
from symformer.judging.tables.sentence_totals import sentence_total_problems
from symformer.judging.tables.share_columns import share_column_problems
from symformer.judging.tables.share_rows import share_matrix_problems, share_row_problems
from symformer.judging.tables.short_tables import short_table_problems
from symformer.judging.tables.softmax_columns import softmax_column_problems
from symformer.judging.tables.totals import total_problems
from symformer.judging.tables.updates import update_problems
from symformer.judging.tables.vector_columns import vector_column_problems
from symformer.judging.worked.function_points import function_point_problems
from symformer.judging.worked.function_values import function_value_problems
from symformer.judging.worked.related_arrays import related_array_problems
from symformer.judging.worked.rows_multiplied import row_product_problems
from symformer.judging.worked.told_columns import told_column_problems
from symformer.judging.worked.told_sums import told_sum_problems
from symformer.judging.worked.written_out_arrays import written_out_array_problems
from symformer.semantics.declaration import Declaration
from symformer.semantics.prose.snippets import Read
from symformer.semantics.statement import Statement
from symformer.terms.term import Number, Relation, Symbol, Term
from symformer.text.cued import Cued
from symformer.text.mapped import MappedText, Segment
from symformer.text.span import Span

NUMERAL = Cued(r"[-−–]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?")
LONGEST_QUOTE = 80
BESIDE = 120  # characters around a number that is wrong
_DECIMAL = Cued(r"-?\d+(?:\.\d+)?")


def judge_stated(
    document: Document,
    statements: Sequence[Statement],
    read: Read,
    judged: Sequence[Judgement],
    declarations: Sequence[Declaration] = (),
) -> Iterator[Judgement]:
    """Every total, sentence and repeated constant that says what the numbers do not."""
    text = document.source.text
    corrected = corrected_cells(judged)
    settled = settled_numbers(statements)
    seen_cells: list[Span] = []
    for problem, fault in _of_tables(document, statements, read, corrected):
        if not any(problem.span.start < span.end and span.start < problem.span.end for span in seen_cells):
            seen_cells.append(problem.span)
            yield judgement_of(problem, fault, text)
    listed = [
        *listed_problems(document, statements),
        *sentence_total_problems(document, statements),
        *lettered_total_problems(document, statements),
    ]
    for problem in (*listed, *_elsewhere(result_row_problems(document), [each.span for each in listed])):
        yield judgement_of(problem, "total-differs", text)
    sums = told_sum_problems(statements, lambda place: settled_for(document, statements, place, settled))
    yield from (judgement_of(problem, "total-differs", text) for problem in sums)
    yield from (judgement_of(problem, "total-differs", text) for problem in counted_share_problems(document))
    formulas = _elsewhere(formula_column_problems(document, statements), [each.span for each in listed] + seen_cells)
    yield from (judgement_of(problem, "total-differs", text) for problem in formulas)
    known_wrong = [each.problem.span for each in judged if each.problem is not None and each.problem.level != "info"]
    ledgers = _elsewhere(ledger_problems(document, known_wrong), [each.span for each in listed])
    yield from (judgement_of(problem, "total-differs", text) for problem in ledgers)
    totals = list(
        _elsewhere(
            (*told_together_problems(document), *slipped_total_problems(document), *added_up_problems(document)),
            [each.span for each in listed],
        )
    )
    yield from (judgement_of(problem, "total-differs", text) for problem in totals)
    yield from (judgement_of(problem, "sum-differs", text) for problem in added_entries_problems(text, statements))
    summed = [each.span for each in statements if each.sums_to_one and _is_list(each.term)]  # judged by themselves
    wrong = [each.claim.span for each in judged if each.fault == "sum-differs"]
    rows = list(_elsewhere(row_problems(document, statements), wrong))
    rows_told = [each.span for each in rows]
    yield from (judgement_of(problem, "sum-differs", text) for problem in rows)
    for problem in _elsewhere(
        matrix_kind_problems(text, statements), [each.problem.span for each in judged if each.problem]
    ):
        yield judgement_of(problem, "sentence-contradicts-number", text)
    blamed_before = [each.problem.span for each in judged if each.problem is not None]
    for problem in _elsewhere(shares_of_names_problems(statements), blamed_before):
        yield judgement_of(problem, "sum-differs", text)
    for problem in _elsewhere(odd_row_problems(document, statements), [*blamed_before, *rows_told]):
        yield judgement_of(problem, "sum-differs", text)
    told = list(_elsewhere(sentence_problems(document), summed))
    told.extend(_elsewhere(spoken_problems(document), [each.span for each in told]))
    for problem in told:
        yield judgement_of(problem, "sentence-contradicts-number", text)
    afterthoughts = list(afterthought_problems(document, corrected))
    told += afterthoughts
    for problem in afterthoughts:
        yield judgement_of(problem, "sentence-contradicts-number", text)
    changes = _elsewhere(compared_row_problems(document, corrected), [*seen_cells, *(each.span for each in told)])
    yield from (judgement_of(problem, "row-breaks-relation", text) for problem in changes)
    bracketed = list(_elsewhere(bracketed_problems(document, read), [*(each.span for each in told), *wrong]))
    told += bracketed
    for problem in bracketed:
        yield judgement_of(problem, "sentence-contradicts-number", text)
    paraphrased = list(paraphrase_problems(document))
    told += paraphrased
    for problem in paraphrased:
        yield judgement_of(problem, "sentence-contradicts-number", text)
    amounts = list(
        _elsewhere(
            amount_problems(document, statements, declarations, settled),
            [*summed, *wrong, *(each.span for each in told)],
        )
    )
    told += amounts
    for problem in amounts:
        yield judgement_of(problem, "sentence-contradicts-number", text)
    by_value = formula_problems(
        document, statements, read, lambda place: settled_for(document, statements, place, settled)
    )
    put = put_in_problems(document, statements, lambda place: settled_for(document, statements, place, settled))
    roots = forgotten_root_problems(
        document, statements, lambda place: settled_for(document, statements, place, settled)
    )
    for problem in _elsewhere((*by_value, *put, *roots), [*summed, *(each.span for each in told)]):
        yield judgement_of(problem, "sentence-contradicts-number", text)
    concluded = list(conclusion_problems(document))
    for problem in concluded:
        yield judgement_of(problem, "sentence-contradicts-number", text)
    remarks = (*code_remark_problems(document, read), *shown_value_problems(document))
    yield from (judgement_of(problem, "value-differs", text) for problem in remarks)
    at_numbers = function_point_problems(statements)
    valued = _elsewhere(
        (*function_value_problems(statements, settled, text), *at_numbers),
        [each.problem.span for each in judged if each.problem],
    )
    yield from (judgement_of(problem, "value-differs", text) for problem in valued)
    decided = [each.claim.result_span for each in judged if not isinstance(each.verdict, Unknown)]
    worked_out = [each.problem.span for each in judged if each.problem is not None]
    multiplied = row_product_problems(document, statements)
    for problem in _elsewhere((*written_out_array_problems(document, statements), *multiplied), worked_out):
        yield judgement_of(problem, "value-contradicts-symbol", text)
    for problem in _elsewhere(related_array_problems(document, statements, decided), [*worked_out, *seen_cells]):
        yield judgement_of(problem, "value-differs", text)
    seen = {each.claim.result_span.start for each in judged}
    yield from (each for each in judge_recipes(document) if each.claim.result_span.start not in seen)
    again = list(_elsewhere(shown_again_problems(document, statements), wrong))
    for problem in again:
        yield judgement_of(problem, "value-contradicts-symbol", text)
    said_before = [each.span for each in (*concluded, *told, *again)]
    for problem in _elsewhere(attended_problems(document, statements), said_before):
        yield judgement_of(problem, "sentence-contradicts-number", text)
    for problem in _elsewhere(indexed_entry_problems(document, statements, read), [*wrong, *seen_cells]):
        yield judgement_of(problem, "value-contradicts-symbol", text)
    named = list(requoted_problems(statements))
    blamed = [*(each.problem.span for each in judged if each.problem is not None), *(each.span for each in again)]
    quoted = (
        *quoted_output_problems(document),
        *digit_group_problems(document),
        *exchanged_digit_problems(document),
        *_elsewhere(list_again_problems(document, statements), blamed),
    )
    carried = [each for each in carried_slips(document, statements) if not _are_touched(each.related[0].span, blamed)]
    copied = (*copied_problems(statements), *carried, *quoted)
    for problem in (*named, *_elsewhere(copied, [each.span for each in named])):
        yield judgement_of(problem, "requoted-value-differs", text)
    siblings = list(_elsewhere(sibling_line_problems(document), [*blamed, *(each.span for each in told)]))
    for problem in siblings:
        yield judgement_of(problem, "sentence-contradicts-number", text)
    found = [*blamed, *seen_cells, *(each.span for each in (*told, *listed, *totals, *named, *siblings, *copied))]
    around = [Span(max(0, each.start - BESIDE), each.end + BESIDE) for each in found]  # that is what made it look wrong
    for problem in _elsewhere(long_count_problems(document), around):
        yield judgement_of(problem, "requoted-value-differs", text)


def _of_tables(
    document: Document, statements: Sequence[Statement], read: Read, corrected: Mapping[int, Fraction]
) -> Iterator[tuple[Problem, str]]:
    """What is wrong in tables, and by which fault; of two that blame one number the first tells it better."""
    settled = settled_numbers(statements)

    def near(place: int) -> Settled:
        return settled_for(document, statements, place, settled)

    tables = document.tables
    steps = step_problems(document, corrected, [each.value for each in settled.values()])
    by_rows = (
        relation_problems(tables, corrected),
        running_sum_problems(tables, corrected),
        update_problems(document, statements, settled, corrected),
        steps,
        recurrence_problems(document),
        distance_problems(tables, statements, corrected),
        measure_problems(tables, corrected),
        difference_problems(tables, corrected),
        point_problems(document, corrected),
        confusion_problems(tables),
        exchanged_cell_problems(tables, corrected),
    )
    yield from ((problem, "row-breaks-relation") for problems in by_rows for problem in problems)
    across = [turned for table in tables if (turned := turned_over(table)) is not None]
    yield from ((problem, "row-breaks-relation") for problem in relation_problems(across, corrected))
    yield from ((problem, "row-breaks-relation") for problem in share_row_problems(document))
    yield from ((problem, "row-breaks-relation") for problem in share_matrix_problems(document, statements, corrected))
    yield from ((problem, "value-differs") for problem in labelled_list_problems(document, corrected))
    yield from ((problem, "total-differs") for problem in total_problems(tables, read, corrected, near))
    yield from ((problem, "row-breaks-relation") for problem in relative_row_problems(tables, corrected))
    yield from ((problem, "total-differs") for problem in multiple_problems(tables))
    yield from ((problem, "row-breaks-relation") for problem in short_table_problems(tables, corrected))
    yield from ((problem, "row-breaks-relation") for problem in per_each_problems(tables))
    yield from ((problem, "row-breaks-relation") for problem in softmax_column_problems(tables, corrected))
    yield from ((problem, "row-breaks-relation") for problem in share_column_problems(tables, corrected))
    yield from ((problem, "row-breaks-relation") for problem in progression_problems(tables))
    yield from ((problem, "row-breaks-relation") for problem in put_in_cell_problems(tables, document.source.text))
    by_formula = told_column_problems(document, statements, read, corrected, near)
    yield from ((problem, "table-contradicts-formula") for problem in by_formula)
    of_vectors = vector_column_problems(document, statements, read, corrected)
    yield from ((problem, "table-contradicts-formula") for problem in of_vectors)
    yield from labelled_vector_problems(document, statements)
    yield from ((problem, "row-breaks-relation") for problem in grid_problems(tables, document.source.text, corrected))


def corrected_cells(judged: Iterable[Judgement]) -> Mapping[int, Fraction]:
    """What each wrong number ought to print, by where it stands."""
    found: dict[int, Fraction] = {}
    for each in judged:
        if each.problem is None or each.comparison is None or each.problem.level == "info":
            continue
        for cell in each.comparison.wrong:
            shown = cell.cell.printed
            if shown is not None:
                value = round(cell.value.middle, max(shown.decimals, 0))
                found[each.claim.statement.place(cell.cell.origin).start] = Fraction(value)
    return found


def _is_list(term: Term) -> bool:
    """Whether a statement shows several numbers and not one."""
    return not isinstance(term.sides[-1] if isinstance(term, Relation) else term, Number)


def _are_touched(span: Span, places: Sequence[Span]) -> bool:
    return any(each.start < span.end and span.start < each.end for each in places)


def _elsewhere(problems: Iterable[Problem], spans: Sequence[Span]) -> Iterator[Problem]:
    for problem in problems:
        if not any(span.start < problem.span.end and problem.span.start < span.end for span in spans):
            yield problem


def judgement_of(problem: Problem, fault: str, text: str) -> Judgement:
    """A problem of words as the judgement of a claim: of the one number that it would mend, where there is one."""
    evidence = problem.evidence
    told = tuple((key, str(value)) for key, value in evidence.items())
    number, value = _number(problem, text), _value(evidence.get("expected"))
    if number is None or value is None:
        quote = " ".join(problem.span.slice(text).split())
        claim = _claim(Symbol(quote if len(quote) <= LONGEST_QUOTE else f"{quote[:LONGEST_QUOTE]}…"), problem.span)
        return Judgement(claim, Refuted(told), {"words": "fails"}, (), problem, fault)
    shown, place = number
    claim = _claim(Number(shown.value, shown, Span(0, place.length)), place)
    found = Comparison((Compared(Cell((), claim.right), Interval.point(value), "no"),))
    return Judgement(claim, Refuted(told), {"literal": "fails"}, (), problem, fault, found)


def _claim(term: Number | Symbol, place: Span) -> Claim:
    whole = Span(0, max(place.length, 1))
    latex = MappedText("?" * whole.end, (Segment(0, whole.end, place.start, place.end),))
    return Claim(Statement(term, latex, "prose"), 0, term, term, "=")


def _number(problem: Problem, text: str) -> tuple[PrintedNumber, Span] | None:
    """The printed number that a problem is about, and where it stands."""
    wanted = _value(problem.evidence.get("printed"))
    if wanted is None:
        return None
    places = list(NUMERAL.finditer(text, problem.span.start, problem.span.end))
    same = [found for found in places if _value(_plain(found[0])) == wanted]
    if len(same) != 1:
        return None
    return printed(_plain(same[0][0])), Span(same[0].start(), same[0].end())


def _plain(numeral: str) -> str:
    return numeral.replace(",", "").replace("−", "-").replace("–", "-")


def _value(told: object) -> Fraction | None:
    """The number that a piece of evidence tells, its unit left out."""
    found = _DECIMAL.match(_plain(str(told))) if told is not None else None
    return Fraction(found[0]) if found is not None else None
