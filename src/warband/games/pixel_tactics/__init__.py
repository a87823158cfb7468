"""Play Pixel Tactics: a leader and eight heroes in three rows, wave by wave."""
