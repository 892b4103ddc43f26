"""Measures ingest and reads without a model: python -m bench [--sizes 10k,100k] [--out bench.json]."""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from bench.errors import BenchError
from bench.make_configurations import make_configurations
from bench.make_log import write_log
from bench.make_small_files import make_small_files
from bench.read_sizes import configuration_lines, log_sizes
from bench.show_table import show_table
from bench.wait_for_server import wait_for_server_end

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
    found["reads"] = _run("bench.measure_reads", str(kg))
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
    found = _run("bench.measure_ingest", str(kg), str(parsers), str(path))
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
