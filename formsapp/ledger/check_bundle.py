#!/usr/bin/env python3
"""Checks an evidence bundle of Formledger offline: python check_bundle.py FILE [--key HEX].

Needs Python 3.11 and the `cryptography` package, nothing else: copy this one file anywhere.
`--key` is the installation's public key, as `manage.py audit_key` prints it; without it the
signature is checked against the key inside the bundle, which anyone could have made.
"""

import argparse
import hashlib
import hmac
import json
import sys
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

FORMAT = "formledger-evidence-1"
CONTENT = ("title", "capabilities", "arguments", "native_form", "result", "steps")
PLAIN = (
    "id",
    "agent",
    "client_name",
    "client_version",
    "protocol_version",
    "transport",
    "question_count",
    "outcome",
    "error_code",
    "opened_at",
    "asked_at",
    "answered_at",
    "deadline",
    "concluded_at",
)

Json = dict[str, Any]


def canonical(value: Any) -> bytes:
    """RFC 8785, for the strings, integers and null that are hashed."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode()


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def record_hash(record: Json) -> str:
    """The hash a record must carry."""
    return sha256(canonical({k: v for k, v in record.items() if k != "hash"}))


def content_digest(transcript: Json) -> str:
    """The salted digest of a transcript's content, or the one kept when it was redacted."""
    if transcript["redaction"] is not None:
        kept: str = json.loads(transcript["redaction"])["digests"]["content"]
        return kept
    texts = [transcript[name] or "" for name in CONTENT]
    message = "".join(f"{len(text)}:{text}," for text in texts).encode()
    return hmac.digest(bytes.fromhex(transcript["salt"]), message, "sha256").hex()


def transcript_digest(transcript: Json) -> str:
    """The digest a record must carry of its transcript."""
    plain = {name: transcript[name] for name in PLAIN}
    return sha256(canonical({**plain, "content": content_digest(transcript)}))


def signature_holds(checkpoint: Json) -> bool:
    """Whether the checkpoint is signed by the key it names."""
    message = canonical({k: v for k, v in checkpoint.items() if k != "signature"})
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(checkpoint["public_key"]))
        key.verify(bytes.fromhex(checkpoint["signature"]), message)
    except (ValueError, InvalidSignature):
        return False
    return True


def checks(bundle: Json, key: str | None) -> list[tuple[str, bool]]:
    """What is checked, and whether it holds."""
    record, transcript = bundle["record"], bundle["transcript"]
    before, after, checkpoint = bundle["before"], bundle["after"], bundle["checkpoint"]
    sent = transcript["native_form_sent"]
    found = [
        ("the record's hash is the hash of its fields", record_hash(record) == record["hash"]),
        ("the transcript is the one recorded", record["transcript"] == transcript["id"]),
        (
            "the transcript is as it was recorded",
            transcript_digest(transcript) == record["transcript_digest"],
        ),
        (
            "the checkpoint signs this record",
            (checkpoint["sequence"], checkpoint["hash"]) == (record["sequence"], record["hash"]),
        ),
        ("the checkpoint's signature fits its key", signature_holds(checkpoint)),
    ]
    if sent is not None:
        digest = sha256(sent.encode())
        found.append(("the form is as it was sent", digest == record["native_form_digest"]))
    if before is not None:
        holds = record_hash(before) == before["hash"] == record["previous_hash"]
        found.append(("it follows the record before it", holds))
    else:
        found.append(("it begins the chain", record["previous_hash"] == "0" * 64))
    if after is not None:
        holds = record_hash(after) == after["hash"] and after["previous_hash"] == record["hash"]
        found.append(("the record after it follows it", holds))
    if key is not None:
        found.append(("the key is the one given", checkpoint["public_key"] == key.lower()))
    return found


def main() -> None:
    """Print each check; exit 1 if one fails, 2 if the file is no bundle."""
    parser = argparse.ArgumentParser(description="Check an evidence bundle of Formledger.")
    parser.add_argument("file")
    parser.add_argument("--key", help="the public key that must have signed it, in hexadecimal")
    options = parser.parse_args()
    try:
        with open(options.file, encoding="utf-8") as file:  # noqa: PTH123
            bundle = json.load(file)
        if bundle["format"] != FORMAT:
            raise ValueError
        found = checks(bundle, options.key)
    except (OSError, ValueError, KeyError, TypeError):
        print(f"{options.file} is no evidence bundle.", file=sys.stderr)
        sys.exit(2)
    for what, holds in found:
        print(f"{'ok  ' if holds else 'FAIL'}  {what}")
    if options.key is None:
        print("note  the key was not given: compare it with what the installation prints")
    sys.exit(0 if all(holds for _, holds in found) else 1)


if __name__ == "__main__":
    main()
