"""Keep tables in a database, SQLite or PostgreSQL."""
