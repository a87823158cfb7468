"""Make at the start what the first visitor would otherwise wait for: templates, games, rulebooks, pictures, lessons."""

from __future__ import annotations

from warband.kernel import registry
from warband.kernel.chance import seeded_chance
from warband.kernel.match import Match
from warband.kernel.seats import PUBLIC
from warband.scene import sprites
from warband.scene.html import still
from warband.table.learn.guided import GuidedMatch
from warband.table.learn.lesson import lesson_games, load_lesson
from warband.table.live.games import game_with
from warband.table.pages.about import all_games
from warband.table.pages.render import environment
from warband.table.pages.rulebook import editions, rulebook


def warm_up() -> None:
    """Fill the caches of the pages; meant for a thread, since it takes about a second."""
    for template in environment().list_templates():
        environment().get_template(template)
    all_games()
    for sprite in sprites.names():
        sprites.sprite_svg(sprite)
    for name in registry.names():
        for edition in editions(name) or ("",):
            rulebook(name, edition)
        _draw(name)
    for name in lesson_games():
        _teach(name)


def _draw(name: str) -> None:
    """Draw the beginning of a match as a replay shows it."""
    match = Match(game_with(name, {}), seeded_chance(0))
    match.settle()
    str(still(match.game.scene(match.view(PUBLIC))))


def _teach(name: str) -> None:
    """Draw the beginning of a lesson as a learner sees it."""
    lesson = GuidedMatch(load_lesson(name))
    lesson.feed.whole_since(lesson.state(), None, None)
