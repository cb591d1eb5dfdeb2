r"""What a paragraph of LaTeX says once its markup is taken away: ``the \emph{query}~$q$`` says "the query $q$".

Commands that only set text go, and so do braces; references, citations and lengths go with what they
take.  A note at the foot of the page is lifted out of its sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from symformer.text.groups import Groups
from symformer.text.span import Span

_MARKUP = re.compile(
    r"\\(?P<name>[A-Za-z@]+)\*?[ \t]*|\\(?P<sign>[%& ,;:!/-])|(?P<brace>[{}])|\\\\(?:\[[^\]\n]*\])?|\\."
)
# how many arguments of a command are no text; what it takes beyond them is
_NO_TEXT: dict[str, int] = {
    **dict.fromkeys(
        "label ref eqref autoref cref Cref pageref nameref vref cite citep citet citealp citealt citeauthor citeyear"
        " citeyearpar Citet Citep parencite textcite autocite footcite fullcite nocite vspace hspace vskip hskip includegraphics"
        " bibliography bibliographystyle input include subfile index color pagestyle thispagestyle usepackage"
        " documentclass graphicspath geometry hypersetup theoremstyle newcounter stepcounter refstepcounter textcolor"
        " colorbox href phantom hphantom vphantom raisebox scalebox cellcolor rowcolor pagenumbering captionsetup"
        " addbibresource lstset tikzset usetikzlibrary printbibliography setstretch linespread qedsymbol tag"
        " usetheme usecolortheme url lstinputlisting verbatiminput footnotemark hyphenation".split(),
        1,
    ),
    **dict.fromkeys("setlength addtolength setcounter addtocounter newtheorem resizebox rule fontsize fcolorbox"
                    " definecolor hyperlink newlength import subimport".split(), 2),
    "addcontentsline": 3,
    "multicolumn": 2,
    "multirow": 2,
}  # fmt: skip
_NOTES = frozenset("footnote footnotetext thanks marginpar sidenote marginnote todo".split())
_OVERLAY = re.compile(r"\s*<[^<>\n]{1,40}>")
_OVERLAID = frozenset("only uncover onslide visible invisible alert action pause item textbf emph".split())


@dataclass(slots=True)
class Markup:
    """What to cut out of the text between formulas, in order, and the notes that are lifted out of it."""

    cuts: list[Span] = field(default_factory=list)
    notes: list[Span] = field(default_factory=list)  # with the command
    inside: list[Span] = field(default_factory=list)  # what each of them says


def markup_of(text: str, body: Span, formulas: list[Span]) -> Markup:
    """The markup of ``body``; nothing in formulas is touched."""
    found, groups = Markup(), Groups(text)
    for gap in _gaps(body, formulas):
        at = gap.start
        while (match := _MARKUP.search(text, at, gap.end)) is not None:
            at = max(match.end(), _take(match, groups, gap.end, found))
    return found


def _gaps(body: Span, formulas: list[Span]) -> Iterator[Span]:
    at = body.start
    for formula in formulas:
        if formula.start > at:
            yield Span(at, formula.start)
        at = max(at, formula.end)
    if at < body.end:
        yield Span(at, body.end)


def _take(match: re.Match[str], groups: Groups, end: int, found: Markup) -> int:
    """Cut what belongs to one match; where to go on."""
    text, at, name = groups.text, match.end(), match["name"]
    if match["brace"]:
        found.cuts.append(Span(*match.span()))
    elif match["sign"] is not None:
        found.cuts.append(Span(match.start(), match.start() + 1))
    elif name in _NOTES:
        return _note(match, groups, found)
    elif name in _NO_TEXT:
        at = _after_arguments(groups, at, end, _NO_TEXT[name])
        found.cuts.append(Span(match.start(), at))
    elif name is not None:
        if name in _OVERLAID and (overlay := _OVERLAY.match(text, at, end)) is not None:
            at = overlay.end()
        # a command without an argument may be a word: \model
        alone = text.startswith("{}", at) or not text.startswith(("{", "["), at)
        word = at == match.end() and alone and name not in _SETTING
        found.cuts.append(Span(match.start(), match.start() + 1) if word else Span(match.start(), at))
    elif match.group().startswith("\\\\"):
        found.cuts.append(Span(match.start(), at))
    return at


_SETTING = frozenset(
    "em bf it sf rm tt sc sl bfseries itshape slshape scshape ttfamily sffamily rmfamily mdseries upshape normalfont"
    " tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge noindent indent centering raggedright"
    " raggedleft smallskip medskip bigskip newline linebreak pagebreak newpage clearpage cleardoublepage hfill vfill"
    " protect xspace maketitle tableofcontents appendix frontmatter mainmatter backmatter par quad qquad pause hline"
    " selectfont singlespacing doublespacing onehalfspacing sloppy fussy ignorespaces unskip relax null phantomsection"
    " listoffigures listoftables titlepage allowdisplaybreaks nopagebreak nolinebreak strut qed qedhere".split()
)


def _note(match: re.Match[str], groups: Groups, found: Markup) -> int:
    at = match.end()
    options = groups.bracketed(at) if groups.text.startswith("[", at) else None
    said = groups.argument(options.after if options else at)
    if said is None:
        found.cuts.append(Span(*match.span()))
        return at
    found.notes.append(Span(match.start(), said.after))
    found.inside.append(Span(said.start, said.end))
    return at  # what is in it has markup of its own


def _after_arguments(groups: Groups, at: int, end: int, count: int) -> int:
    text = groups.text
    while text.startswith(("[", "(", "<"), at) and at < end:
        options = groups.bracketed(at, {"[": "[]", "(": "()", "<": "<>"}[text[at]])
        if options is None or options.after > end:
            return at
        at = options.after
    for _ in range(count):
        if not text.startswith("{", at):
            return at
        taken = groups.argument(at)
        if taken is None or taken.after > end:
            return at
        at = taken.after
    return at
