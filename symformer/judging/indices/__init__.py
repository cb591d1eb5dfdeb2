"""Faults of indices, for the author."""
