"""What a command gives, and how it refuses."""

from __future__ import annotations

from symformer.text.record import record


@record
class Outcome:
    """What a command prints on standard output, and its exit status."""

    text: str
    status: int = 0


class WrongRequest(Exception):
    """The request cannot be carried out; the message is one line."""
