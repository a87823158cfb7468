"""Small tasks for the tests of executors; workers of a cluster import them too."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from warband.lab.executors.executor import Task


@dataclass(frozen=True)
class Squares(Task[int, int, tuple[int, int]]):
    """Square numbers, each after a nap."""

    nap: float = 0.0

    def make(self) -> int:
        return 2

    def play(self, power: int, number: int) -> tuple[int, int]:
        time.sleep(self.nap)
        return number, number**power


class Divide(Task[int, int, float]):
    """Divide a hundred by each number; what cannot travel is raised for 13."""

    def make(self) -> int:
        return 100

    def play(self, hundred: int, number: int) -> float:
        if number == 13:
            raise Stubborn(number, "thirteen")
        return hundred / number


class Stubborn(Exception):
    def __init__(self, number: int, why: str) -> None:
        super().__init__(f"{number}: {why}")


@dataclass(frozen=True)
class Reads(Task[str, int, str]):
    """Read a file that travels with the task, and tell where it lay."""

    path: str

    def make(self) -> str:
        return Path(self.path).read_text(encoding="utf-8")

    def play(self, text: str, number: int) -> str:
        return text + self.path

    def files(self) -> list[Path]:
        return [Path(self.path)]

    def placed(self, places: dict[str, str]) -> Reads:
        return Reads(places[self.path])


def squares(count: int) -> list[tuple[int, int]]:
    return [(number, number**2) for number in range(count)]
