"""The card language: the frames of the rules, and the ops, traits and queries that card files are made of."""
