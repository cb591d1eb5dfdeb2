"""The table of an equation's symbols: letter, shape, meaning."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from symformer.catalogue.reading import Letter
from symformer.notations.concept import all_concepts
from symformer.terms.term import Index, Term
from symformer.text.record import record
from symformer.typesetting.notating import Renaming, written
from symformer.typesetting.shaped import shape_text, size_in

KINDS = ("size", "index", "scalar", "function", "set")


@record
class Row:
    """One symbol: its LaTeX, its space as LaTeX ("" where it has none), its meaning."""

    symbol: str
    space: str
    meaning: str


def symbol_rows(how: Renaming, members: Collection[Term] = ()) -> tuple[Row, ...]:
    """The symbols of an equation in a notation: arrays first, then numbers, sizes and indices.

    Of the letters among ``members`` there is one for each head: they stand with the number of the head.
    """
    order = {each.id: at for at, each in enumerate(all_concepts())}
    rank = {"matrix": 0, "tensor": 0, "vector": 1, "function": 2, "set": 3, "scalar": 4, "size": 5, "index": 6}

    def key(letter: Letter) -> tuple[int, int]:
        return rank[letter.kind], order.get(letter.concept.id, 999) if letter.concept is not None else 999

    return tuple(_row(letter, how, members) for letter in sorted(how.letters, key=key))


def _row(letter: Letter, how: Renaming, members: Collection[Term]) -> Row:
    symbol = how.spellings[letter.term]
    head = next(
        (each.term for each in how.letters if each.concept is not None and each.concept.id == "head-index"), None
    )
    if letter.term in members and head is not None:
        symbol = written(Index(letter.term, (head,)), how)
    told = letter.concept is not None and letter.meaning == letter.concept.meaning
    meaning = how.notation.meaning(letter.concept) if letter.concept is not None and told else letter.meaning
    if letter.kind in KINDS:
        space = {"size": r"\mathbb{N}", "index": r"\mathbb{N}", "scalar": r"\mathbb{R}"}.get(letter.kind, "")
        return Row(symbol, space, meaning)
    sizes = tuple(size_in(size, how) for size in letter.shape)
    if how.columns and len(sizes) == 2:
        sizes = sizes[::-1]
    return Row(symbol, rf"\mathbb{{R}}^{{{shape_text(sizes)}}}", meaning)


HEADINGS = {"en": ("symbol", "in", "meaning"), "zh": ("符号", "属于", "含义")}


def markdown_table(rows: Sequence[Row], language: str = "en") -> str:
    """The symbols as a table in Markdown."""
    lines = [f"| {' | '.join(HEADINGS[language])} |", "|---|---|---|"]
    for row in rows:
        space = f"${_safe(row.space)}$" if row.space else ""
        lines.append(f"| ${_safe(row.symbol)}$ | {space} | {row.meaning} |")
    return "\n".join(lines)


def _safe(text: str) -> str:
    return text.replace("|", r"\vert ")


def latex_table(rows: Sequence[Row], language: str = "en") -> str:
    """The symbols as a tabular."""
    lines = [r"\begingroup\renewcommand{\arraystretch}{1.2}", r"\begin{tabular}{lll}", r"\hline"]
    lines += [" & ".join(HEADINGS[language]) + r" \\", r"\hline"]
    lines += [f"${row.symbol}$ & {f'${row.space}$' if row.space else ''} & {row.meaning} \\\\" for row in rows]
    return "\n".join([*lines, r"\hline", r"\end{tabular}\endgroup"])


def nomenclature(rows: Sequence[Row]) -> str:
    """The symbols as entries of a nomenclature."""
    lines: list[str] = []
    for row in rows:
        within = f", in ${row.space}$" if row.space else ""
        lines.append(f"\\nomenclature{{${row.symbol}$}}{{{row.meaning}{within}}}")
    return "\n".join(lines)
