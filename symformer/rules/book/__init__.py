"""Rules that compare the notes of a book."""
