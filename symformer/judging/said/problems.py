"""What sentences say of amounts, as problems."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial

from symformer.documents.document import Document
from symformer.findings.finding import Problem
from symformer.judging.numbers.settled import Settled
from symformer.judging.said.by_label import by_label_problems
from symformer.judging.said.cells_told import told_cell_problems
from symformer.judging.said.chances import chance_problems
from symformer.judging.said.column_named import column_problems
from symformer.judging.said.column_trends import column_trend_problems
from symformer.judging.said.compositions import composition_words
from symformer.judging.said.consequences import consequences
from symformer.judging.said.conversions import Found, conversions
from symformer.judging.said.counted_lists import counted_list_problems
from symformer.judging.said.counts import count_words
from symformer.judging.said.each_makes import each_words
from symformer.judging.said.factored_amounts import factored_amount_problems
from symformer.judging.said.factors import factor_problems
from symformer.judging.said.formats import byte_problems, only_width
from symformer.judging.said.fractions_in_words import explained_share_problems, fraction_in_words_problems
from symformer.judging.said.functions_in_words import function_words
from symformer.judging.said.glosses import gloss_problems
from symformer.judging.said.halves import half_problems
from symformer.judging.said.implied_columns import implied_column_problems
from symformer.judging.said.included import included_problems
from symformer.judging.said.instead import instead_problems
from symformer.judging.said.known_amounts import known_amounts
from symformer.judging.said.largest import largest_problems
from symformer.judging.said.linear_counts import linear_count_problems
from symformer.judging.said.lists import list_words
from symformer.judging.said.lists_from_columns import list_from_column_problems
from symformer.judging.said.many_of_them import many_of_them_problems
from symformer.judging.said.moved import moved_problems
from symformer.judging.said.multiplied import multiplied_words
from symformer.judging.said.named_pairs import named_pair_problems
from symformer.judging.said.number_runs import run_words
from symformer.judging.said.one_hot import one_hot_problems
from symformer.judging.said.ordinals import ordinal_problems
from symformer.judging.said.parts import part_words
from symformer.judging.said.percents import percent_problems
from symformer.judging.said.placed import placed_problems
from symformer.judging.said.plus_minus import plus_minus_problems
from symformer.judging.said.power_laws import power_law_problems
from symformer.judging.said.prices import price_problems
from symformer.judging.said.product_slips import product_slips
from symformer.judging.said.quoted_cells import quoted_cell_problems
from symformer.judging.said.ratios import Word, paragraph_words, ratio_words
from symformer.judging.said.ratios_beside import beside_words
from symformer.judging.said.restated_percent import restated_percent_problems
from symformer.judging.said.retrieved import retrieved_problems
from symformer.judging.said.saved import saved_problems
from symformer.judging.said.saved_parts import saved_part_words
from symformer.judging.said.sentences import digits_in, running_words, sentences, whole_block
from symformer.judging.said.shares import lists_of_it, remainders, weight_lists
from symformer.judging.said.shares_in_percent import share_words
from symformer.judging.said.sides_told import told_side_problems
from symformer.judging.said.splits import split_words
from symformer.judging.said.square_sizes import square_size_problems
from symformer.judging.said.token_counts import token_count_problems
from symformer.judging.said.told_lengths import listed_length_problems, told_counts
from symformer.judging.said.told_of_tables import table_word_problems
from symformer.judging.said.too_large import too_large_problems
from symformer.judging.said.top_chosen import top_chosen_problems
from symformer.judging.said.trends import trend_problems, trend_words
from symformer.judging.said.verdicts import verdict_problems
from symformer.judging.said.winners import winner_problems
from symformer.semantics.declaration import Declaration
from symformer.semantics.statement import Statement
from symformer.text.span import Span

LEAST_DIGITS = 2  # of a paragraph that says something of two numbers
LEAST_DIGITS_OF_RUNS = 6


def amount_problems(
    document: Document, statements: Sequence[Statement], declarations: Sequence[Declaration], settled: Settled
) -> Iterator[Problem]:
    """Every amount in a sentence that is not what the amounts beside it come to, each told once."""
    told: set[int] = set()
    for problem in _problems(document, statements, declarations, settled):
        told.update(range(problem.span.start, problem.span.end))
        yield problem
    known = cache(partial(known_amounts, document))  # gone through for the first that asks
    later = (
        *table_word_problems(document),
        *_of_runs(document),
        *quoted_cell_problems(document),
        *factored_amount_problems(document, known),
        *many_of_them_problems(document, known),
    )
    for problem in later:
        if told.isdisjoint(range(problem.span.start, problem.span.end)):
            yield problem


def _of_runs(document: Document) -> Iterator[Problem]:
    for block in document.prose:
        if block.kind != "heading" and digits_in(block.text.text) >= LEAST_DIGITS_OF_RUNS:
            yield from map(_in_words, run_words(whole_block(block.text)))


def _problems(
    document: Document, statements: Sequence[Statement], declarations: Sequence[Declaration], settled: Settled
) -> Iterator[Problem]:
    yield from largest_problems(document)
    yield from named_pair_problems(document)
    yield from by_label_problems(document)
    yield from factor_problems(document)
    yield from price_problems(document)
    yield from retrieved_problems(document)
    yield from top_chosen_problems(document, statements)
    yield from saved_problems(document)
    yield from ordinal_problems(document, statements)
    yield from placed_problems(document, statements)
    yield from winner_problems(document, statements)
    yield from implied_column_problems(document)
    yield from column_trend_problems(document)
    yield from told_side_problems(document, statements)
    yield from half_problems(document, statements)
    yield from fraction_in_words_problems(document)
    yield from explained_share_problems(document, statements)
    yield from moved_problems(document, statements)
    yield from restated_percent_problems(document)
    yield from too_large_problems(document)
    yield from column_problems(document, statements)
    yield from instead_problems(document, statements)
    yield from verdict_problems(document, statements)
    yield from percent_problems(document)
    yield from included_problems(document)
    yield from square_size_problems(document)
    yield from chance_problems(document)
    yield from one_hot_problems(document)
    yield from counted_list_problems(document)
    yield from power_law_problems(document)
    yield from told_cell_problems(document)
    yield from linear_count_problems(document)
    yield from list_from_column_problems(document)
    yield from token_count_problems(document, statements)
    yield from plus_minus_problems(document)
    yield from listed_length_problems(document, statements, declarations)
    for found, message in trend_problems(document):
        yield _at(found.span, found.text, "", message)
    usual = only_width(document)
    named = [(each.span.slice(document.source.text), each) for each in declarations if each.sizes]
    for block, words in running_words(document):
        digits = digits_in(words.text)
        if block.kind == "heading" or not digits and "(" not in words.text:
            continue
        said = list(sentences(words))
        yield from (_in_words(found) for sentence in said for found in told_counts(sentence))
        if digits < LEAST_DIGITS:
            continue
        yield from map(_problem, byte_problems(said, usual))
        yield from map(_in_words, paragraph_words(whole_block(words)))
        yield from map(_in_words, list_words(whole_block(words), statements))
        for before, sentence in zip((None, *said), said, strict=False):
            yield from map(_in_words, composition_words(sentence, before))
            yield from map(_problem, conversions(sentence, before))
            yield from map(_problem, consequences(sentence, before))
            yield from map(_in_words, ratio_words(sentence))
            yield from map(_in_words, saved_part_words(sentence, before))
            yield from map(_in_words, beside_words(sentence, before))
            yield from map(_in_words, each_words(sentence))
            yield from map(_in_words, multiplied_words(sentence))
            yield from map(_in_words, trend_words(sentence))
            yield from map(_in_words, weight_lists(sentence))
            yield from map(_in_words, lists_of_it(before, sentence) if before is not None else ())
            yield from map(_in_words, remainders(sentence))
            yield from map(_in_words, part_words(sentence))
            yield from map(_in_words, product_slips(sentence))
            yield from map(_in_words, gloss_problems(sentence))
            yield from map(_in_words, function_words(sentence, before))
            yield from map(_in_words, share_words(sentence))
            yield from map(_in_words, split_words(sentence))
            yield from map(_in_words, count_words(sentence, named, settled))


def _problem(found: Found) -> Problem:
    sentence, amount, expected, message = found
    return _in_words((sentence, amount.start, amount.ends_number, amount.number.text, expected, message))


def _in_words(found: Word) -> Problem:
    sentence, start, end, shown, expected, message = found
    return _at(sentence.span(start, end), shown, expected, message)


def _at(span: Span, shown: str, expected: str, message: str) -> Problem:
    evidence: dict[str, object] = {"kind": "number"}
    evidence.update({key: text for key, text in (("printed", shown), ("expected", expected)) if text})
    return Problem(
        span,
        message,
        level="warning",
        evidence=evidence,
        key=f"sentence-contradicts-number@{span.start}-{span.end}",
    )


__all__ = ["amount_problems"]
