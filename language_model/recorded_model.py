"""A LangChain chat model whose replies are kept in a file: with tools, structured output and streams."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    BaseMessage,
    ToolMessage,
    message_chunk_to_message,
)
from langchain_core.messages.ai import UsageMetadata
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import PrivateAttr

from language_model.calls import Message
from language_model.reply_file import JsonObject, Mode, RecordedReply, ReplyFile, key_of

ROLES: Mapping[str, Literal["system", "user", "assistant"]] = {
    "system": "system",
    "developer": "system",
    "ai": "assistant",
}
NOT_ASKED = frozenset({"stream", "stream_usage", "ls_structured_output_format", "run_manager"})
"""What a call is made with and does not change the reply."""


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """The texts of the messages, and in `form`, as JSON, all else that decides the reply; "" for plain texts."""

    messages: tuple[Message, ...]
    form: str = ""
    said: tuple[str, ...] = ()

    @property
    def shown(self) -> tuple[Message, ...]:
        """Return all of it as messages, to compare requests by their paragraphs."""
        return (*self.messages, *(Message("system", text) for text in self.said))


def read_request(
    messages: Sequence[BaseMessage], stop: Sequence[str] | None, options: Mapping[str, Any]
) -> ChatRequest:
    """Read what a chat model is asked; identifiers of messages and of runs are no part of it."""
    texts = tuple(Message(ROLES.get(each.type, "user"), str(each.text)) for each in messages)
    extras = [_extras(each) for each in messages]
    asked = {name: value for name, value in options.items() if name not in NOT_ASKED and value is not None}
    if stop:
        asked["stop"] = list(stop)
    if not asked and not any(extras):
        return ChatRequest(texts)
    further = [_json(each) for each in extras if each]
    for name, value in sorted(asked.items()):
        further += [f"{name}: {_json(one)}" for one in (value if isinstance(value, list) else [value])]
    return ChatRequest(texts, _json([extras, asked]), tuple(further))


def kept_parts(message: AIMessage) -> JsonObject:
    """Return what a reply holds besides its text, for the file; blank where there is nothing."""
    parts: dict[str, object] = {
        "tool_calls": [_call(each) for each in message.tool_calls],
        "invalid_tool_calls": [dict(each) for each in message.invalid_tool_calls],
        "content": message.content if not isinstance(message.content, str) else [],
        "refusal": message.additional_kwargs.get("refusal") or "",
        "finish_reason": message.response_metadata.get("finish_reason") or "",
    }
    return {name: value for name, value in parts.items() if value}


def write_message(found: RecordedReply) -> AIMessage:
    """Make a recorded reply a message again; without tokens where the server told none."""
    parts = {name: value for name, value in found.said.items() if isinstance(value, list)}
    reason = found.said.get("finish_reason")
    refusal = found.said.get("refusal")
    asked, written = found.prompt_tokens, found.completion_tokens
    used = UsageMetadata(input_tokens=asked, output_tokens=written, total_tokens=asked + written)
    return AIMessage(
        content=parts.get("content") or found.reply,
        tool_calls=parts.get("tool_calls", []),
        invalid_tool_calls=parts.get("invalid_tool_calls", []),
        additional_kwargs={"refusal": refusal} if refusal else {},
        usage_metadata=used if asked or written else None,
        response_metadata={"recorded": True, **({"finish_reason": reason} if reason else {})},
    )


def write_chunk(message: AIMessage) -> AIMessageChunk:
    """Make a message the one piece of a stream."""
    calls = [(each["name"], json.dumps(each["args"]), each["id"]) for each in message.tool_calls]
    broken = [(each["name"], each["args"], each["id"]) for each in message.invalid_tool_calls]
    return AIMessageChunk(
        content=message.content,
        tool_call_chunks=[
            tool_call_chunk(name=name, args=args, id=identity, index=place)
            for place, (name, args, identity) in enumerate([*calls, *broken])
        ],
        additional_kwargs=message.additional_kwargs,
        usage_metadata=message.usage_metadata,
        response_metadata=message.response_metadata,
        chunk_position="last",
    )


def _extras(message: BaseMessage) -> dict[str, object]:
    """Return what a message says besides its text and its role."""
    extras: dict[str, object] = {}
    if message.type not in {"system", "human", "ai"}:
        extras["type"] = message.type
    if message.name:
        extras["name"] = message.name
    if not isinstance(message.content, str):
        extras["content"] = message.content
    if isinstance(message, AIMessage) and (message.tool_calls or message.invalid_tool_calls):
        extras["calls"] = [_call(each) for each in message.tool_calls]
        extras["invalid"] = [dict(each) for each in message.invalid_tool_calls]
    if isinstance(message, ToolMessage):
        extras["answers"] = message.tool_call_id
        extras["status"] = message.status
    return extras


def _call(call: Mapping[str, Any]) -> dict[str, object]:
    return {"name": call["name"], "args": call["args"], "id": call["id"]}


def _json(value: object) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, default=str)


Tool = dict[str, Any] | type | Callable[..., Any] | BaseTool


class RecordedModel(BaseChatModel):
    """Stands before a chat model, or replays without one; `prompt` names its calls in the file.

    A call is known by its whole request: messages with their calls of tools, the tools offered, the choice among
    them, the shape of the reply; not by the model, nor by whether it is streamed. A stream is recorded when it has
    been read to its end, and replayed in one piece. The file is one of `RecordedCalls`.
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
