"""Play Pocket-Tactics: a hex map built tile by tile, two factions, opposed dice."""
