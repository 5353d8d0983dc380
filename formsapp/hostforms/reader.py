"""Reading a native form, by the host's own validator.

Source: API.md, Native resource/file question API.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from openai_mcp_form_protocol import FormField, FormSchema
from pydantic import ValidationError

from formsapp.hostforms import pictures
from formsapp.hostforms.added import file_name
from formsapp.hostforms.form import (
    AddedFile,
    Control,
    HostField,
    HostForm,
    Option,
)
from formsapp.hostforms.patterns import is_pattern
from formsapp.hostforms.previews import preview


class UnsupportedForm(ValueError):  # noqa: N818  a verdict about a form, named as hosts name it
    """The form cannot be shown, not even in part. The text names the field and why."""


def read_schema(native_form: Mapping[str, Any]) -> FormSchema[FormField]:
    """The checked schema of a native form.

    Raises:
        UnsupportedForm: a host would not show the form.
    """
    try:
        schema = FormSchema[FormField].model_validate(native_form.get("requestedSchema"))
    except ValidationError as error:
        raise UnsupportedForm(_reason(error)) from None
    for name, field in schema.properties.items():
        _check_resource_field(name, field)
        _check_pattern(name, field)
    return schema


def read_form(
    native_form: Mapping[str, Any],
    answer: Mapping[str, Any] | None = None,
    problems: Mapping[str, str] | None = None,
) -> HostForm:
    """Read the parameters of an elicitation request, with an answer if there is one.

    `native_form` is `{message, requestedSchema}`; other keys are not looked at. Without an answer
    the fields show their defaults; `problems` are shown beside the fields they name.

    Raises:
        UnsupportedForm: a host would not show the form.
    """
    message = native_form.get("message") or ""
    if not isinstance(message, str):
        raise UnsupportedForm("message: must be a string")
    schema = read_schema(native_form)
    fields = (
        replace(
            _read_field(name, field, name in schema.required, _shown(name, field, answer)),
            problem=(problems or {}).get(name, ""),
        )
        for name, field in schema.properties.items()
    )
    return HostForm(message, tuple(fields))


def _shown(name: str, field: FormField, answer: Mapping[str, Any] | None) -> Any:
    """What a field shows: its answer, or before there is one its default."""
    if answer is not None:
        return answer.get(name)
    if _is_implicit(field) and field.file_input is not None:
        return [option.uri for option in field.file_input.options]
    return field.default


def _is_implicit(field: FormField) -> bool:
    return field.file_input is not None and field.file_input.selection == "implicit"


def _check_resource_field(name: str, field: FormField) -> None:
    """What API.md forbids beyond the host's validator."""
    if field.file_input is None or field.type != "string":
        return
    for key, value in (("enum", field.enum), ("oneOf", field.one_of)):
        if value is not None:
            raise UnsupportedForm(f"properties.{name}: a resource field takes no {key}")


def _check_pattern(name: str, field: FormField) -> None:
    """A pattern that is none would leave a question that nothing answers."""
    for pattern in (field.pattern, getattr(field.items, "pattern", None)):
        if pattern is not None and not is_pattern(pattern):
            raise UnsupportedForm(f"properties.{name}: its pattern is not an ECMA-262 pattern")


def _reason(error: ValidationError) -> str:
    """Where and why, without the value: pydantic's own text would repeat it."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    message = str(first["msg"]).removeprefix("Value error, ")
    return f"{place}: {message}" if place else message


def _read_field(name: str, field: FormField, required: bool, answer: Any) -> HostField:
    values = answer if isinstance(answer, list) else [] if answer is None else [answer]
    texts = [_text(value) for value in values]
    options = tuple(_options(field, set(texts)))
    offered = {option.value for option in options}
    typed = field.file_input is None and (field.has_custom_values or not options)
    users = field.file_input.user_options if field.file_input else None
    constraints: Any = field.items if hasattr(field.items, "max_length") else field
    return HostField(
        name=name,
        title=field.title or name,
        description=field.description or "",
        required=required,
        control=_control(field),
        options=options,
        text="\n".join(shown for shown in texts if typed and shown not in offered),
        added=tuple(
            AddedFile(uri, file_name(uri)) for uri in texts if users and uri not in offered
        ),
        takes_files=users is not None,
        takes_directory=users is not None and users.kind == "directory",
        accept=tuple(users.accept or ()) if users else (),
        implicit=_is_implicit(field),
        typed=typed,
        format=constraints.format or "",
        min_length=constraints.min_length,
        max_length=constraints.max_length,
        min_items=field.min_items,
        max_items=field.max_items,
    )


def _control(field: FormField) -> Control:
    several = field.type == "array"
    if field.file_input is not None:
        return Control.MULTIPLE_RESOURCE if several else Control.SINGLE_RESOURCE
    if several:
        choices = getattr(field.items, "enum", None) or getattr(field.items, "any_of", None)
        return Control.MULTIPLE_CHOICE if choices else Control.STRING_LIST
    if field.enum is not None or field.one_of is not None:
        return Control.SINGLE_CHOICE
    return {
        "boolean": Control.TOGGLE,
        "integer": Control.NUMBER,
        "number": Control.NUMBER,
    }.get(field.type, Control.TEXT)


def _options(field: FormField, chosen: set[str]) -> Iterable[Option]:
    if field.file_input is not None:
        return (_resource(resource, chosen) for resource in field.file_input.options)
    if field.options:  # suggestions among them
        return (_choice(choice, chosen) for choice in field.options)
    plain = field.enum or getattr(field.items, "enum", None) or ()
    titles = field.enum_names or [_text(value) for value in plain]
    return (
        Option(_text(value), title, "", "", None, None, _text(value) in chosen)
        for value, title in zip(plain, titles, strict=True)
    )


def _choice(choice: Any, chosen: set[str]) -> Option:
    shown = choice.thumbnail or choice.preview
    return Option(
        value=choice.const,
        title=choice.title,
        description=choice.description or "",
        mime_type="",
        thumbnail=pictures.picture(shown.src) if shown else None,
        icon=None,
        selected=choice.const in chosen,
    )


def _resource(resource: Any, chosen: set[str]) -> Option:
    return Option(
        value=resource.uri,
        title=resource.title or resource.name,
        description=resource.description or "",
        mime_type=resource.mime_type or "",
        thumbnail=pictures.thumbnail(resource.meta),
        icon=pictures.icon(resource.icons),
        selected=resource.uri in chosen,
        preview=preview(resource.meta),
    )


def _text(value: Any) -> str:
    return value if isinstance(value, str) else str(value).lower()
