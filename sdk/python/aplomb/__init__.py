"""What code says to Aplomb."""
