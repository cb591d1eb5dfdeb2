"""Equations recognised, run, and compared with the standard ones."""
