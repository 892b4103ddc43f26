"""The sandbox in which generated parsers run."""

from ingest.sandbox.errors import ParserError as ParserError
from ingest.sandbox.errors import SandboxError as SandboxError
from ingest.sandbox.parsed_records import ParsedRecords as ParsedRecords
from ingest.sandbox.parsed_records import RawRecord as RawRecord
from ingest.sandbox.parsed_records import RecordTable as RecordTable
from ingest.sandbox.sandbox import Sandbox as Sandbox
from ingest.sandbox.smallest_failing_input import smallest_failing_input as smallest_failing_input
