"""What program code does beside what its own names, and the methods it writes out, make of it."""
