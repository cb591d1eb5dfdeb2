"""How much work something is, counted in calls, so that no machine makes a difference."""

from __future__ import annotations

from collections.abc import Callable
from cProfile import Profile


def calls_of(work: Callable[[], object]) -> int:
    """How many calls of Python functions some work takes."""
    profile = Profile(
        subcalls=False, builtins=False
    )  # counts in C: a profiling function in Python takes three times as long
    profile.enable()
    try:
        work()
    finally:
        profile.disable()
    return sum(each.callcount for each in profile.getstats())
