"""The graph and the agent of the chat: opened when first needed, shared by all its sessions."""

from __future__ import annotations

import threading

from agent.ask import Agent, open_agent
from agent.records import Question
from chat.overview import Overview, read_overview
from graph_store.bolt_graph import BoltGraph
from graph_store.errors import GraphError
from graph_store.open_graph import open_graph
from language_model.call_options import CallOptions
from settings import Settings

PROBE = "MATCH (d:Document) RETURN d.serial"


def call_options(settings: Settings) -> CallOptions:
    """Say how a model is called for as long as the chat runs."""
    return CallOptions(
        settings.model,
        settings.budget_usd,
        settings.budget_tokens,
        settings.price_usd,
        settings.model_time_limit_s,
    )


class Knowledge:
    """One KG. After a failure it is opened again at the next question. Everything here may take seconds."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._lock = threading.Lock()
        self._graph: BoltGraph | None = None
        self._agent: Agent | None = None

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

    def agent(self) -> Agent:
        """Return an agent that has read what is in the graph now. Raises GraphError and UnknownModelError."""
        graph = self.graph()
        with self._lock:
            if self._agent is None:
                self._agent = open_agent(
                    graph, options=call_options(self.settings), show_secrets=self.settings.show_secrets
                )
            agent = self._agent
        agent.ask(Question(""))  # a question about nothing is the cheapest that makes it look
        return agent

    def overview(self) -> Overview:
        """Count what is in the graph. Raises GraphError."""
        return read_overview(self.graph())

    def mend(self) -> None:
        """Let go of a graph that no longer answers; called after a failure."""
        graph = self._graph
        if graph is not None:
            try:
                graph.read(PROBE, row_limit=1)
            except (GraphError, RuntimeError, OSError):  # the driver's own errors are among them
                self.close()

    def close(self) -> None:
        """Let go of the graph; the next question opens it again."""
        with self._lock:
            graph, agent = self._graph, self._agent
            self._graph = self._agent = None
        if agent is not None:
            agent.close()
        if graph is not None:
            graph.close()
