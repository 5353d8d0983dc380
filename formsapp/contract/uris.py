"""URIs: the identity of a resource, the source of an image, a file a person picked.

Each function returns what is wrong, without repeating the value, or None. Nothing is fetched or
normalised; two spellings are two identities. Source: API.md, Resource options; API.md, Thumbnail
sources and image validation; API.md, Input (user-added files).
"""

import re
from ipaddress import AddressValueError, IPv6Address
from typing import Final
from urllib.parse import unquote

from formsapp.contract.credentials import fragment_credential, query_credential

# RFC 3986: scheme, user information, host, path, query, fragment. Percent signs and bracketed
# hosts are checked apart, so that every part is one run over one character class.
_URI: Final = re.compile(
    r"([A-Za-z][A-Za-z0-9+.-]*):"
    r"(?://(?:([A-Za-z0-9._~!$&'()*+,;=:%-]*)@)?"
    r"(\[[^\[\]]*\]|[A-Za-z0-9._~!$&'()*+,;=%-]*)(?::[0-9]*)?(?=[/?#]|$)|(?!//))"
    r"([A-Za-z0-9._~!$&'()*+,;=:@%/-]*)"
    r"(?:\?([A-Za-z0-9._~!$&'()*+,;=:@%/?-]*))?"
    r"(?:\#([A-Za-z0-9._~!$&'()*+,;=:@%/?-]*))?"
)
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_URI_CHARACTERS: Final = re.compile(r"[A-Za-z0-9._~!$&'()*+,;=:@%/?#\[\]-]*")
_STRAY_PERCENT: Final = re.compile(r"%(?![0-9A-Fa-f]{2})")
_FUTURE_ADDRESS: Final = re.compile(r"v[0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+")

# White space, control characters, the backslash and surrogates have no place in an image URL.
_UNSAFE: Final = (
    r"\x00-\x20\x7f-\xa0\\\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff\ud800-\udfff"
)
_UNSAFE_CHARACTER: Final = re.compile(f"[{_UNSAFE}]")
_IMAGE_URL: Final = re.compile(
    r"[Hh][Tt][Tt][Pp][Ss]://([\w.~%-]+|\[[^\[\]]*\])(?::[0-9]{0,5})?"
    rf"(?:/[^?#{_UNSAFE}]*)?(?:\?([^#{_UNSAFE}]*))?(?:\#([^{_UNSAFE}]*))?"
)
_IMAGE_USER_INFO: Final = re.compile(r"[Hh][Tt][Tt][Pp][Ss]://[^/?#]*@")
_IMAGE_DATA: Final = re.compile(r"data:image/(?:png|jpeg|jpg|gif|webp|avif);base64,")
_BASE64: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

# A page that links to one of these would run it.
_SCRIPT_SCHEMES: Final = frozenset({"javascript", "vbscript"})
_HOST_SCHEMES: Final = frozenset({"http", "https"})

_IMAGE_FORMS: Final = (
    "must be an https:// URL with a host, or a base64 data URI of image/png, jpeg, jpg, gif, webp "
    "or avif"
)
_HOST_SYNTAX: Final = "has a host in brackets that is not an IP address"
_USER_INFO: Final = "has a user name or password before the host; remove it"


def resource_uri_problem(uri: str) -> str | None:
    """What is wrong with a resource's identity, or None."""
    parts = _URI.fullmatch(uri)
    if parts is None or ("%" in uri and _STRAY_PERCENT.search(uri)):
        return _syntax_problem(uri)
    scheme, user, host, _, query, fragment = parts.groups()
    scheme = scheme.lower()
    if scheme in _SCRIPT_SCHEMES:
        return "has a scheme that runs code; use the resource's own URI"
    if user is not None:
        return _USER_INFO
    if host:
        if not _is_host(host):
            return _HOST_SYNTAX
    elif scheme in _HOST_SCHEMES:
        return f"needs a host: {scheme}://host/path"
    return _credential_problem(query, fragment)


def image_source_problem(source: str) -> str | None:
    """What is wrong with an image's `src`, or None."""
    if source.startswith("data:"):
        return _data_problem(source)
    parts = _IMAGE_URL.fullmatch(source)
    if parts is None:
        return _image_problem(source)
    host, query, fragment = parts.groups()
    if not _is_host(host):
        return _HOST_SYNTAX
    return _credential_problem(query, fragment, image_host=host)


def picked_file_problem(uri: str) -> str | None:
    """What is wrong with a file that the person added, or None."""
    parts = _URI.fullmatch(uri)
    if parts is None or _STRAY_PERCENT.search(uri):
        return "is neither an offered URI nor a valid file:// URI"
    scheme, _, host, path, query, fragment = parts.groups()
    local = uri[len(scheme) + 3 : parts.start(4)].lower() in {"", "localhost"}
    if scheme.lower() != "file" or host is None or not local:
        return "is neither an offered URI nor a file:// URI on this computer"
    if query is not None or fragment is not None:
        return "is a file URI with a query or fragment"
    plain = unquote(path, errors="replace").replace("\\", "/")
    if not path.startswith("/") or plain.startswith("//") or "\0" in plain:
        return "is a file URI without a plain absolute path"
    return None


def _syntax_problem(uri: str) -> str:
    if not _SCHEME.match(uri):
        return "must be an absolute URI with a scheme, such as https://host/path or urn:name"
    if not _URI_CHARACTERS.fullmatch(uri):
        return "holds a character that no URI may have; percent-encode it (a space is %20)"
    if _STRAY_PERCENT.search(uri):
        return "has a % without two hexadecimal digits; write a plain percent sign as %25"
    return "is not a URI by RFC 3986; check host and port, percent-encode [ ] and any second #"


def _image_problem(source: str) -> str:
    if _UNSAFE_CHARACTER.search(source):
        return "holds white space, a control character or a backslash; percent-encode it"
    return _USER_INFO if _IMAGE_USER_INFO.match(source) else _IMAGE_FORMS


def _is_host(host: str) -> bool:
    """Whether what stands in brackets is an address; a host without brackets is fine."""
    if not host.startswith("["):
        return True
    address = host[1:-1]
    if _FUTURE_ADDRESS.fullmatch(address):
        return True
    try:
        IPv6Address(address)
    except AddressValueError:
        return False
    return "%" not in address


def _credential_problem(
    query: str | None, fragment: str | None, image_host: str | None = None
) -> str | None:
    name = query_credential(query, image_host) if query else None
    if fragment and name is None:
        name = fragment_credential(fragment)
    if name is None:
        return None
    return f"has a credential-like parameter ({name}); use a URL without credentials"


def _data_problem(source: str) -> str | None:
    head = _IMAGE_DATA.match(source)
    if head is None:
        return _IMAGE_FORMS
    if _is_base64(source[head.end() :]):
        return None
    return "is a data URI whose base64 cannot be decoded"


def _is_base64(payload: str) -> bool:
    """Whether a browser would decode it: right alphabet, right length, padding whole or absent."""
    digits = payload.rstrip("=")
    padding = len(payload) - len(digits)
    if not digits or not digits.isascii() or len(digits) % 4 == 1:
        return False
    if padding and (padding > 2 or len(payload) % 4):
        return False
    return not digits.encode().translate(None, _BASE64)
