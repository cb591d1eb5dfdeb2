"""Declarations in running text."""
