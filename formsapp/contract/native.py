"""Compiles a form into what a host is asked to show.

Source: API.md, Example and native mapping; API.md, Native resource/file question API.
"""

from collections.abc import Iterable
from typing import Any, Literal, TypedDict

from formsapp.contract.form import (
    Choice,
    FilesQuestion,
    Form,
    Image,
    MultiSelectQuestion,
    Question,
    Resource,
    ResourceQuestion,
    ResourcesQuestion,
    SingleSelectQuestion,
    TextQuestion,
)
from formsapp.contract.text import WHITE_SPACE

Json = dict[str, Any]


class RequestedSchema(TypedDict):
    """Question id → native field, in display order, and the ids that need an answer."""

    type: Literal["object"]
    properties: dict[str, Json]
    required: list[str]


class NativeForm(TypedDict):
    """The parameters of an `openai/elicitation/create` request."""

    mode: Literal["form"]
    message: str
    requestedSchema: RequestedSchema


def compile_form(form: Form) -> NativeForm:
    """Compile a form. Everything read_arguments returns compiles, and the host accepts it."""
    return {
        "mode": "form",
        "message": _native_message(form),
        "requestedSchema": {
            "type": "object",
            "properties": {question.id: _native_field(question) for question in form.questions},
            "required": [question.id for question in form.questions if question.required],
        },
    }


def _native_message(form: Form) -> str:
    """The header, empty where it would only repeat the one text question below it."""
    only = form.questions[0]
    if len(form.questions) == 1 and isinstance(only, TextQuestion):
        return "" if only.title == form.message.strip(WHITE_SPACE) else form.message
    return form.message


def _native_field(question: Question) -> Json:
    native: Json = {"type": "string", "title": question.title}
    if question.description is not None:
        native["description"] = question.description
    match question:
        case TextQuestion():
            if question.required:
                native["minLength"] = 1
            native["maxLength"] = question.max_length
        case SingleSelectQuestion():
            native["oneOf"] = _native_choices(question.options)
        case MultiSelectQuestion():
            _make_array(native, question)
            native["items"] = {"anyOf": _native_choices(question.options)}
        case ResourceQuestion():
            native["format"] = "uri"
            native["x-openai-input"] = _resource_input("resource", question.options)
        case ResourcesQuestion():
            _make_array(native, question)
            native["items"] = {"type": "string", "format": "uri"}
            native["x-openai-input"] = _resource_input("resource", question.options)
            native["x-openai-input"]["selection"] = "explicit"
        case FilesQuestion():
            _make_array(native, question)
            native["items"] = {"type": "string", "format": "uri"}
            native["x-openai-input"] = _file_input(question)
    return native


def _make_array(
    native: Json, question: MultiSelectQuestion | ResourcesQuestion | FilesQuestion
) -> None:
    native["type"] = "array"
    native["minItems"] = question.min_items
    native["maxItems"] = question.max_items


def _file_input(question: FilesQuestion) -> Json:
    user_options: Json = {"kind": "file"}
    if question.accept is not None:
        user_options["accept"] = list(question.accept)
    return {
        **_resource_input("file", question.options),
        "userOptions": user_options,
        "selection": "explicit",
    }


def _resource_input(kind: str, resources: Iterable[Resource]) -> Json:
    return {"type": kind, "options": [_native_resource(resource) for resource in resources]}


def _native_choices(choices: Iterable[Choice]) -> list[Json]:
    return [_native_choice(choice) for choice in choices]


def _native_choice(choice: Choice) -> Json:
    native: Json = {"const": choice.id, "title": choice.title}
    if choice.description is not None:
        native["description"] = choice.description
    if choice.thumbnail is not None:
        native["x-openai-thumbnail"] = _native_image(choice.thumbnail)
    return native


def _native_resource(resource: Resource) -> Json:
    native: Json = {"uri": resource.uri, "name": resource.name, "title": resource.title}
    if resource.description is not None:
        native["description"] = resource.description
    if resource.mime_type is not None:
        native["mimeType"] = resource.mime_type
    if resource.icons is not None:
        native["icons"] = [_native_image(icon) for icon in resource.icons]
    if resource.thumbnail is not None:
        native["_meta"] = {"openai/thumbnail": _native_image(resource.thumbnail)}
    return native


def _native_image(image: Image) -> Json:
    native: Json = {"src": image.src}
    if image.mime_type is not None:
        native["mimeType"] = image.mime_type
    return native
