"""What is written down: views, positions, notation, observations."""
