"""Prints `wirelore sample`: the chunks that a model would see, how they were chosen, and what learning would cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from command_line.running import console, print_json
from language_model.count_tokens import token_counter
from workspace.as_json import JsonObject, lines_json, pick

if TYPE_CHECKING:
    from ingest.learn.sampling.sample_files import SampledGroup
    from ingest.learn.sampling.split_chunks import SampleChunk


def show_samples(paths: Sequence[Path], samples: int, outlined: bool, model: str, json: bool) -> None:
    """Choose samples of the files at `paths`, and print them. Raises InputError and OSError."""
    from ingest.learn.sampling.sample_files import sample_files

    counter, out = token_counter(model), console()
    groups = sample_files(paths, samples, counter, outlined)
    if json:
        print_json({"tokens_by": counter.name, "groups": [_samples_json(group) for group in groups]})
        return
    for group in groups:
        _show_group(out, group, counter.name)


def _samples_json(group: SampledGroup) -> JsonObject:
    """Describe what was chosen from the files of one syntax."""
    sampling = group.sampling
    return {
        **pick(group, "kind paths lines"),
        "chunks": len(group.chunks),
        **pick(sampling, "clusters terms keywords coverage"),
        "samples": [
            {
                "places": _line_places(chunk),
                **pick(chunk, "alike tokens"),
                "header": lines_json(chunk.header),
                "lines": lines_json(chunk.lines),
            }
            for chunk in sampling.samples
        ],
        "trials": [asdict(trial) for trial in group.trials],
    }


def _line_places(chunk: SampleChunk) -> str:
    """Write where a chunk's own lines stand, as in "a.cfg:3-7,9 b.cfg:1"."""
    places: list[str] = []
    for path, lines in groupby(chunk.lines, lambda line: line.path):
        runs = groupby(enumerate(lines), lambda item: item[1].number - item[0])
        ends = [[line.number for _, line in run] for _, run in runs]
        ranges = (f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in ends)
        places.append(f"{path}:{','.join(ranges)}")
    return " ".join(places)


def _show_group(console: Console, group: SampledGroup, counted_by: str) -> None:
    sampling = group.sampling
    tokens = sum(chunk.tokens for chunk in sampling.samples)
    others = len(group.paths) - 1
    title = f"{group.paths[0]}{f' and {others} more' if others else ''}"
    console.print(Text(f"\n{title} ({group.kind})", style="bold"))
    console.print(
        f"{group.lines:,} lines, {len(group.chunks)} chunks; {len(sampling.samples)} samples of {tokens:,} tokens"
        f" ({counted_by}); n_c {sampling.clusters}, n_t {sampling.terms}, {len(sampling.keywords)} keywords",
        markup=False,
    )
    _show_trials(console, group)
    for number, (chunk, share) in enumerate(zip(sampling.samples, sampling.coverage, strict=True), start=1):
        head = f"\nsample {number}: {_line_places(chunk)}"
        console.print(Text(head, style="magenta"), soft_wrap=True)
        caption = f"{chunk.tokens:,} tokens, {chunk.alike} alike left out, keyword coverage {share:.1%}"
        console.print(Text(caption, "dim"))
        for lines, style in ((chunk.header, "dim"), (chunk.lines, "")):
            for line in lines:
                console.print(Text(f"{line.number:>7}  {line.text}", style=style), soft_wrap=True)


def _show_trials(console: Console, group: SampledGroup) -> None:
    """Show how many samples every n_c (rows) and n_t (columns) need, and mark the pair taken."""
    sampling = group.sampling
    terms = sorted({trial.terms for trial in group.trials})
    table = Table("samples by n_c, n_t", *map(str, terms))
    for clusters, row in groupby(group.trials, lambda trial: trial.clusters):
        cells = {trial.terms: trial.samples for trial in row}
        taken = sampling.terms if clusters == sampling.clusters else 0
        shown = (f"[bold]\\[{cells[term]}][/bold]" if term == taken else str(cells[term]) for term in terms)
        table.add_row(str(clusters), *shown)
    console.print(table)


def show_plan(console: Console, plan: JsonObject) -> None:
    """Print one row per format, and the sum."""
    table = Table("format", "files", "lines", "samples", "calls", "tokens in", "tokens out")
    formats = plan["formats"]
    assert isinstance(formats, list)
    for each in formats:
        table.add_row(
            each["name"] + (" (mend)" if each["mends"] else ""),
            *(f"{each[name]:,}" for name in ("documents", "lines", "samples")),
            *(_range(each[name]) for name in ("calls", "prompt_tokens", "reply_tokens")),
        )
    console.print(table)
    cost = plan["cost_usd"]
    unknown = "price not known (WIRELORE_PRICE_USD=IN,OUT gives it)"
    cost_text = unknown if cost is None else f"{_range(cost, '.2f')} USD"
    console.print(
        f"{plan['model']}: {_range(plan['calls'])} calls, {_range(plan['tokens'])} tokens, {cost_text}"
    )
    estimate = "An estimate: the model decides how many sections there are; retries come on top."
    console.print(f"{estimate} Nothing was sent.")


def _range(ends: object, form: str = ",") -> str:
    assert isinstance(ends, list | tuple)
    low, high = ends
    return f"{low:{form}}" if low == high else f"{low:{form}} to {high:{form}}"
