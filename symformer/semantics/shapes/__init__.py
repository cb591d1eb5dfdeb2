"""The shape of every expression and statement."""
