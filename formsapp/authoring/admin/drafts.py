"""What can be said about a draft: whether the contract accepts it, and what publishing changes."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from formsapp.authoring.publishing import read_draft
from formsapp.contract import InvalidArguments, Problem

STARTER = json.dumps(
    {
        "message": "What should we know first?",
        "questions": [
            {
                "id": "first_question",
                "type": "text",
                "title": "What should we know first?",
                "required": False,
            }
        ],
    },
    indent=2,
)
"""What a new definition begins with: the smallest form the contract accepts."""


@dataclass(frozen=True, slots=True)
class DraftState:
    """A draft held against the contract and against what was last published."""

    problems: tuple[Problem, ...]
    arguments: Any
    """The tool arguments the draft stands for; None while there are problems."""
    published: int | None
    """Number of the latest version."""
    differs: bool
    """Whether publishing would change anything."""

    @property
    def kind(self) -> str:
        """The colour of the state's pill."""
        if self.problems:
            return "error"
        return "open" if self.differs else "accept"

    @property
    def text(self) -> str:
        """The state in a few words."""
        if self.problems:
            return problem_count(self.problems)
        if self.published is None:
            return "Valid, not published"
        return f"Valid, differs from v{self.published}" if self.differs else "Valid, as published"


def draft_state(draft: str, published: int | None, published_arguments: Any) -> DraftState:
    """Check a draft beside its latest version's number and arguments, if there is one."""
    try:
        arguments = read_draft(draft)
    except InvalidArguments as error:
        return DraftState(error.problems, None, published, differs=True)
    # Compared as text: two objects are equal in any order, but order is what people see.
    differs = json.dumps(arguments) != json.dumps(published_arguments)
    return DraftState((), arguments, published, differs)


def problem_count(problems: Sequence[Problem]) -> str:
    """How many problems there are, in words."""
    return f"{len(problems)} problem{'' if len(problems) == 1 else 's'}"
