"""A note in other letters: its symbols found as they are written, renamed, and read again."""
