"""The table of an equation's symbols: letter, shape, meaning."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from operator import itemgetter

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


def symbol_rows(hows: Sequence[Renaming], members: Collection[Term] = ()) -> tuple[Row, ...]:
    """The symbols of some equations in a notation: arrays first, then numbers, sizes and indices.

    Of the letters among ``members`` there is one for each head: they stand with the number of the head.  What is a
    vector in one equation and a matrix in another is listed as both.
    """
    order = {each.id: at for at, each in enumerate(all_concepts())}
    rank = {"matrix": 0, "tensor": 0, "vector": 1, "function": 2, "set": 3, "scalar": 4, "size": 5, "index": 6}

    def key(letter: Letter) -> tuple[int, int]:
        return rank[letter.kind], order.get(letter.concept.id, 999) if letter.concept is not None else 999

    numbered = _numbered(hows, members)
    found = [(key(letter), _row(letter, how, numbered)) for how in hows for letter in how.letters]
    return tuple(dict.fromkeys(row for _, row in sorted(found, key=itemgetter(0))))


def _numbered(hows: Sequence[Renaming], members: Collection[Term]) -> dict[Term, str]:
    """How each of the members is written with the number of a head, where an equation has both."""
    found: dict[Term, str] = {}
    for how in hows:
        heads = [each.term for each in how.letters if each.concept is not None and each.concept.id == "head-index"]
        for letter in how.letters if heads else ():
            if letter.term in members:
                found.setdefault(letter.term, written(Index(letter.term, (heads[0],)), how))
    return found


def _row(letter: Letter, how: Renaming, members: Mapping[Term, str]) -> Row:
    symbol = members.get(letter.term, how.spellings[letter.term])
    told = letter.concept is not None and letter.meaning == letter.concept.meaning
    language = how.notation.language
    meaning = how.notation.meaning(letter.concept) if letter.concept is not None and told else letter.meaning
    if not told and language != "en":
        from symformer.catalogue.chinese import meaning_in

        meaning = meaning_in(language, meaning)
    if letter.kind in KINDS:
        space = {"size": r"\mathbb{N}", "index": r"\mathbb{N}", "scalar": r"\mathbb{R}"}.get(letter.kind, "")
        return Row(symbol, space, meaning)
    sizes = tuple(size_in(size, how) for size in letter.shape)
    if how.columns and len(sizes) == 2:
        sizes = sizes[::-1]
    return Row(symbol, rf"\mathbb{{R}}^{{{shape_text(sizes)}}}", meaning)


SYMBOLS = {"en": "Symbols", "zh": "符号"}
HEADINGS = {"en": ("symbol", "in", "meaning"), "zh": ("符号", "属于", "含义")}


def markdown_table(rows: Sequence[Row], language: str = "en") -> str:
    """The symbols as a table in Markdown."""
    lines = [f"| {' | '.join(HEADINGS[language])} |", "|---|---|---|"]
    for row in rows:
        space = f"${_safe(row.space)}$" if row.space else ""
        lines.append(f"| ${_safe(row.symbol)}$ | {space} | {_safe(row.meaning)} |")
    return "\n".join(lines)


def _safe(text: str) -> str:
    return text.replace("|", r"\vert ")


def latex_table(rows: Sequence[Row], language: str = "en", *, narrow: bool = False) -> str:
    """The symbols as a tabular; for a ``narrow`` column with meanings of several lines."""
    meanings = r">{\raggedright\arraybackslash}p{0.45\columnwidth}" if narrow else "l"
    lines = [r"\begingroup\renewcommand{\arraystretch}{1.2}", rf"\begin{{tabular}}{{ll{meanings}}}", r"\hline"]
    lines += [" & ".join(HEADINGS[language]) + r" \\", r"\hline", *_latex_rows(rows)]
    return "\n".join([*lines, r"\hline", r"\end{tabular}\endgroup"])


def long_latex_table(rows: Sequence[Row], language: str = "en") -> str:
    """The symbols as a table of several pages, for the package ``longtable``."""
    lines = [r"\begingroup\renewcommand{\arraystretch}{1.2}", r"\begin{longtable}{lll}", r"\hline"]
    lines += [" & ".join(HEADINGS[language]) + r" \\", r"\hline", r"\endhead", r"\hline", r"\endfoot"]
    return "\n".join([*lines, *_latex_rows(rows), r"\end{longtable}\endgroup"])


def _latex_rows(rows: Sequence[Row]) -> Iterator[str]:
    for row in rows:
        yield f"${row.symbol}$ & {f'${row.space}$' if row.space else ''} & {row.meaning} \\\\"


def nomenclature(rows: Sequence[Row]) -> str:
    """The symbols as entries of a nomenclature."""
    lines: list[str] = []
    for row in rows:
        told = ", ".join(filter(None, (row.meaning, f"in ${row.space}$" if row.space else "")))
        lines.append(f"\\nomenclature{{${row.symbol}$}}{{{told}}}")
    return "\n".join(lines)
