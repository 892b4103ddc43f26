"""One expression that makes too many values is refused, and no other."""

from __future__ import annotations

import pytest

from graph_store.bounded_lists import check_bounded_lists
from graph_store.errors import StatementRefusedError
from tests.graph_store.test_read_only import ALLOWED as READS

REFUSED = {
    "a sum over a huge range": "RETURN reduce(s = 0, x IN range(1, 100000000000) | s + x) AS n",
    "a condition on a huge range": "RETURN any(x IN range(1, 100000000000) WHERE x < 0) AS n",
    "a huge list": "RETURN range(1, 1000000000) AS l",
    "rows without end": "UNWIND range(1, 1000000000000) AS x RETURN count(x)",
    "a list of lists": "RETURN size([x IN range(1, 1000000) | [y IN range(1, 100000) | y * x]]) AS n",
    "lists in a condition on a list": (
        "RETURN any(x IN range(1, 10000) WHERE all(y IN range(1, 10000) WHERE x + y > 0)) AS n"
    ),
    "three deep": "RETURN [x IN range(1, 300) | [y IN range(1, 300) | [z IN range(1, 300) | x + y + z]]] AS n",
    "a range inside a sum": "RETURN reduce(s = 0, x IN range(1, 5000) | s + size(range(1, 5000))) AS n",
    "a filter in a sum": "RETURN reduce(s = 0, x IN [y IN range(1, 90000000) WHERE y % 2 = 0] | s + x) AS n",
    "a list by name": "WITH range(1, 10000) AS r RETURN [x IN r | [y IN r | x * y]] AS n",
    "a list by another name": (
        "WITH range(1, 10000) AS r WITH r AS q MATCH (n) RETURN all(x IN q WHERE any(y IN q WHERE y = n.x)) AS n"
    ),
    "a list that doubles": "WITH range(1, 4000000) AS r WITH r + r AS r WITH r + r AS r RETURN [x IN r | x] AS n",
    "a number by name": "WITH 100000000000 AS many RETURN reduce(s = 0, x IN range(1, many) | s + x) AS n",
    "computed": "RETURN any(x IN range(1, 1000 * 1000 * 1000) WHERE x < 0) AS n",
    "a power": "RETURN any(x IN range(1, toInteger(10 ^ 12)) WHERE x < 0) AS n",
    "a power beyond all numbers": "RETURN any(x IN range(1, 10 ^ 999) WHERE x < 0) AS n",
    "below zero": "RETURN any(x IN range(-100000000, 0) WHERE x < 0) AS n",
    "backwards": "RETURN any(x IN range(100000000, 1, -1) WHERE x < 0) AS n",
    "in large steps": "RETURN any(x IN range(0, 100000000000, 100) WHERE x < 0) AS n",
    "in hexadecimal": "RETURN any(x IN range(0, 0xFFFFFFFF) WHERE x < 0) AS n",
    "with underscores": "RETURN any(x IN range(0, 1_000_000_000) WHERE x < 0) AS n",
    "in another case": "RETURN Any(x in Range(0, 1000000000) where x < 0) AS n",
    "between backticks": "RETURN any(x IN `range`(0, 1000000000) WHERE x < 0) AS n",
    "with a comment": "RETURN any(x IN range /* small */ (0, 1000000000) WHERE x < 0) AS n",
    "in a condition": "MATCH (n) WHERE n.x IN [y IN range(1, 100000) | size(range(1, 1000))] RETURN n",
    "in a subquery": "MATCH (n) WHERE EXISTS { MATCH (m) WHERE m.x IN range(1, 100000000) } RETURN n",
    "in a list": "RETURN [range(1, 10), [range(1, 100000000)]] AS n",
    "a list for each literal": "RETURN [x IN [1, 2, 3] | [y IN range(1, 4000000) | x * y]] AS n",
    "a given number": "RETURN reduce(s = 0, x IN range(1, $many) | s + x) AS n",
}
ALLOWED = {
    "a range": "UNWIND range(1, 5000000) AS x RETURN x",
    "a range beside a range": "RETURN range(1, 6000000) AS a, range(1, 6000000) AS b",
    "rows times rows, which are cut in time": (
        "UNWIND range(1, 1000000) AS x UNWIND range(1, 1000000) AS y RETURN count(*)"
    ),
    "a range for each row": "UNWIND range(1, 1000000) AS x RETURN reduce(s = 0, y IN range(1, 1000) | s + y) AS s",
    "a size is one value": "WITH size(range(1, 1000000)) AS n RETURN [x IN range(1, 1000) | n + x] AS l",
    "octets": "RETURN reduce(t = 0, o IN split('10.0.0.1', '.') | t * 256 + toInteger(o)) AS n",
    "a prefix's bits": "MATCH (s) WHERE any(b IN range(0, 32) WHERE s.first % toInteger(2 ^ b) = 0) RETURN s",
    "bits of bits": "RETURN [a IN range(0, 255) | [b IN range(0, 255) | a * 256 + b]] AS n",
    "a range up to a property": "MATCH (n) RETURN [x IN range(1, n.last) | x] AS l",
    "a property called range": "MATCH (n) WHERE n.range > 100000000000 RETURN n.range",
    "a large number": "MATCH (n) WHERE n.id IN [100000000000, 200000000000] RETURN n, range(0, 3) AS r",
    "an empty range": "RETURN range(100000000000, 1) AS n",
    "a range of a parameter": "UNWIND range(1, $n) AS x RETURN x",
    "a name for another number": "WITH 100000000000 AS n WITH 3 AS n RETURN range(1, n) AS l",
    "a text": "RETURN 'range(1, 100000000000)' AS text, range(1, 2) AS l",
}


@pytest.mark.parametrize("statement", REFUSED.values(), ids=REFUSED)
def test_refuses(statement: str) -> None:
    with pytest.raises(
        StatementRefusedError, match=r"makes .* values in one expression; expected at most 10,000,000"
    ):
        check_bounded_lists(statement, {"many": 100_000_000_000})


@pytest.mark.parametrize("statement", [*ALLOWED.values(), *READS.values()], ids=[*ALLOWED, *READS])
def test_allows(statement: str) -> None:
    check_bounded_lists(statement, {"n": 1000})
