"""A form that fits the contract: what read_arguments returns.

Titles and names are trimmed, computed bounds are filled in; nothing else differs from what the
agent sent. Source: API.md, Input; API.md, Choice options; API.md, Resource options.
"""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple, TypeAlias


class Image(NamedTuple):
    """An icon or thumbnail: an HTTPS URL or a base64 image data URI."""

    src: str
    mime_type: str | None


class Choice(NamedTuple):
    """An option the agent made up, answered by its id. `preview` has become `thumbnail`."""

    id: str
    title: str
    description: str | None
    thumbnail: Image | None


class Resource(NamedTuple):
    """An option that exists, answered by its URI, shown as a card. `icons` is None if absent."""

    uri: str
    name: str
    title: str
    description: str | None
    mime_type: str | None
    icons: tuple[Image, ...] | None
    thumbnail: Image | None


@dataclass(frozen=True, slots=True)
class TextQuestion:
    """Answered by a string of at most `max_length` code points."""

    type: ClassVar[str] = "text"
    id: str
    title: str
    description: str | None
    required: bool
    max_length: int


@dataclass(frozen=True, slots=True)
class SingleSelectQuestion:
    """Answered by the id of one option."""

    type: ClassVar[str] = "single_select"
    id: str
    title: str
    description: str | None
    required: bool
    options: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class MultiSelectQuestion:
    """Answered by a list of distinct option ids."""

    type: ClassVar[str] = "multi_select"
    id: str
    title: str
    description: str | None
    required: bool
    options: tuple[Choice, ...]
    min_items: int
    max_items: int


@dataclass(frozen=True, slots=True)
class ResourceQuestion:
    """Answered by the URI of one option."""

    type: ClassVar[str] = "resource"
    id: str
    title: str
    description: str | None
    required: bool
    options: tuple[Resource, ...]


@dataclass(frozen=True, slots=True)
class ResourcesQuestion:
    """Answered by a list of distinct option URIs."""

    type: ClassVar[str] = "resources"
    id: str
    title: str
    description: str | None
    required: bool
    options: tuple[Resource, ...]
    min_items: int
    max_items: int


@dataclass(frozen=True, slots=True)
class FilesQuestion:
    """Answered by a list of distinct URIs: options, or local files the person picked.

    `accept` is the picker's filter, None if absent.
    """

    type: ClassVar[str] = "files"
    id: str
    title: str
    description: str | None
    required: bool
    options: tuple[Resource, ...]
    min_items: int
    max_items: int
    accept: tuple[str, ...] | None


Question: TypeAlias = (
    TextQuestion
    | SingleSelectQuestion
    | MultiSelectQuestion
    | ResourceQuestion
    | ResourcesQuestion
    | FilesQuestion
)


@dataclass(frozen=True, slots=True)
class Form:
    """One form: a header (`message`, 1–80 characters) and 1–12 questions in display order."""

    message: str
    questions: tuple[Question, ...]
