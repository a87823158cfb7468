"""The chapters of the rulebook, and the board they act on.

`legal` enumerates: a turn's actions are taken from lists that are ready for every set of cells, which is most of the
speed of random play, and `why_not` asks the `refuse_` predicates. The law "why_not is None exactly for legal actions"
of warband.conformance proves both equal.
"""
