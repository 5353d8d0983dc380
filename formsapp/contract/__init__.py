"""The contract of the form tool: arguments in, native form out, answers checked, results shaped.

Plain Python without I/O. Source: API.md.
"""

from formsapp.contract.answers import read_response
from formsapp.contract.arguments import read_arguments
from formsapp.contract.capability import supports_native_form
from formsapp.contract.descriptor import tool_descriptor
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
from formsapp.contract.names import ELICITATION_METHOD, EXTENSION_ID, TOOL_NAME
from formsapp.contract.native import NativeForm, RequestedSchema, compile_form
from formsapp.contract.problems import InvalidArguments, InvalidResponse, Problem
from formsapp.contract.results import (
    Accepted,
    Answer,
    Cancelled,
    Declined,
    ErrorBody,
    ErrorCode,
    Failed,
    Outcome,
    Result,
    accepted,
    cancelled,
    declined,
    failed,
    is_error,
)

__all__ = [
    "ELICITATION_METHOD",
    "EXTENSION_ID",
    "TOOL_NAME",
    "Accepted",
    "Answer",
    "Cancelled",
    "Choice",
    "Declined",
    "ErrorBody",
    "ErrorCode",
    "Failed",
    "FilesQuestion",
    "Form",
    "Image",
    "InvalidArguments",
    "InvalidResponse",
    "MultiSelectQuestion",
    "NativeForm",
    "Outcome",
    "Problem",
    "Question",
    "RequestedSchema",
    "Resource",
    "ResourceQuestion",
    "ResourcesQuestion",
    "Result",
    "SingleSelectQuestion",
    "TextQuestion",
    "accepted",
    "cancelled",
    "compile_form",
    "declined",
    "failed",
    "is_error",
    "read_arguments",
    "read_response",
    "supports_native_form",
    "tool_descriptor",
]
