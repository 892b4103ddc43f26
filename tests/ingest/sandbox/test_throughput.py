"""What the sandbox costs is reported; only a collapse fails."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.ingest.sandbox.measure_throughput import CONFIGURATION, LOG, Parse, measure, report

CASES = {"a log": LOG, "a configuration": CONFIGURATION}


@pytest.mark.parametrize(("parse", "pattern"), CASES.values(), ids=CASES)
def test_throughput(parse: Parse, pattern: str, record_property: Callable[[str, object], None]) -> None:
    rates = measure(parse, pattern, 10_000)
    record_property("throughput", report(rates))
    print(report(rates))
    assert min(rates.values()) > 1_000
