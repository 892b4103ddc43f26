import pytest

from graph_store.records import Entity, SourceLine, Value
from ingest.learn.judge_records import RecordJudge, could_be_hosts, looks_like_hosts

HOSTS = {
    "names with numbers": (("core1", "core2", "edge-7"), True),
    "qualified names and addresses": (("r1.example.net", "10.0.0.1"), True),
    "dates": (("2005.11.09", "2005.11.10"), False),
    "levels": (("INFO", "ERROR"), False),
    "numbers": (("17", "18"), False),
    "words in capitals": (("SET", "IN"), False),
    "classes": (("org.example.Main", "org.example.Other"), False),
    "sites with a port": (("a1.example:443", "b2.example:80"), False),
}


@pytest.mark.parametrize(("values", "expected"), HOSTS.values(), ids=HOSTS)
def test_what_looks_like_hosts(values: tuple[str, ...], expected: bool) -> None:
    assert looks_like_hosts(values) is expected


def test_the_place_of_the_sender_takes_plain_names() -> None:
    assert could_be_hosts(("combo", "LabSZ"))
    assert not could_be_hosts(("2024-01-20", "combo"))


def event(number: int, device: str, last: int = 0, **values: Value) -> Entity:
    lines = tuple(range(number, (last or number) + 1))
    return Entity("Event", "", number, {"message": "m", **values}, lines, device=device)


def row(number: int, key: str, last: int = 0, **values: Value) -> Entity:
    return Entity("Entry", key, number, values, tuple(range(number, (last or number) + 1)))


CASES = {
    "a date is no device": ([event(1, "2005.11.09")], ["a"], ["device"]),
    "the devices are a component": (
        [event(1, "disk", component="disk"), event(2, "net", component="net")],
        ["a", "b"],
        ["device"],
    ),
    "lines lost in a continuation": ([event(1, "r1", 9)], ["a b c"] * 9, ["continued"]),
    "a stack trace is a continuation": ([event(1, "r1", 9)], ["a", *["  at b.c"] * 8], []),
    "a record that owns most of a file": ([row(1, "banner", 60, text="x")], ["permit ip any"] * 60, ["long"]),
    "rows without keys": ([row(n, "", value=n) for n in range(1, 31)], ["x 1"] * 30, ["keyless"]),
    "a negation that nothing keeps": ([row(1, "x", routing="vrf A")], ["no ip routing vrf A"], ["negation"]),
    "a negation that a value keeps": ([row(1, "x", shutdown=False)], ["no shutdown"], []),
    "a number is no device": ([event(1, "1117838570")], ["a"], ["device"]),
    "a status word is no device": ([event(1, "unavailable"), event(2, "running")], ["a", "b"], ["device"]),
    "a word that told two lines apart and is in no value": (
        [row(1, "65000:1"), row(2, "65000:1")],
        ["route-target import 65000:1", "route-target export 65000:1"],
        ["apart"],
    ),
    "a word that tells two lines apart and is a value": (
        [row(1, "65000:1", direction="import"), row(2, "65000:1", direction="export")],
        ["route-target import 65000:1", "route-target export 65000:1"],
        [],
    ),
    "a name of letters that is a value elsewhere": (
        [row(1, "BLUE-SITE", rd="1:1"), row(2, "x", blue_site="on")],
        ["vrf BLUE-SITE", "use BLUE-SITE on"],
        ["name"],
    ),
    "a name that is a value elsewhere": (
        [row(1, "Cust-1", rd="1:1"), row(2, "x", cust_1="on")],
        ["vrf Cust-1", "use Cust-1 on"],
        ["name"],
    ),
}


@pytest.mark.parametrize(("entities", "texts", "expected"), CASES.values(), ids=CASES)
def test_doubts(entities: list[Entity], texts: list[str], expected: list[str]) -> None:
    judge = RecordJudge("f")
    judge.take(entities, [SourceLine("f", number, text) for number, text in enumerate(texts, start=1)])
    assert [doubt.reason for doubt in judge.doubts()] == expected


def test_values_that_were_dropped_are_doubtful() -> None:
    judge = RecordJudge("f")
    judge.take([row(3, "x")], [SourceLine("f", 3, "x 1")], ["f:3 Entry.speed"])
    assert [(doubt.reason, doubt.lines, doubt.sentence) for doubt in judge.doubts()] == [
        (
            "dropped",
            (3,),
            "1 values or words of types are not in their lines and were dropped, Entry.speed first",
        )
    ]
