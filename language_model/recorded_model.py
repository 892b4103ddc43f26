"""A LangChain chat model whose replies are kept in a file: with tools, structured output and streams."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, message_chunk_to_message
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import PrivateAttr

from language_model.chat_requests import ChatRequest, kept_parts, read_request, write_chunk, write_message
from language_model.reply_file import Mode, ReplyFile, key_of

Tool = dict[str, Any] | type | Callable[..., Any] | BaseTool


class RecordedModel(BaseChatModel):
    """Stands before a chat model, or replays without one; `prompt` names its calls in the file.

    A call is known by its whole request: messages with their calls of tools, the tools that are offered, the choice
    among them, the shape that the reply must have. Not by the model, nor by whether it is streamed. A stream is
    recorded when it has been read to its end, and replayed in one piece. The file is one of `RecordedCalls`.
    Raises UnreadableRecording, and UnrecordedCall for what is not in the file where only replay is allowed.
    """

    inner: BaseChatModel | None = None
    file: Path
    mode: Mode = "replay-or-record"
    prompt: str = "chat"
    keep_prompts: bool = False
    _replies: ReplyFile = PrivateAttr()

    def model_post_init(self, context: Any, /) -> None:
        """Open the file."""
        if self.inner is None and self.mode != "replay":
            raise ValueError(f"mode {self.mode!r} needs a model to call")
        self._replies = ReplyFile(self.file, self.mode, self.keep_prompts)

    @property
    def _llm_type(self) -> str:
        return "recorded"

    def bind_tools(
        self, tools: Sequence[Tool], *, tool_choice: str | None = None, **kwargs: Any
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """Offer tools, in one form for all models, so that a replay needs none to know them."""
        strict = kwargs.pop("strict", None)
        offered = [convert_to_openai_tool(tool, strict=strict) for tool in tools]
        chosen = {} if tool_choice is None else {"tool_choice": tool_choice}
        return self.bind(tools=offered, **chosen, **kwargs)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        request = read_request(messages, stop, kwargs)
        message = self._replayed(request)
        if message is None:
            message = self._asked(kwargs).invoke(messages, stop=stop)
            self._keep(request, message)
        return ChatResult(generations=[ChatGeneration(message=message)])

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> Iterator[ChatGenerationChunk]:
        request = read_request(messages, stop, kwargs)
        found = self._replayed(request)
        if found is not None:
            yield ChatGenerationChunk(message=write_chunk(found))
            return
        whole: AIMessageChunk | None = None
        for chunk in self._asked(kwargs).stream(messages, stop=stop):
            if isinstance(chunk, AIMessageChunk):
                whole = chunk if whole is None else whole + chunk
                yield ChatGenerationChunk(message=chunk)
        if whole is not None:
            message = message_chunk_to_message(whole)
            if isinstance(message, AIMessage):
                self._keep(request, message)

    def _replayed(self, request: ChatRequest) -> AIMessage | None:
        key = key_of(self.prompt, request.messages, request.form)
        found = self._replies.find(key)
        if found is not None:
            return write_message(found)
        if self.inner is None or self._replies.only_replays:
            raise self._replies.unrecorded(key, self.prompt, request.shown)
        return None

    def _keep(self, request: ChatRequest, message: AIMessage) -> None:
        used = message.usage_metadata
        tokens = (used["input_tokens"], used["output_tokens"]) if used else (0, 0)
        key = key_of(self.prompt, request.messages, request.form)
        self._replies.add(key, self.prompt, request.shown, str(message.text), tokens, kept_parts(message))

    def _asked(self, kwargs: dict[str, Any]) -> Runnable[LanguageModelInput, AIMessage]:
        """Return the model with what the call asks of it."""
        if self.inner is None:
            raise ValueError("there is no model to call")
        rest = dict(kwargs)
        tools = rest.pop("tools", None)
        return self.inner.bind_tools(tools, **rest) if tools else self.inner.bind(**rest)
