"""Names that something other than a declaration tells: words without markup, code, ranges, a transpose's sibling."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping

from symformer.documents.document import Document
from symformer.documents.typed_signs import GREEK
from symformer.semantics.indices.ranges import counted
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.symbols import name_of
from symformer.semantics.usage.spellings import Spelling, taken_apart
from symformer.terms.parts import letter_names
from symformer.terms.term import EXACTLY_EQUAL, Apply, Product, Relation, Symbol, walk
from symformer.text.cued import Cued

# a letter that stands in the words: not the g of "e.g.", nor the b of "b)" before an item
SPOKEN = Cued(r"(?<![A-Za-z0-9\\$_^{.])(?!(?:A|a|I)\s+[\w“*`(\[])([A-Za-zα-ωΑ-Ω](?:_\{?\w+\}?)?)(?![A-Za-z'’]|\.\w|\))")
_FORMULA = re.compile(
    r"\$\$[^$]{0,4000}\$\$|\$[^$]{0,1000}\$|\\\([^$]{0,1000}?\\\)|\\\[[^$]{0,4000}?\\\]"
    r"|\\begin\{((?:equation|align|gather|multline|eqnarray|flalign|alignat|displaymath|math)\*?)\}.{0,8000}?\\end\{\1\}",
    re.DOTALL,
)
_IN_CODE = Cued(r"(?:\bself\.|^[ \t]*)(?P<name>[A-Za-z](?:_\w{1,12})?)\s*=(?!=)", re.MULTILINE)
_REMARKED = Cued(r"^(?P<code>[^#\n]*[@*(][^#\n]*)#[^\n]*[(\[][\w, *]+[)\]]", re.MULTILINE)  # y = x @ Wg  # (N, E)
_LABELLED = Cued(r"(?<![\w.'\"])(?P<letter>[A-Z])_?(?P<label>[a-z0-9]{1,3})(?![\w(])")
_IN_BACKTICKS = Cued(r"`(?P<name>[A-Za-z](?:_\w{1,12})?)`")


def told_besides(model: SemanticModel) -> frozenset[str]:
    r"""What needs no word of its own: the H of ``h = 1, …, H``, the D that the note's code gives a value.

    And a name with two letters as label that label its told kin: K_XQ beside K_QX, its transpose; K_QQ beside both.
    """
    ends = {each.size.letter for each in once(model, counted) if each.within is None and each.size is not None}
    labels = {symbol.name: taken_apart(symbol.name) for symbol in model.uses}
    told: dict[str, set[str]] = defaultdict(set)
    for each in model.uses:
        if each.is_told and len(labels[each.name].below) == 2:
            told[labels[each.name].letter].add(labels[each.name].below)
    kin = {
        name for name, spelling in labels.items()
        if len(spelling.below) == 2 and (
            spelling.below[::-1] in told[spelling.letter]
            or len(told[spelling.letter]) > 1 and set(spelling.below) <= set("".join(told[spelling.letter]))
        )
    }  # fmt: skip
    kin |= _typed_in_code(labels, model.document)
    besides = {name for name in ends if name is not None} | kin | _of_laws(model) | _in_code(model.document)
    return frozenset(besides | _heads_of_unread(model) | _told_backwards(model) | _of_forms(model))


# "for a matrix product $C = A B$": what follows is a rule for anything of this form
_OF_THE_FORM = re.compile(
    r"\b(?:for|given|take|of|if|consider)\s+(?:an?|any|every|two|the general)\s+(?:[a-z]+\s+){0,2}"
    r"(?:products?|matri(?:x|ces)|functions?|vectors?|maps?|layers?|sums?|compositions?|scalars?|equations?)\s*[$`(\\]*\Z",
    re.IGNORECASE,
)


def _of_forms(model: SemanticModel) -> set[str]:
    """The names in a formula that words introduce as one of a kind, for which a rule is told."""
    text = model.document.source.text
    found: set[str] = set()
    for each in model.statements:
        if each.formula is None or each.formula.display == "display" or not isinstance(each.term, Relation):
            continue
        start = each.formula.span.start
        if _OF_THE_FORM.search(text, max(0, start - 80), start) is not None:
            found.update(part.name for part in walk(each.term) if isinstance(part, Symbol))
    return found


def _told_backwards(model: SemanticModel) -> set[str]:
    """The names that stand behind what they stand for: ``1 - p_i =: q_i``."""
    return {
        name
        for each in model.statements
        if isinstance(each.term, Relation) and "=:" in each.term.relations
        for sign, side in zip(each.term.relations, each.term.sides[1:], strict=False)
        if sign == "=:" and (name := name_of(side)) is not None
    }


_HEAD = Cued(
    r"\A\s*(?:\\begin\{\w+\*?\})?\s*(?P<head>[^=&\s][^=&]{0,40}?)\s*&?\s*(?::=|\\equiv|\\coloneqq|=)(?=.)", re.DOTALL
)


def _heads_of_unread(model: SemanticModel) -> set[str]:
    """The names that an equation tells which could not be read for what stands on its right: ``μ_S = \\E{S}``."""
    heads = {
        _bare(found["head"])
        for read in model.formulas
        if not read.tree.read and (found := _HEAD.match(read.tree.input)) is not None
    }
    text = model.document.source.text
    return {
        symbol.name for symbol in model.uses
        if heads and symbol.uses and _bare(symbol.uses[0].span.slice(text)) in heads
    }  # fmt: skip


def _bare(written: str) -> str:
    return re.sub(r"[\s{}]", "", written)


def _of_laws(model: SemanticModel) -> set[str]:
    r"""The letters for which a law holds whatever they are: the S of ``f(P S P^\top) = P f(S) P^\top``."""
    found: set[str] = set()
    times = Counter(name for each in model.statements for name in letter_names(each.term))
    for each in model.statements:
        match each.term:
            case Relation(relations=(sign,), sides=(Apply() | Product() as left, right)) if sign in EXACTLY_EQUAL:
                both = letter_names(left) & letter_names(right)
                found.update(name for name in both if times[name] == 1)
    return found


def _in_code(document: Document) -> set[str]:
    """The letters that program code gives values, or takes where it remarks on shapes, or that stand in a table as code."""
    found = {match["name"] for code in document.code for match in _IN_CODE.finditer(code.text)}
    for code in document.code:
        for line in _REMARKED.finditer(code.text):
            taken = {match["letter"] + "_" + match["label"] for match in _LABELLED.finditer(line["code"])}
            found |= taken  # Wg is W_g
    text = document.source.text
    for table in document.tables:
        for row in table.rows:
            found.update(match["name"] for cell in row for match in _IN_BACKTICKS.finditer(cell.span.slice(text)))
    return found


_IDENTIFIER = re.compile(r"(?<![\w.])[A-Za-z]\w{1,14}")


def _typed_in_code(labels: Mapping[str, Spelling], document: Document) -> set[str]:
    """The names with a label that program code has as one word: w^O where it takes ``wo`` or ``W_o``."""
    words = {
        found[0].replace("_", "").casefold() for code in document.code for found in _IDENTIFIER.finditer(code.text)
    }
    return {
        name
        for name, spelling in labels.items()
        if (spelling.below or spelling.above) and not spelling.accents
        if f"{spelling.letter}{spelling.below}{spelling.above}".casefold() in words
    }


def spoken_names(document: Document) -> frozenset[str]:
    """The letters that the words of a note speak of without marking them as mathematics."""
    found: set[str] = set()
    for prose in document.prose:
        # with something in a formula's place, so that the "a" of "a $2 \times 2$ matrix" stands before a word
        found.update(SPOKEN.findall(_FORMULA.sub(" 0 ", prose.text.text)))
    return frozenset(found | {GREEK[name].removeprefix("\\") for name in found if name in GREEK})
