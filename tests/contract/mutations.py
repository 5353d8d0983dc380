"""Everything that can go wrong in one place of a legal form."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests.contract.support import put, remove

Json = dict[str, Any]

REMOVED = object()
SURROGATE = "\ud800"
IMAGE = {"src": "https://example.com/a.png"}

_BOUNDED = ("multi_select", "resources", "files")


@dataclass(frozen=True)
class Mutation:
    """Put `value` at `path` (or remove what is there); the refusal names `reported`.

    `shape` says that the advertised JSON Schema refuses it, too.
    """

    path: str
    value: Any
    reported: str
    shape: bool

    def apply(self, arguments: Json) -> Json:
        """A changed copy of the arguments."""
        # Decoded afresh, because drawn options may be one object in two places.
        changed: Json = json.loads(json.dumps(arguments))
        if self.value is REMOVED:
            remove(changed, self.path)
        else:
            put(changed, self.path, self.value)
        return changed


def mutations(form: Json) -> list[Mutation]:
    """All mutations of a legal form."""
    found = [
        shape("surprise", 1),
        *_required(form, "", "message", "questions"),
        *_types("message", "x"),
        *_label("message", 80, padding_counts=True),
        *_types("questions", []),
        shape("questions", []),
    ]
    for index, question in enumerate(form["questions"]):
        at = f"questions[{index}]"
        found += _question(at, question)
        if index:
            found.append(rule(f"{at}.id", form["questions"][0]["id"]))
    return found


def shape(path: str, value: Any, reported: str | None = None) -> Mutation:
    """A mutation the schema refuses, too."""
    return Mutation(path, value, path if reported is None else reported, shape=True)


def rule(path: str, value: Any, reported: str | None = None) -> Mutation:
    """A mutation only the server refuses."""
    return Mutation(path, value, path if reported is None else reported, shape=False)


def _any(*values: Any) -> tuple[Any, ...]:
    """Values of many types."""
    return values


def _question(at: str, question: Json) -> Iterator[Mutation]:
    kind = question["type"]
    yield from (shape(f"{at}.surprise", 1), shape(at, None), shape(at, "text"), shape(at, []))
    yield from _required(question, at, "id", "type", "title", "required")
    yield from _types(f"{at}.type", "")
    yield shape(f"{at}.type", "date")
    yield from _id(f"{at}.id")
    yield from _label(f"{at}.title", 80)
    yield from _prose(f"{at}.description", 2000)
    for value in _any(None, 1, 0, "true", []):
        yield shape(f"{at}.required", value)
    if kind == "text":
        yield from _integer(f"{at}.maxLength", 1, 16_000)
        for name in ("options", "minItems", "maxItems", "accept"):
            yield shape(f"{at}.{name}", [])
        return
    yield shape(f"{at}.maxLength", 10)
    yield from _options(at, question)
    if kind in _BOUNDED:
        yield from _bounds(at, question)
    else:
        yield shape(f"{at}.minItems", 1)
        yield shape(f"{at}.maxItems", 1)
    yield from _accept(f"{at}.accept") if kind == "files" else [shape(f"{at}.accept", [".csv"])]


def _options(at: str, question: Json) -> Iterator[Mutation]:
    kind = question["type"]
    path = f"{at}.options"
    options = question.get("options", [])
    if kind != "files":
        yield shape(path, [])
        yield shape(path, REMOVED)
    for value in _any(None, {}, "x", 1):
        yield shape(path, value)
    choice = kind.endswith("select")
    key = "id" if choice else "uri"
    if options:
        more = [
            {**options[0], key: f"x{number}" if choice else f"x:{number}"} for number in range(25)
        ]
        yield shape(path, more)
    for index, option in enumerate(options[:3]):
        here = f"{path}[{index}]"
        yield from (shape(here, None), shape(here, "x"), shape(f"{here}.surprise", 1))
        yield from _choice(here, option) if choice else _resource(here, option)
        if index:
            yield rule(f"{here}.{key}", options[0][key])


def _choice(at: str, choice: Json) -> Iterator[Mutation]:
    yield from _required(choice, at, "id", "title")
    yield from _id(f"{at}.id")
    yield from _label(f"{at}.title", 500)
    yield from _prose(f"{at}.description", 1000)
    for name in ("thumbnail", "preview"):
        if name in choice:
            yield from _image(f"{at}.{name}")
            other = {"thumbnail": "preview", "preview": "thumbnail"}[name]
            yield shape(f"{at}.{other}", IMAGE, f"{at}.preview")
    yield shape(f"{at}.uri", "x:y")


def _resource(at: str, resource: Json) -> Iterator[Mutation]:
    yield from _required(resource, at, "uri", "name", "title")
    yield from _label(f"{at}.title", 500)
    yield from _label(f"{at}.name", 500)
    yield from _prose(f"{at}.description", 1000)
    yield from _other(f"{at}.mimeType", 100)
    yield from _uri(f"{at}.uri")
    yield from (shape(f"{at}.icons", value) for value in _any(None, {}, "x", [IMAGE] * 3))
    if resource.get("icons"):
        yield from _image(f"{at}.icons[0]")
    yield from _image(f"{at}.thumbnail") if "thumbnail" in resource else ()
    yield shape(f"{at}.preview", IMAGE)


def _uri(path: str) -> Iterator[Mutation]:
    for value in _any(
        None, 1, "", "no scheme", "x:a b", "x:é", "x:%", "x:a#b#c", "x:" + "a" * 8191
    ):
        yield shape(path, value)
    for value in _any(
        "https:///x",
        "http:",
        "javascript:x",
        "VBScript:x",
        "https://u:p@example.com/",
        "https://example.com/?access-token=x",
        "https://example.com/#sig=x",
        "x:a[b]",
        "x://h:port",
        "x:\0",
        f"x:{SURROGATE}",
    ):
        yield rule(path, value)


def _image(path: str) -> Iterator[Mutation]:
    for value in _any(None, "https://example.com/a.png", []):
        yield shape(path, value)
    yield shape(path, {}, f"{path}.src")
    yield shape(f"{path}.surprise", 1)
    yield shape(f"{path}.src", REMOVED)
    yield from _other(f"{path}.mimeType", 100)
    for value in _any(
        None,
        1,
        "",
        "http://example.com/a.png",
        "file:///a.png",
        "https:///a.png",
        "https://example.com/a b.png",
        "https://example.com/a\\b.png",
        "https://u:p@example.com/a.png",
        "data:image/svg+xml;base64,QUJD",
        "data:image/png,QUJD",
        "data:image/png;base64,",
        "data:image/png;base64,Q.JD",
        "https://example.com/" + "a" * 262_125,
    ):
        yield shape(f"{path}.src", value)
    for value in _any(
        "https://example.com/a.png?sig=x",
        "https://example.com/a.png?X-Amz-Signature=x",
        "https://example.com/a.png#token=x",
        "https://sdmntpr.oaiusercontent.com/a.png?signature=x",
        "data:image/png;base64,QUJDR",
        "https://example.com/\0",
        f"https://example.com/{SURROGATE}",
    ):
        yield rule(f"{path}.src", value)


def _bounds(at: str, question: Json) -> Iterator[Mutation]:
    low, high = f"{at}.minItems", f"{at}.maxItems"
    yield from _integer(low, 0, 24)
    yield from _integer(high, 1, 24)
    ceiling = 24 if question["type"] == "files" else len(question["options"])
    if question["required"]:
        yield shape(low, 0)
    if ceiling < 24:
        yield rule(low, ceiling + 1)
        yield rule(high, ceiling + 1)
    if int(question.get("maxItems", ceiling)) < ceiling:
        yield rule(low, int(question["maxItems"]) + 1)
    if int(question.get("minItems", 0)) > 1:
        yield rule(high, int(question["minItems"]) - 1, low)


def _accept(path: str) -> Iterator[Mutation]:
    for value in _any(None, {}, ".csv", [], [f".e{number}" for number in range(13)]):
        yield shape(path, value)
    for token in _any("", "csv", ".", "*/*", "text/", ".a b", ".a,.b", None, 1):
        yield shape(path, [".ok", token], f"{path}[1]")
    yield shape(path, [".csv", ".csv"], f"{path}[1]")
    yield rule(path, [".csv", ".CSV"], f"{path}[1]")
    yield rule(path, [".csv\0"], f"{path}[0]")


def _required(value: Json, at: str, *names: str) -> Iterator[Mutation]:
    for name in names:
        yield shape(f"{at}.{name}" if at else name, REMOVED)


def _types(path: str, like: object) -> Iterator[Mutation]:
    """Values of every other JSON type."""
    for value in _any(None, True, 7, 1.5, "x", [], {}):
        if type(value) is not type(like):
            yield shape(path, value)


def _id(path: str) -> Iterator[Mutation]:
    for value in _any(None, 1, [], "", "1a", "a b", "a.b", "é", "a" * 65):
        yield shape(path, value)
    yield rule(path, "a\0")
    yield rule(path, f"a{SURROGATE}")


def _label(path: str, limit: int, *, padding_counts: bool = False) -> Iterator[Mutation]:
    for value in _any(None, 1, [], "", " \t\u3000", "x" * (limit + 1)):
        yield shape(path, value)
    if padding_counts:
        yield shape(path, " x".ljust(limit + 1))
    for value in _any("a\0b", f"a{SURROGATE}", "a\u202eb", "a\u2066b", "a\x1bb", "\u200b\u2060"):
        yield rule(path, value)


def _prose(path: str, limit: int) -> Iterator[Mutation]:
    yield from _other(path, limit)
    yield rule(path, "a\x1bb")


def _other(path: str, limit: int) -> Iterator[Mutation]:
    for value in _any(None, 1, [], "x" * (limit + 1)):
        yield shape(path, value)
    yield rule(path, "a\0b")
    yield rule(path, f"a{SURROGATE}")


def _integer(path: str, low: int, high: int) -> Iterator[Mutation]:
    for value in _any(None, True, False, "5", [], low - 1, high + 1, low + 0.5, 1e300, -(10**30)):
        yield shape(path, value)
    for value in _any(float("nan"), float("inf"), float("-inf")):
        yield rule(path, value)
