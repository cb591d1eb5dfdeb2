"""No test is timed: on a busy machine any of them may be slow once."""

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
