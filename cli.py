"""The command line: wirelore ingest | ask | chat | check | test-filter | status | evaluate | parsers and more."""

from __future__ import annotations

import gc
import logging
import os
import sys
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated, Literal

import typer

from command_line.check_command import check, filter_packet
from command_line.command_groups import GroupedCommands
from command_line.community_commands import communities, embed, export, triplets
from command_line.conversation_commands import conversations_app, feedback_app
from command_line.doctor_command import examine
from command_line.evaluate_command import compare, evaluate_questions
from command_line.git_command import ingest_repository
from command_line.history_commands import diff, history, timeline
from command_line.map_commands import draw, find_path
from command_line.options import (
    BudgetTokens,
    BudgetUsd,
    ChatHost,
    ChatPort,
    GlobalStyle,
    HttpHost,
    HttpPort,
    Json,
    Kg,
    Mode,
    Model,
    ParsersFolder,
    Replay,
    WeakSandbox,
    Without,
    left_out,
)
from command_line.parser_commands import parsers_app
from command_line.question_commands import questions_app
from command_line.replay_command import replay_conversations
from command_line.rules_commands import rules_app
from command_line.running import FAILED, console, json_only, print_json, settings_for
from command_line.tokens_commands import TokensFile, tokens_app, tokens_path
from command_line.users_commands import users_app
from command_line.watch_command import watch
from settings import read_settings
from workspace.folders import parsers_folder
from workspace.open_kg import begin_server, call_options, opened

app = typer.Typer(
    cls=GroupedCommands,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def run_demo(
    kg: Annotated[Path, typer.Option(help="Folder for the KG.")] = Path(".wirelore-demo"),
    host: ChatHost = None,
    port: ChatPort = None,
) -> None:
    """Load the bundled sample network and serve the chat on it until Ctrl-C."""
    from command_line.serve_chat import SAMPLE, shipped_file

    ingest([str(shipped_file(SAMPLE))], kg=str(kg))
    chat(kg=str(kg), host=host, port=port)


app.add_typer(parsers_app, name="parsers")
app.add_typer(conversations_app, name="conversations")
app.add_typer(feedback_app, name="feedback")
app.add_typer(questions_app, name="questions")
app.add_typer(rules_app, name="rules")
app.add_typer(users_app, name="users")
app.add_typer(tokens_app, name="tokens")
app.command("doctor")(examine)
app.command("demo")(run_demo)
app.command("watch")(watch)
app.command("history")(history)
app.command("diff")(diff)
app.command("timeline")(timeline)
app.command("check")(check)
app.command("test-filter")(filter_packet)
app.command("map")(draw)
app.command("path")(find_path)
app.command("replay")(replay_conversations)
app.command("evaluate")(evaluate_questions)
app.command("compare")(compare)
app.command("communities")(communities)
app.command("embed")(embed)
app.command("triplets")(triplets)
app.command("export")(export)


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"wirelore {version('wirelore')}")
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit."),
    ] = False,
) -> None:
    """Chat with your device configurations and logs; every statement cites its file and line."""


@app.command()
def ingest(
    paths: Annotated[list[str] | None, typer.Argument(metavar="[PATH]...", help="Files and folders.")] = None,
    kg: Kg = None,
    parsers: ParsersFolder = None,
    model: Model = None,
    json: Json = False,
    relearn: Annotated[
        Literal["auto", "never", "all"],
        typer.Option(
            help="auto: learn again if a parser explains too little; never; all: learn everything again."
        ),
    ] = "auto",
    dry_run: Annotated[bool, typer.Option(help="Show what learning would cost, then exit.")] = False,
    budget_usd: BudgetUsd = None,
    budget_tokens: BudgetTokens = None,
    redact: Annotated[
        Literal["secrets", "addresses"],
        typer.Option(help="What to hide from the model: secrets, or also IP and MAC addresses."),
    ] = "secrets",
    replies: Annotated[
        Path | None,
        typer.Option(help="File for the model's replies. [default: calls.jsonl beside the parsers]"),
    ] = None,
    replay: Replay = False,
    allow_weak_sandbox: WeakSandbox = False,
    source: Annotated[
        str, typer.Option(metavar="NAME", help="Prefix all paths with NAME/, to keep sites apart.")
    ] = "",
    prune: Annotated[
        bool, typer.Option("--prune", help="Remove documents whose files were deleted from the folders.")
    ] = False,
    retain: Annotated[
        str, typer.Option(metavar="DAYS", help="Drop log lines older than this, e.g. 30d.")
    ] = "",
    cluster: Annotated[
        str,
        typer.Option(
            metavar="URL|local",
            help="Parse on Dask workers: tcp://HOST:8786, or 'local' for two processes. Requires Neo4j.",
        ),
    ] = "",
    follow_links: Annotated[
        bool,
        typer.Option(
            "--follow-links",
            help="Also load what links out of the folders (with --git, of the repository) lead to.",
        ),
    ] = False,
    git: Annotated[
        Path | None,
        typer.Option(metavar="REPO", help="Load the head of a git repository, and its history as changes."),
    ] = None,
    since: Annotated[
        str, typer.Option(metavar="TIME", help="With --git: no older history than 30d, or 2026-11-24.")
    ] = "",
) -> None:
    """Load files, folders, .zip and .tar.gz into a KG. Unchanged files are skipped.

    Exits with 1 if a file could not be loaded; the others load.
    """
    if git:
        ingest_repository(git, since, settings_for(kg, model, budget_usd, budget_tokens), json, follow_links)
        return
    if not paths:
        raise typer.BadParameter("give a PATH, or --git", param_hint="'PATH'")

    from command_line.show_samples import show_plan
    from command_line.stage_progress import stage_progress
    from command_line.tables import show_ingest
    from graph_store.java_cache import begin_java_cache
    from ingest.cluster.open_cluster import check_cluster
    from ingest.cluster.remote_files import open_inputs
    from ingest.files.find_files import check_source
    from ingest.load.forget_documents import first_day
    from language_model.open_calls import check_model
    from workspace.as_json import ingest_json
    from workspace.learning import open_ingest, plan_learning, spread_load

    settings = settings_for(kg, model, budget_usd, budget_tokens)
    check_source(source)
    if retain:
        first_day(retain)
    folder = parsers or parsers_folder(settings.kg)
    options = call_options(settings, replies=replies, replay=replay)
    if dry_run:
        with json_only(json):
            plan = plan_learning(paths, folder, options, relearn, allow_weak_sandbox)
        print_json(plan) if json else show_plan(console(), plan)
        return
    if not replay:
        check_model(options.model)  # before anything is made: a model that cannot be opened is named
    if cluster:
        check_cluster(settings.kg)
    with (
        json_only(json),
        open_inputs(paths, follow_links) as found,  # before anything is made, too
        open_ingest(settings, options, None, folder, redact) as (_, load),
        stage_progress(quiet=json, files=found.files) as progress,
        spread_load(cluster, settings, allow_weak_sandbox, progress, console(stderr=True).print) as open_load,
    ):
        report = load(
            found,
            source=source,
            prune=prune,
            retain=retain,
            relearn=relearn,
            allow_weak_sandbox=allow_weak_sandbox,
            progress=progress,
            open_load=open_load,
        )
    if "://" not in settings.kg:
        begin_java_cache()
    print_json(ingest_json(report)) if json else show_ingest(console(), report)
    if report.not_loaded:
        raise typer.Exit(FAILED)


@app.command()
def remove(
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="[PATH]...", help="Documents or folders, by cited path or location on disk."),
    ] = None,
    source: Annotated[
        str, typer.Option(metavar="NAME", help="Everything loaded with this --source, or PATHs within it.")
    ] = "",
    kg: Kg = None,
    json: Json = False,
) -> None:
    """Remove documents from a KG, and devices that have none left."""
    if not paths and not source:
        raise typer.BadParameter("give a PATH or --source", param_hint="'PATH'")
    from workspace.workspace import Workspace

    settings = settings_for(kg)
    with json_only(json), Workspace(settings) as workspace:
        removed = workspace.remove(*paths or (), source=source)
    if json:
        print_json({"removed": removed})
        return
    for path in removed:
        console().print(f"removed: {path}", markup=False)


@app.command()
def ask(
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="The question.")],
    kg: Annotated[
        list[str] | None,
        typer.Option(
            help="A KG: a folder or a Bolt URL; repeat it to ask several. [default: .wirelore, or WIRELORE_KG]"
        ),
    ] = None,
    mode: Mode = "combined",
    global_style: GlobalStyle = "one-pass",
    without: Without = None,
    model: Model = None,
    replies: Annotated[
        Path | None, typer.Option(help="File to record the model's replies in, and to reuse them from.")
    ] = None,
    replay: Replay = False,
    budget_usd: BudgetUsd = None,
    budget_tokens: BudgetTokens = None,
    show_secrets: Annotated[
        bool,
        typer.Option("--show-secrets", help="Show cited lines with their secrets, as the files have them."),
    ] = False,
    json: Json = False,
) -> None:
    """Answer one question and cite its lines. Exits with 1 if a query failed.

    With several --kg, each KG answers separately, and budgets apply to each.
    """
    if not question.strip():
        raise typer.BadParameter("the question is empty", param_hint="'QUESTION'")
    if replay and replies is None:
        raise typer.BadParameter("give the file with --replies", param_hint="'--replay'")
    settings = settings_for(None, model, budget_usd, budget_tokens)
    names = list(dict.fromkeys(kg or [settings.kg]))
    for name in names:
        begin_server(name, settings.idle_s)
    from agent.ask import ask as ask_graph
    from agent.records import Answer, Question
    from command_line.ask_sites import ask_sites, keep_asked
    from command_line.tables import show_answer
    from retrieval.records import RetrievalOptions
    from workspace.as_json import answer_json

    options = call_options(settings, replies=replies, replay=replay)
    asked = Question(question, mode=mode)
    switches = RetrievalOptions(global_style, left_out(without))

    def ask_one(name: str, show: Callable[[Answer], None] = lambda _: None) -> Answer:
        """Answer of one KG; it is shown before it is kept, as whoever asked waits for it."""
        with opened(replace(settings, kg=name)) as graph:
            kept = answer = ask_graph(asked, graph, options=options, retrieval=switches)
            if show_secrets:
                from workspace.original_lines import opened_lines

                lines, refused = opened_lines(answer.citations, name, graph)
                answer = replace(answer, citations=lines)
                if refused:
                    typer.echo(refused, err=True)
            show(answer)
            keep_asked(name, asked, kept, graph, settings.keep_days)
            return answer

    def show_one(answer: Answer) -> None:
        print_json(answer_json(answer)) if json else show_answer(console(), answer)

    if len(names) > 1:
        if not ask_sites(names, ask_one, json):
            raise typer.Exit(FAILED)
        return
    with json_only(json):
        answer = ask_one(names[0], show_one)
    if answer.status == "failed":
        raise typer.Exit(FAILED)


@app.command()
def chat(
    kg: Kg = None, host: ChatHost = None, port: ChatPort = None, model: Model = None, json: Json = False
) -> None:
    """Serve the browser chat until Ctrl-C. With --json, print its address once it is up.

    If the default KG does not exist, it is created; drop files into the chat to load them.
    """
    from command_line.serve_chat import chat_url, require_free_port, serve_chat

    settings = settings_for(kg, model)
    host, port = host or settings.host, port or settings.port
    require_free_port(host, port)
    url = chat_url(host, port) + settings.root_path

    def tell() -> None:
        if json:
            print_json({"url": url, "kg": settings.kg, "pid": os.getpid()})
        else:
            console().print(f"Wirelore answers on [bold]{url}[/bold] (Ctrl-C stops it)")

    chosen = {"WIRELORE_KG": settings.kg, "WIRELORE_MODEL": settings.model}
    with json_only(json), opened(settings, create=kg is None):
        serve_chat(host, port, os.environ | chosen, settings.root_path, on_ready=tell)


@app.command()
def mcp(
    kg: Kg = None,
    model: Model = None,
    http: Annotated[
        bool, typer.Option("--http", help="Serve over HTTP with tokens instead of standard input.")
    ] = False,
    host: HttpHost = "127.0.0.1",
    port: HttpPort = 8001,
    allow_host: Annotated[
        list[str] | None, typer.Option(help="Additional host name to accept, e.g. lore.example:443.")
    ] = None,
    tokens: TokensFile = None,
) -> None:
    """Serve the KG to other agents (Model Context Protocol): read-only tools, lines as resources."""
    import asyncio

    from command_line.serve_chat import http_url, require_free_port, serve_http
    from mcp_server.server import open_server

    settings = settings_for(kg, model)
    if http:
        require_free_port(host, port)
    file = tokens or tokens_path(settings.kg)
    with open_server(settings, host, port, file if http else None, tuple(allow_host or ())) as server:
        if http:
            message = f"Wirelore serves agents on {http_url(host, port)}/mcp"
            asyncio.run(serve_http(server.streamable_http_app(), host, port, message))
        else:
            asyncio.run(server.run_stdio_async())


@app.command()
def slack(
    kg: Kg = None,
    model: Model = None,
    http: Annotated[
        bool, typer.Option("--http", help="Receive events over HTTP at /slack/events instead of Socket Mode.")
    ] = False,
    host: HttpHost = "127.0.0.1",
    port: HttpPort = 3000,
    chat_url: Annotated[
        str,
        typer.Option(
            help="URL of the browser chat, for the button under answers.", envvar="WIRELORE_CHAT_URL"
        ),
    ] = "",
    digest: Annotated[
        str, typer.Option(help="Post the most severe findings every day at this time, e.g. 08:00.")
    ] = "",
    digest_channel: Annotated[str, typer.Option(help="ID of the channel to post to, e.g. C0123ABCD.")] = "",
) -> None:
    """Answer questions in Slack until Ctrl-C.

    Reads tokens from SLACK_BOT_TOKEN and SLACK_APP_TOKEN or SLACK_SIGNING_SECRET.
    """
    from functools import partial

    from command_line.serve_chat import http_url, require_free_port, serve_http
    from slack_bridge.serve import serve_slack

    if http:
        require_free_port(host, port)
    message = f"Wirelore takes Slack's events on {http_url(host, port)}/slack/events"
    over_http = partial(serve_http, host=host, port=port, message=message) if http else None
    settings = settings_for(kg, model)
    serve_slack(
        settings, serve_http=over_http, chat_url=chat_url, digest_at=digest, digest_channel=digest_channel
    )


@app.command()
def sample(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Files and folders.")],
    samples: Annotated[int, typer.Option(min=1, help="Samples per syntax.")] = 4,
    outline: Annotated[bool, typer.Option("--outline", help="Show how blocks and records begin.")] = False,
    model: Model = None,
    json: Json = False,
) -> None:
    """Show the samples from which parsers would be learned. Does not call a model."""
    from command_line.show_samples import show_samples

    show_samples(paths, samples, outline, settings_for(None, model).model, json)


@app.command()
def status(
    kg: Kg = None,
    relations: Annotated[
        bool, typer.Option("--relations", help="Show inferred relations and references without a target.")
    ] = False,
    json: Json = False,
) -> None:
    """Show what is in a KG."""
    from command_line.tables import show_relations, show_status
    from workspace.overview import read_relations, read_status

    settings = settings_for(kg)
    with json_only(json), opened(settings) as graph:
        found = read_status(graph, settings.kg)
        related = read_relations(graph) if relations else None
    if json:
        print_json(asdict(found) | ({"inferred": asdict(related)} if related else {}))
        return
    show_status(console(), found)
    if related:
        show_relations(console(), related)


def main() -> None:
    """Run the command; an expected failure ends with its message and exit code 2."""
    # what libraries start in Python takes no modules from the folder one happens to be in
    os.environ["PYTHONSAFEPATH"] = "1"
    # importing makes many objects and frees none: this saves a tenth of the time of `ask`
    gc.set_threshold(50_000, 20, 20)
    # a cut connection is told by our own message
    logging.getLogger("neo4j").addHandler(logging.NullHandler())
    try:
        if not os.environ.get("WIRELORE_OTLP_ENDPOINT"):
            app(prog_name="wirelore")
            return
        from workspace.send_traces import send_traces

        with send_traces(read_settings(os.environ).otlp_endpoint):
            app(prog_name="wirelore")
    except SystemExit as left:
        if left.code == 130:  # what Typer makes of Ctrl-C
            sys.stderr.write("wirelore: interrupted\n")
        raise
    except Exception as error:  # the entry point: every failure becomes a message, never a traceback
        from command_line.running import report_error

        sys.exit(report_error(error))


if __name__ == "__main__":
    main()
