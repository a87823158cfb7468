"""Train a network for a game by self-play; it plays wherever a bot is named, as FILE.mind.

The folder --out holds the weights (GAME.mind), a checkpoint from which the same command goes on (checkpoint.pt) and a
page with curves (train.html), written anew every few minutes and at the end; Ctrl-C keeps all three after the lesson.

--start MIND begins with the weights of a mind, --attack MIND learns to beat one: that mind plays one seat of every
match as it would at the table and learns nothing, and the curve tells how often it is beaten. A MIND is `mind`, the one
that ships, or FILE.mind.

A GPU is used where there is one. Without, a small network is trained, which is enough for the smallest games. The
numbers of the recipe can be set in a TOML file (--config); the page lists them all.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from warband.agents.levels import MIND
from warband.cli.arguments import add_game, add_options, add_seed, check_jobs, check_seed
from warband.cli.exit_codes import ExitCode
from warband.cli.files import packs_in, read_options, read_text, write_bytes, write_safely
from warband.cli.match_files import check_folder
from warband.cli.progress import progress
from warband.engine import engine
from warband.extras import extra
from warband.kernel.errors import BadInput
from warband.kernel.registry import Packs, make_game
from warband.lab.pairs import LEFT, NEITHER, Contest
from warband.lab.training.config import SMALL, Config, read_config

if TYPE_CHECKING:
    from warband.agents.minds.network import Weights
    from warband.lab.training.learner import Learner, Progress

EXAMPLES = """\
exit code: 0 trained to the end, 2 wrong arguments, 130 stopped with Ctrl-C (the same command goes on)

examples:
  warband train heros-crossing --minutes 10                 here, on what there is
  warband train heros-crossing --minutes 20                 the same run, ten minutes more
  warband train GAME --option columns=1 --config my.toml    a variant, with numbers of your own
  warband train GAME --option pack=my-set                   on cards of your own
  warband train GAME --attack mind --start mind --out DIR   what would beat the mind that ships?
  warband arena GAME matches/train-GAME/GAME.mind greedy    how strong is it?
"""
MOST_MINUTES = 10_000.0
CHECKPOINT, PAGE = "checkpoint.pt", "train.html"
MEASURED_PAIRS = 20


def add_arguments(parser: ArgumentParser) -> None:
    """Take a game, how long, and on what."""
    add_game(parser)
    parser.add_argument("--minutes", type=float, metavar="M", help="how long in all (default: 10, or the config's)")
    parser.add_argument("--device", default="auto", metavar="D", help="cpu, cuda, or auto (default): a GPU if any")
    parser.add_argument("--workers", type=int, metavar="J", help="processes that play (default: all cores but one)")
    parser.add_argument("--config", type=Path, metavar="FILE", help="numbers of the recipe, as TOML")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on from a checkpoint (default: that of --out)")
    parser.add_argument("--start", metavar="MIND", help="begin with these weights (default: with nothing)")
    parser.add_argument("--attack", metavar="MIND", help="learn to beat this mind instead of playing itself")
    parser.add_argument(
        "--against", metavar="BOT", help="whom to measure with (default: greedy, or the mind that is attacked)"
    )
    add_options(parser)
    add_seed(parser, "the run")
    parser.add_argument("--out", type=Path, metavar="DIR", help="the folder (default: matches/train-GAME)")


def run(arguments: Namespace) -> ExitCode:
    """Train, and keep what was learnt."""
    with extra("train"):
        from warband.lab.training.learner import Learner
    folder = check_folder(arguments.out or Path("matches") / f"train-{arguments.game}")
    device = read_device(arguments.device)
    start, victim = read_mind(arguments.start, arguments.game), read_mind(arguments.attack, arguments.game)
    config, packs = read_recipe(arguments, device.type == "cpu", start, victim)
    print(f"{config.game} on {device}, {config.workers} processes, {engine()} engine; the page is {folder / PAGE}")
    learner = Learner(config, device, packs, start, victim)
    resumed = read_checkpoint(arguments.resume or folder / CHECKPOINT, is_asked_for=arguments.resume is not None)
    if resumed is not None:
        check_same(resumed["config"], config)
        learner.restore(resumed)
    return train(learner, folder, arguments.against or arguments.attack or "greedy")


def read_mind(name: str | None, game: str) -> Weights | None:
    """Return the weights of a mind, the one that ships or a file, or raise BadInput."""
    from warband.agents.minds.bot import shipped_weights
    from warband.agents.minds.files import read_weights

    if name is None:
        return None
    weights = shipped_weights(game) if name == MIND else read_weights(Path(name))
    if weights.game != game:
        raise BadInput(f"{name}: this mind was trained for {weights.game}, not for {game}")
    return weights


def read_device(name: str) -> Any:  # noqa: ANN401
    """Return the device of a name, or raise BadInput."""
    import torch

    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if name not in ("cpu", "cuda"):
        raise BadInput(f"--device {name}: give cpu, cuda or auto")
    if name == "cuda" and not torch.cuda.is_available():
        raise BadInput("--device cuda: PyTorch finds no GPU here")
    return torch.device(name)


def read_recipe(
    arguments: Namespace, is_small: bool, start: Weights | None, victim: Weights | None
) -> tuple[Config, Packs]:
    """Return the recipe, what is usual on this machine, then the file, then the arguments; and the packs it names."""
    from warband.lab.training.loading import shaped

    check_seed(arguments.seed)
    workers = arguments.workers or max(1, (os.cpu_count() or 2) - 1)
    check_jobs(workers)
    numbers: dict[str, Any] = dict(SMALL) if is_small else {}
    numbers |= {"workers": workers, "seed": arguments.seed}
    if arguments.config is not None:
        numbers |= read_config(read_text(arguments.config), str(arguments.config))
    numbers |= {"game": arguments.game, "start": digest_of(start), "attack": digest_of(victim)}
    if arguments.option:
        numbers["variants"] = (read_options(arguments.option)[0],)
    if arguments.minutes is not None:
        if not 0 < arguments.minutes <= MOST_MINUTES:
            raise BadInput(f"--minutes {arguments.minutes:g}: give more than 0 and at most {MOST_MINUTES:g}")
        numbers["minutes"] = arguments.minutes
    config = Config(**numbers)
    packs: Packs = {}
    for options in config.variants:
        packs |= packs_in(options)
        make_game(config.game, dict(options), packs)
    return config if start is None else shaped(config, start), packs


def digest_of(weights: Weights | None) -> str:
    """Return by what a recipe knows weights."""
    from warband.agents.minds.files import digest, to_bytes

    return "" if weights is None else digest(to_bytes(weights))


def read_checkpoint(path: Path, is_asked_for: bool) -> dict[str, Any] | None:
    """Return what a checkpoint holds, or None where none is needed; raise BadInput if it cannot be read."""
    import torch

    if not path.exists() and not is_asked_for:
        return None
    try:
        data: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
    except Exception as error:
        raise BadInput(f"{path}: this is no checkpoint: {str(error).splitlines()[0]}") from error
    if "standing" not in data:
        raise BadInput(f"{path}: an earlier version made this checkpoint; choose another --out to begin anew")
    return data


def check_same(before: dict[str, Any], now: Config) -> None:
    """Raise BadInput if a checkpoint was made with another recipe; only the minutes and the workers may differ."""
    wanted = replace(now, minutes=before["minutes"], workers=before["workers"]).to_data()
    usual = Config(now.game).to_data()
    for name, value in wanted.items():
        # A number that recipes did not have yet is what it is usually.
        kept = before.get(name, usual.get(name))
        if kept != value:
            raise BadInput(f"the checkpoint has {name} = {kept!r}, not {value!r}; choose another --out to begin anew")


def train(learner: Learner, folder: Path, opponent: str) -> ExitCode:
    """Run to the end or until Ctrl-C, keeping what was learnt."""
    with progress("seconds") as show:

        def tell(now: Progress) -> None:
            row = now.rows[-1]
            note = f"{now.matches:,} matches, entropy {row['entropy']:.2f}, value error {row['value_error']:.3f}"
            show(int(60 * now.minutes), int(60 * learner.config.minutes), note)

        try:
            with stopping(learner):
                learner.run(tell, lambda: keep(learner, folder, opponent))
        except KeyboardInterrupt:
            # In the midst of a lesson: the same network goes on, with new matches.
            keep(learner, folder, opponent)
            learner.is_stopping = True
        if learner.is_stopping:
            print(f"stopped after {learner.progress.minutes:.1f} minutes; the same command goes on")
            return ExitCode.STOPPED
    row = learner.progress.rows[-1]
    points = f"{row['strength']:.1f} % of the points against {opponent} in {2 * MEASURED_PAIRS} matches"
    print(f"trained {learner.progress.minutes:.1f} minutes, {learner.progress.matches:,} matches; {points}")
    print(f"wrote {mind_file(learner, folder)} and {folder / PAGE}")
    return ExitCode.DONE


@contextmanager
def stopping(learner: Learner) -> Iterator[None]:
    """Let Ctrl-C end the run after the lesson that it falls into; a second one ends it at once."""

    def stop(number: int, frame: FrameType | None) -> None:
        if learner.is_stopping:
            raise KeyboardInterrupt
        learner.is_stopping = True
        print("stopping after this lesson", file=sys.stderr)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def mind_file(learner: Learner, folder: Path) -> Path:
    """Return where the weights go."""
    return folder / f"{learner.config.game}.mind"


def keep(learner: Learner, folder: Path, opponent: str) -> None:
    """Write the checkpoint, the weights and the page, with the strength measured now."""
    import io

    import torch

    from warband.agents.minds.files import to_bytes
    from warband.lab.training.page import training_page

    if not learner.progress.rows:
        return
    out = io.BytesIO()
    write_bytes(mind_file(learner, folder), to_bytes(learner.export()))
    learner.progress.rows[-1]["strength"] = strength(learner, mind_file(learner, folder), opponent)
    torch.save(learner.to_data(), out)
    write_bytes(folder / CHECKPOINT, out.getvalue())
    write_safely(folder / PAGE, training_page(learner.config, learner.progress.rows, opponent))


def strength(learner: Learner, mind: Path, opponent: str) -> float:
    """Return how many points of a hundred the network makes, bare, over some pairs of matches."""
    contest = Contest(learner.config.game, str(mind), opponent, 0, dict(learner.variants[0]), learner.packs)
    game = contest.make()
    winners = [match.winner for number in range(MEASURED_PAIRS) for match in contest.play(game, number)]
    return 100 * (winners.count(LEFT) + winners.count(NEITHER) / 2) / len(winners)
