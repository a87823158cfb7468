"""Draw every page but the table itself."""
