"""Tables of numbers against their heads, labels, rows and totals."""
