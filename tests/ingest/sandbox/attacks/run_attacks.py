"""Let the attacks loose in one configuration and count what they bring about.

    python -m tests.ingest.sandbox.attacks.run_attacks [CONFIGURATION ...]

prints one JSON object per configuration: how many attacks had an effect, and which.
"""

from __future__ import annotations

import json
import math
import os
import resource
import sys
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace

from ingest.sandbox.check_output import read_records
from ingest.sandbox.errors import Attempt, ParserError
from ingest.sandbox.fork_server import ForkServer
from ingest.sandbox.judge_reply import judge_failure
from ingest.sandbox.limits import SandboxLimits
from ingest.sandbox.parsed_records import RawRecord
from ingest.sandbox.worker import wire
from ingest.sandbox.worker.wire import Layers
from ingest.sandbox.worker_process import WorkerProcess, WorkerReply
from tests.ingest.sandbox.attacks import DATA, EFFECTS, INTROSPECTION, SERVICE
from tests.ingest.sandbox.attacks.attack import Attack
from tests.ingest.sandbox.attacks.scene import Scene

NOTHING = Layers(False, False, False, False, False, False, False)
CONFIGURATIONS = {
    "bare": NOTHING,
    "rlimits": NOTHING._replace(rlimits=True),
    "rlimits, no descriptors": NOTHING._replace(rlimits=True, no_descriptors=True),
    "landlock": NOTHING._replace(landlock=True),
    "facades": NOTHING._replace(facades=True),
    "facades, allow-list": NOTHING._replace(facades=True, allow_list=True),
    "seccomp": NOTHING._replace(seccomp=True),
    "kernel layers": Layers(facades=False, allow_list=False),
    "kernel layers, facades": Layers(allow_list=False),
    "everything": Layers(),
}
LIMITS = SandboxLimits(memory_bytes=512 << 20, time_base_s=0.6, grace_s=0.3)
_BENIGN = "def parse(lines):\n    return [{'type': 'line', 'lines': [[i, i]]} for i in range(len(lines))]\n"
_LINES = ("line one", "line two")


@dataclass(frozen=True, slots=True)
class Tally:
    """What happened in one configuration, by kind of attack: names with what they brought about."""

    configuration: str
    user: int
    effects: Mapping[str, str]
    introspection: Mapping[str, str]
    service: Mapping[str, str]
    data: Mapping[str, str]


def run_one(source: str, layers: Layers, limits: SandboxLimits = LIMITS) -> list[RawRecord] | ParserError:
    """Run a source in a worker of its own, however weak; it is forked, as workers are."""
    server, attempt = ForkServer(), Attempt("attack", "parse", _LINES)
    worker = WorkerProcess(limits, layers, server.start)
    try:
        for kind, payload, count in ((wire.LOAD, source, 0), (wire.PARSE, "\n".join(_LINES), 2)):
            data = payload.encode()
            worker.ask(kind, data, count, limits.time_s(len(data)), limits.output_bytes(len(data), count))
            outcome = worker.wait()
            if not isinstance(outcome, WorkerReply) or outcome.kind not in (wire.LOADED, wire.RESULT):
                printed = replace(attempt, printed=worker.printed())
                return judge_failure(outcome, printed, source, limits.time_base_s, limits)
        assert isinstance(outcome, WorkerReply)
        return list(read_records(outcome.payload, attempt, len(data), limits))
    except ParserError as error:
        return error
    finally:
        worker.close()
        server.close()


def benign_parser_works(layers: Layers) -> bool:
    """Show that the configuration runs parsers at all: no worker, no attack."""
    expected = [RawRecord("line", {}, ((0, 0),)), RawRecord("line", {}, ((1, 1),))]
    return run_one(_BENIGN, layers) == expected


def effects_of(attacks: Mapping[str, Attack], layers: Layers) -> dict[str, str]:
    """Run attacks that are after something outside; give those that got it."""
    with Scene() as scene:
        found = {name: _effect(scene, attack, layers) for name, attack in attacks.items()}
    return {name: what for name, what in found.items() if what}


def harm_to_service(attacks: Mapping[str, Attack], layers: Layers) -> dict[str, str]:
    """Run attacks on availability; give those without an error within 6 s, or that filled our memory."""
    harm = {}
    for name, attack in attacks.items():
        before, start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.monotonic()
        result = run_one(attack.source, layers)
        grown_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        if not isinstance(result, ParserError):
            harm[name] = "no error"
        elif time.monotonic() - start > 6 or grown_kb > 300_000:
            harm[name] = f"{time.monotonic() - start:.1f} s, {grown_kb} KiB"
    return harm


def broken_records(attacks: Mapping[str, Attack], layers: Layers) -> dict[str, str]:
    """Run attacks on the data; give those whose records break the contract."""
    with Scene() as scene:
        results = {name: run_one(scene.source(attack), layers) for name, attack in attacks.items()}
    return {
        name: str(result)[:80]
        for name, result in results.items()
        if not isinstance(result, ParserError) and not all(_sound(each) for each in result)
    }


def tally(configuration: str) -> Tally:
    """Run all attacks in one configuration."""
    layers = CONFIGURATIONS[configuration]
    assert benign_parser_works(layers), f"{configuration}: no worker runs, so nothing is shown"
    return Tally(
        configuration,
        os.getuid(),
        effects_of(EFFECTS, layers),
        effects_of(INTROSPECTION, layers),
        harm_to_service(SERVICE, layers),
        broken_records(DATA, layers),
    )


def _effect(scene: Scene, attack: Attack, layers: Layers) -> str:
    result = run_one(scene.source(attack), layers)
    told = f"{result} {result.stderr} {result.frames}" if isinstance(result, ParserError) else str(result)
    return scene.effect(attack, told)


def _sound(record: RawRecord) -> bool:
    """Check a record again, independently of the sandbox."""
    texts = [record.type, *record.values, *(each for each in record.values.values() if isinstance(each, str))]
    numbers = [each for each in record.values.values() if isinstance(each, int | float)]
    return (
        record.type not in ("forged", "found")
        and all("\0" not in each and each.isprintable() for each in texts)
        and all(math.isfinite(each) and abs(each) < 2**63 for each in numbers)
        and all(0 <= first <= last < len(_LINES) for first, last in record.lines)
        and all(_sound(each) for each in record.children)
    )


if __name__ == "__main__":
    for each in sys.argv[1:] or CONFIGURATIONS:
        counted = tally(each)
        counts = {kind: len(found) for kind, found in asdict(counted).items() if isinstance(found, dict)}
        print(json.dumps({"counts": counts, **asdict(counted)}), flush=True)
