"""Makes the repository's recordings with a model: conversations about the sample network, and the model's replies.

    python -m tests.conversations.make_recordings_with_model KG openai:MODEL

KG is one like that of tests.conversations.make_recordings, its files last changed in 2026 (a log without years takes
theirs). Every question is asked again, but the model is asked only for calls that replies.jsonl lacks: after a change
of a prompt, those that it changed. Replies that no question needs any more are taken out. Read the answers before you
keep them: a replay compares with them.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

from agent.ask import Agent, open_agent
from agent.records import Mode, Question, Turn
from conversations.conversation_file import write_line
from conversations.keep_turn import keep_turn
from conversations.keeper import PROMPTS
from conversations.records import Heading, digest_prompts, fingerprint
from graph_store.open_graph import open_graph
from language_model.calls import Message, ModelCalls, OnText, Reply
from language_model.open_calls import CallOptions, open_calls
from language_model.reply_file import key_of
from tests.conversations.make_recordings import BEGUN

RECORDINGS = Path(__file__).with_name("recordings_with_model")
REPLIES = Path(__file__).with_name("replies.jsonl")
ASKED: Mapping[str, tuple[Mode, Sequence[str]]] = {
    "filters": (
        "graph",
        (
            "Which access lists are applied to interfaces of branch-ash, and in which direction?",
            "And on core1?",
        ),
    ),
    "not-defined": ("graph", ("Which names do configurations refer to that are not defined anywhere?",)),
    "guest-denied": (
        "combined",
        ("How many packets from guests were denied on 6 November, and on which device?",),
    ),
    "hot": ("combined", ("Which device got too hot, and when was it back to normal?",)),
    "no-eigrp": ("combined", ("Which devices run EIGRP?",)),
    "pool": ("text", ("Which address range and gateway does the DHCP pool STATION-LAN give out?",)),
    "who-committed": ("text", ("Who committed a change on fw1?",)),
    "resets": ("hybrid", ("Why did BGP sessions of core1 go down, and how often for each reason?",)),
    "slowest": ("hybrid", ("Which request path of the fares application had the highest latency?",)),
    "around-dist1": ("local", ("What is dist1 connected to?",)),
    "main-problems": ("global", ("What are the main problems in this network?",)),
    "bgp-set-up": ("drift", ("How is BGP set up here?",)),
    "temperatures": ("garag", ("Which devices were too hot?",)),
    "time-servers": ("advanced", ("Which NTP servers do the branches use?",)),
    "guest-filter": ("document", ("What may guests reach?",)),
}
"""Name → how the answers are looked for, and the questions, each with the turns before it."""


class UsedCalls:
    """Passes calls on, and remembers which they were."""

    def __init__(self, inner: ModelCalls) -> None:
        self.name = inner.name
        self.keys: set[str] = set()
        self._inner = inner
        self._lock = threading.Lock()

    def call(self, prompt: str, messages: Sequence[Message], on_text: OnText | None = None) -> Reply:
        with self._lock:
            self.keys.add(key_of(prompt, messages))
        return self._inner.call(prompt, messages, on_text)


def main(kg: str, model: str) -> None:
    """Ask all questions, and write what was said."""
    with open_graph(kg) as graph, open_calls(CallOptions(model, replies=REPLIES)) as opened:
        calls = UsedCalls(opened)
        with open_agent(graph, model, calls=calls) as agent:
            for name, (mode, questions) in ASKED.items():
                _record(name, agent, fingerprint(graph), mode, questions)
    _keep_only(calls.keys)


def _record(name: str, agent: Agent, loaded: str, mode: Mode, questions: Sequence[str]) -> None:
    lines = [write_line(Heading(name, "chat", BEGUN))]
    history: tuple[Turn, ...] = ()
    for number, text in enumerate(questions, start=1):
        question = Question(text, history, mode)
        answer = agent.ask(question)
        kept = keep_turn(number, question, answer, graph=loaded, prompts=digest_prompts(PROMPTS))
        lines.append(write_line(kept))
        history = (*history, Turn(text, answer.text))
        attempts = ", ".join(f"{one.query.kind} {one.query.attempt}" for one in answer.outcomes)
        sys.stdout.write(f"{name} {number}: {text}\n  ({attempts}) {answer.status}: {answer.text}\n")
        sys.stdout.flush()
    RECORDINGS.mkdir(exist_ok=True)
    (RECORDINGS / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="ascii")


def _keep_only(keys: set[str]) -> None:
    """Write the replies anew: those used, the last of each call, in the order of their keys."""
    lines = {json.loads(line)["key"]: line for line in REPLIES.read_text("utf-8").splitlines()}
    REPLIES.write_text("".join(f"{lines[key]}\n" for key in sorted(keys)), encoding="utf-8")
    REPLIES.chmod(0o644)


if __name__ == "__main__":
    main(*sys.argv[1:])
