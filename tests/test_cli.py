"""The command line, run as a person runs it."""

from __future__ import annotations

import gzip
import json
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.modes import MODES
from command_line.command_groups import GROUPS
from graph_store.embedded_server import lease_server
from graph_store.java_cache import cache_file
from graph_store.open_graph import ingest_lock
from tests.clean_environment import clean_environment

ROOT = Path(__file__).resolve().parent.parent
PREPARED = cache_file()
"""Java's classes as `make test` prepares them; where they are not, the tests' commands do not begin to."""
ENVIRONMENT = {
    **clean_environment("PORT"),
    "PYTHONPATH": str(ROOT),
    "WIRELORE_IDLE_S": "2",
    "WIRELORE_JAVA_CACHE": str(PREPARED.parent) if PREPARED is not None and PREPARED.is_file() else "off",
}
CONFIG = """hostname {name}
!
interface Loopback0
 ip address 10.255.0.{number} 255.255.255.255
!
interface GigabitEthernet0/1
 description link {number}
 ip address 10.0.{number}.1 255.255.255.0
!
interface GigabitEthernet0/2
 description spare {number}
 ip address 10.1.{number}.1 255.255.255.0
 shutdown
!
ntp server 10.9.9.9
"""
INGEST_FIELDS = {
    *("documents", "lines", "lines_explained", "coverage", "entities", "relations", "labels", "unexplained"),
    *("model", "llm_calls", "prompt_tokens", "completion_tokens", "cost_usd", "seconds"),
}
ASK_FIELDS = {"answer", "status", "citations", "queries", "model", "tokens", "seconds"}
EVALUATE_FIELDS = {
    *("n", "passed", "passed_without_negatives", "by_kind", "citation_precision", "citation_recall"),
    *("keyword_dump", "failures"),
}


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "cli", *map(str, arguments)]


def run(
    *arguments: str | Path, cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*arguments),
        capture_output=True,
        text=True,
        timeout=120,
        env=ENVIRONMENT | environment,
        cwd=cwd,
        check=False,
    )


def write_configs(folder: Path, count: int) -> Path:
    folder.mkdir()
    for number in range(1, count + 1):
        (folder / f"site{number}.cfg").write_text(CONFIG.format(name=f"site{number}", number=number))
    return folder


@pytest.fixture(scope="module")
def kg(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A KG of three small configurations, its server kept running for all commands."""
    folder = tmp_path_factory.mktemp("cli")
    done = run("ingest", write_configs(folder / "in", 3), "--kg", folder / "kg")
    assert done.returncode == 0, done.stderr
    lease = lease_server(folder / "kg", idle_s=2.0)
    yield folder / "kg"
    lease.release()


def only_object(done: subprocess.CompletedProcess[str]) -> dict[str, object]:
    """Read standard output as exactly one JSON object."""
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def test_help_answers_at_once() -> None:
    """Under half a second of work: what a person waits for on a machine that is not busy with tests."""
    spent = []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = run("--help")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        assert done.returncode == 0
    assert min(spent) < 0.5
    assert all(name in done.stdout for name in ("ingest", "ask", "chat", "status", "evaluate"))


def test_help_lists_each_command_once_below_a_heading_in_the_order_of_use() -> None:
    shown = run("--help").stdout
    assert "Others:" not in shown
    rows = re.findall(r"^  ([a-z][a-z-]*)  ", shown, flags=re.MULTILINE)
    assert rows == [name for names in GROUPS.values() for name in names]
    assert shown.index("Load:") < shown.index("Find problems:") < shown.index("Ask:")


def test_version_is_told() -> None:
    from importlib.metadata import version

    ended = run("--version")
    assert (ended.returncode, ended.stdout) == (0, f"wirelore {version('wirelore')}\n")


def test_help_loads_nothing_heavy() -> None:
    report = "import sys, typer, cli; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", report], capture_output=True, text=True, env=ENVIRONMENT, check=True, cwd=ROOT
    ).stdout.split()
    assert {"chainlit", "sklearn", "numpy", "langgraph", "neo4j", "rich", "pydantic"}.isdisjoint(loaded)


def test_ingest_does_not_load_pandas_with_the_driver(tmp_path: Path) -> None:
    timed = [
        sys.executable,
        "-X",
        "importtime",
        *command("ingest", tmp_path / "none", "--kg", tmp_path / "kg")[1:],
    ]
    done = subprocess.run(timed, capture_output=True, text=True, env=ENVIRONMENT, check=False)
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if "|" in line}
    assert "neo4j" in loaded
    assert loaded.isdisjoint({"pandas.core", "numpy.core", "numpy._core", "pyarrow.lib"})


BAD_INPUT = {
    "an empty question": (["ask", "  "], "the question is empty"),
    "an unknown mode": (
        ["ask", "who?", "--mode", "guess"],
        f"is not one of {', '.join(map(repr, MODES))}",
    ),
    "no question": (["ask"], "Missing argument 'QUESTION'"),
    "no path": (["ingest"], "give a PATH, or --git"),
    "no such path": (["ingest", "nowhere"], "nowhere: no such file or folder"),
    "an empty folder": (["ingest", "empty"], "empty: no text file in this folder"),
    "binary files only": (["ingest", "binaries"], "a.bin: binary file"),
    "a binary file": (["ingest", "binaries/a.bin"], "binaries/a.bin: binary file"),
    "a model for learning": (
        ["ingest", "text", "--model", "openai:x"],
        "model 'openai:x' has no key: set OPENAI_API_KEY",
    ),
    "a model without provider": (["ask", "who?", "--kg", "KG", "--model", "best"], "unknown model 'best'"),
    "no KG": (["ask", "who?", "--kg", "nothing"], "nothing: no KG there"),
    "no KG to chat about": (["chat", "--kg", "nothing"], "nothing: no KG there"),
    "no KG to tell about": (["status", "--kg", "nothing"], "nothing: no KG there"),
    "a folder that is no KG": (["ingest", "text", "--kg", "binaries"], "binaries: is there, but is no KG"),
    "a KG of a newer version": (["status", "--kg", "newer"], "newer: written by a newer version"),
    "an ingest into a newer KG": (["ingest", "text", "--kg", "newer"], "newer: written by a newer version"),
    "an unknown kind of URL": (["status", "--kg", "sqlite://x"], "unknown graph URL 'sqlite://x'"),
    "no questions file": (["evaluate", "none.jsonl", "--kg", "KG"], "none.jsonl: No such file or directory"),
    "a file that holds no questions": (
        ["evaluate", "text/a.cfg", "--kg", "KG"],
        "text/a.cfg:1: not a gold question",
    ),
    "a port that is none": (["chat", "--port", "70000"], "Invalid value for '--port'"),
    "an archive that climbs out": (
        ["ingest", "text/bad.tar"],
        "text/bad.tar: '../a.cfg' in it leads out of its folder",
    ),
    "a source that is no name": (["ingest", "text", "--source", "../x"], "'../x': no name for a source"),
    "nothing to remove": (["remove", "--kg", "KG"], "give a PATH or --source"),
    "an unknown document to remove": (
        ["remove", "none.cfg", "--kg", "KG"],
        "none.cfg: no loaded document is there",
    ),
    "an unknown command": (["frobnicate"], "No such command 'frobnicate'"),
}


@pytest.mark.parametrize(("arguments", "message"), BAD_INPUT.values(), ids=BAD_INPUT)
def test_bad_input_is_named(arguments: list[str], message: str, kg: Path, tmp_path: Path) -> None:
    for folder in ("empty", "binaries", "text", "newer"):
        (tmp_path / folder).mkdir()
    (tmp_path / "binaries/a.bin").write_bytes(b"\x7fELF\x00\x01\x02" * 40)
    (tmp_path / "text/a.cfg").write_text("hostname a\n")
    with tarfile.open(tmp_path / "text/bad.tar", "w") as archive:
        archive.add(tmp_path / "text/a.cfg", "../a.cfg")
    (tmp_path / "newer/format.json").write_text('{"format": 999}')
    before = sorted(tmp_path.rglob("*"))
    done = run(*(str(kg) if argument == "KG" else argument for argument in arguments), cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
    assert sorted(tmp_path.rglob("*")) == before


def test_a_port_of_the_environment_that_is_none_is_named() -> None:
    done = run("status", PORT="http")
    assert (done.returncode, done.stdout) == (2, "")
    assert "PORT: found 'http', expected a number from 1 to 65535" in done.stderr


def test_a_port_in_use_is_named(kg: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run("chat", "--kg", kg, "--port", str(port))
    assert (done.returncode, done.stdout) == (2, "")
    assert f"port {port} on 127.0.0.1 is in use; choose another with --port" in done.stderr


def test_a_locked_kg_is_named(kg: Path, tmp_path: Path) -> None:
    with ingest_lock(str(kg)):
        done = run("ingest", write_configs(tmp_path / "in", 1), "--kg", kg)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"another ingest is running (pid {os.getpid()})" in done.stderr


def test_a_full_disk_is_named(kg: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            command("status", "--kg", kg, "--json"),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            env=ENVIRONMENT,
            check=False,
        )
    assert done.returncode == 2
    assert "the disk is full" in done.stderr
    assert "Traceback" not in done.stderr


def test_ingest_tells_what_it_did(tmp_path: Path) -> None:
    configs = write_configs(tmp_path / "in", 2)
    first = only_object(run("ingest", configs, "--kg", tmp_path / "kg", "--json"))
    assert first.keys() >= INGEST_FIELDS
    assert (first["documents"], first["lines"], first["coverage"]) == (2, 30, 1.0)
    assert (first["unexplained"], first["model"], first["cost_usd"]) == ([], "builtin", 0.0)
    again = only_object(run("ingest", configs, "--kg", tmp_path / "kg", "--json"))
    same = INGEST_FIELDS - {"seconds"}
    assert {name: again[name] for name in same} == {name: first[name] for name in same}


def test_a_file_that_fails_is_named_and_the_others_are_loaded_and_removed(tmp_path: Path) -> None:
    configs, kg = write_configs(tmp_path / "in", 2), tmp_path / "kg"
    (configs / "cut.log.gz").write_bytes(gzip.compress(b"a line\n" * 99)[:20])
    done = run("ingest", configs, "--kg", kg, "--source", "rome", "--json")
    assert done.returncode == 1
    told = only_object(done)
    assert told["documents"] == 2
    assert [one["path"] for one in list_of(told["not_loaded"])] == ["cut.log.gz"]
    removed = run("remove", "rome/site1.cfg", "--kg", kg)
    assert (removed.returncode, removed.stdout) == (0, "removed: rome/site1.cfg\n")
    assert only_object(run("status", "--kg", kg, "--json"))["devices"] == 1
    missed = run("remove", "site1.cfg", "--kg", kg)
    assert (missed.returncode, missed.stdout) == (2, "")
    assert "site1.cfg: no loaded document is there; loaded are: rome/site2.cfg" in missed.stderr
    assert only_object(run("remove", "--source", "rome", "--kg", kg, "--json")) == {
        "removed": ["rome/site2.cfg"]
    }


def test_parsers_are_kept_where_asked(tmp_path: Path) -> None:
    configs = write_configs(tmp_path / "in", 1)
    assert run("ingest", configs, "--kg", tmp_path / "kg", "--parsers", tmp_path / "kept").returncode == 0
    assert [path.name for path in (tmp_path / "kept").iterdir()] != []


def test_ask_answers_with_its_lines(kg: Path) -> None:
    answer = only_object(
        run("ask", "What is the description of GigabitEthernet0/1 on site2?", "--kg", kg, "--json")
    )
    assert answer.keys() >= ASK_FIELDS
    assert (answer["status"], answer["model"], answer["tokens"]) == ("answered", "builtin", 0)
    assert "link 2" in str(answer["answer"])
    assert {"path": "site2.cfg", "line": 7, "text": " description link 2"} in list_of(answer["citations"])
    assert all(
        query.keys() == {"kind", "text", "parameters", "attempt", "rows", "error"}
        for query in list_of(answer["queries"])
    )


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_gives_an_answer(kg: Path, mode: str) -> None:
    answer = only_object(
        run("ask", "How many interfaces are shutdown?", "--kg", kg, "--mode", mode, "--json")
    )
    assert answer["status"] in ("answered", "none", "closest", "not_parsed")


NOT_IN_THE_GRAPH = {
    "a question in another language": "Combien de sites sont hors service?",
    "a question about nothing in the graph": "Who won the football match?",
}


@pytest.mark.parametrize("question", NOT_IN_THE_GRAPH.values(), ids=NOT_IN_THE_GRAPH)
def test_no_answer_is_invented(kg: Path, question: str) -> None:
    done = run("ask", question, "--kg", kg, "--json")
    assert done.returncode == 0
    assert only_object(done)["status"] in ("none", "closest", "not_parsed")
    assert only_object(done)["citations"] == []


def test_a_person_reads_the_answer_and_its_lines(kg: Path) -> None:
    done = run("ask", "Which NTP server does site1 use?", "--kg", kg)
    assert done.returncode == 0
    assert "10.9.9.9" in done.stdout
    assert "[1]" in done.stdout.partition("sources")[0]
    assert "[1] " in done.stdout.partition("sources")[2]
    assert "site1.cfg:" in done.stdout.partition("sources")[2]


def test_status_counts_what_is_there(kg: Path) -> None:
    found = only_object(run("status", "--kg", kg, "--json"))
    assert (found["documents"], found["lines"], found["devices"], found["unfinished"]) == (3, 45, 3, [])
    assert "site" not in run("status", "--kg", kg).stderr


def test_evaluate_scores_questions(kg: Path, tmp_path: Path) -> None:
    questions = [
        {
            "id": "t1",
            "question": "What is the description of GigabitEthernet0/1 on site3?",
            "kind": "lookup",
            "answer": "link 3",
            "must_contain": ["link 3"],
            "evidence": [{"file": "any/in/site3.cfg", "line_numbers": [6, 7]}],
        },
        {"id": "t2", "question": "Does site1 run BGP?", "kind": "negative", "answer": "No."},
        {
            "id": "t3",
            "question": "What is the colour?",
            "kind": "lookup",
            "answer": "red",
            "must_contain": ["red"],
        },
    ]
    path = tmp_path / "questions.jsonl"
    path.write_text("\n".join(map(json.dumps, questions)))
    result = only_object(run("evaluate", path, "--kg", kg, "--json"))
    assert result.keys() >= EVALUATE_FIELDS
    assert (result["n"], result["passed"], result["passed_without_negatives"]) == (3, 2, 1)
    assert [failure["id"] for failure in list_of(result["failures"])] == ["t3"]
    assert "t3" in run("evaluate", path, "--kg", kg).stdout


def test_evaluate_compares_modes(kg: Path, tmp_path: Path) -> None:
    question = {"question": "Which NTP server does site1 use?", "kind": "lookup", "answer": "10.9.9.9"}
    path, page = tmp_path / "questions.jsonl", tmp_path / "page.html"
    path.write_text(json.dumps({"id": "t1", "must_contain": ["10.9.9.9"], **question}))
    ways = ["--mode", "text", "--mode", "graph", "--jobs", "2", "--html", page]
    result = only_object(run("evaluate", path, "--kg", kg, "--json", *ways))
    assert [way["mode"] for way in list_of(result["runs"])] == ["graph", "text"]
    (compared,) = list_of(result["comparisons"])
    assert (compared["first"], compared["second"], compared["n"]) == ("builtin graph", "builtin text", 1)
    assert "McNemar p = " in page.read_text("utf-8")
    refused = run("evaluate", path, "--kg", kg, "--mode", "guess")
    assert (refused.returncode, "'guess' is not one of 'combined'" in refused.stderr) == (2, True)


def test_ctrl_c_ends_an_ingest_tidily(tmp_path: Path) -> None:
    """What was loaded stays, the rest comes with the next run, and nothing half loaded is left."""
    configs = write_configs(tmp_path / "in", 40)
    arguments = command("ingest", configs, "--kg", tmp_path / "kg")
    with subprocess.Popen(
        arguments, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT, start_new_session=True
    ) as started:
        assert started.stderr is not None
        for line in started.stderr:
            if line.startswith("load"):
                break
        os.killpg(started.pid, signal.SIGINT)
        said = started.stderr.read()
    assert (started.returncode, said) == (130, "wirelore: interrupted\n")
    assert run("ingest", configs, "--kg", tmp_path / "kg").returncode == 0
    found = only_object(run("status", "--kg", tmp_path / "kg", "--json"))
    assert (found["documents"], found["lines"], found["unfinished"]) == (40, 600, [])


@pytest.fixture
def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


@pytest.fixture
def served(kg: Path, free_port: int, tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    arguments = command("chat", "--kg", kg, "--port", str(free_port), "--json")
    with subprocess.Popen(
        arguments,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
        start_new_session=True,
    ) as chat:
        yield chat
        chat.kill()


def test_chat_serves_until_ctrl_c(served: subprocess.Popen[str], free_port: int) -> None:
    assert served.stdout is not None
    told = json.loads(served.stdout.readline())
    assert told["url"] == f"http://localhost:{free_port}"
    with socket.create_connection(("127.0.0.1", free_port), timeout=30) as browser:
        browser.sendall(b"GET / HTTP/1.0\r\nHost: localhost\r\n\r\n")
        assert browser.recv(15).endswith(b"200 OK")
    os.killpg(served.pid, signal.SIGINT)
    out, said = served.communicate(timeout=30)
    assert (served.returncode, out) == (130, "")
    assert "Traceback" not in said


def list_of(value: object) -> list[dict[str, object]]:
    assert isinstance(value, list)
    return value


def test_sample_shows_what_a_model_would_see(tmp_path: Path) -> None:
    configs = write_configs(tmp_path / "in", 3)
    shown = run("sample", configs, "--samples", "1")
    assert shown.returncode == 0, shown.stderr
    assert "interface Loopback0" in shown.stdout
    outlined = run("sample", configs, "--outline")
    assert "interface Loopback0" in outlined.stdout
    assert "shutdown" not in outlined.stdout
    chosen = only_object(run("sample", configs, "--json"))
    (group,) = chosen["groups"]
    assert (group["kind"], len(group["paths"]), group["coverage"][-1]) == ("configuration", 3, 1.0)


def test_status_tells_the_inferred_relations(tmp_path: Path) -> None:
    configs = write_configs(tmp_path / "in", 2)
    assert run("ingest", configs, "--kg", tmp_path / "kg").returncode == 0
    told = only_object(run("status", "--kg", tmp_path / "kg", "--relations", "--json"))
    assert {each["name"] for each in told["inferred"]["relations"]} >= {"IN_SUBNET"}
    assert "IN_SUBNET" in run("status", "--kg", tmp_path / "kg", "--relations").stdout


def test_status_tells_what_is_doubtful(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    lines = [f"2024-03-01T10:00:{n:02}Z INFO api: served request {n}\n" for n in range(40)]
    log.write_text("".join(lines[:1]) + "lost words\n" * 9 + "".join(lines[1:]))
    ingested = only_object(run("ingest", log, "--kg", tmp_path / "kg", "--json"))
    status = only_object(run("status", "--kg", tmp_path / "kg", "--json"))
    assert status["doubts"] == ingested["doubts"]
    assert [doubt["reason"] for doubt in status["doubts"]] == ["continued"]
    assert "doubtful: a.log:2: " in run("status", "--kg", tmp_path / "kg").stdout
