from __future__ import annotations

import re

import pytest
from tests.table.pages.browser import Browser, seen
from tests.table.pages.memory_lobby import MemoryLobby

from warband.kernel import registry
from warband.table.learn.lesson import load_lesson
from warband.table.live.match_order import ANY_SIDE, BOT, FAR, SCREEN, WATCH, Person
from warband.table.pages.forms import usual
from warband.table.pages.render import asset


def test_home_shows_every_game_with_its_sentence_and_length(client: Browser) -> None:
    page = seen(client.get("/").text)
    for name in registry.names():
        assert registry.entry(name).title in page
    assert "about 30 minutes" in page
    assert "unofficial" in page


def test_home_offers_to_go_on_and_to_watch(client: Browser, lobby: MemoryLobby) -> None:
    finished = lobby.add_finished("heros-crossing", 1, {"fronts": "dealt", "health": 1})
    client.post("/new", data={"game": "pixel-tactics", "mode": "bot", "level": "Novice"})
    page = client.get("/").text
    assert "/table/t2" in page
    assert "It is your turn." in page
    assert f"/replay/{finished}" in page


def test_one_click_on_a_game_begins_what_was_chosen_last(client: Browser, lobby: MemoryLobby) -> None:
    assert f"against {usual('level')}" in seen(client.get("/").text)
    given = {"game": "pocket-tactics", "mode": "bot", "level": "Novice", "option-map": "quick", "minutes": "10"}
    client.post("/new", data=given)
    page = client.get("/").text
    form = next(part for part in page.split("<form") if "Play Pocket-Tactics" in part)
    assert "against Novice" in seen(page)
    again = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form))
    assert client.post("/new", data=again).status_code == 303
    first, second = list(lobby.orders.values())[-2:]
    assert second == first


def test_a_name_is_asked_once(client: Browser, lobby: MemoryLobby) -> None:
    lobby.me = Person("anne", "")
    assert "What shall we call you?" in seen(client.get("/").text)
    lobby.hosts["t9"] = "host"
    client.post("/name", data={"name": "Anne"})
    assert "What shall we call you?" not in seen(client.get("/").text)


def test_a_name_is_kept(client: Browser, lobby: MemoryLobby) -> None:
    answer = client.post("/name", data={"name": "  Mira   of\tthe <b>Hill</b> and much too long "})
    assert (answer.status_code, answer.headers["location"]) == (303, "/?kept=1#name")
    assert "Kept: you are Mira" in seen(client.get("/?kept=1").text)
    assert "Kept" not in seen(client.get("/").text)
    assert lobby.me.name == "Mira ofthe <b>Hill</b> a"
    assert "&lt;b&gt;" in client.get("/").text
    assert client.post("/name", data={"name": " \t"}).status_code == 400


@pytest.mark.parametrize("game", registry.names())
def test_the_form_has_every_option_of_a_game(client: Browser, game: str) -> None:
    page = client.get(f"/new?game={game}").text
    for option in registry.entry(game).options:
        if option.choices or isinstance(option.default, int):
            assert f'name="option-{option.name}"' in page
            assert option.text.partition("; `")[0][1:30] in seen(page)


def test_pages_say_how_many_steps_a_lesson_has(client: Browser) -> None:
    for game in registry.names():
        steps = f"{len(load_lesson(game).steps)} steps"
        assert f'<a href="/learn/{game}">Learn it in {steps}</a>' in client.get("/").text
        assert f"in {steps} first" in seen(client.get(f"/new?game={game}").text)
        assert f"{steps}." in seen(client.get("/learn").text)


def test_each_form_has_a_token_of_its_own_that_is_sent_with_it(client: Browser, lobby: MemoryLobby) -> None:
    pages = [client.get("/new?game=pocket-tactics").text for _ in range(2)]
    tokens = [page.split('name="once" value="')[1].split('"')[0] for page in pages]
    assert tokens[0] != tokens[1]
    client.post("/new", data={"game": "pocket-tactics", "once": tokens[0]})
    assert lobby.tokens == [tokens[0]]


def test_two_at_one_screen_have_names_that_differ(client: Browser, lobby: MemoryLobby) -> None:
    for name, names in (("", ("Blue", "Red")), ("Red", ("Red", "Blue")), ("Anne", ("Anne", "Red"))):
        lobby.me = Person("anne", name)
        page = client.get("/new?game=pocket-tactics&mode=screen").text
        found = [page.split(f'name="{field}" value="')[1].split('"')[0] for field in ("name1", "name2")]
        assert tuple(found) == names


@pytest.mark.parametrize("game", registry.names())
def test_the_form_as_it_comes_begins_a_match(client: Browser, lobby: MemoryLobby, game: str) -> None:
    answer = client.post("/new", data={"game": game})
    assert (answer.status_code, answer.headers["location"]) == (303, "/table/t1")
    order = lobby.orders["t1"]
    assert (order.mode, order.bots, order.side) == (BOT, ("Scout",), ANY_SIDE)


def test_every_field_of_the_form_counts(client: Browser, lobby: MemoryLobby) -> None:
    given = {"game": "pixel-tactics", "mode": "bot", "level": "captain", "side": "second", "option-series": "3"}
    clock = {"minutes": "10", "added": "5", "at_zero": "bot", "delay": "3", "option-edition": "classic"}
    client.post("/new", data=given | clock)
    order = lobby.orders["t1"]
    assert (order.bots, order.side, order.delay) == (("Captain",), 1, 3)
    assert (order.clock.minutes, order.clock.added, order.clock.at_zero) == (10, 5, "bot")
    assert (order.options["series"], order.options["edition"]) == ("3", "classic")


@pytest.mark.parametrize(
    ("mode", "where", "bots"),
    [
        (SCREEN, "/table/t1", ()),
        (FAR, "/table/t1/invite", ()),
        (WATCH, "/table/t1", ("Scout", "Veteran")),
    ],
)
def test_each_way_to_play_leads_to_its_page(
    client: Browser, lobby: MemoryLobby, mode: str, where: str, bots: tuple[str, ...]
) -> None:
    answer = client.post("/new", data={"game": "pocket-tactics", "mode": mode, "name1": "A", "name2": "B"})
    assert answer.headers["location"] == where
    assert lobby.orders["t1"].bots == bots


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"option-health": "7"}, "option health: 7 is not between 1 and 6"),
        ({"option-magic": "7"}, "unknown option"),
        ({"option-pack": "/etc/passwd"}, "option pack"),
        ({"mode": "duel"}, "opponent: 'duel' is not one of"),
        ({"level": "mine.py:Bot"}, "There is no bot"),
        ({"level": "search:9000000"}, "There is no bot"),
        ({"side": "left"}, "side: 'left'"),
        ({"minutes": "-1"}, "minutes"),
        ({"mode": "screen", "name1": "Mira", "name2": "Mira"}, "different names"),
    ],
)
def test_a_wrong_form_comes_back_with_one_sentence(
    client: Browser, lobby: MemoryLobby, given: dict[str, str], said: str
) -> None:
    answer = client.post("/new", data={"game": "heros-crossing"} | given)
    assert answer.status_code == 400
    assert said in seen(answer.text)
    assert not lobby.orders


def test_a_link_may_name_another_bot(client: Browser, lobby: MemoryLobby) -> None:
    assert 'value="greedy:20" checked' in client.get("/new?game=pocket-tactics&level=greedy:20").text
    client.post("/new", data={"game": "pocket-tactics", "level": "greedy:20"})
    assert lobby.orders["t1"].bots == ("greedy:20",)


def test_a_bot_of_the_host_is_offered_and_no_other_file(client: Browser, lobby: MemoryLobby) -> None:
    lobby.bots = ("/bots/mine.py:Mine",)
    page = client.get("/new?game=pocket-tactics").text
    assert 'value="Mine"' in page
    assert "/bots/" not in page
    client.post("/new", data={"game": "pocket-tactics", "level": "Mine"})
    assert lobby.orders["t1"].bots == ("/bots/mine.py:Mine",)
    refused = client.post("/new", data={"game": "pocket-tactics", "level": "/bots/other.py:Other"})
    assert refused.status_code == 400
    assert "t2" not in lobby.orders


def test_home_names_a_bot_of_the_host_without_its_path(client: Browser, lobby: MemoryLobby) -> None:
    lobby.bots = ("/bots/mine.py:Mine",)
    client.post("/new", data={"game": "pocket-tactics", "level": "Mine"})
    page = client.get("/").text
    assert "/bots/" not in page
    assert "against Mine" in page
    assert '<input type="hidden" name="level" value="Mine">' in page
    lobby.bots = ()
    page = client.get("/").text
    assert "Mine" not in page
    assert "/bots/" not in page


def test_the_rulebook_has_an_anchor_for_every_clause(client: Browser) -> None:
    for game in registry.names():
        page = client.get(f"/rules/{game}")
        assert page.status_code == 200
        assert 'class="clause" id="' in page.text
    assert 'id="ATK-3"' in client.get("/rules/heros-crossing").text
    assert 'id="card/knight/vanguard/first"' in client.get("/rules/pixel-tactics").text


def test_a_search_works_without_a_script(client: Browser) -> None:
    page = client.get("/rules/heros-crossing?q=armor+magic").text
    assert 'id="ATK-10"' in page or "Armor stops magic" in page
    assert 'id="CMP-1"' not in page
    assert "No clause has all of these words" in client.get("/rules/heros-crossing?q=zeppelin").text


def test_editions_have_pages_of_their_own(client: Browser) -> None:
    assert "<mark>classic</mark>" in client.get("/rules/pixel-tactics?edition=classic").text
    assert client.get("/rules/pixel-tactics?edition=gold").status_code == 404
    assert client.get("/rules/heros-crossing?edition=gold").status_code == 404


@pytest.mark.parametrize(
    "path", ["/new", "/new?game=chess", "/rules/chess", "/learn/chess", "/nothing", "/table/x/end"]
)
def test_what_is_not_there_has_a_page(client: Browser, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert 'href="/"' in answer.text


def test_the_gallery_shows_every_card_and_narrows_to_a_search(client: Browser) -> None:
    assert client.get("/cards").headers["location"].startswith("/cards/")
    assert "Dragon Mage" in seen(client.get("/cards/pixel-tactics").text)
    page = seen(client.get("/cards/pocket-tactics?q=conscript").text)
    assert "Strength in numbers" in page
    assert "Forest Witch" not in page


def test_how_a_game_is_played_is_told_on_one_page(client: Browser) -> None:
    page = seen(client.get("/how-to/heros-crossing").text)
    assert "Strike through to the Monarch" in page
    assert "/how-to/heros-crossing" in client.get("/rules/heros-crossing").text


def test_files_that_ship_are_sent_with_their_kind(client: Browser) -> None:
    for name, kind in (("theme.css", "text/css"), ("theme.js", "text/javascript"), ("crest.svg", "image/svg+xml")):
        answer = client.get(f"/static/{name}")
        assert answer.headers["content-type"].startswith(kind)
        assert answer.headers["cache-control"] == "no-cache"
    assert client.get("/favicon.ico").headers["content-type"] == "image/svg+xml"


def test_what_a_page_links_to_may_be_kept_until_it_changes(client: Browser) -> None:
    addresses = re.findall(r'"(/static/@[^"]+)"', client.get("/rules/heros-crossing").text)
    assert {address.rpartition("/")[2] for address in addresses} >= {"theme.css", "pages.css", "theme.js", "rules.js"}
    for address in addresses:
        assert "immutable" in client.get(address).headers["cache-control"]
    assert client.get("/static/@0ld/theme.js").headers["cache-control"] == "no-cache"


def test_scripts_import_each_other_under_one_mark(client: Browser) -> None:
    folder = asset("table.js").removesuffix("table.js")
    waiting, imported = {"table.js", "replay.js"}, set[str]()
    while waiting:
        imported.add(name := waiting.pop())
        answer = client.get(f"{folder}{name}")
        assert "immutable" in answer.headers["cache-control"], name
        waiting |= set(re.findall(r'from "\./([a-z_]+\.js)"', answer.text)) - imported
    assert {"state.js", "feed.js", "choosing.js", "keyboard.js", "inspector.js", "players.js"} <= imported


@pytest.mark.parametrize("name", ["../pages/site.py", "nothing.css", "site.py", "games/chess.css", "%2e%2e/about.py"])
def test_nothing_else_is_sent(client: Browser, name: str) -> None:
    assert client.get(f"/static/{name}").status_code == 404


def test_the_theme_comes_from_its_cookie(client: Browser) -> None:
    assert 'data-theme="system"' in client.get("/sprites").text
    client.cookies["theme"] = "dark"
    assert 'data-theme="dark"' in client.get("/sprites").text
    client.cookies["theme"] = "x<y"
    assert 'data-theme="system"' in client.get("/sprites").text


def test_forms_that_are_no_forms_are_refused(client: Browser) -> None:
    assert client.post("/name", content=b"name=%ff%fe").status_code == 400
    assert client.post("/name", content=b"name=" + b"a" * 30000).status_code == 400
    assert client.get("/name").status_code == 405
