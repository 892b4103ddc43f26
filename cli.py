"""The command line: wirelore ingest | ask | chat | status | evaluate."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from settings import Settings, read_settings

if TYPE_CHECKING:
    from rich.console import Console

    from graph_store.bolt_graph import BoltGraph

FAILED = 1
BUILTIN = "builtin"

app = typer.Typer(
    help="Chat with your device configurations and logs; every statement cites its file and line.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

Kg = Annotated[
    str | None, typer.Option(help="A KG: a folder or a Bolt URL. [default: .wirelore, or WIRELORE_KG]")
]
Model = Annotated[
    str | None,
    typer.Option(help="'builtin', or as in 'openai:gpt-4.1'. [default: builtin, or WIRELORE_MODEL]"),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Mode = Annotated[
    Literal["graph", "text", "combined", "hybrid"], typer.Option(help="How to look for the answer.")
]


@app.command()
def ingest(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Files and folders to read.")],
    kg: Kg = None,
    parsers: Annotated[
        Path | None, typer.Option(help="Where learned parsers are kept. [default: KG/parsers]")
    ] = None,
    model: Model = None,
    json: Json = False,
    allow_weak_sandbox: Annotated[
        bool, typer.Option(help="Run parsers even where this machine cannot confine them fully.")
    ] = False,
) -> None:
    """Read configurations and logs into a KG. What has not changed since costs nothing."""
    from command_line.json_output import ingest_json, print_json
    from command_line.stage_progress import stage_progress
    from command_line.tables import show_ingest
    from graph_store.open_graph import ingest_lock
    from ingest.find_files import find_files
    from ingest.pipeline import ingest as run_ingest

    if model not in (None, BUILTIN):
        raise typer.BadParameter(
            f"parsers are learned without a model; found {model!r}, expected {BUILTIN!r}",
            param_hint="'--model'",
        )
    settings = read_settings(os.environ)
    find_files(paths)
    with (
        _json_only(json),
        ingest_lock(kg or settings.kg),
        _opened(settings, kg, create=True) as graph,
        stage_progress(quiet=json) as progress,
    ):
        report = run_ingest(
            paths,
            graph,
            parsers or _parsers_folder(kg or settings.kg),
            allow_weak_sandbox=allow_weak_sandbox,
            progress=progress,
        )
    if json:
        print_json(ingest_json(report))
    else:
        show_ingest(_console(), report)


@app.command()
def ask(
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="What you want to know.")],
    kg: Kg = None,
    mode: Mode = "combined",
    model: Model = None,
    json: Json = False,
) -> None:
    """Answer one question and cite its lines. Exits with 1 when a query failed."""
    if not question.strip():
        raise typer.BadParameter("the question is empty", param_hint="'QUESTION'")
    from agent.ask import ask as ask_graph
    from agent.records import Question
    from command_line.json_output import answer_json, print_json
    from command_line.tables import show_answer

    settings = read_settings(os.environ)
    with _json_only(json), _opened(settings, kg) as graph:
        answer = ask_graph(Question(question, mode=mode), graph, model=model or settings.model)
    if json:
        print_json(answer_json(answer))
    else:
        show_answer(_console(), answer)
    if answer.status == "failed":
        raise typer.Exit(FAILED)


@app.command()
def chat(
    kg: Kg = None,
    host: Annotated[str | None, typer.Option(help="Address to serve on. [default: 127.0.0.1]")] = None,
    port: Annotated[int | None, typer.Option(min=1, max=65535, help="Port. [default: 8000, or PORT]")] = None,
    model: Model = None,
    json: Json = False,
) -> None:
    """Serve the chat for a browser until Ctrl-C. With --json, the object tells the address, once it is up."""
    from command_line.json_output import print_json
    from command_line.serve_chat import chat_url, require_free_port, serve_chat

    settings = read_settings(os.environ)
    host, port = host or settings.host, port or settings.port
    require_free_port(host, port)
    url = chat_url(host, port)

    def tell() -> None:
        if json:
            print_json({"url": url, "kg": kg or settings.kg, "pid": os.getpid()})
        else:
            _console().print(f"Wirelore answers on [bold]{url}[/bold] (Ctrl-C stops it)")

    chosen = {"WIRELORE_KG": kg or settings.kg, "WIRELORE_MODEL": model or settings.model}
    with _json_only(json), _opened(settings, kg):
        serve_chat(host, port, os.environ | chosen, on_ready=tell)


@app.command()
def status(kg: Kg = None, json: Json = False) -> None:
    """Tell what is in a KG."""
    from command_line.graph_status import read_status
    from command_line.json_output import print_json, status_json
    from command_line.tables import show_status

    settings = read_settings(os.environ)
    with _json_only(json), _opened(settings, kg) as graph:
        found = read_status(graph, kg or settings.kg)
    if json:
        print_json(status_json(found))
    else:
        show_status(_console(), found)


@app.command()
def evaluate(
    questions: Annotated[
        Path, typer.Argument(metavar="QUESTIONS.jsonl", help="Gold questions, one JSON object a line.")
    ],
    kg: Kg = None,
    mode: Mode = "combined",
    model: Model = None,
    json: Json = False,
) -> None:
    """Ask gold questions and score the answers. A keyword dump's score stands beside them."""
    from dataclasses import replace

    from agent.ask import open_agent
    from agent.records import Answer, Question
    from command_line.json_output import evaluation_json, print_json
    from command_line.stage_progress import stage_progress
    from command_line.tables import show_evaluation
    from evaluation.evaluate import evaluate as run_evaluation
    from evaluation.read_questions import read_questions
    from evaluation.source_lines import source_lines

    settings = read_settings(os.environ)
    asked = read_questions(questions)
    with _json_only(json), _opened(settings, kg) as graph, stage_progress(quiet=json) as progress:
        agent = open_agent(graph, model=model or settings.model)
        scored = 0

        def reply(question: Question) -> Answer:
            nonlocal scored
            progress("questions", scored, len(asked))
            scored += 1
            return agent.ask(replace(question, mode=mode))

        result = run_evaluation(asked, reply, source_lines(graph, graph.describe().documents))
        progress("questions", len(asked), len(asked))
    if json:
        print_json(evaluation_json(result))
    else:
        show_evaluation(_console(), result)


def _parsers_folder(kg: str) -> Path:
    """Keep learned parsers in the KG's folder, and beside the user where the KG is a server."""
    return Path("wirelore-parsers") if "://" in kg else Path(kg) / "parsers"


@contextmanager
def _opened(settings: Settings, kg: str | None, create: bool = False) -> Iterator[BoltGraph]:
    from command_line.disk_space import name_full_disk
    from graph_store.open_graph import open_graph

    name = kg or settings.kg
    with name_full_disk(name):
        graph = open_graph(
            name,
            create=create,
            user=settings.neo4j_user,
            password=settings.neo4j_password,
            database=settings.neo4j_database,
            idle_s=settings.idle_s,
        )
        try:
            yield graph
        finally:
            graph.close()


@contextmanager
def _json_only(json: bool) -> Iterator[None]:
    """Keep standard output for the JSON object: whatever else is printed meanwhile goes to standard error."""
    if not json:
        yield
        return
    with redirect_stdout(sys.stderr):
        yield


def _console() -> Console:
    from rich.console import Console

    return Console(highlight=False)


def main() -> None:
    """Run the command; an expected failure ends with its message and exit code 2."""
    logging.getLogger("neo4j").addHandler(
        logging.NullHandler()
    )  # a cut connection is told by our own message
    try:
        app(prog_name="wirelore")
    except SystemExit as left:
        if left.code == 130:  # what Typer makes of Ctrl-C
            sys.stderr.write("wirelore: interrupted\n")
        raise
    except Exception as error:  # the entry point: every failure becomes a message, never a traceback
        from command_line.report_error import report_error

        sys.exit(report_error(error))


if __name__ == "__main__":
    main()
