"""Slips of writing."""
