"""The chapters of the rulebook, and the board they act on.

`legal` enumerates: moves, assaults and summons are read off sets of places, which is faster than asking for each, and
`why_not` asks the `refuse_` predicates. The law "why_not is None exactly for legal actions" of warband.conformance
proves both equal.
"""
