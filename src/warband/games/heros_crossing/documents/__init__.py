"""What is written down: views, positions, imagined deals, notation, observations."""
