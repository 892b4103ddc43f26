"""A sandbox for the tests of what parsers may use."""

from tests.ingest.conftest import sandbox as sandbox
