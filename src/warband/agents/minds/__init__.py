"""Networks that play: exact arithmetic on NumPy, weights that ship, a look-ahead over imagined worlds."""
