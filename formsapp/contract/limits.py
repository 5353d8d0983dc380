"""Every number of the contract, once.

Lengths are Unicode code points, as JSON Schema counts them, except ARGUMENTS. Source: API.md,
Input; API.md, Choice options; API.md, Resource options.
"""

from typing import Final

ARGUMENTS: Final = 1_048_576
"""Serialized arguments: UTF-16 code units of compact JSON with non-ASCII left as it is."""

MESSAGE: Final = 80
QUESTIONS: Final = 12
QUESTION_TITLE: Final = 80
QUESTION_DESCRIPTION: Final = 2_000
TEXT_LENGTH: Final = 16_000
TEXT_LENGTH_DEFAULT: Final = 4_000

OPTIONS: Final = 24
ITEMS: Final = 24
"""The ceiling of `minItems` and `maxItems`, and what a `files` question allows by default."""

OPTION_TITLE: Final = 500
OPTION_DESCRIPTION: Final = 1_000
RESOURCE_URI: Final = 8_192
RESOURCE_NAME: Final = 500
ICONS: Final = 2
IMAGE_SOURCE: Final = 262_144
MIME_TYPE: Final = 100
ACCEPT: Final = 12
