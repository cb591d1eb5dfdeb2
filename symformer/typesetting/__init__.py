"""Equations of the catalogue, written out: in any notation, with variants, steps, shapes and numbers."""
