"""`wirelore parsers`, run as a person runs it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from ingest.learn.compose_parser import compose_parser
from ingest.learn.parser_folder import write_parser
from ingest.records import Parser
from tests.test_cli import list_of, only_object, run

SPLIT = "def split(lines):\n    return [line.split()[2] for line in lines]\n"
API = """
def parse(lines):
    records = []
    for i, line in enumerate(lines):
        date, time, _, method, url, status = line.split()
        values = {"timestamp_text": date + " " + time, "message": method + " " + url, "template": "GET <*>"}
        values |= {"method": method, "url": url, "status": int(status)}
        records.append({"type": "Request", "values": values, "lines": [[i, i]]})
    return records
"""
DISK = """
def parse(lines):
    records = []
    for i, line in enumerate(lines):
        date, time, _, name, share = line.split()
        values = {"timestamp_text": date + " " + time, "message": name + " " + share, "template": "sd<*> <*>"}
        records.append({"type": "Disk", "values": values | {"disk": name, "used": int(share)}, "lines": [[i, i]]})
    return records
"""
TEXT = {"type": "string"}
HEADER = {"timestamp_text": TEXT, "message": TEXT, "template": TEXT}
NUMBER = {"type": "integer"}


def section(description: str, kind: str) -> dict[str, object]:
    items = {"anyOf": [{"$ref": f"#/$defs/{kind}"}]}
    return {"description": description, "type": "array", "items": items}


SCHEMA = {
    "type": "object",
    "properties": {
        "api": section("requests of the API", "Request"),
        "disk": section("how full disks are", "Disk"),
    },
    "$defs": {
        "Request": {
            "type": "object",
            "properties": {**HEADER, "method": TEXT, "url": TEXT, "status": NUMBER},
        },
        "Disk": {"type": "object", "properties": {**HEADER, "disk": TEXT, "used": NUMBER, "owner": TEXT}},
        "Other": {"type": "object", "properties": HEADER, "x-fallback": True},
    },
}
LEARNING = {
    "learned": "2031-01-06",
    "usage": {"calls": 3, "prompt_tokens": 1200, "completion_tokens": 800, "cost_usd": 0.02},
    "stages": [
        {"stage": "split", "samples": ["a"], "calls": 1, "skipped": 2, "retries": 0, "failures": []},
        {"stage": "disk", "samples": ["a"], "calls": 2, "skipped": 0, "retries": 1, "failures": ["no reply"]},
    ],
}
LINES = [
    f"2031-01-05 10:00:{second:02} "
    + (f"api GET /item/{second} 200" if second % 2 else f"disk sd{second} {second}")
    for second in range(20)
]


def in_sections(split: str = SPLIT, api: str = API, disk: str = DISK) -> Parser:
    parts = {"split.py": split, "parse_api.py": api, "parse_disk.py": disk}
    source = compose_parser(split, {"api": api, "disk": disk}, "log")
    return Parser("log-web", "log", SCHEMA, source, "openai:some", ("web.log:1-7",), parts, (), 1.0, LEARNING)


ONE_SOURCE = Parser("configuration-lab", "configuration", {"$defs": {}}, "def parse(lines):\n    return []\n")


def write_log(folder: Path, lines: list[str]) -> Path:
    path = folder / "web.log"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def parsers(tmp_path: Path) -> Path:
    """A parser in sections, a builtin one and a broken one."""
    folder = tmp_path / "parsers"
    write_parser(folder, in_sections())
    write_parser(folder, ONE_SOURCE)
    write_parser(folder, replace(ONE_SOURCE, name="configuration-old"))
    (folder / "configuration-old" / "parse.py").unlink()
    return folder


def on(parsers: Path, *arguments: str | Path, columns: str = "120") -> CompletedProcess[str]:
    """Run `wirelore parsers` on a folder."""
    done = run("parsers", *arguments, "--parsers", parsers, COLUMNS=columns)
    assert "Traceback" not in done.stderr
    return done


@pytest.mark.parametrize("columns", ["80", "120"])
def test_a_list_tells_what_each_took_and_names_the_broken(parsers: Path, columns: str) -> None:
    (parsers / "log-web" / "parse_api.py").write_text(API + "# mine\n")
    done = on(parsers, "list", columns=columns)
    told = " ".join(done.stdout.split())
    assert done.returncode == 0
    for expected in (
        "log-web",
        "configuration-lab",
        "100.0%",
        "2031-01-06",
        "openai:some",
        "without a model",
    ):
        assert expected in told
    assert "edited: parse_api.py" in told
    assert "configuration-old: no usable parser" in told
    assert "parse.py" in told


def test_a_list_is_one_object(parsers: Path) -> None:
    found = only_object(on(parsers, "list", "--json"))
    (builtin, web) = list_of(found["parsers"])
    assert (builtin["name"], builtin["sections"], builtin["tokens"], builtin["cost_usd"]) == (
        "configuration-lab",
        0,
        0,
        0.0,
    )
    assert {name: web[name] for name in ("sections", "entity_types", "calls", "tokens", "cost_usd")} == {
        "sections": 2,
        "entity_types": 3,
        "calls": 3,
        "tokens": 2000,
        "cost_usd": 0.02,
    }
    assert [each["name"] for each in list_of(found["broken"])] == ["configuration-old"]


def test_no_parsers_are_said_to_be_none(tmp_path: Path) -> None:
    done = run("parsers", "list", "--kg", tmp_path / "kg")
    assert done.returncode == 0
    assert "no parsers there" in done.stdout


MISSHAPEN = {
    "types that are no schemas": ("schema.json", {"$defs": {"Disk": 1}}, "$defs is no object of objects"),
    "sections in a list": ("schema.json", {"properties": []}, "properties is no object of objects"),
    "use that is no object": ("manifest.json", {"usage": None}, "usage is no object"),
    "stages that are none": ("manifest.json", {"stages": ["split"]}, "stages is no list of objects"),
}


@pytest.mark.parametrize(("file", "change", "reason"), MISSHAPEN.values(), ids=MISSHAPEN)
def test_an_edited_file_of_another_shape_is_named(
    parsers: Path, file: str, change: dict[str, object], reason: str
) -> None:
    path = parsers / "log-web" / file
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    done = on(parsers, "list")
    assert done.returncode == 0
    assert reason in done.stdout
    assert "configuration-lab" in done.stdout


def test_half_a_parser_is_named(parsers: Path) -> None:
    (parsers / "log-web" / "manifest.json").unlink()
    assert "log-web: no manifest.json" in on(parsers, "list").stdout


def test_a_parser_tells_its_story(parsers: Path) -> None:
    told = on(parsers, "show", "log-web").stdout
    assert "3 calls, 2,000 tokens, 0.02 USD" in told
    assert "failed: disk: no reply" in told
    assert "how full disks are" in told
    assert "used integer" in told
    assert "entity types of no section" in told
    found = only_object(on(parsers, "show", "log-web", "--json"))
    assert [each["name"] for each in list_of(found["sections"])] == ["api", "disk"]


def test_a_parser_of_one_file_shows_its_tables(parsers: Path) -> None:
    assert on(parsers, "show", "configuration-lab").stdout.endswith(f"\ntables\n{ONE_SOURCE.source}")


def test_a_section_is_printed_as_it_is_into_a_pipe(parsers: Path) -> None:
    assert on(parsers, "show", "log-web", "--section", "disk").stdout == DISK
    assert on(parsers, "show", "log-web", "--section", "split").stdout == SPLIT
    assert on(parsers, "show", "configuration-lab", "--section", "parse").stdout == ONE_SOURCE.source


def test_a_terminal_gets_colours(parsers: Path) -> None:
    done = run("parsers", "show", "log-web", "--section", "disk", "--parsers", parsers, FORCE_COLOR="1")
    assert "\x1b[" in done.stdout


def test_a_schema_is_printed_as_json(parsers: Path) -> None:
    assert json.loads(on(parsers, "show", "log-web", "--schema").stdout) == SCHEMA


BAD_INPUT = {
    "a name that is nearly one": (["show", "log-wep"], "(did you mean 'log-web'?)"),
    "a name that is none": (
        ["show", "x"],
        "no parser 'x'; there is configuration-lab, configuration-old, log-web",
    ),
    "a name that leads elsewhere": (["show", "../parsers/log-web"], "no parser '../parsers/log-web'"),
    "a section that is none": (
        ["show", "log-web", "--section", "disks"],
        "there is split, api, disk (did you mean",
    ),
    "a broken parser": (["show", "configuration-old"], "configuration-old: no usable parser"),
    "no file to verify on": (["verify", "log-web"], "files or folders to run it on are missing"),
    "neither a parser nor a file": (["verify", "log-wep"], "no parser, file or folder 'log-wep'; there is"),
    "no previous version": (["diff", "log-web"], "no folder 'previous' in it"),
    "no folder to compare with": (["diff", "log-web", "--against", "none"], "none: no such folder"),
    "no parser to compare with": (
        ["diff", "log-web", "--against", "."],
        ".: no parser 'log-web'; there is none",
    ),
}


@pytest.mark.parametrize(("arguments", "message"), BAD_INPUT.values(), ids=BAD_INPUT)
def test_bad_input_is_named(arguments: list[str], message: str, parsers: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    done = run("parsers", *arguments, "--parsers", parsers, cwd=tmp_path / "empty")
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_parser_that_is_right_is_found_fine(parsers: Path, tmp_path: Path) -> None:
    """A field that nothing fills is told: it may be due to the files."""
    log = write_log(tmp_path, LINES)
    done = on(parsers, "verify", "log-web", log)
    assert done.returncode == 0, done.stdout
    assert "log-web: fine" in done.stdout
    found = only_object(on(parsers, "verify", "log-web", log, "--json"))
    (web,) = list_of(found["parsers"])
    (file,) = list_of(web["files"])
    assert (found["wrong"], file["coverage"], file["unexplained"]) == (False, 1.0, [])
    assert web["never_filled"] == {"Disk": ["owner"]}


FAULTS: Mapping[str, tuple[Parser, list[str], str]] = {
    "a section that fails, with the smallest input": (
        in_sections(api=API.replace("int(status)", "100 // (int(status) - 200)")),
        LINES,
        "fails [api]: ZeroDivisionError",
    ),
    "lines that a failing section leaves": (
        in_sections(),
        [*LINES, "2031-01-05 10:01:00 api GET /item oops"],
        "web.log:21 [api] 2031-01-05 10:01:00 api GET /item oops",
    ),
    "a split that fails": (
        in_sections(split=SPLIT.replace("[2]", "[9]")),
        LINES,
        "fails [split]: IndexError",
    ),
    "a section that split invents": (
        in_sections(split=SPLIT.replace("[line.split()[2]", "[line.split()[2].replace('api', 'web')")),
        LINES,
        "unknown section [split] web (10): split returns 'web'; sections: api, disk at web.log:2, web.log:4",
    ),
    "an invented value": (
        in_sections(disk=DISK.replace('"disk": name', '"disk": "sda"')),
        LINES,
        "value not in its lines [disk] Disk.disk (10): 'sda' stands in none of the record's lines at web.log:1",
    ),
    "a line explained twice": (
        in_sections(disk=DISK.replace("return records", "return records + records[:1]")),
        LINES,
        "explained twice [disk] (1): two records claim the same line at web.log:1",
    ),
    "a type that the schema does not know": (
        in_sections(disk=DISK.replace('"Disk"', '"Drive"')),
        LINES,
        "disagrees with the schema [disk] Drive (10): the schema has no such type at web.log:1",
    ),
    "a value of another type": (
        in_sections(disk=DISK.replace("int(share)", "share")),
        LINES,
        "disagrees with the schema [disk] Disk.used (10): '0' is not of type 'integer' at web.log:1",
    ),
    "lines that no section reads": (
        in_sections(
            split="def split(lines):\n    return ['api' if ' api ' in each else '' for each in lines]\n"
        ),
        LINES,
        "not explained (10): web.log:1 2031-01-05 10:00:00 disk sd0 0",
    ),
    "lines that only the last resort explains": (
        in_sections(disk=DISK.replace('"Disk"', '"Other"')),
        LINES,
        "explained by the last resort only (10): web.log:1",
    ),
}


@pytest.mark.parametrize(("parser", "lines", "told"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_found(parser: Parser, lines: list[str], told: str, tmp_path: Path) -> None:
    write_parser(tmp_path / "parsers", parser)
    done = on(tmp_path / "parsers", "verify", write_log(tmp_path, lines), "log-web")
    assert done.returncode == 1, done.stdout + done.stderr
    assert told in " ".join(done.stdout.split())


def test_the_smallest_failing_input_has_its_place(parsers: Path, tmp_path: Path) -> None:
    log = write_log(tmp_path, [*LINES[:11], "2031-01-05 10:00:11 api GET /item oops", *LINES[12:]])
    (web,) = list_of(only_object(on(parsers, "verify", "log-web", log, "--json"))["parsers"])
    (failure,) = list_of(web["failures"])
    (line,) = list_of(failure["lines"])
    assert (failure["section"], failure["count"]) == ("api", 1)
    assert (line["path"], line["line"]) == ("web.log", 12)
    assert "invalid literal for int" in str(failure["reason"])


def test_each_file_gets_the_parser_that_fits(parsers: Path, tmp_path: Path) -> None:
    """A broken parser and a file that nothing fits are wrong."""
    data = tmp_path / "data"
    data.mkdir()
    write_log(data, LINES)
    (data / "other.log").write_text("2031-01-05 10:00:00 net up\n2031-01-05 10:00:01 net down\n")
    done = on(parsers, "verify", data)
    assert done.returncode == 1
    assert "log-web: fine" in done.stdout
    assert "no parser fits other.log: the nearest, log-web, explains 0.0% of it" in done.stdout
    assert "broken: " in done.stdout


def test_a_section_that_fails_on_all_does_not_hide_the_parser(tmp_path: Path) -> None:
    failing = "def parse(lines):\n    return [1 // 0]\n"
    write_parser(tmp_path / "parsers", in_sections(api=failing, disk=failing))
    done = on(tmp_path / "parsers", "verify", write_log(tmp_path, LINES))
    assert done.returncode == 1
    assert "fails [api]" in done.stdout
    assert "fails [disk]" in done.stdout


def test_a_diff_is_from_the_previous_version(parsers: Path) -> None:
    write_parser(parsers, in_sections(disk=DISK.replace("int(share)", "float(share)")))
    done = on(parsers, "diff", "log-web")
    assert done.returncode == 1
    assert "previous/parse_disk.py" in done.stdout.splitlines()[0]
    changed = [line for line in done.stdout.splitlines() if line[:1] in "+-" and "share)" in line]
    assert [line[0] for line in changed] == ["-", "+"]
    write_parser(parsers, in_sections(disk=DISK.replace("int(share)", "float(share)")))
    same = on(parsers, "diff", "log-web")
    assert (same.returncode, same.stdout) == (0, "")


def test_a_diff_with_another_folder_shows_files_that_one_lacks(parsers: Path, tmp_path: Path) -> None:
    write_parser(tmp_path / "others", replace(ONE_SOURCE, name="log-web", kind="log"))
    done = on(parsers, "diff", "log-web", "--against", tmp_path / "others")
    assert done.returncode == 1
    assert "--- /dev/null" in done.stdout
    assert "+++ /dev/null" in done.stdout
