"""A service with simulated players, to look at and to photograph."""
