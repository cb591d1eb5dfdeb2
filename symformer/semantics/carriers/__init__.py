"""Declarations and values in tables, worksheets, outputs, program code and annotations."""
