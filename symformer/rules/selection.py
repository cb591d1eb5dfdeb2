"""Which rules run: by their ids, their old ids, their groups, or "all"."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from symformer.registry import discover
from symformer.rules.rule import Rule


class UnknownRule(ValueError):
    """A name that is no rule and no group; the message names the nearest."""


def all_rules() -> tuple[Rule, ...]:
    """Every rule there is, by id."""
    return discover("symformer.rules", Rule)


def find_rule(name: str) -> Rule:
    """The rule that goes by ``name``.

    >>> find_rule("unused-suppression").level
    'warning'
    """
    for each in all_rules():
        if name == each.id or name in each.aliases:
            return each
    raise UnknownRule(_unknown(name, _names(all_rules())))


def select_rules(
    rules: tuple[Rule, ...], *, select: Iterable[str] = (), ignore: Iterable[str] = (), pedantic: bool = False
) -> tuple[Rule, ...]:
    """The rules to run. Nothing selected: all but the pedantic ones."""
    wanted, unwanted = tuple(select), tuple(ignore)
    known = _names(rules) | _groups(rules) | {"all"}
    for name in (*wanted, *unwanted):
        if name not in known:
            raise UnknownRule(_unknown(name, known))
    chosen = [each for each in rules if _among(each, wanted)] if wanted else list(rules)
    on = [each for each in chosen if pedantic or not each.pedantic or _among(each, wanted)]
    return tuple(each for each in on if not _among(each, unwanted))


def _among(rule: Rule, names: tuple[str, ...]) -> bool:
    return any(name in (rule.id, rule.group, *rule.aliases) or name == "all" for name in names)


def _names(rules: tuple[Rule, ...]) -> set[str]:
    return {name for each in rules for name in (each.id, *each.aliases)}


def _groups(rules: tuple[Rule, ...]) -> set[str]:
    return {each.group for each in rules}


def _unknown(name: str, known: set[str]) -> str:
    near = get_close_matches(name, sorted(known), n=3)
    if near:
        return f'no rule is called "{name}"; the nearest are {", ".join(near)}'
    return f'no rule is called "{name}"; `symformer rules` lists them'
