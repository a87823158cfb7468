"""Draw win rates and the course of a match."""

from __future__ import annotations

from tests.lab.test_balance import counted, fact

from warband.lab.balance import Rate
from warband.lab.charts import picture, png, rates_chart


def rates(wins: int, losses: int) -> list[Rate]:
    knight, witch = {"leader": ["knight"]}, {"leader": ["witch"]}
    facts = [fact(0 if number < wins else 1, knight, witch, number) for number in range(wins + losses)]
    return counted(*facts).of_kind("leader")


def test_a_chart_has_a_row_for_each_rate_and_a_tick_where_it_was_expected() -> None:
    now = rates(3, 1)
    axes = rates_chart(now, [], ("", "now"), {rate.key: 0.5 for rate in now}).axes[0]
    assert [label.get_text() for label in axes.get_yticklabels()] == [rate.name for rate in reversed(now)]
    assert "a tick: expected" in axes.get_xlabel()
    assert axes.get_legend() is None


def test_before_and_after_stand_side_by_side_with_a_legend() -> None:
    axes = rates_chart(rates(3, 1), rates(1, 3), ("old", "new"), {}).axes[0]
    legend = axes.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["old", "new"]
    assert "expected" not in axes.get_xlabel()


def test_a_drawing_is_written_as_its_name_says() -> None:
    figure = rates_chart(rates(1, 1), [], ("", ""), {})
    assert png(figure).startswith(b"\x89PNG")
    assert picture(figure, ".png").startswith(b"\x89PNG")
    assert b"<svg" in picture(figure, ".svg")
