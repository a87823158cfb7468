"""Card files to rows: reading, vocabulary, proofreading."""
