"""Conflicts of shape, for the author."""
