r"""``symformer verify``: each equation of a note, run, and each step of its derivations, proved or refuted.

As JSON (schema 1)::

    {"schema": 1, "version",
     "documents": [{"path", "equations": [{"path", "line", "column", "end_line", "end_column", "cell", …, "quote",
         "understood", "outcome": "agrees" | "runs" | "equal" | "no identity" | "not run",
         "standard": [{"id", "title", "source"}], "difference", "sizes": {name: number}, "seed", "shape", "reason",
         "near": the standard equation that it is but for one edit, and the edit, or null,
         "assumed": functions that nothing tells, for which some function was taken}],
       "steps": [{"path", "line", …, "quote", "left", "right", "outcome": "proved" | "supported" | "refuted" | "unknown",
         "how", "condition", "values": {letter: number}, "left_value", "right_value"}],
       "values": [{"path", "line", …, "name", "printed": rows of text, "exact": the same rows to ten digits}],
       "splits": [{"path", "line", …, "quote", "understood", "outcome": "proved" | "refuted", "how"}],
       "model": null, or the equations run as one: {"sizes": {name: number}, "seed", "vectors": "rows" | "columns",
         "first_departing": the number of a stage or null,
         "stages": [{"number", "stage", "path", "line", …, "name",
           "outcome": "agrees" | "departs" | "follows" | "given" | "not run" | "not reached",
           "difference", "by_itself", "shape", "form", "reason"}]}}],
     "failures": [{"path", "message"}]}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from symformer.analysis import Analysis
from symformer.documents.document import Document
from symformer.faces.chained import chain_lines, chain_object
from symformer.faces.json_output import equations_as_json
from symformer.faces.layout import WIDTH, cut
from symformer.judging.chain.stage import Chain
from symformer.judging.equations.exact_values import ExactValue, exact_values
from symformer.judging.equations.head_splits import HeadSplit, head_splits
from symformer.judging.equations.verified import Outcome, Verified, verified
from symformer.judging.steps.derivations import Step
from symformer.judging.steps.derivations import steps as steps_of
from symformer.judging.steps.step_faults import at_values
from symformer.reporters.json import place_row
from symformer.reporters.screen import columns, printable
from symformer.terms.show import show_styled, spell_styled

COUNTED: dict[Outcome, str] = {
    "agrees": "agree with a standard equation",
    "equal": "have equal sides",
    "no identity": "are no identity",
    "runs": "run",
    "not run": "not run",
}


def equations(analysis: Analysis, seed: int) -> tuple[Verified, ...]:
    """The equations of a note in order; none where it could not be read."""
    return () if analysis.model is None else verified(analysis.model, seed)


def note_steps(analysis: Analysis) -> tuple[Step, ...]:
    """The steps of a note's derivations in order, proved where that can be."""
    return () if analysis.model is None else tuple(steps_of(analysis.model, prove=True))


def note_chain(analysis: Analysis, seed: int) -> Chain | None:
    """The equations of a note run as one model."""
    from symformer.judging.chain.chained import chain

    return None if analysis.model is None else chain(analysis.model, seed)


def note_values(analysis: Analysis) -> tuple[ExactValue, ...]:
    """The results that a note prints rounded, with the values behind them."""
    return () if analysis.model is None else tuple(exact_values(analysis.model))


def _value_lines(found: Sequence[ExactValue], document: Document) -> list[str]:
    """Each result in its rows, as printed and to ten digits."""
    lines: list[str] = []
    for each in found:
        place = document.source.place(each.span.start)
        head = f"  {printable(place.uri) + ':' if place.uri else ''}{place.line}:{place.column}"
        lines.append(f"{head}  {cut(show_styled(each.name), WIDTH - columns(head) - 2)}")
        width = max(len(text) for row in each.printed for text in row)
        wide = max(len(text) for row in each.exact for text in row)
        for printed, exact in zip(each.printed, each.exact, strict=True):
            left, right = (" ".join(text.rjust(to) for text in row) for row, to in ((printed, width), (exact, wide)))
            lines.append(cut(f"      {left}   {right}", WIDTH))
    if found:
        lines.append(f"{len(found)} result{'' if len(found) == 1 else 's'} in decimals, with the values behind them")
    return lines


def note_splits(analysis: Analysis) -> tuple[HeadSplit, ...]:
    """How a note parts its large projections into heads."""
    return () if analysis.model is None else tuple(head_splits(analysis.model))


def _split_lines(splits: Sequence[HeadSplit], document: Document) -> list[str]:
    """Each way to part a projection, and below it whether it is one."""
    lines: list[str] = []
    for each in splits:
        place = document.source.place(each.span.start)
        head = f"  {printable(place.uri) + ':' if place.uri else ''}{place.line}:{place.column}"
        lines.append(f"{head}  {cut(each.shown, WIDTH - columns(head) - 2)}")
        lines.append(f"      {cut(each.words, WIDTH - 6)}")
    if splits:
        counts = Counter(each.outcome for each in splits)
        told = ", ".join(f"{counts[outcome]} {outcome}" for outcome in ("proved", "refuted") if counts[outcome])
        lines.append(f"{len(splits)} split{'' if len(splits) == 1 else 's'} into heads: {told}")
    return lines


def as_text(
    found: Sequence[Verified],
    document: Document,
    path: str,
    steps: Sequence[Step] = (),
    chain: Chain | None = None,
    splits: Sequence[HeadSplit] = (),
    values: Sequence[ExactValue] = (),
) -> str:
    """Each equation on a line, and below it what became of it; the model that they make; the steps of derivations."""
    lines = [printable(path) if found or steps else f"{printable(path)}: no equations"]
    for each in found:
        place = document.source.place(each.statement.span.start)
        head = f"  {printable(place.uri) + ':' if place.uri else ''}{place.line}:{place.column}"
        lines.append(f"{head}  {cut(show_styled(each.statement.term), WIDTH - columns(head) - 2)}")
        lines.append(f"      {cut(in_words(each), WIDTH - 6)}")
        if each.near:
            lines.append(f"      {cut(each.near, WIDTH - 6)}")
    if found:
        counts = Counter(each.outcome for each in found)
        told = ", ".join(f"{counts[outcome]} {words}" for outcome, words in COUNTED.items() if counts[outcome])
        lines.append(f"{len(found)} equation{'' if len(found) == 1 else 's'}: {told}")
    lines += [] if chain is None else chain_lines(chain, document)
    lines += _value_lines(values, document)
    lines += _split_lines(splits, document)
    lines += _step_lines(steps, document)
    return "".join(line + "\n" for line in lines)


def _step_lines(steps: Sequence[Step], document: Document) -> list[str]:
    """Each step of a derivation, and below it how it is proved, or where its sides differ."""
    lines: list[str] = []
    for step in steps:
        place = document.source.place(step.statement.place(step.left.origin).start)
        head = f"  {printable(place.uri) + ':' if place.uri else ''}{place.line}:{place.column}"
        shown = f"{show_styled(step.left)} = {show_styled(step.right)}"
        lines.append(f"{head}  {cut(shown, WIDTH - columns(head) - 2)}")
        lines.append(f"      {cut(step_in_words(step), WIDTH - 6)}")
    if steps:
        counts = Counter(_outcome(step) for step in steps)
        told = ", ".join(f"{counts[outcome]} {outcome}" for outcome in STEP_OUTCOMES if counts[outcome])
        lines.append(f"{len(steps)} step{'' if len(steps) == 1 else 's'}: {told}")
    return lines


STEP_OUTCOMES = ("proved", "supported", "refuted", "unknown")


def _outcome(step: Step) -> str:
    """What became of a step: what is refuted, but says something of its letters, is unknown."""
    return "unknown" if step.found.outcome == "refuted" and not step.beyond_doubt else step.found.outcome


def step_in_words(step: Step) -> str:
    """What became of a step, in a line."""
    found = step.found
    under = f" {found.condition}" if found.condition else ""
    match _outcome(step):
        case "proved":
            return f"proved{under}: {found.how}"
        case "supported":
            return f"supported{under}: {found.how}"
        case "refuted" if found.counterexample is not None:
            return f"refuted: {at_values(found.counterexample)}"
    why = "it may say what a letter of it is" if found.outcome == "refuted" else found.how
    return f"unknown: {why}"


def _more(analysis: Analysis, path: str, seed: int) -> dict[str, object]:
    document = analysis.document
    assert document is not None
    return {
        "steps": [_step_row(step, document, path) for step in note_steps(analysis)],
        "values": [_value_row(each, document, path) for each in note_values(analysis)],
        "splits": [_split_row(each, document, path) for each in note_splits(analysis)],
        "model": chain_object(note_chain(analysis, seed), document, path),
    }


def _step_row(step: Step, document: Document, path: str) -> dict[str, object]:
    span = step.statement.place(step.left.origin.cover(step.right.origin))
    shown = step.found.counterexample
    return {
        "path": document.source.place(span.start).uri or path,
        **place_row(document.source, span),
        "quote": span.slice(document.source.text),
        "left": show_styled(step.left),
        "right": show_styled(step.right),
        "outcome": _outcome(step),
        "how": step.found.how or None,
        "condition": step.found.condition or None,
        "values": dict(shown.point) if shown is not None else None,
        "left_value": shown.left if shown is not None else None,
        "right_value": shown.right if shown is not None else None,
    }


def _value_row(value: ExactValue, document: Document, path: str) -> dict[str, object]:
    source = document.source
    return {
        "path": source.place(value.span.start).uri or path,
        **place_row(source, value.span),
        "name": show_styled(value.name),
        "printed": [list(row) for row in value.printed],
        "exact": [list(row) for row in value.exact],
    }


def _split_row(split: HeadSplit, document: Document, path: str) -> dict[str, object]:
    source = document.source
    return {
        "path": source.place(split.span.start).uri or path,
        **place_row(source, split.span),
        "quote": split.span.slice(source.text),
        "understood": split.shown,
        "outcome": split.outcome,
        "how": split.words,
    }


def in_words(each: Verified) -> str:
    """What became of an equation, in a line."""
    match each.outcome:
        case "agrees":
            names = " or ".join(equation.id for equation in each.equations)
            return f"agrees with {names}, {_difference(each)}{_sizes(each)}"
        case "runs":
            some = f", {' and '.join(each.assumed)} being some function" if each.assumed else ""
            return f"runs: {_shape(each)}{_sizes(each)}{some}"
        case "equal":
            return f"its sides are equal, {_difference(each)}{_sizes(each)}"
        case "no identity":
            return f"is no identity: its sides differ {_difference(each)}{_sizes(each)}, seed {each.seed}"
    return f"not run: {each.reason}"


def _difference(each: Verified) -> str:
    if not each.difference:
        return "to the last digit"
    return f"by {each.difference:.1g}" if each.outcome == "no identity" else f"to {each.difference:.0e}"


def _shape(each: Verified) -> str:
    return " × ".join(map(str, each.shape or ())) or "a number"


def _sizes(each: Verified) -> str:
    sizes = ", ".join(f"{spell_styled(name)} = {size}" for name, size in each.sizes)
    return f" at {sizes}" if sizes else ""


def as_json(notes: Sequence[tuple[Analysis, str, Sequence[Verified]]], seed: int = 0) -> str:
    """All notes as one object."""
    return equations_as_json(notes, _row, lambda analysis, path: _more(analysis, path, seed))


def _row(each: Verified, document: Document, path: str) -> dict[str, object]:
    source, span = document.source, each.statement.span
    return {
        "path": source.place(span.start).uri or path,
        **place_row(source, span),
        "quote": span.slice(source.text),
        "understood": show_styled(each.statement.term),
        "outcome": each.outcome,
        "standard": [
            {"id": equation.id, "title": equation.title, "source": str(equation.source)} for equation in each.equations
        ],
        "difference": each.difference,
        "sizes": dict(each.sizes),
        "seed": each.seed,
        "shape": None if each.shape is None else list(each.shape),
        "reason": each.reason or None,
        "near": each.near or None,
        "assumed": list(each.assumed),
    }
