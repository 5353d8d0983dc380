"""Hypothesis strategies: forms that are legal by construction, and their legal answers."""

import string
from typing import Any

from hypothesis import strategies as st

Json = dict[str, Any]

ID_CHARACTERS = string.ascii_letters + string.digits + "_-"
URI_CHARACTERS = string.ascii_letters + string.digits + "-._~!$'()*+,;:@/"
WHITE = " \t\n\u3000\u00a0\ufeff\u2003"
TYPES = ("text", "single_select", "multi_select", "resource", "resources", "files")

_CONTROLS = [chr(c) for c in (*range(9), 11, 12, *range(14, 32), *range(127, 160))]
_BIDI = [chr(c) for c in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))]

ids = st.builds(
    "".join,
    st.tuples(
        st.sampled_from(string.ascii_letters),
        st.text(ID_CHARACTERS, max_size=6) | st.just("x" * 63),
    ),
)
prose_characters = st.characters(exclude_categories=["Cs"], exclude_characters=_CONTROLS)
label_characters = st.characters(exclude_categories=["Cs"], exclude_characters=_CONTROLS + _BIDI)
any_characters = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
integral = st.sampled_from([int, float])


@st.composite
def labels(draw: st.DrawFn, limit: int, *, padded: bool = True) -> str:
    """A text that shows something, at most `limit` code points without its padding."""
    body = "x" + draw(st.text(label_characters, max_size=12)) + "é"
    if draw(st.integers(0, 9)) == 0:
        body += "\U0001d54f" * (limit - len(body))
    if padded and draw(st.booleans()):
        return draw(st.text(WHITE, max_size=3)) + body + draw(st.text(WHITE, max_size=3))
    return body


def prose(limit: int) -> st.SearchStrategy[str]:
    """Any text people may read, at most `limit` code points."""
    return st.text(prose_characters, max_size=12) | st.just("é" * limit)


parameters = st.lists(
    st.tuples(
        st.sampled_from(["w", "v", "key", "page", "se", "q%20x"]), st.text("ab1%=", max_size=0)
    ),
    max_size=2,
).map(lambda pairs: "&".join(f"{name}=1{value}" for name, value in pairs))


@st.composite
def uris(draw: st.DrawFn) -> str:
    """A resource URI."""
    head = draw(
        st.sampled_from(
            ["https://example.com/", "HTTP://h:80/", "urn:x:", "cad://v/", "cad:///", "s+1:/"]
        )
    )
    path = draw(st.text(URI_CHARACTERS.replace("/", ""), max_size=12)).replace("@", "")
    query = draw(st.none() | parameters)
    fragment = draw(st.sampled_from(["", "#", "#page=2", "#a%20b"]))
    return (
        head
        + path
        + draw(st.sampled_from(["", "%7E", "~"]))
        + ("" if query is None else f"?{query}")
        + fragment
    )


@st.composite
def sources(draw: st.DrawFn) -> str:
    """The source of an image."""
    if draw(st.booleans()):
        kind = draw(st.sampled_from(["png", "jpeg", "jpg", "gif", "webp", "avif"]))
        digits = draw(st.text(string.ascii_letters + string.digits + "+/", min_size=4, max_size=8))
        padding = {0: "", 1: "AAA", 2: "==", 3: "="}[len(digits) % 4]
        return f"data:image/{kind};base64,{digits}{padding}"
    if draw(st.integers(0, 4)) == 0:
        return f"https://sdmntpr{draw(st.sampled_from(['', 'west1']))}.oaiusercontent.com/x?sig=a"
    path = draw(st.text("abcÄ日[]|\"'@%", max_size=8))
    return f"https://example.com/{path}?{draw(parameters)}"


mime_types = st.text(any_characters, max_size=8) | st.just("a" * 100)
images = st.fixed_dictionaries({"src": sources()}, optional={"mimeType": mime_types})


@st.composite
def choices(draw: st.DrawFn) -> Json:
    """A choice option, without its id."""
    option: Json = {"title": draw(labels(500))}
    if draw(st.booleans()):
        option["description"] = draw(prose(1000))
    if image := draw(st.none() | images):
        option[draw(st.sampled_from(["thumbnail", "preview"]))] = image
    return option


resources = st.fixed_dictionaries(
    {"name": labels(500), "title": labels(500)},
    optional={
        "description": prose(1000),
        "mimeType": mime_types,
        "icons": st.lists(images, max_size=2),
        "thumbnail": images,
    },
)


@st.composite
def questions(draw: st.DrawFn, kind: str) -> Json:
    """A question, without its id."""
    question: Json = {"type": kind, "title": draw(labels(80)), "required": draw(st.booleans())}
    if draw(st.booleans()):
        question["description"] = draw(prose(2000))
    if kind == "text":
        if draw(st.booleans()):
            question["maxLength"] = draw(integral)(draw(st.integers(1, 16_000)))
        return question
    low = 0 if kind == "files" else 1
    size = draw(st.integers(low, 3) | st.just(24 if draw(st.integers(0, 9)) == 0 else 2))
    key, keys, options = (
        ("id", ids, choices()) if kind.endswith("select") else ("uri", uris(), resources)
    )
    distinct = min(size, 3)
    identities = draw(st.lists(keys, min_size=distinct, max_size=distinct, unique=True))
    drawn: list[Json] = [draw(options) for _ in range(distinct)]
    # Many options are copies, so that long lists stay cheap to draw.
    more = [f"urn:more:{n}" if key == "uri" else f"more-{n}" for n in range(size - distinct)]
    listed: list[Json] = [{key: one, **drawn[n % 3]} for n, one in enumerate([*identities, *more])]
    empty_list: bool = draw(st.booleans())
    if listed or empty_list:
        question["options"] = listed
    if kind in ("multi_select", "resources", "files"):
        _add_bounds(draw, question, 24 if kind == "files" else size)
    if kind == "files" and draw(st.booleans()):
        tokens = [".csv", ".tar.gz", "text/csv", "image/*", ".日本"]
        question["accept"] = draw(st.lists(st.sampled_from(tokens), min_size=1, unique=True))
    return question


def _add_bounds(draw: st.DrawFn, question: Json, ceiling: int) -> None:
    low = draw(st.integers(int(question["required"]), ceiling))
    high = draw(st.integers(max(low, 1), ceiling))
    if draw(st.booleans()):
        question["minItems"] = draw(integral)(low)
    if draw(st.booleans()):
        question["maxItems"] = draw(integral)(high)


@st.composite
def forms(draw: st.DrawFn, max_questions: int = 3) -> Json:
    """Arguments of the tool that fit the contract."""
    kinds = draw(st.lists(st.sampled_from(TYPES), min_size=1, max_size=max_questions))
    names = draw(st.lists(ids, min_size=len(kinds), max_size=len(kinds), unique=True))
    listed = [
        {"id": name, **draw(questions(kind))} for name, kind in zip(names, kinds, strict=True)
    ]
    message = draw(
        st.sampled_from([listed[0]["title"][:80], "A header"]) | labels(80, padded=False)
    )
    return {"message": message if message.strip(WHITE) else "A header", "questions": listed}


picked_files = st.builds(
    "".join,
    st.tuples(
        st.sampled_from(["file:///", "FILE://localhost/", "file://LocalHost/C:/"]),
        st.text(string.ascii_letters + "-._~!$&'()*+,;=:@", min_size=1, max_size=8),
        st.sampled_from(["", "%20x", "%E6%97%A5", "/y", "%FF"]),
    ),
)


@st.composite
def answers(draw: st.DrawFn, form: Json) -> Json:
    """Content that answers a form, some of it skipped where that is allowed."""
    content: Json = {}
    for question in form["questions"]:
        if question["required"] or draw(st.booleans()):
            content[question["id"]] = draw(answer(question))
    return content


def answer(question: Json) -> st.SearchStrategy[Any]:
    """One legal answer of a question, which may be empty where that skips it."""
    kind = question["type"]
    offered = [option.get("id") or option["uri"] for option in question.get("options", [])]
    if kind == "text":
        limit = int(question.get("maxLength", 4000))
        if question["required"]:
            return st.text(any_characters, max_size=min(limit - 1, 10)).map(lambda text: "x" + text)
        return st.text(any_characters, max_size=min(limit, 10)) | st.just("\U0001d54f" * limit)
    if kind in ("single_select", "resource"):
        return st.sampled_from(offered)
    items: st.SearchStrategy[str] = st.sampled_from(offered) if offered else st.nothing()
    if kind == "files":
        items = items | picked_files
    ceiling = 24 if kind == "files" else len(offered)
    low: Any = question.get("minItems", question["required"])
    listed = st.lists(
        items,
        min_size=int(low),
        max_size=int(question.get("maxItems", ceiling)),
        unique=True,
    )
    return listed if question["required"] else listed | st.just([])
