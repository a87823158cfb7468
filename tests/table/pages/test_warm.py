"""What takes long is made at the start, or where it holds nobody up."""

from __future__ import annotations

import threading

import pytest
from tests.table.pages.browser import Browser
from tests.table.pages.memory_lobby import MemoryLobby

from warband.kernel import registry
from warband.table.learn.lesson import lesson_games, load_lesson
from warband.table.pages import replay
from warband.table.pages.replay import Showing
from warband.table.pages.rulebook import editions, rulebook
from warband.table.pages.warm import warm_up


def test_no_rulebook_is_made_for_the_first_visitor() -> None:
    warm_up()
    before = rulebook.cache_info().misses
    for name in registry.names():
        for edition in editions(name) or ("",):
            rulebook(name, edition)
    assert rulebook.cache_info().misses == before


def test_no_lesson_is_read_for_the_first_learner() -> None:
    warm_up()
    before = load_lesson.cache_info().misses
    for name in lesson_games():
        load_lesson(name)
    assert load_lesson.cache_info().misses == before


def test_replays_are_drawn_off_the_event_loop(
    client: Browser, lobby: MemoryLobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[threading.Thread] = []
    draw = replay._draw

    def watched(shown: Showing) -> object:
        threads.append(threading.current_thread())
        return draw(shown)

    monkeypatch.setattr(replay, "_draw", watched)
    table = lobby.add_finished("heros-crossing", 5, {"health": 1, "rounds": 3})
    assert client.get(f"/replay/{table}").status_code == 200
    assert client.get(f"/replay/{table}/frame?step=3").status_code == 200
    assert len(threads) == 2
    assert threading.current_thread() not in threads
