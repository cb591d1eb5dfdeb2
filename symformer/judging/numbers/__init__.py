"""Claims about numbers: found, recomputed, weighed."""
