"""No way of asking shows a secret of the loaded files: not by columns without lines, not by numbers, not in exports."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import wirelore
from cli import app

CONFIG = """\
hostname r8
!
enable password OtherEn4ble11
username bob privilege 15 secret 0 Winter2026Hunter
username dave password 0 83746152
!
interface GigabitEthernet0/0
 description uplink to core key=Zx81Kq77Lm
 ip address 10.9.0.1 255.255.255.0
 ip ospf authentication-key Ospf9Pass
 shutdown
!
router bgp 65001
 neighbor 10.9.0.2 remote-as 65002
 neighbor 10.9.0.2 password BgpS3cr3tWord
!
snmp-server community publ1cRead99 RO
snmp-server community giraffe RW 10
!
radius server R1
 address ipv4 10.1.1.3 auth-port 1812 acct-port 1813
 key Rad1usSh4redKey
!
end
"""
SECRETS = (
    "OtherEn4ble11",
    "Winter2026Hunter",
    "83746152",
    "Zx81Kq77Lm",
    "Ospf9Pass",
    "BgpS3cr3tWord",
    "publ1cRead99",
    "giraffe",
    "Rad1usSh4redKey",
)
STATEMENTS = [
    "MATCH (e:Entity) RETURN properties(e) AS p",
    "MATCH (e:Entity) RETURN e",
    "MATCH (l:Line) WITH collect(l.text) AS texts RETURN texts",
    "MATCH (e:Entity) UNWIND keys(e) AS k WITH k, e[k] AS v RETURN k, collect(DISTINCT v) AS values",
    "MATCH (e:Entity) RETURN max(toUpper(e.key)) AS largest, min(toLower(e.key)) AS smallest, collect(e.key) AS all",
    "MATCH p=(e:Configuration)-[:HAS]->(x) RETURN p",
    "MATCH (n) RETURN n",
    "MATCH (n) WHERE n.description IS NOT NULL RETURN n.description",
    "MATCH (e:Entity) RETURN 'q' + toString(e.key) + 'q' AS glued",
]


@pytest.fixture(scope="module")
def kg(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("secrets")
    for name in ("r8", "r9"):
        (folder / f"{name}.cfg").write_text(CONFIG.replace("r8", name))
    wirelore.ingest(folder / "r8.cfg", folder / "r9.cfg", kg=folder / "kg")
    return folder / "kg"


def shown(text: str) -> list[str]:
    folded = text.lower()
    return [secret for secret in SECRETS if secret.lower() in folded]


@pytest.mark.parametrize("statement", STATEMENTS)
def test_no_statement_shows_one(kg: Path, statement: str) -> None:
    with wirelore.open_kg(kg) as opened:
        rows = list(opened.rows(statement, limit=200))
        assert rows
        found = shown(json.dumps([dict(row.values) for row in rows], default=str))
    glued = "'q'" in statement  # a word that is a secret cannot be told inside of another
    assert [one for one in found if not (glued and one == "giraffe")] == []


@pytest.mark.parametrize("question", ["Which radius servers are there?", "Which interfaces are shut down?"])
def test_no_answer_shows_one(kg: Path, question: str) -> None:
    with wirelore.open_kg(kg) as opened:
        answer = opened.ask(question)
        assert shown(repr(answer)) == []


def test_nothing_that_leaves_shows_one(kg: Path, tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed: the tables cannot be read")
    runner = CliRunner()
    for arguments in (
        [
            "export",
            "--kg",
            str(kg),
            "--graphrag",
            str(tmp_path / "out"),
            "--graphml",
            str(tmp_path / "g.xml"),
        ],
        ["check", "--kg", str(kg)],
        ["check", "--kg", str(kg), "--sarif", str(tmp_path / "g.sarif")],
        ["communities", "--kg", str(kg), "--json"],
        ["sample", str(kg.parent / "r8.cfg")],
    ):
        found = runner.invoke(app, arguments)
        assert found.exit_code in (0, 1), found.output
        assert shown(found.output) == [], arguments
    for path in (tmp_path / "out").glob("*.parquet"):
        assert shown(pandas.read_parquet(path).to_json(default_handler=str)) == [], path.name
    for name in ("g.xml", "g.sarif"):
        assert shown((tmp_path / name).read_text()) == [], name
