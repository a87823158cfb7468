"""The chapters of the rulebook, and the board they act on.

`legal` enumerates: each chapter lists its actions, most of them filtered by its own `refuse_` predicate, and `why_not`
asks the same predicates. The law "why_not is None exactly for legal actions" of warband.conformance proves both equal.
"""
