"""Provide what every game is made of: states, events, reasons, chance, matches, records, scenarios, scenes."""
