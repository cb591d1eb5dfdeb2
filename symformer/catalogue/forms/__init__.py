"""Formulas that notes cite by name, one file per topic."""
