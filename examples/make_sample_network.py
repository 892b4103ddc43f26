"""Writes the sample network: `python -m examples.make_sample_network [--out FOLDER] [--seed NUMBER]`."""

import argparse
from pathlib import Path

from examples.generator.answers import answers_text, questions_text
from examples.generator.facts import Facts
from examples.generator.sample import SEED, sample

HERE = Path(__file__).parent


def main() -> None:
    """Write the sample under the folder that the command line names, by default this one."""
    parser = argparse.ArgumentParser(description="Write the sample network, its answers and its questions.")
    parser.add_argument("--out", type=Path, default=HERE, help="the folder to write into (default: this one)")
    parser.add_argument(
        "--seed", type=int, default=SEED, help="equal seeds give equal bytes (default: %(default)s)"
    )
    options = parser.parse_args()
    write_sample(options.out, options.seed)


def write_sample(folder: Path, seed: int) -> None:
    """Write `sample-network/`, `ANSWERS.md` and `questions.jsonl`; files of these names are replaced."""
    documents = sample(seed)
    facts = Facts(tuple(documents))
    for document in documents:
        _write(folder / "sample-network" / document.path, document.text())
    _write(folder / "ANSWERS.md", answers_text(facts))
    _write(folder / "questions.jsonl", questions_text(facts))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
