"""Say how sure a win rate is."""

from __future__ import annotations

from warband.extras import extra

USUAL = 0.95

Interval = tuple[float, float]


def check_statistics() -> None:
    """Raise MissingExtra if the extra `lab` is not installed."""
    with extra("lab"):
        import statsmodels.stats.proportion  # noqa: F401


def wilson(points: float, matches: int, confidence: float = USUAL) -> Interval:
    """Return the Wilson interval of a win rate; a draw is half a point, and nothing played leaves all open."""
    check_statistics()
    from statsmodels.stats.proportion import proportion_confint

    if matches == 0:
        return 0.0, 1.0
    low, high = proportion_confint(points, matches, alpha=1 - confidence, method="wilson")
    # At the ends the formula gives 0 and 1, but not the arithmetic of floating point.
    return float(low) if points else 0.0, float(high) if points < matches else 1.0


def excludes(interval: Interval, value: float) -> bool:
    """Return whether a value lies outside an interval."""
    return value < interval[0] or value > interval[1]


def percent(value: float) -> str:
    """Return a share in percent, as people read it."""
    return f"{100 * value:.1f} %"


def span(interval: Interval) -> str:
    """Return an interval in percent, as people read it."""
    return f"{100 * interval[0]:.1f} to {100 * interval[1]:.1f} %"
