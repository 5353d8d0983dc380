"""How much the contract costs, as a ratio to `json.loads` of the same bytes in the same run.

Each form is read, checked and compiled. The two are timed in turns, so that a busy machine slows
both, and the ratio is that of the fastest turns. Run as `python bench/contract.py`; with
`--check` it exits 1 beyond the limits.
"""

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from formsapp.contract import compile_form, read_arguments

Json = dict[str, Any]

NEARLY_FULL = 1_048_576 - 4_096
ROUNDS = 60
ROUND_SECONDS = 0.01


@dataclass(frozen=True, slots=True)
class Measured:
    """One form: its size in bytes, seconds to decode it, and seconds for the contract."""

    name: str
    limit: float
    size: int
    decode: float
    contract: float

    @property
    def ratio(self) -> float:
        return self.contract / self.decode


def card(number: int) -> Json:
    """A resource card as an agent sends it: an icon and a thumbnail."""
    site = "https://files.example.com"
    return {
        "uri": f"{site}/documents/2024/quarterly-review-{number}",
        "name": f"quarterly-review-{number}",
        "title": f"Presentation · Quarterly review {number}",
        "mimeType": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "icons": [{"src": f"{site}/icons/slides-48.png", "mimeType": "image/png"}],
        "thumbnail": {"src": f"{site}/thumbnails/{number}.png?w=640&v=3"},
    }


def typical_form() -> Json:
    """Three questions and six cards."""
    return {
        "message": "Prepare the quarterly review",
        "questions": [
            {
                "id": "template",
                "type": "resource",
                "title": "Relevant report templates",
                "required": False,
                "options": [card(number) for number in range(6)],
            },
            {
                "id": "audience",
                "type": "single_select",
                "title": "Who will read it?",
                "description": "Sets the level of detail.",
                "required": True,
                "options": [
                    {"id": "board", "title": "The board"},
                    {"id": "team", "title": "The team", "description": "With every table."},
                ],
            },
            {
                "id": "focus",
                "type": "text",
                "title": "What should it focus on?",
                "required": False,
                "maxLength": 500,
            },
        ],
    }


def few_large_images() -> Json:
    """Four cards whose thumbnails are data URIs of nearly 256 KiB."""
    head = "data:image/png;base64,"
    payload = "iVBORw0KGgoAAAANSUhEUgAB" * (260_000 // 24)
    cards = [{**card(number), "thumbnail": {"src": head + payload}} for number in range(4)]
    question = {"id": "q", "type": "resource", "title": "Templates", "required": False}
    return {"message": "Choose a template", "questions": [{**question, "options": cards}]}


def many_small_fields() -> Json:
    """Twelve questions of twenty-four full cards, every field as long as one MiB allows."""
    questions = []
    for number in range(12):
        cards = [full_card(100 * number + index) for index in range(24)]
        questions.append(
            {
                "id": f"question_{number}",
                "type": "resources",
                "title": f"Collection {number}",
                "description": "Choose what to build on. " * 20,
                "required": False,
                "minItems": 1,
                "maxItems": 24,
                "options": cards,
            }
        )
    return {"message": "Choose sources", "questions": questions}


def full_card(number: int) -> Json:
    """A card with every field, 3.4 KB in all."""
    path = f"{number}/" + "section-of-a-long-path/" * 14
    image = {"src": f"https://images.example.com/{path}?w=640&page=2", "mimeType": "image/png"}
    return {
        "uri": f"https://files.example.com/{path}",
        "name": f"review-{number} " + "of the business " * 20,
        "title": f"Document · Review {number} " + "of the business " * 20,
        "description": "It says “what” happened, and why. " * 28,
        "mimeType": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "icons": [image, image],
        "thumbnail": image,
    }


def contract(arguments: object) -> None:
    """What is measured: arguments in, native form out."""
    compile_form(read_arguments(arguments))


def measure(name: str, limit: float, form: Json) -> Measured:
    """Time decoding and the contract in turns."""
    data = json.dumps(form, ensure_ascii=False, separators=(",", ":")).encode()
    arguments = json.loads(data)
    decode, check = float("inf"), float("inf")
    for _ in range(ROUNDS):
        decode = min(decode, seconds(lambda: json.loads(data)))
        check = min(check, seconds(lambda: contract(arguments)))
    return Measured(name, limit, len(data), decode, check)


def seconds(call: Callable[[], object]) -> float:
    """Seconds a call takes, averaged over one short round."""
    calls = 0
    start = perf_counter()
    while (elapsed := perf_counter() - start) < ROUND_SECONDS:
        call()
        calls += 1
    return elapsed / calls


def main(argv: list[str] | None = None) -> int:
    """Print the table; return 1 with `--check` if a ratio is beyond its limit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="exit 1 beyond the limits")
    options = parser.parse_args(argv)
    rows = [
        measure("typical, 3 questions and 6 cards", 12, typical_form()),
        measure("1 MiB, few large data URIs", 8, few_large_images()),
        measure("1 MiB, many small fields", 8, many_small_fields()),
    ]
    print(f"{'form':34}{'bytes':>11}{'json.loads':>13}{'contract':>13}{'ratio':>8}{'limit':>8}")
    for row in rows:
        print(
            f"{row.name:34}{row.size:>11,}{row.decode * 1e6:>10,.1f} µs"
            f"{row.contract * 1e6:>10,.1f} µs{row.ratio:>7.1f}×{row.limit:>7.0f}×"
        )
    return int(options.check and any(row.ratio > row.limit for row in rows))


if __name__ == "__main__":
    sys.exit(main())
