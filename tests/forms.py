"""Forms that many tests ask."""

from typing import Any

TEMPLATE_FORM: dict[str, Any] = {
    "message": "Choose a report template",
    "questions": [
        {
            "id": "template",
            "type": "resource",
            "title": "Relevant report templates",
            "required": False,
            "options": [
                {
                    "uri": "https://templates.example/review",
                    "name": "review",
                    "title": "Presentation · Review",
                },
                {
                    "uri": "https://templates.example/weekly",
                    "name": "weekly",
                    "title": "Document · Weekly",
                },
            ],
        }
    ],
}

NAME_FORM: dict[str, Any] = {
    "message": "Who is this for?",
    "questions": [
        {"id": "name", "type": "text", "title": "Name", "required": True, "maxLength": 40},
        {"id": "note", "type": "text", "title": "Note", "required": False},
    ],
}
