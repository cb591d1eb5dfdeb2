"""Equations as data: one module for each topic."""
