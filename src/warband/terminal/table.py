"""Play a match in the terminal, two people at one keyboard or one of them against a bot; saved at every decision."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from warband.agents.bot import Budget
from warband.agents.hints import Hint, rank
from warband.kernel.clauses import Clause
from warband.kernel.errors import BadInput, NotAnAction
from warband.kernel.match import Match
from warband.kernel.reasons import IllegalAction, Reason
from warband.kernel.record import Record, record_match
from warband.kernel.scene import Choice, Scene, say_odds
from warband.kernel.seats import ALL, BOTH, PUBLIC, Seat
from warband.scene import text

HELP = """\
  7                  do what stands at number 7
  attack west > east do it by its notation
  ? 7                tell what number 7 would lead to
  hint, hint 3       tell what a bot would do in your place; its best three
  why TEXT           tell why an action is not legal
  rule CLAUSE        read a clause of the rules; rule alone lists them
  table              show the table again
  log                read everything that happened
  undo               take your last action back, while nothing came of it
  offer draw, accept draw, resign
  quit               stop here; the match is saved at every decision"""

MOST_DIGITS = 6
HINT = Budget(0, 0.5)


def screen_width() -> int:
    """Return how many columns a table may take."""
    return max(60, min(160, shutil.get_terminal_size((100, 40)).columns))


def command() -> str:
    """Return how this program is called from here."""
    if shutil.which("warband"):
        return "warband"
    beside = Path(sys.executable).with_name("warband")
    if not beside.exists():
        return f"{sys.executable} -m warband"
    return os.path.relpath(beside) if beside.is_relative_to(Path.cwd()) else str(beside)


def small_number(digits: str) -> int:
    """Return a number of few digits; any other is 0."""
    return int(digits) if len(digits) < MOST_DIGITS else 0


def hint_lines(hints: list[Hint], choices: list[Choice]) -> list[str]:
    """Say hints with the numbers that do them, and how likely each is to win."""
    numbers = {choice.action: number for number, choice in enumerate(choices, 1)}
    numbered = [(hint, numbers[hint.action]) for hint in hints]
    return [f"{text.choice_text(at, choices[at - 1], len(choices))}{_odds(hint)}" for hint, at in numbered]


def _odds(hint: Hint) -> str:
    return f"  wins about {round(100 * hint.chance)} in 100" if hint.share else "  not looked at"


class Leave(Exception):
    """Raised when the player wants to stop for now."""


class TerminalTable:
    """A match at one keyboard: shown to the seat that decides, saved at every decision, until it is over."""

    def __init__(
        self,
        match: Match,
        save: Path,
        clauses: dict[str, Clause],
        write: Callable[[Path, str], None],
        reader: TextIO | None = None,
        writer: TextIO | None = None,
    ) -> None:
        self.match = match
        self.save = save
        self.write = write
        self.clauses = clauses
        self.reader = reader if reader is not None else sys.stdin
        self.writer = writer if writer is not None else sys.stdout
        self.seat = -1
        self.read_until = [0, 0]
        self.is_fresh = True
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self.tell_help,
            "?": self.tell_preview,
            "hint": self.tell_hint,
            "why": self.tell_why,
            "rule": self.tell_rule,
            "log": self.tell_log,
            "table": self.show_table,
            "undo": self.undo,
            "resign": self.resign,
            "offer draw": self.offer_draw,
            "accept draw": self.accept_draw,
            "quit": self.quit,
        }

    # ---- the loop ----

    def run(self) -> None:
        """Play until the match is over or the person leaves."""
        self.match.settle()
        self.store()
        try:
            while self.match.result is None:
                self.ask()
        except (Leave, KeyboardInterrupt, EOFError):
            self.say(f"\nThe match is saved. Go on with: {self.way_back()}")
            return
        self.show_end()

    def way_back(self) -> str:
        """Return the command that goes on with this match."""
        return f"{command()} play --resume {self.save}"

    def ask(self) -> None:
        """Show the table to the seat that decides, and do one thing it wants."""
        seat = self.match.awaiting()[0]
        if seat != self.seat:
            self.pass_keyboard(seat)
        scene = self.scene()
        self.say(self.picture(scene))
        while not self.answer(scene.choices, self.prompt()):
            pass
        self.store()

    def pass_keyboard(self, seat: Seat) -> None:
        """Draw a curtain where the next decision needs something that the other may not see."""
        name = self.match.players[seat]
        if self.needs_curtain(seat):
            self.tell_news()
            self.clear()
            self.say(f"{name} decides next. Hand over the keyboard; {name}, press Enter when you are ready.")
            self.wait()
        self.seat = seat

    def tell_news(self) -> None:
        """Print what came of a decision for the seat that made it, before the curtain falls."""
        if self.seat < 0:
            return
        news = self.match.log(self.seat, self.read_until[self.seat])
        self.read_until[self.seat] = self.match.ply
        if news:
            self.say("\n".join(["", *(f"- {sentence.plain()}" for sentence in news), "", "Press Enter to go on."]))
            self.wait()

    def needs_curtain(self, seat: Seat) -> bool:
        """Return whether a seat sees more than everybody does, or chooses in secret."""
        if self.match.awaiting() == BOTH or self.match.secret_choices():
            return True
        own, public = self.match.view(seat), self.match.view(PUBLIC)
        return {**own, "viewer": None} != {**public, "viewer": None}

    def answer(self, choices: list[Choice], line: str) -> bool:
        """Do what a line says; return False when the same question is still to be answered."""
        deciding = (self.match.ply, len(self.match.secret_choices()), self.match.result)
        try:
            self.obey(choices, line)
        except IllegalAction as error:
            self.say(self.explain(error.reason))
        except NotAnAction as error:
            self.say(f"{error}{'' if str(error).endswith('?') else '.'} Type help to see what you can type.")
        except BadInput as error:
            self.say(str(error))
        return deciding != (self.match.ply, len(self.match.secret_choices()), self.match.result)

    def obey(self, choices: list[Choice], line: str) -> None:
        """Carry out a command, a number, or an action in notation."""
        words = line.lower()
        for name, command in self.commands.items():
            if words == name or words.startswith(name + " ") or (name == "?" and words.startswith("?")):
                command(line[len(name) :].strip())
                return
        if line:
            self.match.play(self.seat, self.meant(choices, line))

    def meant(self, choices: list[Choice], line: str) -> int:
        """Return the action that a number or a text means."""
        if not line.isdecimal():
            return self.match.parse(line)
        number = small_number(line)
        if not 1 <= number <= len(choices):
            raise BadInput(f"There is no number {line[:MOST_DIGITS]}; choose from 1 to {len(choices)}.")
        return choices[number - 1].action

    # ---- commands ----

    def tell_help(self, rest: str) -> None:
        """Print what can be typed."""
        self.say(HELP)

    def tell_preview(self, rest: str) -> None:
        """Print what a numbered action would lead to."""
        if not rest:
            return self.tell_help(rest)
        action = self.meant(self.scene().choices, rest)
        reason = self.match.why_not(action, seat=self.seat)
        if reason is not None:
            return self.say(self.explain(reason))
        game, view = self.match.game, self.match.view(self.seat)
        lines = [sentence.plain() for sentence in game.preview(view, action)] + [say_odds(game.odds(view, action))]
        return self.say("\n".join(line for line in lines if line) or "Nothing more is certain.")

    def tell_hint(self, rest: str) -> None:
        """Print the best legal actions, as found by a quick search of what this seat sees."""
        if rest and not (rest.isdecimal() and small_number(rest)):
            raise BadInput(f"hint {rest[:20]}: expected a number of actions, such as hint 3")
        choices = self.scene().choices
        if len(choices) == 1:
            return self.say(f"There is only one thing to do: {text.choice_text(1, choices[0], 1)}")
        hints = rank(self.match.game, self.match.view(self.seat), self.match.actions(self.seat), HINT)
        return self.say("\n".join(hint_lines(hints[: small_number(rest or "1")], choices)))

    def tell_why(self, rest: str) -> None:
        """Print why an action is not legal."""
        if not rest:
            raise BadInput("Why what? Name an action by its number or its notation, such as why 1.")
        reason = self.match.why_not(self.meant(self.scene().choices, rest), seat=self.seat)
        self.say(self.explain(reason) if reason is not None else "That is legal.")

    def tell_rule(self, rest: str) -> None:
        """Read out a clause, or list them all."""
        if not rest:
            self.say("\n".join(f"{clause.id.split(':')[1]:8} {clause.title}" for clause in self.clauses.values()))
            return
        wanted = f"{self.match.game.name}:{rest}".lower()
        known = next((clause for name, clause in self.clauses.items() if name.lower() == wanted), None)
        if known is None:
            raise BadInput(f"There is no clause {rest!r}; clauses look like {next(iter(self.clauses)).split(':')[1]}.")
        self.say(f"{known.id}: {known.title}. {known.text}")

    def tell_log(self, rest: str) -> None:
        """Read out everything that happened, as this seat saw it."""
        self.say("\n".join(sentence.plain() for sentence in self.match.log(self.seat)))

    def show_table(self, rest: str) -> None:
        """Show the table again."""
        self.say(self.picture(self.scene()))

    def undo(self, rest: str) -> None:
        """Take the last action back."""
        if not self.match.may_undo(self.seat):
            raise BadInput("Nothing can be taken back: it was shown, drawn, or the decision has passed on.")
        self.match.undo(self.seat)

    def resign(self, rest: str) -> None:
        """Give the match up, after asking once."""
        self.say("Resign and lose the match? Type yes to do it.")
        if self.read().strip().lower() == "yes":
            self.match.resign(self.seat)

    def offer_draw(self, rest: str) -> None:
        """Offer a draw."""
        self.match.offer_draw(self.seat)
        self.say("The offer stands until the other player acts.")

    def accept_draw(self, rest: str) -> None:
        """Accept the draw that was offered."""
        self.match.accept_draw(self.seat)

    def quit(self, rest: str) -> None:
        """Stop for now."""
        raise Leave

    # ---- showing ----

    def scene(self) -> Scene:
        """Return what the deciding seat sees, with what happened since it last decided."""
        scene = self.match.game.scene(self.match.view(self.seat))
        scene.players = list(self.match.players)
        scene.log = self.match.log(self.seat, self.read_until[self.seat])
        return scene

    def picture(self, scene: Scene) -> str:
        """Return the table as text, as wide as the terminal."""
        self.clear()
        self.read_until[self.seat] = self.match.ply
        width = screen_width()
        notes = {1 - self.seat: "A draw is offered; accept draw, or play on.", self.seat: "You have offered a draw."}
        note = notes.get(self.match.offer, "")
        return text.render(scene, width) + (f"\n{note}" if note else "")

    def show_end(self) -> None:
        """Show the last table with everything open, and how it ended."""
        result = self.match.result
        if result is None:
            return
        scene = self.match.game.scene(self.match.view(ALL))
        scene.players = list(self.match.players)
        scene.log = self.match.log(ALL, self.match.ply - 3)
        self.clear()
        self.say(text.render(scene, screen_width()))
        self.say(f"The record is kept in {self.save}; check it with: {command()} record verify {self.save}")

    def explain(self, reason: Reason) -> str:
        """Return a reason with the clause behind it."""
        return f"{self.match.game.say_reason(reason)} ({reason.clause.split(':')[-1]})"

    def prompt(self) -> str:
        """Read one line from the deciding seat."""
        self.writer.write(f"{self.match.players[self.seat]} (or help)> ")
        return self.read().strip()

    def read(self) -> str:
        """Return the next line, or raise EOFError at the end of input."""
        self.writer.flush()
        try:
            line = self.reader.readline()
        except UnicodeDecodeError:
            return "\n"
        if not line:
            raise EOFError
        return line

    def wait(self) -> None:
        """Wait for Enter; who would rather leave may say so."""
        if self.read().strip().lower() == "quit":
            raise Leave

    def say(self, words: str) -> None:
        """Write a line."""
        self.writer.write(words.rstrip("\n") + "\n")

    def clear(self) -> None:
        """Clear a real screen, but for the first time; draw a line elsewhere."""
        on_screen = self.writer.isatty() and not self.is_fresh
        self.writer.write("\x1b[2J\x1b[H" if on_screen else "\n" + "=" * 60 + "\n")
        self.is_fresh = False

    def store(self) -> None:
        """Write the match to its file, as it stands."""
        self.write(self.save, self.record().to_json())

    def record(self) -> Record:
        """Return the match as it is saved."""
        return record_match(self.match, private=True)
