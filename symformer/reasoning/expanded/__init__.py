"""Terms written out entry by entry, in plain Python: numbers, letters and functions of one number, nothing else."""
