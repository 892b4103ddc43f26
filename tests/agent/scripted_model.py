"""A chat model that replies by the prompt's name, and fails when it has no reply left."""

from __future__ import annotations

from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import Field


class ScriptedModel(BaseChatModel):
    """`replies`: of each prompt, what is replied in turn. `asked` keeps what was asked."""

    replies: dict[str, list[str]]
    asked: list[str] = Field(default_factory=list)

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **settings: Any,
    ) -> ChatResult:
        text = str(messages[-1].text)
        self.asked.append(text)
        reply = self.replies[text.splitlines()[0].removeprefix("# ")].pop(0)
        message = AIMessage(
            reply,
            usage_metadata={"input_tokens": 8, "output_tokens": 2, "total_tokens": 10},
            response_metadata={"model_name": "scripted"},
        )
        return ChatResult(generations=[ChatGeneration(message=message)])
