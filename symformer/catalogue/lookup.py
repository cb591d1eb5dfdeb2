"""Finding equations: by name, by topic, by the words of a search."""

from __future__ import annotations

from functools import lru_cache

from symformer.catalogue import equations
from symformer.catalogue.blocks import BLOCKS
from symformer.catalogue.equation import Block, Equation
from symformer.catalogue.topics import topics_of
from symformer.text.record import record


class UnknownEquation(LookupError):
    """There is no equation, block or topic of that name; the message names those that are near."""


@record
class Topic:
    """The equations of one module of the catalogue."""

    id: str
    title: str
    equations: tuple[Equation, ...]


@lru_cache(maxsize=1)
def all_topics() -> tuple[Topic, ...]:
    """Every topic, by name."""
    return tuple(Topic(name, title, module.EQUATIONS) for name, title, module in topics_of(equations))


@lru_cache(maxsize=1)
def _by_id() -> dict[str, Equation]:
    return {equation.id: equation for topic in all_topics() for equation in topic.equations}


def all_equations() -> tuple[Equation, ...]:
    """Every equation, topic by topic."""
    return tuple(_by_id().values())


def equation(name: str) -> Equation:
    """The equation of a name. Raises UnknownEquation.

    >>> equation("attention-scores").title
    'Scaled dot-product scores'
    >>> equation("layernorm")
    Traceback (most recent call last):
    symformer.catalogue.lookup.UnknownEquation: unknown equation 'layernorm': did you mean layer-norm or ...?
    """
    found = _by_id().get(name)
    if found is None:
        raise UnknownEquation(_unknown(name, list(_by_id())))
    return found


def named(name: str) -> Equation | Block | Topic:
    """The block, equation or topic of a name, in this order. Raises UnknownEquation."""
    for block in BLOCKS:
        if block.id == name:
            return block
    if name in _by_id():
        return _by_id()[name]
    for topic in all_topics():
        if topic.id == name:
            return topic
    names = [*_by_id(), *(block.id for block in BLOCKS), *(topic.id for topic in all_topics())]
    raise UnknownEquation(_unknown(name, names))


def topic_of(wanted: Equation) -> Topic:
    """The topic that an equation stands in."""
    return next(topic for topic in all_topics() if wanted in topic.equations)


def near_names(name: str) -> list[str]:
    """The equations and blocks whose names are near to one.

    >>> near_names("layernorm")[0]
    'layer-norm'
    """
    return near(name, [*_by_id(), *(block.id for block in BLOCKS)])


def _unknown(name: str, names: list[str]) -> str:
    close = near(name, names)
    hint = f"did you mean {' or '.join(close)}?" if close else "symformer equations lists them"
    return f"unknown equation {name!r}: {hint}"


def near(name: str, names: list[str]) -> list[str]:
    """Those of some names that are near to one."""
    import difflib  # only a wrong name needs it

    plain = name.casefold().replace("_", "-").replace(" ", "-")
    close = difflib.get_close_matches(plain, names, 3, 0.6)
    return close or [each for each in names if plain and plain in each][:3]


def search(words: str) -> tuple[Equation, ...]:
    """The equations whose name, title, LaTeX or source has all the words.

    >>> [each.id for each in search("rotary score")]
    ['rotary-score']
    """
    wanted = words.casefold().split()
    return tuple(each for each in all_equations() if all(word in _told(each) for word in wanted))


def _told(each: Equation) -> str:
    return " ".join((each.id, each.title, each.latex, str(each.source), topic_of(each).id)).casefold()
