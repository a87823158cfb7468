"""Nothing is lost by a click: what costs much asks first, flags are verbs, places offer, pieces are dragged."""

from __future__ import annotations

import random
from pathlib import Path

from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import open_context
from tests.browser.fit import ACT, SCRIPTS, SEAT
from tests.browser.hands import Options, begin, wait_ready
from tests.browser.server import Served, serving

QUICK: Options = {"map": "quick"}
PASS = "#ask .deeds button:has-text('Pass the turn')"


def reach(page: Page, server: Served, game: str, asked: str, options: Options | None = None) -> None:
    """Begin a match and decide at random until something is asked."""
    table = begin(page, game, options or {})
    wait_ready(page)
    match, seat, choose = server.match(table), page.evaluate(SEAT), random.Random(1)
    while asked not in page.locator("#ask .prompt").inner_text():
        page.evaluate(ACT, choose.choice(match.actions(seat)))
        page.wait_for_function("() => !document.querySelector('#ask.sent')")
        wait_ready(page)


def reach_a_skirmish(page: Page, server: Served) -> None:
    """Play until a turn of Pocket-Tactics."""
    reach(page, server, "pocket-tactics", "Move, assault, summon", QUICK)


def test_passing_asks_in_the_questions_place_and_escape_takes_it_back(page: Page, server: Served) -> None:
    reach_a_skirmish(page, server)
    asked = page.locator("#ask .prompt").inner_text()
    page.locator(PASS).click()
    expect(page.locator("#ask .prompt")).to_contain_text("your turn ends with nothing done")
    assert page.locator("dialog[open]").count() == 0
    expect(page.locator("#ask .primary")).to_have_text("Pass")
    page.keyboard.press("Escape")
    expect(page.locator("#ask .prompt")).to_have_text(asked)


def test_the_same_key_again_is_a_yes(page: Page, server: Served) -> None:
    reach_a_skirmish(page, server)
    match = server.match(page.url.rpartition("/")[2])
    ply = match.ply
    page.keyboard.press("1")
    expect(page.locator("#ask .primary")).to_be_visible()
    assert match.ply == ply
    page.keyboard.press("1")
    wait_ready(page)
    assert match.ply > ply


def test_a_double_click_is_no_yes(page: Page, server: Served) -> None:
    reach_a_skirmish(page, server)
    match = server.match(page.url.rpartition("/")[2])
    ply = match.ply
    page.locator(PASS).dblclick()
    expect(page.locator("#ask .primary")).to_be_visible()
    assert match.ply == ply


def test_what_can_be_taken_back_is_done_at_once(page: Page, server: Served) -> None:
    reach(page, server, "heros-crossing", "Activate a Front", {"fronts": "dealt"})
    page.locator(".column[data-state=may] > .head").first.click()
    page.get_by_role("button", name="Flank from").click()
    expect(page.locator("#ask .prompt")).to_contain_text("Move soldiers")
    expect(page.get_by_role("button", name="Undo")).to_be_visible()


def test_the_setting_asks_before_everything_or_only_before_the_end(page: Page, server: Served) -> None:
    page.add_init_script("localStorage.setItem('warband-ask', 'match')")
    reach_a_skirmish(page, server)
    page.locator(PASS).click()
    expect(page.locator("#ask .primary")).to_have_count(0)


def test_flags_are_verbs_and_attack_move_and_swap_look_different(page: Page, server: Served) -> None:
    """Show flags of every look in one picture: icon, colour and word differ from one to the next."""
    reach(page, server, "pixel-tactics", "Your turn")
    page.locator(".slot.open[data-offers]").first.click()
    assert set(page.locator(".dock .flag.now .w").all_inner_texts()) == {"Recruit here"}
    looks = page.evaluate(f"""async () => {{
      const {{ state }} = await ({SCRIPTS})("state"), {{ paint }} = await ({SCRIPTS})("marks");
      const seen = [];
      for (const look of ["attack", "move", "swap", "place"]) {{
        state.verbs = state.verbs.map(() => ["Do", look]);
        paint();
        const flag = document.querySelector(".dock .flag.now");
        seen.push(getComputedStyle(flag).backgroundColor + flag.querySelector(".ic").className);
      }}
      return seen;
    }}""")
    assert len(set(looks)) == 4


def test_an_open_slot_offers_the_cards_that_can_go_there(page: Page, server: Served) -> None:
    reach(page, server, "pixel-tactics", "Your turn")
    page.locator(".slot.open[data-offers]").first.click()
    card = page.locator(".dock .card[data-state=next]").first
    expect(card).to_contain_text("Recruit here")
    before = page.locator(".dock .card").count()
    card.click()
    wait_ready(page)
    if page.locator("#ask .primary").count():
        page.locator("#ask .primary").click()
    expect(page.locator(".dock .card")).to_have_count(before - 1)


def drag(page: Page, start: str, end: str) -> None:
    """Drag one element onto another with the mouse, in steps."""
    for name, selector in (("down", start), ("up", end)):
        box = page.locator(selector).first.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=6)
        if name == "down":
            page.mouse.down()
    expect(page.locator(".dragged")).to_be_visible()


def reach_a_recruit(page: Page, server: Served) -> int:
    """Play until a card may be recruited; return how many cards are in hand."""
    reach(page, server, "pixel-tactics", "Your turn")
    return page.locator(".dock .card").count()


def test_a_card_is_dragged_to_where_it_may_go(page: Page, server: Served) -> None:
    cards = reach_a_recruit(page, server)
    drag(page, ".dock .card[data-state=may]", ".slot.open[data-offers]")
    expect(page.locator(".slot.open.over")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(".dragged")).to_have_count(0)
    wait_ready(page)
    if page.locator("#ask .primary").count():
        page.locator("#ask .primary").click()
    expect(page.locator(".dock .card")).to_have_count(cards - 1)


def test_a_card_let_go_elsewhere_goes_back(page: Page, server: Served) -> None:
    cards = reach_a_recruit(page, server)
    asked = page.locator("#ask .prompt").inner_text()
    drag(page, ".dock .card[data-state=may]", "#ask .prompt")
    assert page.locator("[data-state=next]").count() > 0
    page.mouse.up()
    expect(page.locator(".dragged")).to_have_count(0)
    expect(page.locator("#ask .prompt")).to_have_text(asked)
    expect(page.locator("[data-state=picked]")).to_have_count(0)
    expect(page.locator(".dock .card")).to_have_count(cards)


def test_a_card_is_dragged_with_a_finger(chromium: Browser, server: Served) -> None:
    """A finger that drags does what a mouse does, and neither scrolls the page nor is taken for a tap."""
    context = open_context(chromium, server.address, 390, 844)
    page = context.new_page()
    cards = reach_a_recruit(page, server)
    finger = Finger(page)
    finger.drag(".dock .card[data-state=may]", ".slot.open[data-offers]")
    expect(page.locator(".dragged")).to_be_visible()
    expect(page.locator(".slot.open.over")).to_have_count(1)
    finger.lift()
    expect(page.locator(".dragged")).to_have_count(0)
    wait_ready(page)
    if page.locator("#ask .primary").count():
        page.locator("#ask .primary").tap()
    expect(page.locator(".dock .card")).to_have_count(cards - 1)
    context.close()


def test_a_card_let_go_elsewhere_by_a_finger_goes_back(chromium: Browser, server: Served) -> None:
    context = open_context(chromium, server.address, 390, 844)
    page = context.new_page()
    cards = reach_a_recruit(page, server)
    asked = page.locator("#ask .prompt").inner_text()
    finger = Finger(page)
    finger.drag(".dock .card[data-state=may]", "#ask .prompt")
    expect(page.locator(".dragged")).to_be_visible()
    finger.lift()
    expect(page.locator(".dragged")).to_have_count(0)
    expect(page.locator("#ask .prompt")).to_have_text(asked)
    expect(page.locator(".dock .card")).to_have_count(cards)
    context.close()


class Finger:
    """One finger on the screen, as the browser itself hears it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)

    def drag(self, start: str, end: str) -> None:
        """Put the finger down on one element and move it to another, in steps."""
        (x, y), (right, down) = self.middle(start), self.middle(end)
        self.touch("touchStart", [{"x": x, "y": y}])
        for step in range(1, 9):
            self.touch("touchMove", [{"x": x + (right - x) * step / 8, "y": y + (down - y) * step / 8}])

    def lift(self) -> None:
        """Take the finger away."""
        self.touch("touchEnd", [])

    def touch(self, kind: str, points: list[dict[str, float]]) -> None:
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def middle(self, selector: str) -> tuple[float, float]:
        box = self.page.locator(selector).first.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_an_assault_shows_its_odds_as_a_bar_and_says_them(page: Page, server: Served) -> None:
    reach_an_assault(page, server)
    bar = page.locator(".forecast .odds .share")
    expect(bar).to_be_visible()
    assert bar.get_attribute("aria-hidden") == "true"
    shares = page.locator(".forecast .odds .num.odd b").all_inner_texts()
    assert sum(int(share.removesuffix(" %")) for share in shares) == 100
    said = page.locator(".forecast .odds .num.odd").first.inner_text().split()
    expect(page.locator("#live")).to_contain_text(f"{said[0]} %")


def reach_an_assault(page: Page, server: Served) -> None:
    """Play at random until a unit may attack another, and aim."""
    table = begin(page, "pocket-tactics", {"map": "quick"})
    wait_ready(page)
    match, seat, choose = server.match(table), page.evaluate(SEAT), random.Random(1)
    while not (assaults := [one for one in match.legal(seat=seat) if one.startswith("assault")]):
        page.evaluate(ACT, choose.choice(match.actions(seat)))
        page.wait_for_function("() => !document.querySelector('#ask.sent')")
        wait_ready(page)
    action = match.parse(assaults[0])
    page.evaluate(
        f"""async (action) => {{
      const {{ state }} = await ({SCRIPTS})("state"), {{ aim }} = await ({SCRIPTS})("choosing");
      await aim(state.choices.find((choice) => choice[0] === action));
    }}""",
        action,
    )


def test_the_lid_of_a_box_begins_a_match(page: Page, server: Served) -> None:
    page.goto("/")
    page.locator(".gamebox .lid").first.click(force=True)
    page.wait_for_url("**/table/**")


def test_a_click_made_offline_is_kept(chromium: Browser, tmp_path: Path) -> None:
    with serving(tmp_path) as first:
        context = open_context(chromium, first.address)
        page = context.new_page()
        reach_a_skirmish(page, first)
    expect(page.locator("#note")).to_contain_text("connection is lost")
    page.locator(PASS).click()
    expect(page.locator("#note")).to_contain_text("kept and will be sent")
    expect(page.locator("#note")).to_be_in_viewport()
    with serving(tmp_path, first.port):
        expect(page.locator("#ask .primary")).to_be_visible()
        expect(page.locator("#note")).to_be_hidden()
    context.close()
