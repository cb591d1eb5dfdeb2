"""Where something is published."""

from __future__ import annotations

from dataclasses import replace

from symformer.text.record import record


@record
class Citation:
    """A publication, and the place in it: an equation's number, a section, a table.

    >>> str(Citation("Vaswani et al.", 2017, "Attention Is All You Need", "eq. 1"))
    'Vaswani et al. (2017), Attention Is All You Need, eq. 1'
    """

    authors: str
    year: int | None
    title: str
    place: str = ""

    def at(self, place: str) -> Citation:
        """The same publication, at a place in it."""
        return replace(self, place=place)

    def __str__(self) -> str:
        year = "" if self.year is None else f" ({self.year})"
        return f"{self.authors}{year}, {self.title}" + (f", {self.place}" if self.place else "")
