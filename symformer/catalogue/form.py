"""A formula that notes cite by name and write in many ways: what it says, and not in which letters."""

from __future__ import annotations

from dataclasses import dataclass

from symformer.notations.citation import Citation


@dataclass(frozen=True, slots=True)
class Form:
    r"""One formula of the field in the forms in which it is met.

    Unlike an equation of the catalogue it is not for printing: a letter of it stands for any name, entry or call,
    so that ``p \log q`` is also ``P(x) \log Q(x)``.  Letters in ``arrays`` stand for matrices and vectors, whose
    products keep their order; names in ``fixed`` stand for themselves; letters in ``functions`` are called.  ``forms``
    are the ways to write it; a few letters that say little, as right as they are, stand in ``also``.  ``called`` are the words by which
    notes cite it, ``left`` the names that a formula gives it.  ``alike`` tells which other names two letters go by
    that are easily taken for each other: ``{"y": "t p"}``.  Words that match ``unless`` say that another one is
    meant.  ``telling`` forms have a left side that says by itself what they are: ``H(Y \mid X)``, ``I(X; Y)``;
    ``lettered`` ones are told by the letters of what is called a loss: y and ŷ.  Letters in ``kept`` are left out by
    nobody who has them elsewhere: the discount.  ``contrary`` are the ways to write what goes by the opposite name.  ``decided``: the sign of the whole is no matter of what one wants of it.
    In a ``scaled`` form a number may stand for the scale of a term: α / r = 2.
    """

    id: str
    title: str
    forms: tuple[str, ...]
    source: Citation
    also: tuple[str, ...] = ()
    called: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    arrays: str = ""
    fixed: str = ""
    functions: str = ""
    alike: tuple[tuple[str, str], ...] = ()
    unless: str = ""
    telling: bool = False
    lettered: bool = False
    kept: str = ""
    decided: bool = False
    scaled: bool = False
    contrary: tuple[str, ...] = ()


__all__ = ["Form"]
