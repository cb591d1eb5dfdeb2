"""Symbols that nothing in a note tells, worded for its author."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Level, Problem, Related
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.usage.before import used_before_definition
from symformer.semantics.usage.idle_sizes import idle_sizes
from symformer.semantics.usage.mislabelled import mislabelled
from symformer.semantics.usage.named_axes import NamedAxis, astray_axes
from symformer.semantics.usage.spellings import taken_apart
from symformer.semantics.usage.strangers_in_where import StrangerInWhere, strangers_in_where
from symformer.semantics.usage.told_for_another import ToldForAnother, told_for_another
from symformer.semantics.usage.undefined import (
    CUSTOMARY,
    FEWEST_TOLD,
    HIGH_SHARE,
    MANY_TOLD,
    Balance,
    Undefined,
    undefined_symbols,
)
from symformer.semantics.usage.untold_members import UntoldMember, untold_members
from symformer.semantics.usage.untold_sizes import untold_sizes
from symformer.semantics.usage.uses import Occurrence, SymbolUses
from symformer.semantics.usage.values_astray import Astray, values_astray
from symformer.semantics.usage.where_lists import misnamed_in_where_lists
from symformer.terms.parts import is_numbered
from symformer.terms.show import show, spell, spell_styled
from symformer.terms.term import Index

LEAST_SHARE, MOST_TIMES = 0.5, 3
VERY_MANY_TOLD = 12  # in words or by equations: beside them, one that nothing tells was forgotten or renamed
MANY_BESIDE_ONE = 7  # where nothing but this one is left untold, and it is counted: J_1 among a_1, z_1, W_1
LEAST_SPOKEN = 0.5  # of its symbols, told in words: who gives formulas alone leaves the rest to the reader


def undefined_problems(model: SemanticModel) -> tuple[Problem, ...]:
    """A problem for each symbol that a note, which tells most of its symbols, does not tell."""
    return once(model, _all_undefined)


def _all_undefined(model: SemanticModel) -> tuple[Problem, ...]:
    return tuple(_undefined(model))


def _undefined(model: SemanticModel) -> Iterator[Problem]:
    found, balance = undefined_symbols(model)
    for stray in untold_members(model):
        yield _stray_problem(stray)
    for astray in values_astray(model):
        yield _value_problem(astray)
    for axis in astray_axes(model):
        yield _axis_problem(axis)
    # a note that leaves much untold leaves that, too
    careful = balance.told >= FEWEST_TOLD and balance.share >= HIGH_SHARE
    pairs = [each for each in told_for_another(model) if careful or each.in_accent]
    pairs += [each for each in idle_sizes(model) if each.used.name not in {pair.used.name for pair in pairs}]
    for pair in pairs:
        yield _pair_problem(pair)
    paired, told = {pair.used.name for pair in pairs}, set[str]()
    sizes = {each.name: each for each in untold_sizes(model)}
    misnamed = {each.used.name: each for each in misnamed_in_where_lists(model) if each.used.name not in paired}
    for undefined in found:
        if undefined.use.name in paired:
            continue
        if undefined.use.name in misnamed and _level(undefined, balance) not in ("warning", "error"):
            continue
        if balance.share < LEAST_SHARE and not undefined.is_stray:
            continue
        level = _level(undefined, balance)
        if level == "info" and undefined.use.name in sizes:
            continue
        if level is not None:
            misnamed.pop(undefined.use.name, None)
            told.add(undefined.use.name)
            yield _problem(undefined, level, model)
    for pair in (*misnamed.values(), *mislabelled(model)):
        if pair.used.name not in paired | told:
            told.add(pair.used.name)
            yield _pair_problem(pair)
    for name, symbol in sizes.items():
        if name not in paired | told:
            yield _size_problem(symbol, symbol.occurrences[0])
    for stranger in strangers_in_where(model):
        if not any(each.name in paired | told for each in stranger.waiting):
            yield _stranger_problem(stranger)


def _size_problem(symbol: SymbolUses, use: Occurrence) -> Problem:
    name = spell(symbol.name)
    return Problem(
        use.span,
        f"{name} is a size here, and nothing in the note says what it counts",
        help=f"try a sentence that says what {name} is, as of the other sizes",
        level="warning",
        evidence={"kind": "symbol", "symbol": symbol.name, "times": len(symbol.occurrences)},
        key=f"undefined:{symbol.name}",
    )


def _stranger_problem(stranger: StrangerInWhere) -> Problem:
    r"""``where $K$ is the step size``, behind a formula with an ``\eta`` and no K."""
    name = stranger.told.text.strip()
    message = f"{name} is told here, and the formula before these words does not have it"
    if stranger.waiting:
        message += f"; nothing in the note says what its {spell(stranger.waiting[0].name)} is"
    return Problem(
        stranger.told.span,
        message,
        help="try the letter that the formula has",
        level="warning",
        related=(Related(stranger.formula.span, "the formula"),),
        evidence={"kind": "symbol", "symbol": name},
        key=f"stranger:{name}",
    )


def _axis_problem(axis: NamedAxis) -> Problem:
    name = spell(axis.use.name)
    return Problem(
        axis.use.span,
        f"{name} is named as an axis here, beside {axis.beside}; no array of the note has it",
        help=f"the axes of the note's arrays are {', '.join(spell(each) for each in axis.axes)}",
        evidence={"kind": "symbol", "symbol": axis.use.name},
        key=f"axis:{axis.use.name}",
    )


def _pair_problem(pair: ToldForAnother) -> Problem:
    term = pair.used.term
    idle, used = spell(pair.idle.name), spell(pair.used.name)
    if isinstance(term, Index) and "_" in pair.idle.name:
        used = show(term)  # W[j], where W_k is told
    where = "above" if pair.told.span.start < pair.used.span.start else "below"
    return Problem(
        pair.used.span,
        f"{used} is used here, and nothing {'above ' * (where == 'above')}says what it is; {idle} is told {where} and stands nowhere else",
        help=f"try {idle} here, or {used} there",
        level="warning",
        related=(Related(pair.told.span, f"{idle} is told here"),),
        evidence={"kind": "symbol", "symbol": pair.used.name, "meant": pair.idle.name},
        key=f"undefined:{pair.used.name}",
    )


def _value_problem(astray: Astray) -> Problem:
    name, meant = show(astray.name), show(astray.use.term)
    place = astray.statement.place(astray.name.origin)
    if astray.twice:
        message = f"{name} is given two values here, and {meant} none"
    else:
        message = f"{name} is given a value and stands nowhere else; {meant} is used and has none"
    return Problem(
        place,
        message,
        help=f"try {meant}",
        related=(Related(astray.use.span, f"{meant} is used here"),),
        evidence={"kind": "symbol", "found": name, "expected": meant},
        key=f"astray@{place.start}",
    )


def _level(undefined: Undefined, balance: Balance) -> Level | None:
    if undefined.is_slip and undefined.slip == "accent" and balance.share < HIGH_SHARE and _is_told_below(undefined):
        return None  # of many untold letters with accents, one more
    if undefined.is_slip and _is_another_member(undefined):
        return None
    if undefined.is_slip:
        return "info" if undefined.slip == "font" else "warning"  # many write one thing in two fonts
    spelling = taken_apart(undefined.use.name)
    explains_itself = max(len(spelling.below), len(spelling.above)) > 1 and undefined.meant is None
    lone = undefined.lone and undefined.use.name not in CUSTOMARY and not explains_itself
    if balance.spoken < LEAST_SPOKEN * (balance.told + balance.untold):
        enough = MANY_BESIDE_ONE if balance.untold == 1 and is_numbered(undefined.use.term) else VERY_MANY_TOLD
        return "warning" if lone and balance.told >= enough and not undefined.usual else "info"
    if undefined.is_stray:
        return "warning"
    if lone and balance.is_careful:
        return "warning"
    if not undefined.alone or balance.told < FEWEST_TOLD or balance.spoken < FEWEST_TOLD:
        return None
    if undefined.usual and (balance.share < HIGH_SHARE or balance.told < MANY_TOLD):
        return None
    if undefined.times == 1 and not explains_itself and undefined.use.name not in CUSTOMARY:
        return "warning"  # a letter that stands once in the whole note
    if balance.share < HIGH_SHARE:
        return None
    return "info" if explains_itself or undefined.usual or undefined.times > MOST_TIMES else "warning"


def _is_another_member(undefined: Undefined) -> bool:
    """Whether a name is one more of a family that is told, and stands often: v_a and v_b, where v_w is told of words w."""
    if undefined.meant is None or len(undefined.meant.name) == 1:
        return False
    own, told = taken_apart(undefined.use.name), taken_apart(undefined.meant.name)
    labels = {own.below, told.below}
    return undefined.times > 1 and all(len(each) == 1 and each.islower() for each in labels) and len(labels) == 2


def _stray_problem(stray: UntoldMember) -> Problem:
    member = show(stray.member)
    told = ", ".join(show(each.symbol) for each in stray.told)
    return Problem(
        stray.statement.place(stray.member.origin),
        f"{member} is used here, and nothing in the note says what it is; {told} are told",
        related=(Related(stray.told[0].span, f"{show(stray.told[0].symbol)} is told here"),),
        evidence={"kind": "symbol", "symbol": member},
        key=f"undefined:{member}",
    )


def _is_told_below(undefined: Undefined) -> bool:
    """Whether the name that was probably meant is told further down only."""
    meant, use = undefined.meant, undefined.use
    return meant is not None and all(each.span.start > use.span.start for each in meant.occurrences)


def _problem(undefined: Undefined, level: Level, model: SemanticModel) -> Problem:
    name = spell(undefined.use.name)
    meant = undefined.meant
    related: tuple[Related, ...] = ()
    message = f"{name} is used here, and nothing in the note says what it is"
    advice = f"try a sentence that says what {name} is"
    evidence: dict[str, object] = {"kind": "symbol", "symbol": undefined.use.name, "times": undefined.times}
    if meant is not None:
        other = spell(meant.name)
        if other == name:
            name, other = spell_styled(undefined.use.name), spell_styled(meant.name)
        if other == name:  # two ways to draw one letter
            name, other = f"\\{undefined.use.name}", f"\\{meant.name}"
        advice = f"try {other}"
        evidence["meant"] = meant.name
        place = meant.declarations[0].span if meant.declarations else meant.occurrences[0].span
        related = (Related(place, f"{other} is told here"),)
        if undefined.is_slip:
            where = "above" if place.start < undefined.use.span.start else "below"
            message = f"{name} is used here; {other} is declared {where}"
    return Problem(
        undefined.use.span,
        message,
        help=advice,
        level=level,
        related=related,
        evidence=evidence,
        key=f"undefined:{undefined.use.name}",
    )


def early_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each size that formulas use before the equation that defines it."""
    for early in used_before_definition(model):
        name = spell(early.symbol.name)
        yield Problem(
            early.use.span,
            f"{name} is used here, before the equation that defines it",
            help=f"try a word on {name} here",
            related=(Related(early.definition.span, f"{name} is defined here"),),
            evidence={"kind": "symbol", "symbol": early.symbol.name, "times": early.times},
            key=f"early:{early.symbol.name}",
        )
