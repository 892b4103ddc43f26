"""The limits of a parser, most of them relative to its input."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SandboxLimits:
    """Limits of one worker and of one batch; every byte count is of UTF-8 (input) or of JSON (output).

    Output: a record has about 60 bytes of JSON before its first value, so that a line of two characters gives
    30 times its size; a line of 40 characters with ten typed fields gives 10 times. Hence a share per line.
    Values: commas and opening brackets of the JSON, counted before it is decoded; they bound our own memory.
    """

    memory_bytes: int = 1 << 30
    time_base_s: float = 2.0
    time_per_mb_s: float = 10.0
    grace_s: float = 1.0
    start_s: float = 30.0
    cpu_s: int = 3600
    source_bytes: int = 1_000_000
    input_bytes: int = 64 << 20
    output_base_bytes: int = 4 << 20
    output_bytes_per_byte: int = 32
    output_bytes_per_line: int = 256
    output_most_bytes: int = 256 << 20
    values_base: int = 10_000
    values_per_byte: int = 4
    values_per_line: int = 32
    records_base: int = 1_000
    records_per_line: int = 8
    record_depth: int = 16
    text_chars: int = 1 << 20
    name_chars: int = 200
    printed_bytes: int = 64_000
    warm_workers: int = 8
    worker_busy_s: float = 1200.0

    def time_s(self, size_bytes: int) -> float:
        """Give the seconds that a batch of this size may take."""
        return self.time_base_s + self.time_per_mb_s * size_bytes / 1e6

    def output_bytes(self, size_bytes: int, line_count: int) -> int:
        """Give the bytes of JSON that a batch may return."""
        by_size = self.output_bytes_per_byte * size_bytes + self.output_bytes_per_line * line_count
        return min(self.output_base_bytes + by_size, self.output_most_bytes)

    def values(self, size_bytes: int, line_count: int) -> int:
        """Give the number of JSON values that a batch may return."""
        return self.values_base + self.values_per_byte * size_bytes + self.values_per_line * line_count

    def records(self, line_count: int) -> int:
        """Give the number of records, children included, that a batch may return."""
        return self.records_base + self.records_per_line * line_count
