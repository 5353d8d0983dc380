"""Signatures of checkpoints: Ed25519, with the key of the home or the environment."""

import hashlib
from dataclasses import dataclass
from functools import lru_cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from django.conf import settings

KEY_ID_LENGTH = 16


class SigningKeyError(Exception):
    """The configured key cannot sign. The text is one line."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key pair; `id` and `public_key` are hexadecimal."""

    id: str
    public_key: str
    private: Ed25519PrivateKey

    def sign(self, message: bytes) -> str:
        """The signature, in hexadecimal."""
        return self.private.sign(message).hex()


def current_key() -> Key:
    """The key that signs now.

    Raises:
        SigningKeyError: FORMLEDGER_SIGNING_KEY is no Ed25519 private key in PEM.
    """
    return _load(settings.FORMLEDGER_SIGNING_KEY)


def public_key_of(pem: str) -> str:
    """The raw public key of a private key in PEM, in hexadecimal."""
    return _load(pem).public_key


def key_id(public_key: str) -> str:
    """The first digits of the SHA-256 of a raw public key."""
    return hashlib.sha256(bytes.fromhex(public_key)).hexdigest()[:KEY_ID_LENGTH]


def is_signed(public_key: str, signature: str, message: bytes) -> bool:
    """Whether the signature of the message is by this key; both are hexadecimal."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
        key.verify(bytes.fromhex(signature), message)
    except (ValueError, InvalidSignature):
        return False
    return True


@lru_cache(maxsize=1)
def _load(pem: str) -> Key:
    try:
        private = load_pem_private_key(pem.encode(), password=None)
    except (ValueError, TypeError):
        private = None
    if not isinstance(private, Ed25519PrivateKey):
        raise SigningKeyError("FORMLEDGER_SIGNING_KEY is no Ed25519 private key in PEM.")
    public_key = private.public_key().public_bytes_raw().hex()
    return Key(key_id(public_key), public_key, private)
