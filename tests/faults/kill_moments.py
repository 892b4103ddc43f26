"""Kills at many random moments of ingests, and compares contents: python -m tests.faults.kill_moments --moments 20."""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.faults.kill_at import Trial, growing_log, kill_database, kill_process, kill_worker
from tests.faults.killable_ingest import DONE, Moment, Timeline
from tests.faults.two_networks import Network, open_networks

TRIES = 4
"""How often a moment is drawn that came after the ingest's end, or when there was no worker."""
KILLS = {"process": kill_process, "database": kill_database, "worker": kill_worker}
APPENDING = "append"
KINDS = (*KILLS, APPENDING)


@dataclass(frozen=True, slots=True)
class Kind:
    """What is killed: a trial at a moment (of a run that learns parsers anew, if asked), and when there are moments."""

    name: str
    kill: Callable[[Moment, bool], Trial]
    timeline: Callable[[], Timeline]


def main() -> None:
    """Try every kind, tell each trial, print a table; end with 1 where anything differs or too few moments were hit."""
    given = _arguments()
    print(f"seed {given.seed}: --seed {given.seed} draws the same moments again", flush=True)
    with tempfile.TemporaryDirectory(prefix="wirelore-kills-") as name, open_networks(Path(name)) as network:
        found = {
            kind.name: list(_trials(kind, given.moments, given.seed))
            for kind in (_kind(each, network, Path(name)) for each in given.kinds)
        }
    sys.exit(show_trials(found, given.moments))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.kill_moments", description=__doc__)
    parser.add_argument("--moments", type=int, default=20, help="how many moments of each kind are hit")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS), help="what is killed")
    return parser.parse_args()


def _kind(name: str, network: Network, folder: Path) -> Kind:
    """Return a kind; the versions of the network alternate, and in a log that grows always the same lines are new."""
    if name == APPENDING:
        log = growing_log(network, folder / "grown")
        return Kind(name, lambda moment, relearn: log.kill(moment), lambda: log.undisturbed)
    kill = KILLS[name]
    return Kind(
        name,
        lambda moment, relearn: kill(network, network.other(), moment, relearn),
        lambda: network.timelines[network.other()],
    )


def _trials(kind: Kind, moments: int, seed: int) -> Iterator[Trial]:
    """Try one moment in each of as many equal parts of the time, every second pair with parsers learned anew.

    One that missed is drawn again, from the whole time.
    """
    for number in range(moments):
        relearn = kind.name != APPENDING and number % 4 > 1
        for attempt in range(TRIES):
            start = time.monotonic()
            timeline = kind.timeline()
            chance = f"{seed} {kind.name} {number} {attempt}"
            moment = timeline.draw(1, chance)[0] if attempt else timeline.draw(moments, chance)[number]
            trial = kind.kill(moment, relearn)
            _tell(kind, number, trial, relearn, time.monotonic() - start)
            yield trial
            if trial.hit:
                break


def _tell(kind: Kind, number: int, trial: Trial, relearn: bool, seconds: float) -> None:
    said = "; ".join(trial.faults) or "the same"
    print(
        f"{kind.name} {number + 1}: {trial.moment.delay_s * 1000:.0f} ms after step {trial.moment.step}"
        f"{', learning' if relearn else ''}: {trial.told if trial.hit else 'missed'}; {said} ({seconds:.1f} s)",
        flush=True,
    )


def show_trials(found: dict[str, list[Trial]], moments: int) -> int:
    """Print what became of each kind; return 1 where contents differ, or fewer moments were hit than asked for."""
    table = Table("killed", "moments hit", "missed", "that run ended well", "contents differ")
    for name, trials in found.items():
        hit = [trial for trial in trials if trial.hit]
        table.add_row(
            name,
            str(len(hit)),
            str(len(trials) - len(hit)),
            str(sum(trial.told == DONE for trial in hit)),
            str(sum(bool(trial.faults) for trial in trials)),
        )
    Console(width=100).print(table)
    whole = all(sum(trial.hit for trial in trials) == moments for trials in found.values())
    return 0 if whole and not any(trial.faults for trials in found.values() for trial in trials) else 1


if __name__ == "__main__":
    main()
