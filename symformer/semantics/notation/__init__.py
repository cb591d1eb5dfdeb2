"""The notation of a note, and of one note beside another."""
