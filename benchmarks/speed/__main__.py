"""Measures ingest and reads without a model: python -m benchmarks.speed [--sizes 10k,100k] [--out bench.json]."""

from __future__ import annotations

import argparse
import json
import platform
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.speed.errors import BenchError
from benchmarks.speed.wait_for_server import wait_for_server_end

# Prints what was measured.


_STAGES = ("read", "learn", "name devices", "parse", "load", "relate", "describe")


def show_table(found: Mapping[str, Any]) -> None:
    """Print the ingests, the seconds of their stages, and the reads."""
    console = Console(width=130)
    ingests = {f"log, {int(size):,} lines": each for size, each in found["logs"].items()}
    for name in ("neo4j", "append", "configurations", "small files"):
        if name in found:
            ingests[name] = found[name]
    _show_ingests(console, ingests)
    sizes = list(found["logs"].values())
    if len(sizes) > 1:
        growth = sizes[-1]["wall_s"] / max(0.01, sizes[-2]["wall_s"])
        console.print(
            f"{sizes[-1]['lines'] / sizes[-2]['lines']:.0f} times the lines took {growth:.1f} times as long"
        )
    reads = Table("read", "p50 ms", "runs", "found", title="reads at the largest size")
    for each in found["reads"]["reads"]:
        reads.add_row(each["name"], f"{each['p50_ms']:.1f}", str(each["runs"]), each["found"])
    console.print(reads)
    console.print(f"opening a KG to the first answer: {found['reads']['open_to_first_answer_s']} s")


def _show_ingests(console: Console, ingests: Mapping[str, Mapping[str, Any]]) -> None:
    table = Table(
        "ingest",
        "wall s",
        "lines/s",
        "our core s",
        "workers'",
        "database's",
        "core µs/line",
        "peak MB",
        "load",
    )
    stages = Table("stages, wall s", *_STAGES)
    for name, each in ingests.items():
        cores = each["own_s"] + each["workers_s"] + each["database_s"]
        table.add_row(
            name,
            f"{each['wall_s']:.1f}",
            f"{each['lines'] / max(0.01, each['wall_s']):,.0f}",
            f"{each['own_s']:.1f}",
            f"{each['workers_s']:.1f}",
            f"{each['database_s']:.1f}",
            f"{1e6 * cores / max(1, each['lines']):.0f}",
            str(each["peak_memory_mb"]),
            str(each["load_average"]),
        )
        stages.add_row(name, *(f"{each['stages_wall_s'].get(stage, 0.0):.1f}" for stage in _STAGES))
    console.print(table)
    console.print(stages)


# Makes a folder of many small configurations, as a network's nightly backup is one: a file for each device.


PER_SITE = 50
"""Files of one folder; all devices of a site share its networks."""

DEVICE = """\
hostname s{site:03}-d{number:02}
!
vlan {vlan}
 name site-{site}-users
!
interface Loopback0
 ip address 10.255.{site}.{number} 255.255.255.255
!
interface GigabitEthernet0/0
 description uplink of s{site:03}-d{number:02}
 ip address 10.{high}.{low}.{number} 255.255.255.0
 ip access-group FROM-{site} in
!
interface GigabitEthernet0/1
 switchport access vlan {vlan}
{shut}!
ip access-list extended FROM-{site}
 permit tcp any host 10.255.{site}.1 eq 22
 deny ip any any
!
router bgp {asn}
 neighbor 10.{high}.{low}.1 remote-as {asn}
!
ntp server 10.255.{site}.1
logging host 10.255.{site}.2
"""


def make_small_files(folder: Path, count: int) -> int:
    """Write `count` configurations into folders of 50; returns how many lines they have."""
    lines = 0
    for index in range(count):
        site, number = index // PER_SITE + 1, index % PER_SITE + 1
        text = DEVICE.format(
            site=site,
            number=number,
            vlan=100 + site % 100,
            high=site // 200 + 1,
            low=site % 200,
            asn=65000 + site % 500,
            shut=" shutdown\n" if index % 7 == 0 else "",
        )
        place = folder / f"site{site:03}" / f"d{number:02}.cfg"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
        lines += text.count("\n")
    return lines


# Makes a log of any length from a short one: every pass over it has times, requests and instances of its own.


_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_TIME = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}")


def write_log(source: Path, target: Path, lines: int, first: int = 0) -> None:
    """Append `lines` lines in the manner of the source's, from the one behind the first `first`; always the same."""
    texts = source.read_text("utf-8").splitlines()
    turn, skipped = divmod(first, len(texts))
    with target.open("a", encoding="utf-8") as out:
        made = islice(_repeat(texts, turn), skipped, skipped + lines)
        out.writelines(f"{text}\n" for text in made)


def _repeat(texts: Sequence[str], first_turn: int) -> Iterator[str]:
    """Yield the texts for ever, from a pass on; the pass 0 is the texts as they are."""
    step = _length(texts)
    for turn in count(first_turn):
        if turn == 0:
            yield from texts
            continue
        renew = partial(_renewed, ids={}, chance=random.Random(turn))  # noqa: S311 - ids of a made log, no secret
        later = partial(_later, step=turn * step)
        for text in texts:
            yield _TIME.sub(later, _UUID.sub(renew, text), count=1)


def _length(texts: Sequence[str]) -> timedelta:
    """Return the time from the first to the last line, and a second more."""
    found = [match[0] for match in map(_TIME.search, texts) if match]
    times = [datetime.fromisoformat(text) for text in found]
    return max(times) - min(times) + timedelta(seconds=1)


def _renewed(found: re.Match[str], ids: dict[str, str], chance: random.Random) -> str:
    """Give an id of one pass another, the same one wherever it stands in the pass."""
    if found[0] not in ids:
        digits = f"{chance.getrandbits(128):032x}"
        ids[found[0]] = "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
    return ids[found[0]]


def _later(found: re.Match[str], step: timedelta) -> str:
    moment = datetime.fromisoformat(found[0]) + step
    return moment.isoformat(" ", "milliseconds")


# Reads sizes as people write them: 10k, 1M.


_SIZE = re.compile(r"(\d+)([kM]?)")
_TIMES = {"": 1, "k": 1000, "M": 1_000_000}


def log_sizes(text: str) -> list[int]:
    """Return the sizes of a list as 10k,100k, the smallest first. Raises BenchError."""
    sizes = sorted({_size(part) for part in text.split(",")})
    if not sizes or sizes[0] < 1:
        raise BenchError(f"{text!r} names no sizes; expected a list as 10k,100k,1M")
    return sizes


def configuration_lines(text: str) -> int:
    """Return a number of lines; 0 stands for no configurations. Raises BenchError."""
    return _size(text)


def _size(text: str) -> int:
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        raise BenchError(
            f"{text.strip()!r} is no size; expected a whole number, perhaps with k or M behind it"
        )
    return int(found[1]) * _TIMES[found[2]]


# Makes many configurations from a few: copies whose devices have names of their own.


_HOSTNAME = re.compile(r"^(hostname \S+)", re.MULTILINE)


def make_configurations(sources: Sequence[Path], folder: Path, lines: int) -> int:
    """Write copies of the sources until they have that many lines; returns how many they have."""
    folder.mkdir(parents=True, exist_ok=True)
    written = 0
    for name, text in _copies(sources):
        if written >= lines:
            break
        (folder / name).write_text(text, encoding="utf-8")
        written += len(text.splitlines())
    return written


def _copies(sources: Sequence[Path]) -> Iterator[tuple[str, str]]:
    texts = [(path, path.read_text("utf-8", errors="replace")) for path in sources]
    for turn in count(1):
        for path, text in texts:
            named, found = _HOSTNAME.subn(rf"\1_{turn:03}", text)
            yield (
                f"{path.stem}_{turn:03}{path.suffix}",
                named if found else f"hostname {path.stem}_{turn:03}\n{text}",
            )


DATA = Path("../shared/data")
LOG = "openstack/OpenStack_2k.log"
CONFIGURATIONS = "stanford-backbone"
APPENDED = 1000
LIMIT_S = 7200


def main() -> None:
    """Measure what was asked for, print a table, and write JSON."""
    given = _arguments()
    try:
        sizes, config_lines = log_sizes(given.sizes), configuration_lines(given.configurations)
        with tempfile.TemporaryDirectory(prefix="wirelore-bench-", dir=given.folder) as made:
            found = _measure(Path(given.data), Path(made), sizes, config_lines, given.files, given.neo4j)
    except BenchError as error:
        sys.exit(f"bench: {error}")
    show_table(found)
    given.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(f"written to {given.out}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--sizes", default="10k,100k,1M", help="lines of log, as 10k,100k,1M")
    parser.add_argument("--configurations", default="200k", help="lines of configurations; 0 for none")
    parser.add_argument("--files", type=int, default=5000, help="small configurations; 0 for none")
    parser.add_argument("--data", default=str(DATA), help="where the log and the configurations are")
    parser.add_argument("--folder", default=None, help="where KGs and inputs are made, and removed")
    parser.add_argument(
        "--neo4j", default="", help="URL of an empty Neo4j to measure the smallest size on too"
    )
    parser.add_argument("--out", type=Path, default=Path("bench.json"), help="where the JSON is written")
    return parser.parse_args()


def _measure(
    data: Path, made: Path, sizes: list[int], config_lines: int, files: int, neo4j: str
) -> dict[str, Any]:
    source = data / LOG
    if not source.is_file():
        raise BenchError(f"{source}: not found; --data names the folder that has {LOG}")
    parsers = made / "parsers"
    _ingest(made / "learning", parsers, source)
    found: dict[str, Any] = {
        "python": platform.python_version(),
        "machine": platform.platform(),
        "logs": {},
    }
    for size in sizes:
        log = made / f"{size}" / "service.log"
        log.parent.mkdir()
        write_log(source, log, size)
        kg = made / f"kg-{size}"
        found["logs"][str(size)] = _ingest(kg, parsers, log)
        if neo4j and size == sizes[0]:
            found["neo4j"] = _ingest(neo4j, parsers, log)
    last = sizes[-1]
    found["reads"] = _run("benchmarks.speed.measure_reads", str(kg))
    wait_for_server_end(kg)
    write_log(source, log, APPENDED, first=last)
    found["append"] = _ingest(kg, parsers, log)
    if config_lines:
        folder = made / "configurations"
        texts = sorted((data / CONFIGURATIONS).glob("*.txt"))
        make_configurations(texts, folder, config_lines)
        found["configurations"] = _ingest(made / "kg-configurations", made / "config-parsers", folder)
    if files:
        folder = made / "small-files"
        make_small_files(folder, files)
        found["small files"] = _ingest(made / "kg-small-files", made / "small-parsers", folder)
    return found


def _ingest(kg: Path | str, parsers: Path, path: Path) -> dict[str, Any]:
    print(f"ingesting {path.name} into {kg} ...", file=sys.stderr)
    found = _run("benchmarks.speed.measure_ingest", str(kg), str(parsers), str(path))
    if isinstance(kg, Path):
        wait_for_server_end(kg)
    return found


def _run(module: str, *arguments: str) -> dict[str, Any]:
    """Run a part in a process of its own, so that its memory is only its own."""
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_S, check=False)  # noqa: S603 - our own command, no shell
    if done.returncode:
        raise BenchError(f"{module} failed: {done.stderr.strip().splitlines()[-1:]}")
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


if __name__ == "__main__":
    main()
