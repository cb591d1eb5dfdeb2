"""Symbols that formulas use and nothing in the note tells, with the name that was probably meant."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from symformer.documents.document import TYPED, Formula
from symformer.documents.places import words_around
from symformer.semantics.declaration import Declaration
from symformer.semantics.declaring.declared import is_condition
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.semantics.surroundings import sentence_before
from symformer.semantics.symbols import name_of
from symformer.semantics.usage.customary import is_known_by_custom, is_of_a_law
from symformer.semantics.usage.equation_around import calls_in, is_alone, is_clear, is_whole
from symformer.semantics.usage.lone_letters import lone_letters, made_of_nothing, renamed
from symformer.semantics.usage.spellings import Slip, Spelling, slip_between, taken_apart, told_with_an_index
from symformer.semantics.usage.standard_names import is_standard, needs_telling
from symformer.semantics.usage.strays import stray_names
from symformer.semantics.usage.told_besides import spoken_names, told_besides
from symformer.semantics.usage.uses import Occurrence, SymbolUses
from symformer.terms.term import (
    Apply,
    Ellipsis,
    Index,
    Matrix,
    Number,
    Relation,
    Symbol,
    children,
    walk,
)
from symformer.text.cued import Cued

USUAL = frozenset("X y h n t T k q v".split())  # … but for these, where a note tells nearly all it uses
CONJUGATES = frozenset({"H", "T", "dagger", "top"})  # written above: a transpose of its own kind
PASSING = frozenset("new old prev next total max min in out all test train".split())  # labels of the moment
SCHEME = Cued(
    r"decompos|factori[sz]|\bfactors? (?:in|of)\b|\b(?:the|in|of) form\b|written as|expressed as|\bparametri[sz]|分解|形式",
    re.IGNORECASE,
)
GIVEN = Cued(r"\b(?:given|let|take|consider) (?:an?|any)(?: [\w-]+){1,3} \$?\Z", re.IGNORECASE)
NOUN = re.compile(r"\bthe (?:\w+ )?([A-Za-z])\w{3,}")
SHORT_FOR = 60  # characters before a formula in which the words stand that its letters are short for
OPTIMISER = Cued(r"optimi[sz]er|\bAdam|\bSGD\b|momentum|RMS[Pp]rop|\bLion\b|AdaGrad|gradient|优化器|梯度|动量")
SURE: frozenset[Slip | None] = frozenset({"case", "accent", "cut"})
STYLED: frozenset[Slip | None] = frozenset({"place", "mark", "font"})  # a slip if it happens once, else a notation
SLIPS: tuple[Slip, ...] = ("case", "place", "accent", "cut", "mark", "font", "letter")  # the surest first
PLAIN = frozenset("x y X W b w beta gamma lambda alpha eta mu".split())  # … and these, where it tells all others
ALL_TOLD = 8
FEWEST_TOLD, MANY_TOLD, HIGH_SHARE, FAIR_SHARE = 3, 6, 0.75, 0.5  # of a note that tells what it uses
CUSTOMARY = frozenset("alpha beta gamma lambda eta epsilon varepsilon tau".split())  # weights and rates by custom
LOSSES = frozenset({"L", "calligraphic(L)", "ell"})
ATTENTIVE = frozenset("Q K V q k v".split())  # in their role under any accent and in any font
COMPLEX = Cued(
    r"\bcomplex (?:number|form|valued|plane|conjugat|exponential|notation|vector)|\bconjugat|\\(?:mathrm|operatorname)\{(?:Re|Im)\}|\\Re\b|复数|共轭",
    re.IGNORECASE,
)
NEAR = 300  # characters in which words make a number complex
SHORTEST_LIST = 3  # a member, dots and the last member


@dataclass(frozen=True, slots=True)
class Undefined:
    """A symbol without a meaning, at its first use.

    ``meant`` is the defined symbol it is a ``slip`` of, if there is one.  ``alone`` says that all other
    symbols of the equation are told, ``lone`` that all others of the note are, and that it stands in one of its
    formulas, ``usual`` that many leave it undeclared, ``is_slip`` that the name differs from the meant one as only a slip does, ``is_stray`` that
    it stands once where all of its kind are told.
    """

    use: Occurrence
    times: int
    usual: bool = False
    meant: SymbolUses | None = None
    slip: Slip | None = None
    alone: bool = False
    lone: bool = False
    is_slip: bool = False
    is_stray: bool = False


@dataclass(frozen=True, slots=True)
class Balance:
    """Of the symbols that a note uses: how many it tells, and how many it does not.

    ``spoken`` counts those of which words, sizes or tables tell: who defines all by equations tells no letters.
    """

    told: int
    untold: int
    spoken: int = 0

    @property
    def share(self) -> float:
        """The share that is told."""
        return self.told / max(1, self.told + self.untold)

    @property
    def is_careful(self) -> bool:
        """Whether the note tells nearly all it uses."""
        return self.told >= MANY_TOLD and self.share >= HIGH_SHARE


def undefined_symbols(model: SemanticModel) -> tuple[list[Undefined], Balance]:
    """What a note leaves undefined, at first use, and how well it defines the rest."""
    spoken, besides = spoken_names(model.document), told_besides(model)
    told = in_words = 0
    untold: list[SymbolUses] = []
    for symbol in model.uses:
        if not symbol.uses or not needs_telling(symbol, model):
            continue
        if symbol.is_told or symbol.is_mentioned or symbol.name in spoken:
            told += 1
            in_words += symbol.is_mentioned or symbol.name in spoken or any(map(_is_worded, symbol.declarations))
        elif (
            symbol.name not in besides
            and not is_known_by_custom(symbol, model)
            and not _is_given_by_form(symbol, model)
            and not all(is_of_a_law(symbol.name, model.statements[each.at].term) for each in symbol.uses)
        ):
            untold.append(symbol)
    known = _known(model)
    every = {symbol.name for symbol in untold}
    names = {name for name in every if name not in LOSSES and name not in CUSTOMARY}
    balance = Balance(told, sum(not is_standard(name) for name in names), in_words)
    found = [each for symbol in untold if (each := _judged(symbol, names, every, known, model)) is not None]
    if balance.told >= FEWEST_TOLD and balance.share >= HIGH_SHARE:
        styled = [each for symbol in untold if (each := _styled(symbol, known, model)) is not None]
        if len(styled) == 1:  # of two, one was meant
            found = [each for each in found if each.use.name != styled[0].use.name] + styled
    if balance.share >= FAIR_SHARE:
        said = {each.use.name for each in found if each.is_slip}
        clear = [each for each in untold if each.name not in said and is_clear(model.statements[each.uses[0].at])]
        astray = [Undefined(each.use, each.times, meant=each.meant, is_slip=True) for each in stray_names(clear, model)]
        found = [each for each in found if each.use.name not in {other.use.name for other in astray}] + astray
    if balance.told >= MANY_TOLD and balance.share >= HIGH_SHARE:
        clear = [each for each in untold if is_clear(model.statements[each.uses[0].at])]
        lone = [Undefined(each.uses[0], 1, lone=True, is_stray=True) for each in lone_letters(clear, model)]
        found = [each for each in found if each.use.name not in {other.use.name for other in lone}] + lone
    if balance.told >= FEWEST_TOLD and balance.share >= HIGH_SHARE:
        made = [each for each in made_of_nothing(model) if each.name not in spoken and each.name not in besides]
        lone = [Undefined(each.uses[0], 1, lone=True, is_stray=True) for each in made]
        found = [each for each in found if each.use.name not in {other.use.name for other in lone}] + lone
    if (pair := renamed(spoken, model)) is not None and not _is_given_by_form(pair[0], model):
        stray, idle = pair
        told_idle = Undefined(stray.uses[0], len(stray.uses), meant=idle, is_slip=True, is_stray=True)
        found = [each for each in found if each.use.name != stray.name] + [told_idle]
    kept = [
        each
        for each in found
        if not _is_estimate(each) and not _has_sibling(each, every, model) and not _has_other_entries(each, model)
        if each.is_slip and not _is_typed_in_another_case(each) or not _is_typed(each, model)
    ]
    return _without_schemes(kept, model), balance


def _is_typed(found: Undefined, model: SemanticModel) -> bool:
    """Whether a name stands in a formula typed without LaTeX: such notes tell names in words that are not marked."""
    place = model.statements[found.use.at].span
    return any(each.span.start <= place.start <= each.span.end for each in once(model, _typed))


def _is_typed_in_another_case(found: Undefined) -> bool:
    """Wq beside W_Q: without markup they may be one name."""
    return found.meant is not None and found.use.name.lower() == found.meant.name.lower()


def _typed(model: SemanticModel) -> tuple[Formula, ...]:
    return tuple(each for each in model.document.formulas if each.delimiter == TYPED)


def _is_estimate(found: Undefined) -> bool:
    """Whether a name is a told one under a hat: its estimate."""
    if found.meant is None:
        return False
    own, told = taken_apart(found.use.name), taken_apart(found.meant.name)
    return own.accents == ("hat",) and not told.accents and replace(own, accents=()) == told


def _has_sibling(found: Undefined, untold: set[str], model: SemanticModel) -> bool:
    """Whether another untold member of the same family stands beside this one: v_a and v_b, where v_w is told."""
    own = taken_apart(found.use.name)
    if found.meant is None or len(own.below) != 1 or taken_apart(found.meant.name).letter != own.letter:
        return False
    beside = (part.name for part in walk(model.statements[found.use.at].term) if isinstance(part, Symbol))
    others = (taken_apart(name) for name in beside if name in untold and name != found.use.name)
    return any(len(other.below) == 1 and replace(other, below=own.below) == own for other in others)


def _has_other_entries(found: Undefined, model: SemanticModel) -> bool:
    """Whether the letter stands with other indices too: b_1 and b_2 beside b_k, which is then no slip of B_k."""
    own = taken_apart(found.use.name).letter
    if found.meant is None or own == (meant := taken_apart(found.meant.name).letter) or own.swapcase() != meant:
        return False
    letter = model.uses.of(own)
    return len({each.term for each in letter.occurrences if isinstance(each.term, Index)}) > 1


def _is_worded(declaration: Declaration) -> bool:
    return declaration.by != "formula" or declaration.sizes is not None


def _styled(symbol: SymbolUses, known: _Known, model: SemanticModel) -> Undefined | None:
    """A name that stands once and is a told one but for its font, one accent, or the height of its label."""
    if len(symbol.uses) != 1 or symbol.uses[0].part != "used":
        return None
    use, spelling = symbol.uses[0], taken_apart(symbol.name)
    slip, meant = _meant(symbol, known.by_letter.get(spelling.letter, ()))
    strays = slip == "letter" and _strays(spelling, known, model)
    if (
        not (slip in STYLED or strays)
        or meant is None
        or spelling.letter in ATTENTIVE
        and not (spelling.below or spelling.above)
    ):
        return None
    if slip == "font" and _indices_on(use):
        return None  # z_i is an entry of a bold z
    if slip == "mark" and (is_standard(symbol.name) or len(symbol.occurrences) > 1):
        return None  # a label y beside its estimate; what is a label elsewhere too
    alike = any(_indices_on(each) == _indices_on(use) for each in meant.occurrences)
    statement = model.statements[use.at]
    if slip == "mark" and _is_accented_alike(use, meant, known, model):
        return None  # w and \\tilde w stand side by side
    if slip == "mark" and isinstance(statement.term, Relation) and Symbol(meant.name) in statement.term.sides:
        return None  # one is told by the other here: A = Ã - I, E[h̃] = h
    if not alike or not is_clear(statement) or _introduces(statement, model.document.source.text):
        return None
    return Undefined(use, 1, is_standard(symbol.name), meant, slip, is_slip=True)


def _strays(spelling: Spelling, known: _Known, model: SemanticModel) -> bool:
    """Whether a label is none of those told one by one, nor anything else: W_p beside W_r, W_z and W_c."""
    label = spelling.below
    if spelling.above or not label.isalpha() or label in model.index_names or model.uses.of(label).occurrences:
        return False
    kin = [
        each
        for each in known.by_letter.get(spelling.letter, ())
        if each.declarations and (own := taken_apart(each.name)).below.isalpha()
        if (own.font, own.accents, own.above) == (spelling.font, spelling.accents, "")
    ]
    return len(kin) > 1


def _indices_on(use: Occurrence) -> int:
    """How many indices a name carries: the x_i of a bold x is an entry of it."""
    return len(use.term.indices) if isinstance(use.term, Index) else 0


@dataclass(frozen=True, slots=True)
class _Known:
    """The told symbols of a note, ready to be looked up; ``letters`` counts the names of each letter."""

    told: tuple[SymbolUses, ...]
    by_letter: dict[str, list[SymbolUses]]
    families: frozenset[tuple[str, str, str]]
    letters: Counter[str]
    accented: frozenset[tuple[str, tuple[str, ...]]]  # which letters stand under which accents


def _known(model: SemanticModel) -> _Known:
    told = tuple(symbol for symbol in model.uses if symbol.is_told)
    by_letter: dict[str, list[SymbolUses]] = {}
    for symbol in told:
        by_letter.setdefault(taken_apart(symbol.name).letter, []).append(symbol)
    known = [taken_apart(symbol.name) for symbol in model.uses if symbol.is_told or symbol.is_mentioned]
    counted = {  # the s of s_b, where s_a is told
        (each.letter.casefold(), "", each.above) for each in known if len(each.below) == 1 and each.below.islower()
    }
    listed = {  # the S of G_{S,r}
        (taken_apart(symbol.name).letter.casefold(), label, "")
        for symbol in told
        for each in symbol.occurrences
        if each.tells and isinstance(each.term, Index) and len(each.term.indices) > 1
        if (label := name_of(each.term.indices[0])) is not None
    }
    arrays = (
        symbol.name
        for symbol in told
        if symbol.name not in model.index_names
        if symbol.declarations or any(each.part not in ("bound", "index") for each in symbol.occurrences)
    )
    families = frozenset(_family_of(taken_apart(name)) for name in arrays) | counted | listed
    every = [taken_apart(symbol.name) for symbol in model.uses]
    accented = frozenset((each.letter, each.accents) for each in every if each.accents)
    return _Known(told, by_letter, families, Counter(each.letter for each in every), accented)


def _plays_usual_part(symbol: SymbolUses, use: Occurrence, model: SemanticModel) -> bool:
    """Whether everybody knows a letter by the part it plays: Kronecker's δ_{ij}, the gradient g of an optimiser."""
    match symbol.name:
        case "delta":
            return isinstance(use.term, Index) and len(use.term.indices) == 2
        case "g" | "bold(g)":
            text = model.document.source.text
            return OPTIMISER.search(text, max(0, use.span.start - 600), use.span.start) is not None
    return False


def _is_entry_of_bold(spelling: Spelling, use: Occurrence, model: SemanticModel) -> bool:
    """Whether a name with an index is an entry of what stands in bold elsewhere: the q_{cat,j} of a bold q_cat."""
    if not _indices_on(use) or spelling.font:
        return False
    return any(taken_apart(each.name) == replace(spelling, font="bold") for each in model.uses)


def _judged(
    symbol: SymbolUses, untold: set[str], every: set[str], known: _Known, model: SemanticModel
) -> Undefined | None:
    """``every`` name that is not told; of these ``untold`` are missed, unlike a loss or a rate by custom."""
    spelling = taken_apart(symbol.name)
    slip, meant = _meant(symbol, known.by_letter.get(spelling.letter, ()))
    if (
        slip == "accent"
        and meant is not None
        and any(_is_accented_alike(use, meant, known, model) or _is_conjugate(use, model) for use in symbol.uses)
    ):
        return None
    if slip == "accent" and meant is not None and _is_of_a_later_section(symbol, meant, model):
        return None
    if slip == "case" and meant is not None and _is_member_beside_the_last(spelling, taken_apart(meant.name), model):
        return None
    idle = _idle_twin(symbol, spelling, every, known) if slip not in SURE else None
    if idle is not None and symbol.uses and is_clear(model.statements[symbol.uses[0].at]):
        return Undefined(symbol.uses[0], len(symbol.uses), False, idle, "letter", is_slip=True)
    if slip not in SURE and _is_told_otherwise(symbol.name, spelling, model, known):
        return None
    use = next((each for each in symbol.uses if is_clear(model.statements[each.at])), None)
    if use is None or _introduces(model.statements[use.at], model.document.source.text):
        return None
    if _is_indexed(spelling, model.statements[use.at]) or _is_entry_of_bold(spelling, use, model):
        return None
    if slip not in SURE and _is_short_for_a_word(symbol.name, model.statements[use.at], model.document.source.text):
        return None
    if slip not in SURE and _plays_usual_part(symbol, use, model):
        return None
    usual = is_standard(symbol.name)
    handed = any(
        use.term in part.arguments for part in calls_in(model.statements[use.at].term)
    )  # the y_t of ℓ(o_t, y_t)
    plain = (
        not handed
        and every == {symbol.name}
        and len(symbol.uses) == 1
        and len(known.told) >= ALL_TOLD
        and symbol.name in PLAIN
    )
    if usual and (handed or symbol.name not in USUAL) and slip not in SURE and not plain:
        return None
    if slip not in SURE and _has_twin(use.at, model):
        return None
    if meant is None and len(symbol.uses) == 1:
        meant = _with_label(spelling, known.told)
    alone = use.part == "used" and is_alone(symbol.name, model.statements[use.at], untold)
    lone = use.part == "used" and untold == {symbol.name} and is_whole(model.statements[use.at].term)
    lone = lone and (plain or not usual)
    at = {each.at for each in symbol.uses}  # p ⊙ (1 - p) is one place where p stands
    return Undefined(use, len(symbol.uses), usual, meant, slip, alone, lone and len(at) == 1, slip in SURE)


def _is_accented_alike(use: Occurrence, meant: SymbolUses, known: _Known, model: SemanticModel) -> bool:
    """Whether the accent is no slip for that of ``meant``: both stand here, or another letter has both accents too."""
    own, other = taken_apart(use.name), taken_apart(meant.name)
    parts = list(walk(model.statements[use.at].term))
    names = {part.name for part in parts if isinstance(part, Symbol)}
    names |= {part.function for part in parts if isinstance(part, Apply)}
    beside = [taken_apart(name) for name in names]
    if meant.name in names:
        return True
    letters = {each.letter for each in beside if each.is_letter and each.accents == own.accents} - {own.letter}
    plain = {each.letter for each in beside if not each.accents}
    if own.letter in plain and not letters.isdisjoint(plain):
        return True  # ‖ε - ε̂‖ and ‖x - x̂‖: a thing and what is found for it
    return any((letter, other.accents) in known.accented for letter in letters)


def _is_conjugate(use: Occurrence, model: SemanticModel) -> bool:
    """Whether a bar is that of a complex number, of which the words or signs near by speak."""
    return (
        taken_apart(use.name).accents == ("bar",)
        and COMPLEX.search(words_around(model.document, use.span, NEAR)) is not None
    )


def _is_of_a_later_section(symbol: SymbolUses, meant: SymbolUses, model: SemanticModel) -> bool:
    """Whether the name that might be meant belongs to sections below alone, where the other one never stands."""
    own = {model.statements[each.at].section for each in symbol.uses}
    other = {model.statements[each.at].section for each in meant.occurrences}
    last = max((each.span.start for each in symbol.uses), default=0)
    return own.isdisjoint(other) and all(each.span.start > last for each in meant.occurrences)


def _idle_twin(symbol: SymbolUses, spelling: Spelling, every: set[str], known: _Known) -> SymbolUses | None:
    """The one name of the letter, under another label, that is told with its sizes and used nowhere."""
    if not (spelling.below or spelling.above) or is_standard(symbol.name) or _family_of(spelling) in known.families:
        return None
    style = (spelling.font, spelling.accents, spelling.primes)
    if any(taken_apart(other).letter == spelling.letter for other in every - {symbol.name}):
        return None
    idle = []
    for other in known.by_letter.get(spelling.letter, ()):
        own = taken_apart(other.name)
        if other.uses or (own.font, own.accents, own.primes) != style or not (own.below or own.above):
            continue
        if len(own.below + own.above) != len(spelling.below + spelling.above):
            continue  # a name made in another way
        if any(each.sizes for each in other.declarations):
            idle.append(other)
    return idle[0] if len(idle) == 1 else None


def _is_indexed(spelling: Spelling, statement: Statement) -> bool:
    """Whether a label is an index of the equation, on a letter that needs no word: the b_o of Y_{o,i,j}."""
    if len(spelling.below) != 1 or not spelling.below.islower() or not is_standard(spelling.letter):
        return False
    slots = (slot for part in walk(statement.term) if isinstance(part, Index) for slot in part.slots)
    return any(slot == Symbol(spelling.below) for slot in slots)


def _has_twin(at: int, model: SemanticModel) -> bool:
    """Whether the same formula gives the same thing another form beside this one: f = A x + B, f = C x + D."""
    own = model.statements[at]
    beside = [each for each in model.statements[max(0, at - 1) : at + 2] if each is not own]
    return any(
        each.formula is own.formula
        and isinstance(each.term, Relation)
        and isinstance(own.term, Relation)
        and each.term.sides[0] == own.term.sides[0]
        for each in beside
    )


def _is_given_by_form(symbol: SymbolUses, model: SemanticModel) -> bool:
    """Whether a letter stands only in what gives the form of something: "given a quaternion $q = a + bi + cj + dk$"."""
    text = model.document.source.text
    found = [model.statements[each.at] for each in symbol.uses]
    starts = [each.formula.span.start for each in found if each.formula is not None]
    return len(starts) == len(found) and all(GIVEN.search(text, max(0, at - 60), at) is not None for at in starts)


def _is_short_for_a_word(name: str, statement: Statement, text: str) -> bool:
    """Whether a capital begins a word right before its formula: "from the memory and the segment, H' = [M; H]"."""
    if len(name) != 1 or not name.isupper() or statement.formula is None:
        return False
    joined = (part for part in walk(statement.term) if isinstance(part, Apply) and part.function.lower() == "concat")
    if not any(Symbol(name) in each.arguments for each in joined):
        return False
    start = statement.formula.span.start
    words = sentence_before(text, start)[-SHORT_FOR:]
    return any(word[1].casefold() == name.casefold() for word in NOUN.finditer(words))


def _introduces(statement: Statement, text: str) -> bool:
    """Whether the words before a formula make it say itself what is in it: "for C = AB", "of the form w x + b"."""
    if is_condition(statement, text):
        return True
    start = statement.formula.span.start if statement.formula is not None else statement.span.start
    return SCHEME.search(text, max(0, start - 120), start) is not None


def _with_label(spelling: Spelling, clear: Iterable[SymbolUses]) -> SymbolUses | None:
    """The one told symbol with the same long label: d_model for v_model."""
    label = (spelling.below, spelling.above)
    if max(map(len, label)) < 2 or label[0] in PASSING or label[1] in PASSING:
        return None
    alike = [each for each in clear if ((known := taken_apart(each.name)).below, known.above) == label and each.uses]
    return alike[0] if len(alike) == 1 else None


def _without_schemes(found: list[Undefined], model: SemanticModel) -> list[Undefined]:
    """Leave out what stands with another of its kind in one formula: Ax + B, Cx + D are schemes."""
    formulas = Counter(id(model.statements[each.use.at].formula) for each in found)
    return [each for each in found if each.is_slip or formulas[id(model.statements[each.use.at].formula)] == 1]


def _is_told_otherwise(name: str, spelling: Spelling, model: SemanticModel, known: _Known) -> bool:
    """Whether the name goes back to one that is told: an entry, a power, a transpose, a member of a family."""
    if spelling.below.isdigit() and ((spelling.letter.casefold(), "", spelling.above)) in known.families:
        return True  # a label that is read as an index elsewhere
    if not (spelling.below or spelling.above) and _is_bare_form(name, spelling, model, known):
        return True
    if name in once(model, _last_of_lists):
        return True
    if spelling.below in PASSING or spelling.above in ("new", "old", "prev", "next"):
        bare = replace(spelling, below="", above="")
        told = (taken_apart(each.name) for each in known.by_letter.get(spelling.letter, ()))
        if any(each in (bare, replace(bare, below="new"), replace(bare, above="new")) for each in told):
            return True  # the old W
    if (
        not spelling.below
        and spelling.above
        and told_with_an_index(name, (each.name for each in known.by_letter.get(spelling.letter, ())))
    ):
        return True
    if spelling.below.isupper() and (spelling.letter.casefold(), "", spelling.above) in known.families:
        if any(each.part == "size" for each in model.uses.of(spelling.below).occurrences):
            return True  # the last of a family: h_K, where k runs to K
    if _family_of(spelling) in known.families or spelling.above in CONJUGATES or _is_power(name, model):
        return True
    return len(spelling.below) == 1 and spelling.below.islower() and known.letters[spelling.letter] > 1  # F_i, F_m


def _last_of_lists(model: SemanticModel) -> frozenset[str]:
    """The names behind the dots of a list of members of their letter: h_N of h_1, h_2, …, h_N."""
    found: set[str] = set()
    for statement in model.statements:
        for part in walk(statement.term):
            if not isinstance(part, Apply | Matrix):
                continue
            items = children(part)
            if len(items) < SHORTEST_LIST or not isinstance(items[-2], Ellipsis) or not isinstance(items[-1], Symbol):
                continue
            first, last = items[0], taken_apart(items[-1].name)
            if isinstance(first, Index) and isinstance(first.base, Symbol):
                if taken_apart(first.base.name) == replace(last, below="") and last.below.isupper():
                    found.add(items[-1].name)
    return frozenset(found)


def _is_member_beside_the_last(own: Spelling, last: Spelling, model: SemanticModel) -> bool:
    """Whether a name is one of those that w_1, …, w_K lists: w_k, where K is how many there are."""
    if own.letter != last.letter or len(own.below) != 1 or own.below.upper() != last.below or own.below == last.below:
        return False
    return any(
        isinstance(each.term, Index) and each.term.indices and isinstance(each.term.indices[0], Number)
        for each in model.uses.of(own.letter).occurrences
    )


def _is_bare_form(name: str, spelling: Spelling, model: SemanticModel, known: _Known) -> bool:
    """Whether one name of the letter is told with a label that is left out here: c of c^KV, the shares p of p_θ(…)."""
    told = [each for each in known.by_letter.get(spelling.letter, ()) if each.name.startswith((f"{name}_", f"{name}^"))]
    return len(told) == 1 or name in once(model, _called_without_labels)


def _called_without_labels(model: SemanticModel) -> frozenset[str]:
    """The letters of the functions that a note calls under a label: the p of p_θ(x)."""
    called = (part.function for each in model.statements for part in walk(each.term) if isinstance(part, Apply))
    return frozenset(name.partition("_")[0] for name in called if "_" in name)


def _family_of(spelling: Spelling) -> tuple[str, str, str]:
    """Names alike but for case, font and accent: the x of X is a row or an entry of it."""
    return spelling.letter.casefold(), spelling.below.partition(",")[0], spelling.above


def _is_power(name: str, model: SemanticModel) -> bool:
    """Whether what stands above is an exponent after all: z^M, where z and M are symbols of their own."""
    base, _, above = name.rpartition("^")
    return bool(base and model.uses.of(base).occurrences and model.uses.of(above).occurrences)


def _meant(symbol: SymbolUses, known: Iterable[SymbolUses]) -> tuple[Slip | None, SymbolUses | None]:
    """The defined symbol that a name is a slip of: the surest slip, and rather one that is never used."""
    near = [(slip, other) for other in known if (slip := slip_between(symbol.name, other.name)) is not None]
    near.sort(key=lambda each: (SLIPS.index(each[0]), bool(each[1].uses)))
    return near[0] if near else (None, None)
