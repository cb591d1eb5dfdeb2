"""Which letters are indices, what binds them, and how far they run."""
