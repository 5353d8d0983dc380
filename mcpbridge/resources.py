"""Published forms as MCP resources, so that agents find curated forms instead of inventing some."""

import json
import logging
import re
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from django.db import DatabaseError
from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    ListResourcesResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    TextResourceContents,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from formsapp.authoring.published import PublishedForm, published, published_forms
from formsapp.ledger.agents import FORMS_READ
from mcpbridge.ledger import Ledger

logger = logging.getLogger(__name__)

Context = ServerRequestContext[Any, Any]
P = ParamSpec("P")
T = TypeVar("T")

INSTRUCTIONS = (
    "Forms that people have prepared are resources (form://...). Where one fits, read it and pass "
    "its JSON as the arguments of form_elicitation_v2_request instead of inventing a form."
)

PAGE = 100
_SLUG = re.compile(r"[-a-zA-Z0-9_]{1,64}")
_ADDRESS = re.compile(rf"form://(?P<slug>{_SLUG.pattern})/?")
RESOURCE_NOT_FOUND = -32002
"""Up to 2025-11-25; from 2026-07-28 on an unknown resource is an invalid parameter."""


class FormResources:
    """Lists and reads the published forms."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    async def list(
        self, _ctx: Context, params: PaginatedRequestParams | None
    ) -> ListResourcesResult:
        """A page of published forms in the order of their slugs; the cursor is the last slug."""
        _check_scope()
        after = (params.cursor if params else None) or ""
        if after and not _SLUG.fullmatch(after):
            raise MCPError(INVALID_PARAMS, "This cursor was not given by this server.")
        forms = await self._read(published_forms, after, PAGE + 1)
        page = forms[:PAGE]
        return ListResourcesResult(
            resources=[_resource(form) for form in page],
            next_cursor=page[-1].slug if len(forms) > PAGE else None,
        )

    async def read(self, ctx: Context, params: ReadResourceRequestParams) -> ReadResourceResult:
        """The tool's arguments of a published form, as JSON."""
        _check_scope()
        uri = str(params.uri)
        address = _ADDRESS.fullmatch(uri)
        version = await self._read(published, address["slug"]) if address else None
        if version is None:
            modern = ctx.protocol_version in MODERN_PROTOCOL_VERSIONS
            code = INVALID_PARAMS if modern else RESOURCE_NOT_FOUND
            raise MCPError(code, "There is no published form under this address.", {"uri": uri})
        text = json.dumps(version.arguments)
        return ReadResourceResult(
            contents=[TextResourceContents(uri=uri, mime_type="application/json", text=text)]
        )

    async def _read(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await self._ledger.read(function, *args, **kwargs)
        except DatabaseError as error:
            logger.error("the published forms could not be read (%s)", type(error).__name__)
            message = "The published forms could not be read; try again."
            raise MCPError(INTERNAL_ERROR, message) from None


def _resource(form: PublishedForm) -> Resource:
    return Resource(
        uri=f"form://{form.slug}",
        name=form.slug,
        title=form.title,
        description=form.description or None,
        mime_type="application/json",
    )


def _check_scope() -> None:
    token = get_access_token()
    if token is not None and FORMS_READ not in token.scopes:
        raise MCPError(INVALID_REQUEST, f"The agent's token lacks the scope {FORMS_READ}.")
