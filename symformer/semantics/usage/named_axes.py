r"""Letters that words name as axes of an array, and that no shape of the note has: "swap $H$ and $T$" of B × P × T × d."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from symformer.documents.places import section_at
from symformer.semantics.model import SemanticModel
from symformer.semantics.symbols import exact_key
from symformer.semantics.usage.uses import Occurrence, SymbolUses
from symformer.terms.term import Product, Symbol, Term, walk
from symformer.text.cued import Cued

FEWEST_AXES = 3
_TURNED = r"(?:swap|exchang|permut|transpos|interchang|merg|flatten|collaps)\w*"
_BEFORE = Cued(rf"\b{_TURNED}\b(?P<between>[^.;:\n]*)\Z|(?:交换|转置|合并)(?P<chinese>[^。；：\n]*)\Z", re.IGNORECASE)
_LETTER = Cued(r"\$\\?([A-Za-z]\w*(?:_\{?\w+\}?)?)\$")
_BESIDE = Cued(r"\$?\s*(?:and|with|,|&|和|与)\s*(?:the\s+)?\$\\?(\w+(?:_\{?\w+\}?)?)\$")
NEAR = 60  # characters between the verb and the axis


@dataclass(frozen=True, slots=True)
class NamedAxis:
    """A letter that words name as an axis, the axis beside it, and the letters that are axes of the note's arrays."""

    use: Occurrence
    beside: str
    axes: tuple[str, ...]


def astray_axes(model: SemanticModel) -> Iterator[NamedAxis]:
    """Each letter that stands once in the note, beside an axis of an array in words that turn or join axes."""
    by_section = _axes(model)
    text = model.document.source.text
    for symbol in model.uses if by_section else ():
        if {"dimension", "index"} & set(symbol.roles):
            continue
        use = _sole_mention(symbol)
        axes = by_section.get(use.section, frozenset()) if use is not None else frozenset()
        if symbol.name in axes:
            continue
        before = _BEFORE.search(text, max(0, use.span.start - NEAR), use.span.start) if use is not None else None
        if use is None or before is None:
            continue
        behind = _BESIDE.match(text, use.span.end)
        named = [behind[1]] if behind is not None else _LETTER.findall(before["between"] or before["chinese"] or "")
        beside = next((each for each in named if each.replace("{", "").replace("}", "") in axes), None)
        if beside is not None:
            yield NamedAxis(use, beside, tuple(sorted(axes)))


def _sole_mention(symbol: SymbolUses) -> Occurrence | None:
    """The one mention of a letter in words, where it stands nowhere else in its section."""
    mentions = [each for each in symbol.occurrences if each.part == "mentioned" and isinstance(each.term, Symbol)]
    here = [each for each in symbol.occurrences if mentions and each.section == mentions[-1].section]
    return mentions[-1] if len(here) == 1 else None


def _axes(model: SemanticModel) -> dict[int, frozenset[str]]:
    """By section, the letters that are sizes of arrays with three axes or more."""
    found: dict[int, set[str]] = {}
    for declaration in model.table.declarations:
        if declaration.sizes is not None and len(declaration.sizes) >= FEWEST_AXES:
            section = section_at(model.document, declaration.span.start)
            found.setdefault(section, set()).update(_letters(declaration.sizes))
    for statement in model.statements:
        for part in walk(statement.term):
            if isinstance(part, Product) and part.sign == "×" and len(part.factors) >= FEWEST_AXES:
                found.setdefault(statement.section, set()).update(_letters(part.factors))
    return {section: frozenset(letters) for section, letters in found.items()}


def _letters(sizes: tuple[Term, ...]) -> Iterator[str]:
    return (key for size in sizes if (key := exact_key(size)) is not None)
