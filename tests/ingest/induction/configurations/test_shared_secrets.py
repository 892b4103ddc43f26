"""A secret that all devices share is a value like another: never a part of a property's name, which models see."""

from __future__ import annotations

import pytest

from ingest.learn.builtin.configurations.induce_configuration import induce_configuration
from ingest.sandbox import Sandbox
from tests.ingest.induction.configurations.parsed_text import flatten

LINES = (
    "username admin privilege 15 password lantern",
    "username audit password 0 lantern",
    "ntp authentication-key 1 md5 lantern",
    "tacacs-server key lantern",
    "enable secret lantern",
)


@pytest.mark.parametrize("line", LINES)
def test_a_shared_secret_is_a_value(line: str, sandbox: Sandbox) -> None:
    devices = [
        (f"hostname r{n}", line, "interface Gi0/0", f" ip address 10.0.0.{n} 255.255.255.0", "line vty 0 4")
        for n in (1, 2)
    ]
    source = induce_configuration(devices).parse_source
    assert "lantern" not in source
    records = list(flatten(sandbox.run_parse(source, devices[0])))
    assert "lantern" in {value for one in records for value in one.values.values()}
    assert not [name for one in records for name in one.values if "lantern" in name]
