"""Native forms as a host sees them: read one, and learn how each of its fields shows."""

from formsapp.hostforms.form import AddedFile, Control, HostField, HostForm, Option, Picture
from formsapp.hostforms.reader import UnsupportedForm, read_form

__all__ = [
    "AddedFile",
    "Control",
    "HostField",
    "HostForm",
    "Option",
    "Picture",
    "UnsupportedForm",
    "read_form",
]
