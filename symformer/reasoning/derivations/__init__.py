"""Derivations judged step by step: each side against the one before, under what is given and supposed."""
