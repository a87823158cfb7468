"""Bring a database up to the newest shape."""
