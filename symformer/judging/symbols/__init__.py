"""Symbols and equations that disagree with the rest of the note."""
