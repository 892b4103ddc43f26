"""180 attacks on the sandbox, by what they are after."""

from tests.ingest.sandbox.attacks import (
    by_introspection,
    by_language,
    by_object_model,
    on_data,
    on_files,
    on_network,
    on_patience,
    on_processes,
    on_service,
)

EFFECTS = on_files.ATTACKS | on_network.ATTACKS | on_processes.ATTACKS | by_language.ATTACKS
"""55 that would change or learn something outside the worker."""
INTROSPECTION = by_introspection.ATTACKS | by_object_model.ATTACKS
SERVICE = on_service.ATTACKS | on_patience.ATTACKS
DATA = on_data.ATTACKS
ALL = EFFECTS | INTROSPECTION | SERVICE | DATA
