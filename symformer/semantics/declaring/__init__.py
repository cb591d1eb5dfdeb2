"""Declarations that stand in formulas."""
