"""Handles files dropped into the chat: takes them, asks, loads them with progress, and reports."""

# mypy: untyped-calls-exclude=chainlit

from __future__ import annotations

import asyncio
import logging
import shutil
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import chainlit as cl
from chainlit.chat_context import chat_context
from chainlit.context import context

from chat.asking.answer_view import MOST_FOLLOW_UPS
from chat.asking.controls import ask_action
from chat.documents.diff_versions import show_diff
from chat.findings.findings_view import list_changed_findings
from chat.loading.load_view import (
    ask_for_model,
    ask_for_place,
    ask_to_replace,
    draw_progress,
    needs_model,
    report_load,
    say_taken,
)
from chat.service import SERVICE
from chat.welcome.starters import SAMPLE_FOLDER, ask_about
from chat.words.markdown import show_plain
from chat.words.say import say, say_some, words_of
from findings.kept import read_findings
from findings.records import Finding, compare_findings
from graph_store.errors import MissingGraphError
from ingest.errors import ArchiveRefused, IngestError
from ingest.files.unpack import Taken, Upload, unpack
from language_model.open_calls import BUILTIN
from workspace.errors import JobFailedError
from workspace.folders import keep_files, make_incoming
from workspace.load_job import Action, JsonObject, LoadJob, Progressed, is_busy, run_job
from workspace.overview import KgOverview, read_datasets
from workspace.place_files import Arrival, compare_arrivals, find_places, move_files
from workspace.versions import versioned_paths
from workspace.workspace import Workspace

CHOICE = "choice"
REPLACE, BESIDE = "replace", "beside"
MOST_NAMED = 5
WAIT_S = 900
REDRAW_S = 0.5

log = logging.getLogger(__name__)


def dropped_files(message: cl.Message) -> list[Upload]:
    """Return the files of a message."""
    return [Upload(element.name, Path(element.path)) for element in message.elements or [] if element.path]


def sample_uploads() -> list[Upload]:
    """Return the sample network's files, to be loaded as if they were dropped; none where they are not installed."""
    return [
        Upload(path.relative_to(SAMPLE_FOLDER).as_posix(), path)
        for path in sorted(SAMPLE_FOLDER.rglob("*"))
        if path.is_file()
    ]


async def name_files(message: cl.Message, uploads: Sequence[Upload]) -> None:
    """Write the files' names where nothing was written: an empty message has no stop button, and later no name."""
    if message.content.strip():
        return
    message.content = say_some([upload.name for upload in uploads], MOST_NAMED)
    await message.update()
    if len(chat_context.get()) == 1:
        await context.emitter.init_thread(message.content)


async def take_files(uploads: Sequence[Upload], workspace: Workspace) -> bool:
    """Load files; return whether they are loaded. Whatever is refused is said. Raises GraphError."""
    kg = workspace.settings.kg
    incoming = await asyncio.to_thread(make_incoming, kg)
    try:
        taken = await asyncio.to_thread(unpack, uploads, incoming)
        try:
            places = await asyncio.to_thread(lambda: find_places(incoming, taken, workspace.graph()))
            where = await _choose_place(places) if places else BESIDE
            if not where:
                await cl.Message(say("load.nothing")).send()
                return False
            replaced = places if where == REPLACE else {}
            taken = await asyncio.to_thread(move_files, incoming, taken, replaced)
            arrival = await asyncio.to_thread(lambda: compare_arrivals(incoming, taken, workspace.graph()))
        except MissingGraphError:
            replaced, arrival = {}, Arrival(new=tuple(one.path for one in taken))
        return await _agree_and_load(incoming, taken, arrival, frozenset(replaced.values()), workspace)
    except ArchiveRefused as error:
        await cl.Message(say("upload.refused", reason=show_plain(str(error)))).send()
    except (JobFailedError, IngestError) as error:
        await cl.Message(say("load.failed", reason=show_plain(str(error)))).send()
    finally:
        await asyncio.to_thread(shutil.rmtree, incoming, ignore_errors=True)
    return False


async def _choose_place(places: Mapping[str, str]) -> str:
    return await choose(ask_for_place(places), {**words_of("load.place"), "": say("load.cancel")})


async def _agree_and_load(
    incoming: Path,
    taken: Sequence[Taken],
    arrival: Arrival,
    agreed_on: frozenset[str],
    workspace: Workspace,
) -> bool:
    """Ask what is left to ask, load, and report with the findings that came and went."""
    answers = {"yes": say("load.replace"), "": say("load.cancel")}
    other = arrival.without(agreed_on)
    agreed = not other.changed or await choose(ask_to_replace(other), answers)
    before = await asyncio.to_thread(_findings, workspace)
    model = await _choose_model(incoming, workspace) if agreed else ""
    if not model:
        await cl.Message(say("load.nothing")).send()
        return False
    title = say("load.title", taken=say_taken(taken))
    report, seconds = await run_shown("load", (str(incoming),), title, workspace, model)
    SERVICE.metrics.loaded(int(report["lines"]), seconds)
    kinds = ("passed_over", "not_loaded", "copies")
    passed_over = {each["path"] for kind in kinds for each in report[kind]}
    loaded = [one.path for one in taken if one.path not in passed_over]
    await asyncio.to_thread(keep_files, workspace.settings.kg, incoming, loaded)
    overview = await asyncio.to_thread(workspace.overview)
    arrived = arrival.without(passed_over)
    went_and_came = (
        list_changed_findings(compare_findings(before, overview.findings)) if arrived.changed else ""
    )
    compared = await asyncio.to_thread(_difference, arrived.changed, workspace)
    changes = "\n\n".join(filter(None, [compared, went_and_came]))
    text = report_load(arrived, report, seconds, overview.incidents, changes)
    new = (*arrived.new, *arrived.changed, *arrived.grown)
    asked = await asyncio.to_thread(_ask_next, new, overview, workspace)
    await cl.Message(text, actions=[*map(ask_action, asked)]).send()
    return True


def _difference(changed: Sequence[str], workspace: Workspace) -> str:
    """Show what changed in the one document that was replaced; "" for several, and where no version is kept."""
    known = len(changed) == 1 and changed[0] in versioned_paths(workspace.settings.kg)
    return show_diff(changed[0], workspace) if known else ""


def _findings(workspace: Workspace) -> tuple[Finding, ...]:
    try:
        return read_findings(workspace.graph())
    except MissingGraphError:
        return ()


def _ask_next(paths: Collection[str], overview: KgOverview, workspace: Workspace) -> tuple[str, ...]:
    """Choose questions about files that were loaded."""
    loaded = replace(overview, documents=tuple(one for one in overview.documents if one.path in paths))
    asked = [ask_about(one, turn) for turn, one in enumerate(read_datasets(loaded, workspace.graph()))]
    asked += [say("starters.wrong_with", device=one.device) for one in loaded.documents if one.device]
    return workspace.answered(dict.fromkeys(filter(None, asked)), MOST_FOLLOW_UPS)


async def _choose_model(incoming: Path, workspace: Workspace) -> str:
    """Return what learns; blank when nothing may."""
    model = workspace.settings.model
    if model == BUILTIN:
        return model
    plan, _ = await run_shown("plan", (str(incoming),), say("load.looking"), workspace, model)
    if not needs_model(plan):
        return model
    answers = {model: say("load.consent.send"), BUILTIN: say("load.consent.builtin"), "": say("load.cancel")}
    return await choose(ask_for_model(plan), answers)


async def choose(question: str, answers: dict[str, str]) -> str:
    """Ask with buttons, and return the chosen answer's key; blank when nobody chose."""
    offers = answers.items()
    actions = [
        cl.Action(name=CHOICE, payload={CHOICE: key}, label=label, tooltip="") for key, label in offers
    ]
    message = cl.AskActionMessage(question, actions, timeout=WAIT_S)
    chosen = await message.send()
    payload = chosen.get("payload") if chosen else None
    key = str(payload.get(CHOICE, "")) if isinstance(payload, dict) else ""
    chosen_label = say("ask.chosen", label=answers[key])
    message.content = f"{question}\n\n{chosen_label}"  # else the question would be gone
    await message.update()
    return key


async def run_shown(
    action: Action,
    paths: Sequence[str],
    title: str,
    workspace: Workspace,
    model: str = BUILTIN,
) -> tuple[JsonObject, float]:
    """Run a job with a message that shows how far it is; return its result and the seconds it took.

    The message goes when the job is done, or stays when it is stopped. Raises JobFailedError.
    """
    begun, told = time.monotonic(), None if is_busy() else Progressed("", 0, 1)
    message = cl.Message(draw_progress(title, told, 0))
    await message.send()

    async def tell(progressed: Progressed) -> None:
        nonlocal told
        told = progressed

    async def redraw() -> None:
        while True:
            await asyncio.sleep(REDRAW_S)
            message.content = draw_progress(title, told, time.monotonic() - begun)
            await context.emitter.update_step(message.to_dict())  # not kept: it goes when the job is done

    drawing = asyncio.create_task(redraw())
    try:
        result = await run_job(LoadJob(action, workspace.settings.kg, tuple(paths), model), tell)
    except asyncio.CancelledError:
        message.content = say("remove.stopped" if action == "remove" else "load.stopped")
        await message.update()
        raise
    except JobFailedError:
        await message.remove()
        raise
    finally:
        drawing.cancel()
    await message.remove()
    return result, time.monotonic() - begun
