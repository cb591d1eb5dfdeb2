"""Derivations written out in a notation: as text, LaTeX, Markdown or JSON, with reasons and with what was proved.

As JSON (schema 1)::

    {"schema": 1, "id", "title", "notation", "source": string | null, "remark",
     "given": [latex, …], "supposed": [{"letter": latex, "words"}, …], "start": latex,
     "steps": [{"relation", "latex", "reason", "outcome": "proved" | "supported", "how", "sizes": {name: number},
                "condition"}, …]}
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from symformer.catalogue.derivation import Derivation
from symformer.catalogue.derived import ReadDerivation, read_derivation
from symformer.notations import Notation
from symformer.reasoning.derivations.suppositions import Supposed, supposed
from symformer.terms.show import show, show_styled
from symformer.terms.term import Symbol, Term
from symformer.typesetting.notating import Renaming, noted, renaming, written
from symformer.typesetting.setting import Display, Line, latex_display, markdown_display

if TYPE_CHECKING:
    from symformer.reasoning.derivations.judged import JudgedStep

SIGNS = {"=": "=", "≥": r"\ge", "≤": r"\le", "≈": r"\approx"}


@dataclass(frozen=True, slots=True)
class ComposedDerivation:
    """A derivation in a notation, with what was found out about each step, where that was asked."""

    found: ReadDerivation
    how: Renaming
    judged: tuple[JudgedStep, ...] = ()

    @property
    def marks(self) -> tuple[str, ...]:
        """What was found out about each step, in words, its sizes in the letters of the notation."""
        if not self.judged:
            return ("",) * len(self.derivation.steps)
        return tuple(step.mark(lambda name: show(noted(Symbol(name), self.how))) for step in self.judged)

    @property
    def derivation(self) -> Derivation:
        """The derivation as data."""
        return self.found.derivation

    @property
    def display(self) -> Display:
        """The chain, aligned at its relations, with the reasons at the right."""
        first, *rest = (written(side, self.how) for side in self.found.sides)
        lines = [
            Line(first if not at else "", SIGNS[relation], side, step.reason)
            for at, (side, relation, step) in enumerate(
                zip(rest, self.found.relations, self.derivation.steps, strict=True)
            )
        ]
        return Display(tuple(lines), self.derivation.title)

    @property
    def given(self) -> tuple[str, ...]:
        """What it rests on, as LaTeX."""
        return tuple(written(statement, self.how) for statement in self.found.given)


def compose_derivation(given: Derivation, notation: Notation) -> ComposedDerivation:
    """A derivation in a notation, each step judged."""
    from symformer.reasoning.derivations.judged import judged

    found = read_derivation(given)
    return ComposedDerivation(found, renaming(found.whole, notation), judged(given))


def as_text(composed: ComposedDerivation) -> str:
    """The chain as lines of plain text, each step with its reason and its mark below it."""
    given = composed.derivation

    def shown(term: Term) -> str:
        return show_styled(noted(term, composed.how))

    lines = [f"{given.id}: {given.title}"]
    lines += [f"source    {given.source}"] if given.source is not None else []
    lines += [f"given     {shown(each)}" for each in composed.found.given]
    lines += [f"supposed  {shown(letter)}: {words}" for letter, words in _suppositions(composed, shown)]
    first, *rest = map(shown, composed.found.sides)
    lines += ["", f"  {first}"]
    for side, relation, step, mark in zip(rest, composed.found.relations, given.steps, composed.marks, strict=True):
        lines += [f"  {relation} {side}", f"      {step.reason}: {mark}"]
    lines += ["", f"remark    {given.remark}"] if given.remark else []
    return "".join(line + "\n" for line in lines)


def _suppositions(composed: ComposedDerivation, shown: Callable[[Term], str]) -> list[tuple[Term, str]]:
    """Letters of which something is supposed, with the words for it."""
    by_latex = {letter.latex: letter for letter in composed.found.letters}
    told = {by_latex[latex]: (words, supposed(words)) for latex, words in composed.derivation.supposed.items()}
    random = [letter for letter, (_, each) in told.items() if each.mean is not None]
    several = len(random) > 1 or any(letter.shape for letter in random)
    return [
        (letter.term, ("independent, " if several and letter in random else "") + _in_words(words, each, shown))
        for letter, (words, each) in told.items()
    ]


def _in_words(words: str, told: Supposed, shown: Callable[[Term], str]) -> str:
    if told.mean is None or told.variance is None:
        return words
    return f"mean {shown(told.mean)}, variance {shown(told.variance)}"


def as_latex(composed: ComposedDerivation) -> str:
    """The chain as an aligned display that stands in a document; the marks are comments."""
    given = composed.derivation
    lines = [f"% symformer derive {given.id} --notation {composed.how.notation.id} --format latex"]
    lines += [f"% {given.source}"] if given.source is not None else []
    lines += [f"% step {at}: {mark}" for at, mark in enumerate(composed.marks, start=1)]
    return "\n".join([*lines, *_before(composed), latex_display(composed.display)]) + "\n"


def as_json(composed: ComposedDerivation) -> str:
    """The derivation as one object; see above."""
    import json

    given = composed.derivation
    lines = composed.display.lines

    def latex(term: Term) -> str:
        return written(term, composed.how)

    steps = [
        {
            "relation": line.relation,
            "latex": line.right,
            "reason": line.reason,
            "outcome": step.outcome,
            "how": step.how,
            "sizes": dict(step.sizes),
            "condition": step.condition,
        }
        for line, step in zip(lines, composed.judged, strict=True)
    ]
    whole = {
        "schema": 1,
        "id": given.id,
        "title": given.title,
        "notation": composed.how.notation.id,
        "source": str(given.source) if given.source is not None else None,
        "remark": given.remark,
        "given": list(composed.given),
        "supposed": [{"letter": latex(letter), "words": words} for letter, words in _suppositions(composed, latex)],
        "start": lines[0].left,
        "steps": steps,
    }
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def as_markdown(composed: ComposedDerivation) -> str:
    """The chain as an aligned display, and the steps below it with reasons and marks."""
    given = composed.derivation
    display = Display(tuple(Line(each.left, each.relation, each.right) for each in composed.display.lines))
    pieces = [f"**{given.title}**" + (f" ({given.source})" if given.source is not None else "")]
    pieces += [piece.replace(r"\[", "$$").replace(r"\]", "$$") for piece in _before(composed)]
    pieces += [markdown_display(display)]
    pieces += [
        "\n".join(
            f"{at}. {step.reason}: {mark}"
            for at, (step, mark) in enumerate(zip(given.steps, composed.marks, strict=True), start=1)
        )
    ]
    pieces += [given.remark] if given.remark else []
    return "\n\n".join(pieces) + "\n"


def _before(composed: ComposedDerivation) -> list[str]:
    """What is given and supposed, in a sentence and a display."""

    def inline(term: Term) -> str:
        return f"${written(term, composed.how)}$"

    told = [f"{inline(letter)}: {words}" for letter, words in _suppositions(composed, inline)]
    pieces: list[str] = []
    if composed.given:
        pieces.append("Given\n\\[\n" + ", \\quad\n".join(f"  {each}" for each in composed.given) + "\n\\]")
    if told:
        pieces.append(f"Supposed: {'; '.join(told)}.")
    return pieces
