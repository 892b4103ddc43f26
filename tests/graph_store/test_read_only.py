"""The guard: refuses everything that could write or reach out, and nothing that only reads."""

from __future__ import annotations

import pytest

from graph_store.errors import StatementRefusedError
from graph_store.read_only import check_read_only

REFUSED = {
    "a new node": ("CREATE (n)", "CREATE"),
    "a new node in lower case": ("create (n)", "create"),
    "a new node after a match": ("MATCH (a) CREATE (b)", "CREATE"),
    "a new path": ("MATCH (a) CREATE p = (a)-[:X]->(b) RETURN p", "CREATE"),
    "a merge": ("MERGE (n:Device {name: 'x'}) RETURN n", "MERGE"),
    "a set": ("MATCH (n) SET n.x = 1", "SET"),
    "a set of a label": ("MATCH (n) SET n:Evil RETURN n", "SET"),
    "a set of a map": ("MATCH (n) SET n += {x: 1}", "SET"),
    "a delete": ("MATCH (n) DELETE n", "DELETE"),
    "a detach delete": ("MATCH (n) DETACH DELETE n", "DETACH"),
    "a nodetach delete": ("MATCH (n) NODETACH DELETE n", "NODETACH"),
    "a delete of a negative": ("MATCH (n) WITH n DELETE -n", "DELETE"),
    "a remove": ("MATCH (n) REMOVE n.x", "REMOVE"),
    "a drop": ("DROP INDEX lines", "DROP"),
    "a foreach": ("MATCH (n) FOREACH (x IN [1] | SET n.x = x)", "FOREACH"),
    "a file": ("LOAD CSV FROM 'file:///etc/passwd' AS row RETURN row", "LOAD"),
    "a file after a clause": ("WITH 1 AS x LOAD CSV FROM 'file:///etc/passwd' AS r RETURN r", "LOAD"),
    "a periodic commit": ("USING PERIODIC COMMIT LOAD CSV FROM 'x' AS r RETURN r", "USING"),
    "a write in a subquery": ("CALL { CREATE (n) } RETURN 1", "CREATE"),
    "a write in a subquery with variables": ("MATCH (n) CALL (n) { SET n.x = 1 } RETURN n", "SET"),
    "a subquery in transactions": (
        "MATCH (n) CALL { WITH n RETURN n AS m } IN TRANSACTIONS RETURN m",
        "IN TRANSACTIONS",
    ),
    "a subquery in transactions of rows": (
        "CALL { MATCH (n) RETURN n } IN 3 CONCURRENT TRANSACTIONS RETURN n",
        "IN TRANSACTIONS",
    ),
    "a write in EXISTS": ("MATCH (n) WHERE EXISTS { CREATE (m) } RETURN n", "CREATE"),
    "a write after UNION": ("RETURN 1 AS x UNION CREATE (n) RETURN 2 AS x", "CREATE"),
    "a second statement": ("MATCH (n) RETURN n; MATCH (m) RETURN m", "; and a second statement"),
    "a second statement that writes": ("RETURN 1; DROP DATABASE kg", "; and a second statement"),
    "a list of indexes": ("SHOW INDEXES", "SHOW"),
    "a user": ("CREATE USER eve SET PASSWORD 'x'", "CREATE"),
    "a changed user": ("ALTER USER neo4j SET PASSWORD 'x'", "ALTER"),
    "a grant": ("GRANT ROLE admin TO eve", "GRANT"),
    "a denial": ("DENY READ {*} ON GRAPH * TO eve", "DENY"),
    "a revocation": ("REVOKE ROLE admin FROM eve", "REVOKE"),
    "another database": ("USE system MATCH (n) RETURN n", "USE"),
    "another database in a subquery": ("CALL { USE system MATCH (n) RETURN n } RETURN n", "USE"),
    "a terminated transaction": ("TERMINATE TRANSACTION 'x'", "TERMINATE"),
    "a profile": ("PROFILE MATCH (n) RETURN n", "PROFILE"),
    "an option": ("CYPHER runtime=slotted MATCH (n) RETURN n", "CYPHER"),
    "SQL": ("SELECT FROM Line", "SELECT"),
    "SQL that inserts": ("INSERT INTO Line SET id = 1", "INSERT"),
    "another procedure": ("CALL apoc.load.json('http://x') YIELD value RETURN value", "CALL apoc.load.json"),
    "another procedure between backticks": ("CALL `dbms`.`shutdown`()", "CALL dbms.shutdown"),
    "a procedure with spaces in its name": (
        "CALL apoc . cypher . doIt('CREATE (n)', {})",
        "CALL apoc.cypher.doIt",
    ),
    "a procedure that makes an index": ("CALL db.index.fulltext.createNodeIndex('a')", None),
    "a procedure without a name": ("CALL", "CALL"),
    "a function of a plugin": ("RETURN apoc.cypher.runFirstColumn('x', {}, true)", None),
    "a write after a comment": ("MATCH (n) /* RETURN */ DELETE n", "DELETE"),
    "a write after a line comment": ("MATCH (n) // RETURN n\nDELETE n", "DELETE"),
    "a write behind a carriage return in a comment": ("MATCH (n) //\rDELETE n", "\r"),
    "a write behind a quote hidden by a carriage return": ("RETURN 1 //\r'\nCREATE (n) //'", "\r"),
    "a comment in a keyword's place": ("MATCH (n) DETACH/**/DELETE n", "DETACH"),
    "a keyword as an escape": ("MATCH (n) \\u0044ELETE n", "\\u0044"),
    "a quote as an escape in a string": ("RETURN '\\u0027 CREATE (n) //'", "\\u0027"),
    "a quote as the second escape": ("RETURN '\\u00e4 \\u0027 CREATE (n) //'", "\\u0027"),
    "a break as an escape in a comment": ("RETURN 1 // \\u000aCREATE (n)", "\\u000a"),
    "a backtick as an escape in a name": ("MATCH (n:`a\\u0060) DELETE n //`) RETURN n", "\\u0060"),
    "a string that ends before its quote": ("RETURN 'it\\\\' CREATE (n) //'", "CREATE"),
    "an unclosed string": ("RETURN 'x CREATE (n)", "'"),
    "an unclosed name": ("RETURN `x CREATE (n)", "`"),
    "a variable called as before a clause": ("MATCH (as) WITH as CREATE (x)", "CREATE"),
    "a second variable called as": ("MATCH (n) WITH n AS as CREATE (x)", "CREATE"),
    "a variable called as after a comma": ("MATCH (n), (as) WITH n, as DELETE n", "DELETE"),
    "a number with a dot before a clause": ("WITH 1. CREATE (n)", "CREATE"),
    "a range before a clause": ("MATCH (n) RETURN n[0..] .. CREATE (m)", "CREATE"),
    "a long s": ("MATCH (n) \u017fet n.x = 1", "\u017fet"),
    "a null character": ("MATCH (n)\x00 RETURN n", "\x00"),
    "a line separator": ("RETURN 1 //\u2028 CREATE (n)", "\u2028"),
    "a write after a type that is not null": (
        "MATCH (n) WHERE n.x IS :: INTEGER! SET n.y = 1 RETURN n",
        "SET",
    ),
    "a write after a list type that is not null": (
        "MATCH (n) WHERE n.x IS :: LIST<STRING!>! CREATE (m) RETURN n",
        "CREATE",
    ),
    "a write after a variable with a dollar in its name": ("MATCH (x$) WITH x$ CREATE (n)", "x$"),
    "a write after a number with a dollar in it": ("MATCH (n) WITH n LIMIT 1$ CREATE (m)", "1$"),
    "a write that touches a number": ("MATCH (n) WITH n SKIP 0CREATE (m)", "0CREATE"),
    "a write that touches a fraction": ("MATCH (n) WITH n LIMIT 1.5SET n.x = 1", "5SET"),
    "a write that touches a parameter": ("MATCH (n) WITH n LIMIT $1CREATE (m)", "1CREATE"),
    "a write that touches a digit of another script": ("MATCH (n) WITH n LIMIT \u0663CREATE (m)", None),
    "a write that touches a raised digit": ("MATCH (n) WITH n\u00b2CREATE (m)", "n\u00b2CREATE"),
    "a variable called as behind a filter": (
        "MATCH (n) WITH n, true AS as FILTER as CREATE (m) RETURN 1 AS a",
        "CREATE",
    ),
    "a procedure behind a filter": (
        "MATCH (n) WITH n, true AS as FILTER as CALL apoc.load.json('x') YIELD value RETURN 1",
        "CALL apoc.load.json",
    ),
    "a variable called as behind a clause of the future": (
        "MATCH (n) WITH n, true AS as SIEVE as CREATE (m) RETURN 1 AS a",
        "CREATE",
    ),
    "a number with a dot before a clause with as": (
        "MATCH (as) WITH as ORDER BY 1. WITH as CREATE (n)",
        "CREATE",
    ),
    "a subquery in transactions at the end": (
        "CALL { MATCH (n) RETURN n } IN TRANSACTIONS",
        "IN TRANSACTIONS",
    ),
    "a subquery in as many transactions as a parameter says": (
        "CALL { MATCH (n) RETURN n } IN $p CONCURRENT TRANSACTIONS RETURN n",
        "IN TRANSACTIONS",
    ),
    "a function of a plugin in one name": ("RETURN `apoc.load.json`('x')", "apoc.load.json"),
    "a function of a plugin in two names": ("RETURN `apoc`.`load`('x')", "apoc.load"),
    "a method of a text": ("RETURN 'x'.execute('y')", "execute"),
    "a method of what stands in brackets": ("MATCH (n) RETURN (n).save()", "save"),
    "a write in a conditional query": ("WHEN true THEN { CREATE (n) }", "WHEN"),
    "a write in a condition of a subquery": (
        "CALL { WHEN true THEN CREATE (n) ELSE RETURN 1 AS x } RETURN 1",
        "CREATE",
    ),
    "a write after NEXT": ("RETURN 1 AS x NEXT INSERT (n:A)", "INSERT"),
    "a write in COLLECT": ("RETURN COLLECT { MERGE (n:A) RETURN n }", "MERGE"),
    "a version": ("CYPHER 25 MATCH (n) RETURN n", "CYPHER"),
    "an explained write": ("EXPLAIN CREATE (n)", "EXPLAIN"),
    "a set of a dynamic label": ("MATCH (n) SET n:$($x)", "SET"),
    "a byte order mark": ("\ufeffMATCH (n) RETURN n", "\ufeff"),
    "a space without width in a keyword": ("MATCH (n) CRE\u200bATE (m)", "\u200b"),
    "a soft hyphen in a keyword": ("MATCH (n) CRE\u00adATE (m)", "\u00ad"),
    "a keyword in wide letters": ("MATCH (n) \uff23REATE (m)", "\uff23REATE"),
    "a Kelvin sign for a letter": ("MATCH (n) REVO\u212aE x", "REVO\u212aE"),
    "SQL between braces": ("{sql} DELETE FROM Entity", "{"),
    "SQL as a procedure": ("CALL sql('DELETE FROM Entity')", "CALL sql"),
    "nothing": ("", ""),
    "a comment only": ("// MATCH (n) RETURN n", ""),
    "a semicolon only": (";", ""),
}

ALLOWED = {
    "a match": "MATCH (n) RETURN n",
    "lower case": "match (n:Interface) where n.mtu > 1500 return n.name order by n.name skip 1 limit 5",
    "a final semicolon": "MATCH (n) RETURN n ;\n",
    "a property called set": "MATCH (n) WHERE n.set = 1 AND n.create <> 2 RETURN n.set, n.delete",
    "a property called set after a bracket": "MATCH (n) WITH collect(n) AS l RETURN l[0].set, head(l).remove",
    "a label called Set": "MATCH (n:Set)-[:CREATE|DELETE]->(:Load) RETURN n",
    "a label called Merge with another": "MATCH (n:Entity&Merge) RETURN n",
    "a key called create": "RETURN {create: 1, set: 2, delete: 3} AS m",
    "an alias called set": "MATCH (n) RETURN n.name AS set",
    "an alias called create, then an order": "MATCH (n) RETURN n.created AS create ORDER BY n.name",
    "an alias called load of a count": "MATCH (n) RETURN count(n) AS load ORDER BY load",
    "an alias carried on": "MATCH (n) WITH n.name AS use RETURN use, count(*)",
    "a variable called show": "MATCH (show:Device) RETURN show.name",
    "a variable called use in brackets": "MATCH (a)-[use]->(b) RETURN type(use)",
    "a parameter called set": "MATCH (n {name: $set}) RETURN n",
    "a label that is not Set": "MATCH (n:!Set&!(!Delete)) WHERE n.x IS :: INTEGER! RETURN n",
    "a numbered parameter": "MATCH (n) RETURN n SKIP $0 LIMIT $1",
    "a function in backticks": "MATCH (n) RETURN `count`(n) AS c",
    "an alias called load, then every clause": (
        "MATCH (n) WITH n.a AS load MATCH (m) WITH n.b AS set WHERE set > 1 RETURN n.c AS drop UNION RETURN 1 AS drop"
    ),
    "a property called transactions": "MATCH (n) WHERE n.x IN n.transactions RETURN n.transaction",
    "a parameter in backticks": "MATCH (n {name: $`delete`}) RETURN n",
    "a keyword in a string": "MATCH (n:Line) WHERE n.text CONTAINS 'CREATE TABLE; DROP' RETURN n",
    "a keyword in double quotes": 'MATCH (n) WHERE n.text = "DETACH DELETE" RETURN n',
    "a keyword in a name": "MATCH (n:`SET`) WHERE n.`delete` = 1 RETURN n",
    "a keyword in a comment": "MATCH (n) // DELETE n\nRETURN n /* CREATE (n) */",
    "a quote in a string": "MATCH (n) WHERE n.name = 'it\\'s' RETURN n",
    "a backslash in a string": "MATCH (n) WHERE n.name =~ 'Gi\\\\d+' RETURN n",
    "an escaped letter in a string": "RETURN '\\u00e4'",
    "a tab and a Windows line end": "MATCH (n)\r\n\tRETURN n",
    "a full-text search": (
        "CALL db.index.fulltext.queryNodes('lines', 'bgp AND down') YIELD node, score RETURN node, score"
    ),
    "a full-text search in other case": "call DB.index.fulltext.querynodes('lines', $q) yield node",
    "labels": "CALL db.labels() YIELD label RETURN label",
    "a subquery": "MATCH (n) CALL { WITH n MATCH (n)-[:HAS]->(m) RETURN count(m) AS c } RETURN n, c",
    "a subquery with variables": "MATCH (n) CALL (n) { MATCH (n)-->(m) RETURN m } RETURN m",
    "EXISTS and COUNT": "MATCH (n) WHERE EXISTS { (n)-[:HAS]->() } RETURN COUNT { (n)--() } AS c",
    "a union": "MATCH (n:A) RETURN n.x AS x UNION ALL MATCH (n:B) RETURN n.x AS x",
    "an unwind": "UNWIND [1, 2] AS x WITH * RETURN x",
    "a list comprehension": "MATCH (n) RETURN [x IN labels(n) WHERE x <> 'Entity' | toLower(x)] AS l",
    "a case": "MATCH (n) RETURN CASE WHEN n.shutdown THEN 'down' ELSE 'up' END AS state",
    "a variable length path": "MATCH p = (a)-[:HAS*1..3]->(b) RETURN length(p), nodes(p)",
    "a shortest path": "MATCH p = shortestPath((a:Device)-[*..6]-(b:Device)) RETURN p",
    "the language's own functions with a dot": "RETURN date.truncate('day', $t), duration.between($a, $b)",
    "numbers": "RETURN 1.5, .5, 1e3, 1.5e-3, 1E+3, 0x1F, 0o17, 1_000, 2.0f, -2, 7 % 3, 2 ^ 8, [1, 2, 3][0..2]",
    "a map projection": "MATCH (n) RETURN n {.name, .set, other: 1} AS m",
    "a variable called transactions": (
        "MATCH (n) UNWIND $t AS transactions WITH * WHERE n.x IN transactions RETURN n"
    ),
    "a variable called as": "MATCH (as) RETURN as AS set",
    "names in other scripts": "MATCH (n:Gerät) WHERE n.größe > 1 RETURN n.größe",
    "a pattern comprehension": "MATCH (n) RETURN [(n)-[:HAS]->(m) | m.name] AS names",
    "a reduce": "RETURN reduce(total = 0, x IN [1, 2] | total + x) AS total",
}


@pytest.mark.parametrize(("statement", "found"), REFUSED.values(), ids=REFUSED)
def test_refuses(statement: str, found: str | None) -> None:
    with pytest.raises(StatementRefusedError) as refused:
        check_read_only(statement)
    assert found is None or refused.value.found == found
    assert refused.value.statement == statement


@pytest.mark.parametrize("statement", ALLOWED.values(), ids=ALLOWED)
def test_allows(statement: str) -> None:
    check_read_only(statement)


def test_says_what_was_found_and_what_is_allowed() -> None:
    with pytest.raises(StatementRefusedError, match=r"found 'DELETE' .*; allowed are MATCH.*queryNodes"):
        check_read_only("MATCH (n) DELETE n")
