"""The whole sample network: every document that a seed gives."""

from random import Random

from .application_log import application_document
from .configurations import configurations
from .documents import Document
from .events import syslog_document
from .firewall_log import firewall_events
from .incidents import blocked_attempts, denials, incidents
from .routine import routine

SEED = 20251103
SYSLOG = "logs/syslog.log"
FIREWALL_LOG = "logs/fw1-messages.log"
APPLICATION_LOG = "logs/fares-app.log"


def sample(seed: int) -> list[Document]:
    """Make all documents, in the order of their paths; equal seeds give equal bytes."""
    attempts = blocked_attempts(_random(seed, "attempts"))
    events = [
        *incidents(_random(seed, "incidents")),
        *denials(attempts, _random(seed, "denials")),
        *routine(_random(seed, "routine")),
    ]
    documents = [
        *configurations(seed),
        syslog_document(SYSLOG, events),
        syslog_document(FIREWALL_LOG, firewall_events(_random(seed, "firewall"))),
        application_document(APPLICATION_LOG, attempts, _random(seed, "application")),
    ]
    return sorted(documents, key=lambda document: document.path)


def _random(seed: int, purpose: str) -> Random:
    return Random(f"{seed} {purpose}")  # noqa: S311 (a repeatable sample, not a secret)
