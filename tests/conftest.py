"""No test is timed: on a busy machine any of them may be slow once."""

import gc

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


def pytest_collection_finish() -> None:
    """What was collected stays to the end: nobody need look for garbage among it, and what comes is looked at as in the program."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)
