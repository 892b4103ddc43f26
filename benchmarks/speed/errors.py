"""What can go wrong in a measurement.

BenchError: an input is missing, a size makes no sense, or a part failed
"""

from __future__ import annotations


class BenchError(Exception):
    """A measurement cannot be made."""
