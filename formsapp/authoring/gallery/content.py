"""What the gallery's forms ask. Pictures are drawn here and end up in the JSON files."""

from collections.abc import Callable
from typing import Any

from PIL.Image import Image

from formsapp.authoring.gallery import icons, pictures, places
from formsapp.authoring.gallery.canvas import data_uri

Json = dict[str, Any]

TEMPLATES = "https://templates.formledger.example"
PRESENTATION = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
DOCUMENT = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
SITE = "text/html"

ICONS: dict[str, Callable[[], Image]] = {
    PRESENTATION: icons.presentation_icon,
    DOCUMENT: icons.document_icon,
    SPREADSHEET: icons.spreadsheet_icon,
    SITE: icons.site_icon,
}


def forms() -> list[Json]:
    """Every form of the gallery, as its JSON file holds it."""
    return [report_template(), upload_data(), weekly_report(), release_checklist(), all_types()]


def report_template() -> Json:
    """One single choice of resources, in the three looks a card can have."""
    options = [
        resource(
            "business-review",
            "Presentation · Business review",
            PRESENTATION,
            pictures.business_review,
        ),
        resource("weekly-update", "Document · Weekly update", DOCUMENT, pictures.weekly_update),
        resource("growth-dashboard", "Site · Growth dashboard", SITE, pictures.growth_dashboard),
        resource(
            "budget-forecast",
            "Spreadsheet · Budget forecast",
            SPREADSHEET,
            pictures.budget_forecast,
        ),
        resource("board-memo", "Document · Board memo", DOCUMENT),
        {
            "uri": f"{TEMPLATES}/blank-page",
            "name": "blank-page",
            "title": "Document · Blank page",
        },
    ]
    return sample(
        "report-template",
        "Choose a report template",
        "One template out of several; the cards have a thumbnail, an icon only, or neither.",
        [
            {
                "id": "template",
                "type": "resource",
                "title": "Relevant report templates",
                "required": False,
                "options": options,
            }
        ],
    )


def upload_data() -> Json:
    """Files the person picks, with one sample on offer."""
    return sample(
        "upload-data",
        "Upload your data",
        "Files from the person's computer, or the sample if there are none yet.",
        [
            {
                "id": "data",
                "type": "files",
                "title": "Data to analyze",
                "description": "One table per file, with column names in the first row.",
                "required": False,
                "maxItems": 5,
                "accept": [".csv", ".tsv", ".xlsx", "text/csv"],
                "options": [
                    {
                        "uri": "https://data.formledger.example/sample-orders.csv",
                        "name": "sample-orders.csv",
                        "title": "Spreadsheet · Sample orders",
                        "mimeType": "text/csv",
                        "icons": [image(icons.spreadsheet_icon)],
                    }
                ],
            }
        ],
    )


def weekly_report() -> Json:
    """Several questions that together make a report."""
    return sample(
        "weekly-report",
        "Weekly report",
        "What a weekly report needs: its readers, its sections and its sources.",
        [
            {
                "id": "audience",
                "type": "single_select",
                "title": "Who is the report for?",
                "required": True,
                "options": [
                    choice("team", "My team", "Full detail, task by task."),
                    choice("leadership", "Leadership", "Results, risks and decisions to make."),
                    choice("customers", "Customers", "What’s new, without internal names."),
                ],
            },
            {
                "id": "sections",
                "type": "multi_select",
                "title": "Which sections should the report have?",
                "description": "Choose two to four.",
                "required": True,
                "minItems": 2,
                "maxItems": 4,
                "options": [
                    choice("highlights", "Highlights"),
                    choice("metrics", "Metrics"),
                    choice("risks", "Risks and blockers"),
                    choice("next", "Plans for next week"),
                    choice("thanks", "Thanks"),
                ],
            },
            {
                "id": "sources",
                "type": "resources",
                "title": "Which sources should it draw on?",
                "required": False,
                "options": [
                    resource(
                        "team-dashboard", "Site · Team dashboard", SITE, pictures.team_dashboard
                    ),
                    resource(
                        "last-week",
                        "Document · Last week",
                        DOCUMENT,
                        pictures.last_week,
                    ),
                    resource("task-list", "Spreadsheet · Task list", SPREADSHEET),
                ],
            },
            {
                "id": "highlight",
                "type": "text",
                "title": "Anything the report must mention?",
                "required": False,
                "maxLength": 600,
            },
        ],
    )


def release_checklist() -> Json:
    """A decision that wants evidence."""
    return sample(
        "release-checklist",
        "Release checklist",
        "The checks before a release, the decision, and the evidence for it.",
        [
            {
                "id": "checks",
                "type": "multi_select",
                "title": "Which checks are done?",
                "required": False,
                "options": [
                    choice("tests", "All tests pass on the release branch"),
                    choice("migration", "Migrations rehearsed on a copy of production"),
                    choice("rollback", "Rollback tried and timed"),
                    choice("notes", "Release notes written"),
                    choice("support", "Support briefed on what changes"),
                ],
            },
            {
                "id": "decision",
                "type": "single_select",
                "title": "Ship this release?",
                "required": True,
                "options": [
                    choice("go", "Go", "Release to everyone today."),
                    choice(
                        "flag",
                        "Ship behind a flag",
                        "Release switched off, then turn it on in steps.",
                    ),
                    choice("no-go", "No-go", "Wait until the known risks are settled."),
                ],
            },
            {
                "id": "risks",
                "type": "text",
                "title": "Known risks",
                "description": "What could go wrong, and how you would notice.",
                "required": False,
                "maxLength": 2000,
            },
            {
                "id": "evidence",
                "type": "resources",
                "title": "Evidence for the decision",
                "required": False,
                "options": [
                    resource("test-report", "Site · Test report", SITE, pictures.release_tests),
                    resource("rollback-plan", "Document · Rollback plan", DOCUMENT),
                ],
            },
        ],
    )


def all_types() -> Json:
    """One question of each type."""
    return sample(
        "all-types",
        "Try every question type",
        "A team offsite, planned with one question of each of the six types.",
        [
            {
                "id": "goal",
                "type": "text",
                "title": "What should the offsite achieve?",
                "required": True,
                "maxLength": 300,
            },
            {
                "id": "place",
                "type": "single_select",
                "title": "Where should we go?",
                "required": True,
                "options": [
                    choice("seaside", "Seaside", picture=places.seaside),
                    choice("mountains", "Mountains", picture=places.mountains),
                    choice("city", "City", picture=places.city),
                ],
            },
            {
                "id": "activities",
                "type": "multi_select",
                "title": "What should we do there?",
                "description": "Choose up to three.",
                "required": False,
                "maxItems": 3,
                "options": [
                    choice("workshop", "Planning workshop"),
                    choice("demo", "Demo evening"),
                    choice("hike", "Hike"),
                    choice("cooking", "Cooking together"),
                ],
            },
            {
                "id": "agenda",
                "type": "resource",
                "title": "Choose an agenda",
                "required": False,
                "options": [
                    resource(
                        "two-day-agenda",
                        "Document · Two-day agenda",
                        DOCUMENT,
                        pictures.agenda,
                    ),
                    resource("kickoff-slides", "Presentation · Kickoff", PRESENTATION),
                ],
            },
            {
                "id": "budgets",
                "type": "resources",
                "title": "Which budgets can pay for it?",
                "required": False,
                "options": [
                    resource(
                        "team-budget",
                        "Spreadsheet · Team budget",
                        SPREADSHEET,
                        pictures.team_budget,
                    ),
                    resource("travel-budget", "Spreadsheet · Travel budget", SPREADSHEET),
                ],
            },
            {
                "id": "attachments",
                "type": "files",
                "title": "Attach notes or pictures",
                "required": False,
                "accept": [".pdf", ".md", "image/*"],
            },
        ],
        message="Plan a team offsite",
    )


def sample(
    slug: str, title: str, description: str, questions: list[Json], message: str = ""
) -> Json:
    """A gallery entry; the form's own header is its title unless a message says otherwise."""
    arguments = {"message": message or title, "questions": questions}
    return {"slug": slug, "title": title, "description": description, "arguments": arguments}


def choice(
    key: str, title: str, description: str = "", picture: Callable[[], Image] | None = None
) -> Json:
    """A choice option."""
    option = {"id": key, "title": title}
    if description:
        option["description"] = description
    return {**option, "thumbnail": image(picture)} if picture else option


def resource(
    name: str, title: str, mime_type: str, picture: Callable[[], Image] | None = None
) -> Json:
    """A resource option with its format's icon."""
    option: Json = {
        "uri": f"{TEMPLATES}/{name}",
        "name": name,
        "title": title,
        "mimeType": mime_type,
        "icons": [image(ICONS[mime_type])],
    }
    return {**option, "thumbnail": image(picture)} if picture else option


def image(picture: Callable[[], Image]) -> Json:
    """A drawn picture as the contract's image shape."""
    return {"src": data_uri(picture()), "mimeType": "image/webp"}
