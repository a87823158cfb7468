"""A real Dask cluster on this machine: the same results as here, whatever dies, hangs or starts again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from tests.kernel.matches import GAME
from tests.lab.contests import OPTIONS
from tests.lab.executors.clusters import HOST, ROOT, RealCluster, free_port, kill, listening, wait_until
from tests.lab.executors.tasks import Divide, Reads, Squares, squares

from warband.kernel.errors import BadInput, WorkFailed
from warband.lab.executors import Executor, Local, Task, make_executor, run_all
from warband.lab.executors.cluster import Cluster
from warband.lab.executors.ranges import Patience

pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    # One process that tests share: its cluster is started once.
    pytest.mark.xdist_group("cluster"),
]
QUICK = Patience(times=3.0, least=2.0)
COUNT = 150
SLOW = Squares(0.04)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealCluster]:
    with RealCluster(tmp_path_factory.mktemp("cluster"), 3) as found:
        yield found


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def executor(cluster: RealCluster, said: list[str]) -> Iterator[Executor]:
    with make_executor(cluster.address, None, 1, said.append) as found:
        wait_for_workers(found, len(cluster.workers))
        yield found


def wait_for_workers(executor: Executor, count: int) -> None:
    assert isinstance(executor, Cluster)
    executor.client.wait_for_workers(count, timeout=60)


def run_until(executor: Executor, task: Task[int, int, tuple[int, int]], fault: Callable[[], None]) -> list[object]:
    """Return the results of a task, in order; after a few of them something happens."""
    found: list[tuple[int, int]] = []
    for result in run_all(executor, task, range(COUNT), QUICK):
        found.append(result)
        if len(found) == 10:
            fault()
    return sorted(found)  # type: ignore[return-value]


# ---- faults ----


def test_a_worker_that_is_killed_loses_nothing(cluster: RealCluster, executor: Executor) -> None:
    assert run_until(executor, SLOW, lambda: kill(cluster.workers.pop())) == squares(COUNT)
    cluster.add_worker()


def test_a_worker_that_hangs_holds_nobody_up(cluster: RealCluster, executor: Executor, said: list[str]) -> None:
    hung = cluster.workers[0]
    try:
        assert run_until(executor, SLOW, lambda: hung.send_signal(signal.SIGSTOP)) == squares(COUNT)
        assert [line for line in said if "does not answer; its work is done elsewhere" in line]
    finally:
        hung.send_signal(signal.SIGCONT)
    # What it answers now was answered before.
    assert sorted(run_all(executor, Squares(), range(50), QUICK)) == squares(50)


def test_a_scheduler_that_starts_again_is_found(cluster: RealCluster, executor: Executor, said: list[str]) -> None:
    assert run_until(executor, SLOW, cluster.restart) == squares(COUNT)
    assert said[0] == f"the scheduler {cluster.address} has gone; waiting for it"


# ---- the same wherever it is done ----

ARENA = ["arena", GAME, "greedy:2", "random", *OPTIONS, "--matches", "60", "--out"]


def warband(words: list[str], folder: Path, **environment: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "warband", *words]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=folder, env=os.environ | environment, stdout=pipe, stderr=pipe, text=True)


def finish(program: subprocess.Popen[str], code: int = 0) -> tuple[str, str]:
    out, err = program.communicate(timeout=120)
    assert program.returncode == code, err
    return out, err


def test_a_driver_that_is_killed_goes_on_where_it_was(cluster: RealCluster, tmp_path: Path) -> None:
    from warband.cli import main

    words = [*ARENA, str(tmp_path / "there.jsonl"), "--on", cluster.address]
    there, here = tmp_path / "there.jsonl", tmp_path / "here.jsonl"
    driver = warband(words, tmp_path)
    wait_until(lambda: there.exists() and there.read_bytes().count(b"\n") > 6)
    driver.kill()
    driver.communicate()
    kept = there.read_bytes()
    assert kept.count(b"\n") < 61
    finish(warband(words, tmp_path))
    assert main([*ARENA, str(here), "--jobs", "1"]) == 0
    assert there.read_bytes() == here.read_bytes()
    # Nothing that was there was played again.
    assert set(kept.splitlines()) <= set(there.read_bytes().splitlines())


def test_files_travel_with_the_task(executor: Executor, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("hello from ", encoding="utf-8")
    found = set(run_all(executor, Reads(str(tmp_path / "text")), range(4)))
    assert found
    assert all(text.startswith("hello from ") and str(tmp_path) not in text for text in found)


def test_what_an_item_raises_is_raised_here(executor: Executor) -> None:
    with pytest.raises(ZeroDivisionError):
        list(run_all(executor, Divide(), [1, 0, 2]))
    with pytest.raises(WorkFailed, match="Stubborn: 13: thirteen"):
        list(run_all(executor, Divide(), [13]))


# ---- who may play ----

OTHER_RULES = """\
from warband.lab.executors import node
own = node.own_proof()
node.own_proof = lambda: own | {"sources": "other"}
"""


def test_a_worker_that_runs_other_rules_is_refused(cluster: RealCluster, said: list[str], tmp_path: Path) -> None:
    (tmp_path / "other_rules.py").write_text(OTHER_RULES, encoding="utf-8")
    other = cluster.add_worker("--preload", str(tmp_path / "other_rules.py"))
    try:
        with make_executor(cluster.address, None, 1, said.append) as executor:
            wait_for_workers(executor, len(cluster.workers))
            complaint = r"the worker tcp://.* is refused: its sources differ from those here; nothing was played"
            with pytest.raises(BadInput, match=complaint):
                next(run_all(executor, Squares(), range(9)))
    finally:
        kill(other)
        cluster.workers.remove(other)


def test_a_worker_that_comes_late_plays_if_it_may(executor: Executor, cluster: RealCluster, said: list[str]) -> None:
    assert isinstance(executor, Cluster)
    running = run_all(executor, Squares(0.1), range(80), QUICK)
    found = [next(running)]
    late, wide = cluster.add_worker(), cluster.add_worker("--nthreads", "2")
    try:
        for result in running:
            found.append(result)
            if len(found) == 20:
                wait_for_workers(executor, len(cluster.workers))
        assert sorted(found) == squares(80)
        assert [line for line in said if "has 2 threads" in line]
    finally:
        for one in (late, wide):
            kill(one)
            cluster.workers.remove(one)


def test_where_nobody_is_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("warband.lab.executors.cluster.CONNECTING", 1.0)
    with pytest.raises(BadInput, match=r"no Dask scheduler answers there; see docs/cluster\.md"):
        Cluster(f"tcp://{HOST}:{free_port()}", 1, print)


# ---- this machine alone ----


def test_all_that_is_started_listens_on_loopback_alone(cluster: RealCluster) -> None:
    assert cluster.listening() == {HOST}


def test_a_cluster_is_started_here_for_as_long_as_it_is_needed() -> None:
    before = {one.pid for one in psutil.Process().children(recursive=True)}
    with make_executor("dask", 2, 1, print) as executor:
        assert sorted(run_all(executor, Squares(), range(30))) == squares(30)
        started = [one for one in psutil.Process().children(recursive=True) if one.pid not in before]
        # Python's own tracker of resources stays.
        workers = [one.pid for one in started if "spawn_main" in " ".join(one.cmdline())]
        found = {address for pid in (*workers, os.getpid()) for address in listening(pid)}
        assert len(workers) >= 2
        assert found == {HOST}
    time.sleep(0.2)
    alive = [one for one in psutil.Process().children(recursive=True) if one.pid in workers]
    assert [one for one in alive if one.status() != psutil.STATUS_ZOMBIE] == []


CERTIFICATES = """\
openssl req -x509 -newkey rsa:2048 -nodes -days 365 -subj /CN=warband-ca -keyout ca.key -out ca.pem
openssl req -newkey rsa:2048 -nodes -subj /CN=warband -keyout node.key -out node.csr
openssl x509 -req -in node.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 365 -out node.pem
"""


def test_tls_keeps_strangers_out(tmp_path: Path) -> None:
    """The commands are those of docs/cluster.md."""
    page = (ROOT / "docs" / "cluster.md").read_text(encoding="utf-8")
    for command in CERTIFICATES.splitlines():
        assert command in page
        subprocess.run(command.split(), cwd=tmp_path, check=True, capture_output=True)
    files = {name: str(tmp_path / f"{name}") for name in ("ca.pem", "node.pem", "node.key")}
    flags = ["--tls-ca-file", files["ca.pem"], "--tls-cert", files["node.pem"], "--tls-key", files["node.key"]]
    settings = {
        "DASK_DISTRIBUTED__COMM__TLS__CA_FILE": files["ca.pem"],
        "DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT": files["node.pem"],
        "DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY": files["node.key"],
    }
    assert all(f"{name}=" in page for name in settings)
    with RealCluster(tmp_path, 1, [*flags, "--protocol", "tls"], "tls") as cluster:
        words = [*ARENA[:-3], "--matches", "2", "--out", "a.jsonl", "--on", cluster.address]
        _, err = finish(warband(words, tmp_path), 2)
        assert err == f"warband: --on {cluster.address}: its certificates are not set; see docs/cluster.md\n"
        finish(warband(words, tmp_path, **settings))
    with Local(1) as here:
        assert len(list(run_all(here, Squares(), range(1)))) == 1
    assert (tmp_path / "a.jsonl").read_bytes().count(b"\n") == 3
