"""What an agent sees of the tool. Source: API.md, What the model sees, and what is internal."""

from typing import Any, Final

from formsapp.contract.names import TOOL_NAME
from formsapp.contract.schema import input_schema

_DESCRIPTION: Final = """\
**When to call**
Shows the person one form and blocks until they submit or leave it, so the task stands still. Call \
it only when required source material is missing and no meaningful progress is possible without \
it, or when the person explicitly asked to choose, upload or be asked. Otherwise do the work on \
your best assumptions and ask in passing. Optional questions do not make the call non-blocking: \
never call it just to collect preferences. Find resources and pictures before you call; this tool \
does not search, fetch, read files or change anything.

**Question types**
- text: free text.
- single_select, multi_select: choices you name yourself, answered by id.
- resource, resources: things that really exist and have a URI, shown as cards. Use resource for \
templates.
- files: the person adds local files, or picks from files you offer.

**Build the form**
- Ask little: the limits are ceilings, not targets. Nothing is preselected and there are no \
defaults; do not describe any option as chosen.
- One text or choice question: put the question itself in both message and title. A direct action: \
an action title, such as "Upload your data". Several questions: a short common message and titles \
that stand alone.
- required: false lets the person skip a question. Use it for data intake, files included, and for \
templates. A chosen radio card can be swapped for another but not cleared.
- Templates: type resource, required false, an action as message ("Choose a report template"), \
another title for the collection ("Relevant report templates"), and no description unless it helps.
- Cards: begin each title with the real type ("Presentation · Business review") and give the \
provider's or format's logo in icons. A title is caption and hover text in one; there is no \
property for subtitle, tooltip, type label or layout.
- Images: https URLs or base64 png, jpeg, gif, webp or avif data URIs; no SVG, no local files, no \
credentials in the URL. They are not fetched or tested here. For a site, pass its fresh \
screenshot_url unchanged: its signature is the one exception; refresh an expired one from its \
provider. Without a usable picture leave thumbnail out and let the icon stand in; invent no URL.
- All arguments together: at most 1 MiB as JSON.

**Results and boundaries**
- {"action":"accept","content":{id: answer}} holds the answers, and only those: a skipped question \
has no key, or an empty text or list.
- {"action":"decline"} or {"action":"cancel"}: no answers.
- {"error":{"code","message"}}: no answers. invalid_arguments lists what to mend, then call again. \
unsupported_client: this host shows no forms, so ask in the conversation. The others: \
invalid_response, request_cancelled, timeout, transport_error.
- Without accepted content nothing is selected and nothing is approved: a timeout is not consent, \
and no result alone permits a change.
- file:// answers point at the person's computer. Nothing was uploaded, and you may be unable to \
read them."""


def tool_descriptor() -> dict[str, Any]:
    """The descriptor as it goes to the agent: name, description, inputSchema and annotations.

    A fresh dict each time. There is no outputSchema.
    """
    return {
        "name": TOOL_NAME,
        "description": _DESCRIPTION,
        "inputSchema": input_schema(),
        "annotations": {
            "readOnlyHint": True,
            "destructiveHint": False,
            "idempotentHint": False,
            "openWorldHint": False,
        },
    }
