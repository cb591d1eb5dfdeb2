"""Formulas of a note against its own worked numbers."""
