"""Equations written twice and differently, worded for the note's author."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem, Related
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.shapes.transposed_anew import transposed_anew
from symformer.semantics.usage.echoed import Echo, echoes_astray
from symformer.semantics.usage.restated import entries_told_twice, names_told_twice, restated_otherwise
from symformer.semantics.usage.restated_elsewhere import lost_summands, made_otherwise_once, restated_elsewhere
from symformer.terms.parts import origin_of
from symformer.terms.show import show, show_styled


def restated_problems(model: SemanticModel) -> tuple[Problem, ...]:
    """A problem for each restated equation that differs in one name or number, or in a transpose."""
    return once(model, _all_restated)


def _all_restated(model: SemanticModel) -> tuple[Problem, ...]:
    return tuple(_restated(model))


def _restated(model: SemanticModel) -> Iterator[Problem]:
    turned_anew = list(transposed_anew(model))
    for turned in turned_anew:
        was, now = show_styled(turned.was), show_styled(turned.now)
        yield Problem(
            turned.second.place(turned.now.origin),
            f"{now} stands here in the equation for {show(turned.left)}, where the first one comes to {was}",
            help=f"try {was}, if the first is right",
            related=(Related(turned.first.span, f"the first equation for {show(turned.left)}"),),
            evidence={"kind": "symbol", "was": was, "now": now},
            key=f"transposed@{turned.second.span.start}",
        )
    in_section = list(restated_otherwise(model))
    seconds = {id(found.second) for found in in_section} | {id(turned.second) for turned in turned_anew}
    elsewhere = [found for found in restated_elsewhere(model) if id(found.second) not in seconds]
    seconds |= {id(found.second) for found in elsewhere}
    shorter = [found for found in lost_summands(model) if id(found.second) not in seconds]
    seconds |= {id(found.second) for found in shorter}
    otherwise = [found for found in made_otherwise_once(model) if id(found.second) not in seconds]
    told_twice = (*entries_told_twice(model), *names_told_twice(model))
    twice = [found for found in told_twice if id(found.second) not in seconds]
    for found in (*in_section, *elsewhere, *shorter, *otherwise, *twice):
        if found.second.of_others:
            continue
        was, now = show(found.was), show(found.now)
        if was == now:
            was, now = show_styled(found.was), show_styled(found.now)
        yield Problem(
            found.second.place(origin_of(found.now)),
            f"{now} stands here in the equation for {show(found.left)}, and {was} the first time",
            help=f"try {was}, or a word on what has changed",
            related=(Related(found.first.place(origin_of(found.was)), f"{was} stood here"),),
            evidence={"kind": "symbol", "was": was, "now": now},
        )
    seconds |= {id(found.second) for found in otherwise}
    for echo in echoes_astray(model):
        if id(echo.statement) not in seconds and id(echo.there) not in seconds:
            seconds.add(id(echo.statement))
            yield _astray(echo)


def _astray(echo: Echo) -> Problem:
    was, now = show(echo.was), show(echo.now)
    if was == now:
        was, now = show_styled(echo.was), show_styled(echo.now)
    place = echo.statement.place(origin_of(echo.now))
    return Problem(
        place,
        f"{now} stands here, and in the same expression {was} "
        + (f"{echo.times} times elsewhere" if echo.times > 1 else "beside it"),
        help=f"try {was}, or a word on what has changed",
        related=(Related(echo.there.place(origin_of(echo.was)), f"{was} stands here"),),
        evidence={"kind": "symbol", "was": was, "now": now},
        key=f"echo@{place.start}",
    )
