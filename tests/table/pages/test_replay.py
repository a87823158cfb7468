from __future__ import annotations

import json

import pytest
from tests.table.pages.browser import Browser, seen
from tests.table.pages.memory_lobby import ANNE, MemoryLobby, play_out

from warband.kernel import registry
from warband.kernel.chance import seeded_chance
from warband.kernel.match import Match
from warband.kernel.record import read_record
from warband.kernel.registry import make_game
from warband.kernel.seats import CHANCE
from warband.kernel.verify import verify
from warband.table.live.match_order import Order, Person

SHORT: dict[str, dict[str, object]] = {
    "heros-crossing": {"fronts": "dealt", "health": 2},
    "pixel-tactics": {"round_cap": 3},
    "pocket-tactics": {"map": "quick", "turns": 30},
}


def unfinished(lobby: MemoryLobby, delay: int = 0) -> str:
    """Keep a match of Hero's Crossing that is some steps old, with cards in both hands."""
    match = Match(make_game("heros-crossing", {"fronts": "dealt"}), seeded_chance(3), ["Anne", "Berta"])
    match.settle()
    for _ in range(12):
        seat = match.awaiting()[0]
        match.play(seat, match.actions(seat)[0])
    lobby.orders["t9"] = Order("heros-crossing", {"fronts": "dealt"}, "far", delay=delay)
    lobby.hosts["t9"], lobby.matches["t9"] = ANNE.id, match
    return "t9"


@pytest.mark.parametrize("game", registry.names())
@pytest.mark.parametrize("eyes", ["0", "1", "public", "all"])
def test_a_finished_match_is_shown_through_every_pair_of_eyes(
    client: Browser, lobby: MemoryLobby, game: str, eyes: str
) -> None:
    table = lobby.add_finished(game, 2, SHORT[game])
    last = lobby.matches[table].ply
    for step in (0, last // 2, last):
        answer = client.get(f"/replay/{table}/frame?step={step}&eyes={eyes}")
        assert answer.status_code == 200
        assert 'class="table"' in answer.text


def test_the_page_has_links_for_those_without_a_script(client: Browser, lobby: MemoryLobby) -> None:
    table = lobby.add_finished("heros-crossing", 2, SHORT["heros-crossing"])
    page = client.get(f"/replay/{table}?step=5&eyes=1").text
    for wanted in ("?step=4&amp;eyes=1", "?step=6&amp;eyes=1", "?step=0&amp;eyes=1"):
        assert wanted in page
    assert "Step 5" in seen(page)
    assert "Captain's eyes" in seen(page)


def test_all_seeing_eyes_open_when_the_match_is_over(client: Browser, lobby: MemoryLobby) -> None:
    table = unfinished(lobby)
    assert client.get(f"/replay/{table}?eyes=all").status_code == 400
    assert client.get(f"/replay/{table}?eyes=1").status_code == 400
    assert client.get(f"/replay/{table}?eyes=0").status_code == 200


def test_visitors_of_a_running_match_see_only_what_is_public(client: Browser, lobby: MemoryLobby) -> None:
    table = unfinished(lobby)
    lobby.me = Person("zoe", "Zoe")
    assert client.get(f"/replay/{table}?eyes=0").status_code == 400
    page = client.get(f"/replay/{table}").text
    hand = lobby.matches[table].game.scene(lobby.matches[table].view(0))
    mine = next(box for box in hand.containers if box.kind == "hand" and box.side == 0)
    assert mine.pieces
    assert "draws a level" in seen(page)
    assert f"draws the {mine.pieces[0].name}" not in seen(page)
    assert read_record(json.loads(client.get(f"/replay/{table}/record.json").text)).secret == ""


def test_spectators_may_be_kept_behind(client: Browser, lobby: MemoryLobby) -> None:
    table = unfinished(lobby, delay=4)
    lobby.me = Person("zoe", "Zoe")
    page = client.get(f"/replay/{table}").text
    decided = [entry.ply for entry in lobby.matches[table].entries if entry.seat != CHANCE]
    assert f'data-last="{decided[-4]}"' in page
    # What they download ends there too; who plays gets everything so far.
    entries = json.loads(client.get(f"/replay/{table}/record.json").text)["entries"]
    assert entries[-1]["ply"] == decided[-4] - 1
    lobby.me = ANNE
    entries = json.loads(client.get(f"/replay/{table}/record.json").text)["entries"]
    assert entries[-1]["ply"] == lobby.matches[table].entries[-1].ply


def test_the_record_can_be_downloaded_and_verified(client: Browser, lobby: MemoryLobby) -> None:
    table = lobby.add_finished("pocket-tactics", 3, SHORT["pocket-tactics"])
    answer = client.get(f"/replay/{table}/record.json")
    assert "attachment" in answer.headers["content-disposition"]
    record = read_record(json.loads(answer.text))
    verify(record, make_game(record.game, record.options))
    page = seen(client.get(f"/replay/{table}/verify").text)
    assert "Nothing was changed" in page
    assert f"warband record verify pocket-tactics-{table}.json" in page
    assert record.commitment in page


def test_a_changed_match_does_not_verify(client: Browser, lobby: MemoryLobby) -> None:
    table = lobby.add_finished("pocket-tactics", 3, SHORT["pocket-tactics"])
    lobby.matches[table].chance.salt = b"other"
    lobby.matches[table].chance.secret = b"another"
    page = seen(client.get(f"/replay/{table}/verify").text)
    assert "This does not hold" in page
    assert "the secret gives" in page


def test_a_running_match_shows_no_secret(client: Browser, lobby: MemoryLobby) -> None:
    table = unfinished(lobby)
    secret = lobby.matches[table].chance.secret.hex()
    for path in ("", "/verify", "/record.json", "/frame"):
        assert secret not in client.get(f"/replay/{table}{path}").text
    assert "once it is over" in seen(client.get(f"/replay/{table}/verify").text)
    assert client.get(f"/replay/{table}/curve").status_code == 400


@pytest.mark.parametrize(
    ("query", "said"),
    [("eyes=2", "eyes: '2' is not one of"), ("step=x", "step: 'x'"), ("step=99999999", "step: '99999999'")],
)
def test_bad_questions_get_one_sentence(client: Browser, lobby: MemoryLobby, query: str, said: str) -> None:
    table = lobby.add_finished("heros-crossing", 2, SHORT["heros-crossing"])
    answer = client.get(f"/replay/{table}?{query}")
    assert answer.status_code == 400
    assert said in seen(answer.text)


def test_a_step_beyond_the_end_is_the_last(client: Browser, lobby: MemoryLobby) -> None:
    table = lobby.add_finished("heros-crossing", 2, SHORT["heros-crossing"])
    assert f"Step {lobby.matches[table].ply}" in seen(client.get(f"/replay/{table}?step=9999").text)


def test_the_curve_comes_when_it_is_ready(client: Browser, lobby: MemoryLobby) -> None:
    table = lobby.add_finished("heros-crossing", 2, {"fronts": "dealt", "health": 1, "rounds": 3})
    assert "A bot is going through the match" in seen(client.get(f"/replay/{table}").text)
    answer = client.get(f"/replay/{table}/curve")
    while answer.status_code == 202:
        answer = client.get(f"/replay/{table}/curve")
    assert '<path class="chance" d="M' in answer.text
    assert "the higher the line, the likelier Anne was to win the lower, the likelier Captain" in seen(answer.text)
    assert 'class="chance"' in client.get(f"/replay/{table}").text


def test_a_match_that_goes_on_is_wound_again(client: Browser, lobby: MemoryLobby) -> None:
    table = unfinished(lobby)
    before = seen(client.get(f"/replay/{table}?eyes=0").text)
    play_out(lobby.matches[table], 1)
    after = seen(client.get(f"/replay/{table}?eyes=0").text)
    assert "The match goes on." in before
    assert "The match goes on." not in after
