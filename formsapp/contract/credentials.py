"""Parameters that carry credentials, and how to find them in a query or fragment.

A form is recorded, shown and sent on; a credential in one of its URLs would travel with it. Names
are compared percent-decoded, case-folded and without `-`, `_` and `.`. Source: API.md, Thumbnail
sources and image validation.
"""

import re
from typing import Final
from urllib.parse import unquote

REASONS: Final[dict[str, str]] = {
    "token": "a bearer token under its plain name",
    "accesstoken": "OAuth 2 access token",
    "authtoken": "session or API token of many services",
    "idtoken": "OpenID Connect identity token",
    "refreshtoken": "OAuth 2 refresh token, which outlives the session",
    "sessiontoken": "token of a signed-in session, AWS among others",
    "bearer": "bearer token under the name of its scheme",
    "jwt": "signed token that proves an identity",
    "apikey": "key that acts for an account",
    "accesskey": "storage access key, half of a key pair",
    "secretkey": "storage secret key",
    "subscriptionkey": "Azure API Management key",
    "authcode": "one-time code that is exchanged for a token",
    "sig": "Azure shared access signature",
    "signature": "signature of CloudFront, S3 version 2 and others",
    "password": "password in clear",
    "passwd": "password in clear, Unix spelling",
    "pwd": "password in clear, short spelling",
    "secret": "shared secret",
    "clientsecret": "OAuth 2 client secret",
    "auth": "authentication value under its plain name",
    "authorization": "the header of that name, moved into a URL",
    "credential": "credential under its plain name",
    "credentials": "credentials under their plain name",
    "session": "session identifier",
    "sessionid": "session identifier, usual spelling",
    "awsaccesskeyid": "S3 version 2 presigned URL",
    "googleaccessid": "Google Cloud Storage version 2 signed URL",
    "keypairid": "CloudFront signed URL",
    "xamzsignature": "S3 version 4 presigned URL",
    "xamzcredential": "S3 version 4 presigned URL",
    "xamzsecuritytoken": "S3 version 4 presigned URL with temporary credentials",
    "xgoogsignature": "Google Cloud Storage version 4 signed URL",
    "xgoogcredential": "Google Cloud Storage version 4 signed URL",
    "xgoogsecuritytoken": "Google Cloud Storage version 4, temporary credentials",
}
"""Folded parameter name → why it is refused. `w`, `v`, `key`, `code`, `page`, `se` stay legal."""

_DELIVERY_HOST: Final = re.compile(r"sdmntpr[a-z0-9]*\.oaiusercontent\.com", re.IGNORECASE)
_SEPARATORS: Final = re.compile("[&;]")
_FRAGMENT_SEPARATORS: Final = re.compile("[?&;]")
_DROPPED: Final = str.maketrans("", "", "-_.")


def query_credential(query: str, image_host: str | None = None) -> str | None:
    """The listed name of the first credential-like parameter of a query, or None.

    `image_host` is the host of an HTTPS image URL. An image-delivery host may carry a parameter
    spelled exactly `sig`: the one exception in API.md.
    """
    for part in _SEPARATORS.split(query):
        name = part.partition("=")[0]
        if (folded := _fold(name)) in REASONS and not (
            name == "sig" and image_host and _DELIVERY_HOST.fullmatch(image_host)
        ):
            return folded
    return None


def fragment_credential(fragment: str) -> str | None:
    """As query_credential for a fragment; only `name=value` counts, so `#session` is an anchor."""
    for part in _FRAGMENT_SEPARATORS.split(fragment):
        name, equals, _ = part.partition("=")
        if equals and (folded := _fold(name)) in REASONS:
            return folded
    return None


def _fold(name: str) -> str:
    if "%" in name:
        name = unquote(name)
    return name.casefold().translate(_DROPPED)
