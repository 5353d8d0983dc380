"""Native forms as a host sees them: how each field shows, and what an answer is."""

from formsapp.hostforms.form import (
    AddedFile,
    Control,
    HostField,
    HostForm,
    Option,
    Picture,
    Preview,
)
from formsapp.hostforms.reader import UnsupportedForm, read_form
from formsapp.hostforms.submission import Posted, Submission, read_submission

__all__ = [
    "AddedFile",
    "Control",
    "HostField",
    "HostForm",
    "Option",
    "Picture",
    "Posted",
    "Preview",
    "Submission",
    "UnsupportedForm",
    "read_form",
    "read_submission",
]
