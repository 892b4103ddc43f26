"""Times `wirelore ask` as a person runs it, in turns without a graph server and with one; prints JSON.

    python -m benchmarks.speed.measure_ask [ROUNDS]

The sample network is loaded into a temporary folder first. Medians; compare within one run only.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from benchmarks.speed.wait_for_server import wait_for_server_end
from graph_store.server_file import read_server

ROOT = Path(__file__).resolve().parents[2]
QUESTION = "Which interfaces are shut down?"
ROUNDS = 7
IDLE_S = 5
"""How long a round's server waits for the second command of it."""
Times = dict[str, list[float]]


def main() -> None:
    """Print medians, and how many times as long the command takes from nothing."""
    rounds = int(sys.argv[1]) if sys.argv[1:] else ROUNDS
    nothing: Times = {"wall_s": [], "command_core_s": [], "java_core_s": []}
    running: Times = {name: [] for name in nothing}
    with tempfile.TemporaryDirectory() as folder:
        kg = Path(folder) / "kg"
        _run("ingest", str(ROOT / "examples" / "sample-network"), "--kg", str(kg))
        for _ in range(rounds):
            wait_for_server_end(kg)
            for times in (nothing, running):
                _time(kg, times)
        wait_for_server_end(kg)
    found = {
        name: {what: round(median(each), 2) for what, each in times.items()}
        for name, times in (("from_nothing", nothing), ("server_running", running))
    }
    ratio = median(one / other for one, other in zip(nothing["wall_s"], running["wall_s"], strict=True))
    print(json.dumps({"rounds": rounds, **found, "ratio": round(ratio, 2)}))


def _time(kg: Path, times: Times) -> None:
    java, own, start = _java_core_s(kg), _own_core_s(), time.perf_counter()
    _run("ask", QUESTION, "--kg", str(kg))
    times["wall_s"].append(time.perf_counter() - start)
    times["command_core_s"].append(_own_core_s() - own)
    times["java_core_s"].append(_java_core_s(kg) - java)


def _run(*arguments: str) -> None:
    environment = os.environ | {"WIRELORE_IDLE_S": str(IDLE_S), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "cli", *arguments]
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)  # noqa: S603 - our own


def _own_core_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _java_core_s(kg: Path) -> float:
    """Return what the folder's server has used so far; 0 without one."""
    record = read_server(kg)
    process = record.server.process() if record else None
    used = process.cpu_times() if process else None
    return used.user + used.system if used else 0.0


if __name__ == "__main__":
    main()
