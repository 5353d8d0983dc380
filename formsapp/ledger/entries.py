"""What the bridge tells the ledger: a form opens, a call is refused, a transcript ends."""

import uuid
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils import timezone

from formsapp.contract import NativeForm, Result
from formsapp.ledger.keys import new_key


@dataclass(frozen=True, slots=True)
class Caller:
    """Who called: the agent, and the host as it introduced itself."""

    agent: str
    transport: str
    protocol_version: str = ""
    client_name: str = ""
    client_version: str = ""
    capabilities: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the tool as it arrived."""

    caller: Caller
    received_at: datetime = field(default_factory=timezone.now)
    id: uuid.UUID = field(default_factory=new_key)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Written:
    """When an entry was made, and when it went to the spool because the database did not answer."""

    at: datetime = field(default_factory=timezone.now)
    spooled_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Opening(_Written):
    """A form is about to be shown, and may be answered until the deadline."""

    call: Call
    arguments: Any
    native_form: NativeForm
    deadline: datetime


@dataclass(frozen=True, slots=True)
class Refusal(_Written):
    """A call is answered with an error and shows no form; `detail` goes into its last step."""

    call: Call
    result: Result
    detail: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Conclusion(_Written):
    """A form that was shown has ended; `detail` goes into its transcript's last step."""

    transcript: uuid.UUID
    result: Result
    answered_at: datetime | None = None
    detail: dict[str, Any] = field(default_factory=dict)
    swept: bool = False
    """Whether the sweep concluded it, as nobody else did."""


@dataclass(frozen=True, slots=True)
class TokenUse:
    """An agent came with its token."""

    agent: uuid.UUID
    at: datetime


Entry = Opening | Refusal | Conclusion | TokenUse
