"""What sentences say of numbers."""
