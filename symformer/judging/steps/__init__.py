"""Derivations: every step, derivative and property that a note claims."""
