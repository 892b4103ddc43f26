"""The chat's graph and agent: opened on first use, shared by all sessions."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from contextlib import suppress
from itertools import islice
from pathlib import Path

from agent.ask import Agent, open_agent
from agent.records import Question
from chat.welcome.greeting import KgOverview, read_overview
from chat.welcome.starters import Dataset, read_datasets
from conversations.records import digest
from graph_store.bolt_graph import BoltGraph
from graph_store.errors import GraphError
from graph_store.kg_folder import CHAT
from graph_store.open_graph import open_graph
from language_model.budget import Price, find_price
from language_model.call_options import CallOptions
from language_model.open_calls import BUILTIN
from settings import Settings

TRIES = 2
"""Who waits for an answer is told soon that the model is away; `ask` and ingest are more patient."""
PROBE = "MATCH (d:Document) RETURN d.serial"


class Knowledge:
    """One KG. After a failure it is opened again at the next question. Everything here may take seconds."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._lock = threading.Lock()
        self._graph: BoltGraph | None = None
        self._agents: dict[str, Agent] = {}
        self._prices: dict[str, Price | None] = {}
        self._datasets: tuple[tuple[int, ...], tuple[Dataset, ...]] = ((), ())

    def graph(self) -> BoltGraph:
        """Open the graph. Raises GraphError."""
        with self._lock:
            if self._graph is None:
                said = self.settings
                self._graph = open_graph(
                    said.kg,
                    user=said.neo4j_user,
                    password=said.neo4j_password,
                    database=said.neo4j_database,
                    idle_s=said.idle_s,
                )
            return self._graph

    def models(self) -> tuple[str, ...]:
        """Name the models that the chat offers, the one it begins with first; the builtin one is among them."""
        return tuple(dict.fromkeys((self.settings.model or BUILTIN, *self.settings.models, BUILTIN)))

    def agent(self, model: str = "") -> Agent:
        """Return the agent that thinks with a model. Raises GraphError and UnknownModelError."""
        graph, name = self.graph(), model or self.models()[0]
        with self._lock:
            if name not in self._agents:
                said = self.settings
                limits = (said.budget_usd, said.budget_tokens, said.price_usd, said.model_time_limit_s)
                options = CallOptions(name, *limits, tries=TRIES)
                self._agents[name] = open_agent(graph, options=options, show_secrets=said.show_secrets)
            return self._agents[name]

    def answered(self, questions: Iterable[str], most: int) -> tuple[str, ...]:
        """Keep the first questions that have an answer without a model, where the chat begins with none."""
        if self.models()[0] != BUILTIN:
            return tuple(questions)[:most]
        agent = self.agent(BUILTIN)
        read = (one for one in map(Question, questions) if agent.reads(one))
        return tuple(islice((one.text for one in read if agent.ask(one).status == "answered"), most))

    def price(self, model: str) -> Price | None:
        """Find what a model's tokens cost; None where nobody knows. The price that was given is the first one's."""
        if model not in self._prices:
            given = self.settings.price_usd if model == self.models()[0] else ""
            self._prices[model] = None if model == BUILTIN else find_price(model, given)
        return self._prices[model]

    def overview(self) -> KgOverview:
        """Count what is in the graph. Raises GraphError."""
        return read_overview(self.graph())

    def datasets(self, overview: KgOverview) -> tuple[Dataset, ...]:
        """Read what is common in each dataset; again once other documents are loaded. Raises GraphError."""
        serials = tuple(document.serial for document in overview.documents)
        if self._datasets[0] != serials:
            self._datasets = (serials, read_datasets(overview, self.graph()))
        return self._datasets[1]

    def probe(self) -> None:
        """Raise where the graph does not answer, and let go of it: the next use opens it again."""
        try:
            self.graph().read(PROBE, row_limit=1)
        except (GraphError, RuntimeError, OSError):  # the driver's own errors are among them
            self.close()
            raise

    def mend(self) -> None:
        """Let go of a graph that no longer answers; called after a failure."""
        if self._graph is not None:
            with suppress(GraphError, RuntimeError, OSError):
                self.probe()

    def close(self) -> None:
        """Let go of the graph; the next question opens it again."""
        with self._lock:
            graph, agents = self._graph, list(self._agents.values())
            self._graph = None
            self._agents.clear()
        for agent in agents:
            agent.close()
        if graph is not None:
            graph.close()


# Where the chat keeps what is its own: beside the graph, in the KG's folder.


FILES, INCOMING, ELEMENTS = "files", "incoming", "elements"
HISTORY, SECRET, USERS, LOGOUTS = "history.sqlite", "secret", "users.json", "logouts.json"


def chat_folder(kg: str) -> Path:
    """Name the chat's folder; where the KG is a server, it stands beside the user, one for each KG."""
    return Path("wirelore-chat") / digest(kg) if "://" in kg else Path(kg) / CHAT


def make_folder(folder: Path) -> Path:
    """Make a folder for its owner's eyes only, and return it. Raises OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def users_path(settings: Settings) -> Path:
    """Name the file of users."""
    return Path(settings.users_file) if settings.users_file else chat_folder(settings.kg) / USERS
