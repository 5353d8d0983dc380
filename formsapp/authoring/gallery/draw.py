"""Writes the gallery's JSON files: `python -m formsapp.authoring.gallery.draw`."""

import json
from pathlib import Path

from formsapp.authoring.gallery.content import forms

FOLDER = Path(__file__).parent


def main() -> None:
    """Draw every picture and write every form."""
    for form in forms():
        text = json.dumps(form, indent=2, ensure_ascii=False)
        (FOLDER / f"{form['slug']}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
