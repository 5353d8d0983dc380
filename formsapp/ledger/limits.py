"""How many forms may be open at once, over all processes that share the database."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Limits:
    """The most forms that may be open, in total and for one agent."""

    total: int
    per_agent: int


@dataclass(frozen=True, slots=True)
class Full:
    """There is no room for another open form."""

    limit: int
    of_agent: bool
    """Whether it is the agent's own limit."""
    until: datetime
    """When the first of the open forms reaches its deadline; answers make room before."""
