"""Calls of a model that are traced: which prompt, and what it took; never what was said."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from agent.tracing.spans import span
from language_model.calls import Message, ModelCalls, OnText, Reply, stream_reply


class TracedCalls:
    """Calls as the calls inside do."""

    def __init__(self, inner: ModelCalls) -> None:
        self._inner = inner

    @property
    def name(self) -> str:
        return self._inner.name

    def call(self, prompt: str, messages: Sequence[Message]) -> Reply:
        """Make the call. Raises ModelCallError, and UnrecordedCall."""
        return self._trace(prompt, lambda: self._inner.call(prompt, messages))

    def stream(self, prompt: str, messages: Sequence[Message], on_text: OnText) -> Reply:
        """Make the call, and tell its reply while it comes. Raises what `call` raises."""
        return self._trace(prompt, lambda: stream_reply(self._inner, prompt, messages, on_text))

    def _trace(self, prompt: str, make: Callable[[], Reply]) -> Reply:
        with span("model_call", {"wirelore.prompt": prompt, "gen_ai.request.model": self.name}) as tell:
            reply = make()
            tell(
                {
                    "gen_ai.usage.input_tokens": reply.prompt_tokens,
                    "gen_ai.usage.output_tokens": reply.completion_tokens,
                    "wirelore.recorded": reply.recorded,
                }
            )
            return reply
