"""How moments, durations, outcomes and hashes read on our pages. Every text is escaped."""

from datetime import UTC, datetime, timedelta

from django.utils.html import format_html
from django.utils.safestring import SafeString

from formsapp.ledger.models import Outcome

NOTHING = "–"


def pill(kind: str, text: str) -> SafeString:
    """A quiet coloured label; `kind` names its colour in the stylesheet."""
    return format_html('<span class="pill pill-{}">{}</span>', kind, text)


def outcome_pill(outcome: str) -> SafeString:
    """How a call ended; a call without an outcome is still open."""
    if not outcome:
        return pill("open", "Open")
    return pill(outcome, Outcome(outcome).label)


def moment(at: datetime | None) -> str:
    """Date and time in UTC, to the second; machines find the microseconds."""
    if at is None:
        return NOTHING
    at = at.astimezone(UTC)
    return format_html(
        '<time datetime="{}">{} <span class="clock">{}</span></time>',
        at.isoformat(timespec="microseconds"),
        at.strftime("%Y-%m-%d"),
        at.strftime("%H:%M:%S"),
    )


def code(text: str) -> str:
    """An identifier, in monospace."""
    return format_html('<code class="mono">{}</code>', text) if text else NOTHING


def short_hash(text: str) -> str:
    """The first digits of a hash; the whole of it on hover."""
    return format_html('<code class="mono" title="{}">{}…</code>', text, text[:8])


def seconds(taken: timedelta | None) -> str:
    """A duration as a plain number of seconds, with the digits that matter; empty for none."""
    if taken is None:
        return ""
    number = taken.total_seconds()
    return f"{number:,.{2 if abs(number) < 10 else 1 if abs(number) < 100 else 0}f}"


def duration(taken: timedelta) -> str:
    """A duration as people say it: 0.04 s, 38.2 s, 4 min 12 s, 2 h 5 min."""
    number = taken.total_seconds()
    if number < 0:
        return f"−{duration(-taken)}"
    if number < 0.001:
        return "under 1 ms"
    if number < 1:
        return f"{round(number, 3):.2g} s"
    if number < 60:
        return f"{number:.1f} s"
    return _long_duration(round(number))


def _long_duration(whole: int) -> str:
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} min {rest} s"
    hours, minutes = divmod(minutes, 60)
    if hours < 24:
        return f"{hours} h {minutes} min"
    days, hours = divmod(hours, 24)
    return f"{days} d {hours} h"
