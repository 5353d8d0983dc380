"""The input schema that agents see: JSON Schema draft 2020-12, without `$ref` or defaults.

It accepts every legal form and refuses what JSON Schema can express: types, missing and unknown
properties, lengths, counts, patterns. Left to the server: repeated ids and URIs, bounds against
each other and the number of options, hosts, credentials, scripts, invisible text, total size.
Agents pay for every character, so guidance is short. Source: API.md, Input; API.md, What the model
sees, and what is internal.
"""

from typing import Any, Final

from formsapp.contract import limits

Json = dict[str, Any]

_ID_PATTERN: Final = "^[A-Za-z][A-Za-z0-9_-]{0,63}$"
_URI_PATTERN: Final = (
    "^[A-Za-z][A-Za-z0-9+.-]*:"
    "(?:[A-Za-z0-9._~!$&'()*+,;=:@/?\\[\\]-]|%[0-9A-Fa-f]{2})*"
    "(?:#(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?$"
)
_IMAGE_PATTERN: Final = (
    "^(?:[Hh][Tt][Tt][Pp][Ss]://[^\\s\\\\/?#@]+(?:[/?#][^\\s\\\\]*)?"
    "|data:image/(?:png|jpe?g|gif|webp|avif);base64,[A-Za-z0-9+/]+={0,2})$"
)
_ACCEPT_PATTERN: Final = (
    '^(?:\\.[^\\s,;:*?"<>|/\\\\]*[^\\s.,;:*?"<>|/\\\\]'
    "|[0-9A-Za-z][0-9A-Za-z!#$&^_.+-]*/(?:\\*|[0-9A-Za-z][0-9A-Za-z!#$&^_.+-]*))$"
)


# U+FEFF itself, because not all engines know an escape for it, and not all count it as \\s.
_BLANK: Final = "\\s\ufeff"


def input_schema() -> Json:
    """Build the schema of the tool's arguments; every call returns a fresh one."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **_object(
            {
                "message": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": limits.MESSAGE,
                    "pattern": "\\S",
                    "description": "Short header of the form. With a single text or choice "
                    "question, the question itself, same as its title.",
                },
                "questions": {
                    "type": "array",
                    "minItems": 1,
                    "maxItems": limits.QUESTIONS,
                    "description": "Shown in this order. Ask only what is needed; ids are unique.",
                    "items": {"anyOf": _questions()},
                },
            },
            "message questions",
        ),
    }


def _questions() -> list[Json]:
    return [
        _question("text", "Free text.", {"maxLength": _max_length()}),
        _question("single_select", "Pick one choice; the answer is its id.", _choices()),
        _question(
            "multi_select",
            "Pick several choices; the answer is a list of ids.",
            _choices() | _bounds("the number of options"),
        ),
        _question(
            "resource",
            "Pick one existing resource card, such as a template; the answer is its URI.",
            _resources(1),
        ),
        _question(
            "resources",
            "Pick several existing resource cards; the answer is a list of URIs.",
            _resources(1) | _bounds("the number of options"),
        ),
        _question(
            "files",
            "The person adds local files or picks offered ones; the answer is a list of URIs, "
            "file:// for added files.",
            _resources(0) | _bounds(str(limits.ITEMS)) | {"accept": _accept()},
        ),
    ]


def _question(kind: str, summary: str, more: Json) -> Json:
    properties = {
        "id": {
            "type": "string",
            "pattern": _ID_PATTERN,
            "description": "Key of the answer.",
        },
        "type": {"type": "string", "const": kind},
        "title": {
            **_label(limits.QUESTION_TITLE),
            "description": "Label above the field; must make sense without the others.",
        },
        "description": _prose(
            limits.QUESTION_DESCRIPTION, "Context below the title; omit if it adds nothing."
        ),
        "required": {
            "type": "boolean",
            "description": "false: the person may skip it. true: no submission without an answer.",
        },
        **more,
    }
    needs_options = "options" in more and kind != "files"
    required = "id type title required" + (" options" if needs_options else "")
    schema = {"description": summary, **_object(properties, required)}
    if "minItems" in more:
        schema["if"] = {"properties": {"required": {"const": True}}}
        schema["then"] = {"properties": {"minItems": {"minimum": 1}}}
    return schema


def _max_length() -> Json:
    return {
        "type": "integer",
        "minimum": 1,
        "maximum": limits.TEXT_LENGTH,
        "description": f"Longest answer in characters; {limits.TEXT_LENGTH_DEFAULT} if omitted.",
    }


def _bounds(unbounded: str) -> Json:
    return {
        "minItems": {
            "type": "integer",
            "minimum": 0,
            "maximum": limits.ITEMS,
            "description": "Fewest items; if omitted, 1 when required and otherwise 0.",
        },
        "maxItems": {
            "type": "integer",
            "minimum": 1,
            "maximum": limits.ITEMS,
            "description": f"Most items; if omitted, {unbounded}.",
        },
    }


def _choices() -> Json:
    option = _object(
        {
            "id": {"type": "string", "pattern": _ID_PATTERN, "description": "The answer."},
            "title": _label(limits.OPTION_TITLE),
            "description": _prose(limits.OPTION_DESCRIPTION),
            "thumbnail": _image(),
            "preview": _image("Old name of thumbnail; never send both."),
        },
        "id title",
    )
    option["not"] = {"required": ["thumbnail", "preview"]}
    return {"options": _options(option, 1)}


def _resources(low: int) -> Json:
    option = _object(
        {
            "uri": {
                "type": "string",
                "maxLength": limits.RESOURCE_URI,
                "pattern": _URI_PATTERN,
                "description": "The answer: the real resource's absolute URI, percent-encoded, "
                "without credentials.",
            },
            "name": {**_label(limits.RESOURCE_NAME), "description": "Logical name."},
            "title": {
                **_label(limits.OPTION_TITLE),
                "description": "Card caption and hover text. Start with the real type: "
                "'Document · Weekly update'. Keep it short; long captions are cut.",
            },
            "description": _prose(limits.OPTION_DESCRIPTION, "Cards do not show it."),
            "mimeType": _mime_type(),
            "icons": {
                "type": "array",
                "maxItems": limits.ICONS,
                "description": "Authentic logo of the provider or file format; the card's picture "
                "when there is no thumbnail.",
                "items": _image(),
            },
            "thumbnail": _image("Picture of the content, from the provider or rendered."),
        },
        "uri name title",
    )
    return {"options": _options(option, low)}


def _options(option: Json, low: int) -> Json:
    return {"type": "array", "minItems": low, "maxItems": limits.OPTIONS, "items": option}


def _image(description: str = "") -> Json:
    image = _object(
        {
            "src": {
                "type": "string",
                "maxLength": limits.IMAGE_SOURCE,
                "pattern": _IMAGE_PATTERN,
            },
            "mimeType": _mime_type(),
        },
        "src",
    )
    return {**image, "description": description} if description else image


def _accept() -> Json:
    return {
        "type": "array",
        "minItems": 1,
        "maxItems": limits.ACCEPT,
        "uniqueItems": True,
        "items": {"type": "string", "pattern": _ACCEPT_PATTERN},
        "description": "Filter of the file picker: '.csv', 'text/csv', 'image/*'. Not a check of "
        "the content.",
    }


def _label(limit: int) -> Json:
    """A text whose trimmed length is 1 to `limit`; padding does not count."""
    return {
        "type": "string",
        "pattern": f"^[{_BLANK}]*[^{_BLANK}][\\s\\S]{{0,{limit - 1}}}[{_BLANK}]*$",
    }


def _prose(limit: int, description: str = "") -> Json:
    prose: Json = {"type": "string", "maxLength": limit}
    return {**prose, "description": description} if description else prose


def _mime_type() -> Json:
    return {"type": "string", "maxLength": limits.MIME_TYPE}


def _object(properties: Json, required: str) -> Json:
    return {
        "type": "object",
        "properties": properties,
        "required": required.split(),
        "additionalProperties": False,
    }
