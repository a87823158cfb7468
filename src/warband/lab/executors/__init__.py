"""Where numbered work is done: in processes of this machine, or on a Dask cluster.

`run_all` (ranges.py) cuts work into ranges and sends them to an `Executor` (executor.py); another engine is one module.
"""

from __future__ import annotations

from collections.abc import Callable

from warband.kernel.errors import BadInput
from warband.lab.executors.executor import Executor, Task
from warband.lab.executors.local import Local
from warband.lab.executors.ranges import run_all

__all__ = ["DASK", "LOCAL", "Executor", "Local", "Task", "make_executor", "run_all"]

LOCAL, DASK = "local", "dask"
SCHEDULERS = ("tcp://", "tls://")


def make_executor(on: str, jobs: int | None, cores: int, say: Callable[[str], None]) -> Executor:
    """Return the executor that a word names, or raise BadInput; `jobs` are processes here, all cores unless given.

    `say` is told in a sentence what a person should know while the work goes on, such as a worker that is refused.
    """
    if on == LOCAL:
        return Local(jobs or cores)
    if on != DASK and not on.startswith(SCHEDULERS):
        raise BadInput(f"--on {on}: give local, dask, or the scheduler of a Dask cluster, such as tcp://127.0.0.1:8786")
    if on != DASK and jobs is not None:
        raise BadInput(f"--jobs {jobs}: the workers of {on} are those that were started there; leave --jobs out")
    from warband.lab.executors.cluster import Cluster

    return Cluster("" if on == DASK else on, jobs or cores, say)
