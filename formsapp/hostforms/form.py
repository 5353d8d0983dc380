"""What a page or a terminal needs to know to show a native form and its answer."""

from dataclasses import dataclass
from enum import StrEnum


class Control(StrEnum):
    """How a field is answered."""

    TEXT = "text"
    NUMBER = "number"
    TOGGLE = "toggle"
    SINGLE_CHOICE = "single-choice"
    MULTIPLE_CHOICE = "multiple-choice"
    SINGLE_RESOURCE = "single-resource"
    MULTIPLE_RESOURCE = "multiple-resource"
    STRING_LIST = "string-list"


@dataclass(frozen=True, slots=True)
class Picture:
    """An image the viewer's browser may load: an HTTPS URL or an image data URI."""

    src: str
    dark_src: str = ""
    """Its counterpart on a dark ground; empty where it is the same."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a host could open to show more of an option."""

    kind: str
    """`resource_link` or `mcp_app_tool`."""
    name: str
    """The resource's title or the tool's name."""
    detail: str
    """The resource's URI, or the tool's arguments as JSON."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to choose: a choice, or a resource shown as a card."""

    value: str
    title: str
    description: str
    mime_type: str
    thumbnail: Picture | None
    icon: Picture | None
    selected: bool
    preview: Preview | None = None

    @property
    def look(self) -> str:
        """Which of the three looks a card has: `thumbnail`, `icon` or `plain`."""
        if self.thumbnail is not None:
            return "thumbnail"
        return "icon" if self.icon is not None else "plain"


@dataclass(frozen=True, slots=True)
class AddedFile:
    """An answer that is none of the options: a file the person added."""

    uri: str
    name: str


@dataclass(frozen=True, slots=True)
class HostField:
    """One question as it shows, with its answer where there is one."""

    name: str
    title: str
    description: str
    required: bool
    control: Control
    options: tuple[Option, ...] = ()
    text: str = ""
    """The answer that is none of the options, as text; of a list, one item a line."""
    added: tuple[AddedFile, ...] = ()
    takes_files: bool = False
    takes_directory: bool = False
    accept: tuple[str, ...] = ()
    """The file picker's filter; empty takes any file."""
    implicit: bool = False
    """Whether everything is chosen at first and may be removed."""
    typed: bool = False
    """Whether other texts than the options may be answered, which are suggestions then."""
    format: str = ""
    """`email`, `uri`, `date`, `date-time` or empty."""
    min_length: int | None = None
    max_length: int | None = None
    min_items: int | None = None
    max_items: int | None = None
    problem: str = ""
    """What is wrong with what was submitted."""

    @property
    def pictured(self) -> bool:
        """One option with a thumbnail gives all of them the picture layout."""
        return any(option.thumbnail for option in self.options)

    @property
    def multiple(self) -> bool:
        """Whether several options may be chosen."""
        several = {Control.MULTIPLE_CHOICE, Control.MULTIPLE_RESOURCE, Control.STRING_LIST}
        return self.control in several

    @property
    def resources(self) -> bool:
        """Whether the options are cards."""
        return self.control in {Control.SINGLE_RESOURCE, Control.MULTIPLE_RESOURCE}

    @property
    def long_text(self) -> bool:
        """Whether the text wants more than one line."""
        if self.control != Control.TEXT:
            return self.control == Control.STRING_LIST
        if self.format or self.options:
            return False
        return self.max_length is None or self.max_length > 200

    @property
    def described(self) -> bool:
        """Whether the form says more of it than its title."""
        return bool(self.description or self.problem)

    @property
    def entry_type(self) -> str:
        """The type of the HTML input that takes the answer."""
        if self.control == Control.NUMBER:
            return "number"
        return {"email": "email", "uri": "url", "date": "date"}.get(self.format, "text")


@dataclass(frozen=True, slots=True)
class HostForm:
    """A form as it shows. An empty message shows no header."""

    message: str
    fields: tuple[HostField, ...]
