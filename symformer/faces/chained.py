"""The chain of a note's equations as ``symformer verify`` shows it: stage by stage, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.documents.document import Document
from symformer.faces.layout import WIDTH, cut
from symformer.judging.chain.stage import Chain, Stage
from symformer.reporters.json import place_row
from symformer.reporters.screen import columns, printable
from symformer.terms.show import show_styled, spell_styled
from symformer.terms.term import Relation


def chain_lines(chain: Chain, document: Document) -> Iterator[str]:
    """A line for each stage, and one for the whole."""
    sizes = ", ".join(f"{spell_styled(name)} = {size}" for name, size in chain.sizes)
    yield cut(f"as one model beside the reference{f', at {sizes}' if sizes else ''}, seed {chain.seed}", WIDTH)
    rows = [
        (str(each.number), _place(each, document), each.title, _name(each), stage_in_words(each, chain))
        for each in chain.stages
    ]
    widths = [max(columns(row[at]) for row in rows) for at in range(4)]
    for row in rows:
        told = [each + " " * (width - columns(each)) for each, width in zip(row, widths, strict=False)]
        told[0] = told[0].rstrip().rjust(widths[0])
        yield cut(f"  {'  '.join((*told, row[-1]))}".rstrip(), WIDTH)
    yield from _whole(chain)


def _place(stage: Stage, document: Document) -> str:
    place = document.source.place(stage.statement.span.start)
    return f"{printable(place.uri) + ':' if place.uri else ''}{place.line}:{place.column}"


def _name(stage: Stage) -> str:
    term = stage.statement.term
    return show_styled(term.sides[0]) if isinstance(term, Relation) else ""


def stage_in_words(stage: Stage, chain: Chain) -> str:
    """What became of a stage."""
    match stage.outcome:
        case "agrees":
            return f"agrees {closeness(stage.difference)}"
        case "departs":
            return f"{_away(stage)}{f': {stage.reason}' if stage.reason else ''}"
        case "follows":
            first = chain.departing
            return f"carried on{f' from stage {first.number}' if first is not None else ''}, {_away(stage)}"
        case "given":
            return "runs; the reference has no such stage"
        case "not reached":
            return "not reached"
    return f"cannot be run: {stage.reason}{'; taken from the reference' if stage.supposed else ''}"


def closeness(difference: float | None) -> str:
    """How near two values are."""
    return f"to {difference:.0e}" if difference else "to the last digit"


def _away(stage: Stage) -> str:
    if stage.difference is None or stage.difference == float("inf"):
        return "of another shape" if stage.reason else "infinitely far away"
    return f"{stage.difference:.2g} away"


def _whole(chain: Chain) -> Iterator[str]:
    """Where the model departs first, and where it ends."""
    departing, broken = chain.departing, chain.broken
    agreeing = sum(each.outcome == "agrees" for each in chain.stages)
    if departing is None and (broken is None or broken.supposed and agreeing):
        worst = max((each.difference or 0.0 for each in chain.stages), default=0.0)
        given = sum(each.outcome == "given" for each in chain.stages)
        own = f", {given} have a form of their own" if given else ""
        yield f"{agreeing} stages agree with the reference {closeness(worst)}{own}"
    if departing is not None:
        before = [each for each in chain.stages if each.number < departing.number and each.outcome == "agrees"]
        worst = max((each.difference or 0.0 for each in before), default=0.0)
        told = f"; everything before agrees {closeness(worst)}" if before else ""
        yield f"stage {departing.number}, {departing.title}: {_away(departing)}{told}"
    if broken is not None:
        behind = sum(each.outcome == "not reached" for each in chain.stages)
        told = f"; {behind} stage{'' if behind == 1 else 's'} behind it not reached" if behind else ""
        if broken.supposed:
            told = f"; the reference's value goes on{told}"
        yield cut(f"stage {broken.number}, {broken.title}, cannot be run: {broken.reason}{told}", WIDTH)


def chain_object(chain: Chain | None, document: Document, path: str) -> dict[str, object] | None:
    """The chain for JSON."""
    if chain is None:
        return None
    return {
        "sizes": dict(chain.sizes),
        "seed": chain.seed,
        "vectors": "columns" if chain.columns else "rows",
        "first_departing": chain.departing.number if chain.departing is not None else None,
        "stages": [_stage_row(each, document, path) for each in chain.stages],
    }


def _stage_row(stage: Stage, document: Document, path: str) -> dict[str, object]:
    source, span = document.source, stage.statement.span
    return {
        "number": stage.number,
        "stage": stage.title,
        "path": source.place(span.start).uri or path,
        **place_row(source, span),
        "name": _name(stage),
        "outcome": stage.outcome,
        "difference": _finite(stage.difference),
        "by_itself": _finite(stage.own),
        "shape": None if stage.shape is None else list(stage.shape),
        "form": stage.form or None,
        "reason": stage.reason or None,
        "supposed": stage.supposed,
    }


def _finite(number: float | None) -> float | None:
    """A number as JSON has it: what is of another shape is infinitely far, and has none."""
    return None if number is None or number == float("inf") else number
