"""Play Hero's Crossing: Tactics: fronts of heroes, armies of cubes, a monarch to protect."""
