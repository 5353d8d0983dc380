"""Answers that every host is tried with, and what the agent must hear for each."""

from typing import Any

from tests.forms import NAME_FORM

FORM = NAME_FORM
ACCEPT = {"action": "accept", "content": {"name": "Ada"}}
ANSWERS: dict[str, dict[str, Any]] = {
    "accept": ACCEPT,
    "decline": {"action": "decline"},
    "cancel": {"action": "cancel"},
    "invalid answer": {"action": "accept", "content": {"name": "x" * 41}},
}
"""What the person's host sends, by the words of `docs/hosts.md`."""


def heard(answer: str) -> Any:
    """What the agent is told: the answer itself, or the code of the tool's error."""
    return "invalid_response" if answer == "invalid answer" else ANSWERS[answer]


def told(structured: Any) -> Any:
    """The part of a structured result that `heard` names."""
    return structured["error"]["code"] if "error" in structured else structured


RECORDED = ["accept", "decline", "cancel", "invalid_response"]
