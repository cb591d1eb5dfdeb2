"""Terms run on NumPy arrays.  NumPy throughout, so these modules are imported inside functions only."""
