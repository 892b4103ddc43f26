"""The small KG of the library's tests."""

from tests.workspace.conftest import small_files, small_kg

__all__ = ["small_files", "small_kg"]
