"""Run queries on Lucene itself, as a program of its own: what to index and ask comes in, line numbers go out.

Standard input: JSON `{"lines": [text, ...], "queries": [query, ...]}`; standard output: JSON, per query the
sorted numbers (from 0) of the lines found, or null where Lucene refuses the query. Lucene and its Java come
with the embedded database.
"""

import json
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any


def main() -> None:
    import jpype  # type: ignore[import-untyped]  # has no types

    specification = find_spec("arcadedb_embedded")
    assert specification is not None
    assert specification.origin is not None
    folder = Path(specification.origin).parent
    machine = next(
        path for path in folder.glob("jre/**/*") if path.name in ("libjvm.so", "libjvm.dylib", "jvm.dll")
    )
    options = (
        "--enable-native-access=ALL-UNNAMED",
        "-Xmx512m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
    )
    jpype.startJVM(str(machine), *options, classpath=[str(path) for path in folder.glob("jars/lucene-*.jar")])
    request = json.load(sys.stdin)
    answers = _answers(
        jpype.JPackage("org").apache.lucene, jpype.JException, request["lines"], request["queries"]
    )
    json.dump(answers, sys.stdout)


def _answers(
    lucene: Any, failure: type[Exception], lines: list[str], queries: list[str]
) -> list[list[int] | None]:
    analyzer = lucene.analysis.core.WhitespaceAnalyzer()
    directory = lucene.store.ByteBuffersDirectory()
    settings = lucene.index.IndexWriterConfig(analyzer)
    settings.setMergePolicy(lucene.index.NoMergePolicy.INSTANCE)  # so that numbers are those of the lines
    writer = lucene.index.IndexWriter(directory, settings)
    for line in lines:
        document = lucene.document.Document()
        document.add(lucene.document.TextField("search_text", line, lucene.document.Field.Store.NO))
        writer.addDocument(document)
    writer.close()
    searcher = lucene.search.IndexSearcher(lucene.index.DirectoryReader.open(directory))
    parser = lucene.queryparser.classic.QueryParser("search_text", analyzer)
    parser.setAllowLeadingWildcard(True)
    return [_answer(searcher, parser, failure, query, len(lines)) for query in queries]


def _answer(searcher: Any, parser: Any, failure: type[Exception], query: str, count: int) -> list[int] | None:
    try:
        hits = searcher.search(parser.parse(query), count).scoreDocs
    except failure:
        return None
    return sorted(int(hit.doc) for hit in hits)


if __name__ == "__main__":
    main()
