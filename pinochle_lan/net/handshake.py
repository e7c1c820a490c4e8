"""The link's handshake, without I/O: two laptops prove their keys to each other and agree on fresh ones.

Laws of this file:
- SIGMA-I (Krawczyk, "SIGMA: the SIGn-and-MAc approach", 2003) with the message order of Noise XX: fresh
  X25519 keys both ways; each Ed25519 identity signs the transcript and its role, inside encryption under
  the fresh keys.
- It does not know which laptop is right, only who signed. Who may stay is the mesh's business.
- Versions are compared before anything else is read.
- Every failure is a LinkError or a VersionError, and ends the handshake.

    initiator                                     responder
    HEAD(1) E_i                     ->
                                    <-            HEAD(2) E_r box(k2; S_r sig_r)
    HEAD(3) box(k3; S_i sig_i ask)  ->
    channel keys                                  channel keys

    HEAD(n) = "pinochle-lan/1" 00 n, protocol u32        ask = purpose u8, listening port u16 (little-endian)
    t1 = SHA-256(HEAD(1) E_i HEAD(2) E_r)  t2 = SHA-256(t1, rest of message 2)  t3 = SHA-256(t2, message 3)
    prk = HMAC(t1, X25519)      key(label, t) = HMAC(prk, label 00 t)      HMAC with SHA-256
    sig_r = Ed25519("pinochle-lan/link/1" 00 "responder" 00 t1 S_r)
    sig_i = Ed25519("pinochle-lan/link/1" 00 "initiator" 00 t2 S_i ask)

Vectors: tests/data/link-vectors.json.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import struct
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from nacl.bindings import crypto_scalarmult, crypto_scalarmult_base
from nacl.exceptions import BadSignatureError, CryptoError
from nacl.secret import SecretBox
from nacl.signing import SigningKey, VerifyKey

from pinochle_lan.net.errors import LinkError, VersionError
from pinochle_lan.net.versions import difference

_MAGIC: Final = b"pinochle-lan/1\x00"
_HEAD: Final = len(_MAGIC) + 1 + 4
_KEY: Final = 32
_SIGNATURE: Final = 64
_TAG: Final = b"pinochle-lan/link/1\x00"
_NONCE: Final = bytes(SecretBox.NONCE_SIZE)  # each handshake key seals exactly one message

MAX_MESSAGE: Final = 512
"""No handshake message is longer, so nobody unknown makes us hold more."""


class Purpose(IntEnum):
    """What the initiator wants."""

    LINK = 0
    PROBE = 1
    """Only the hello: is the laptop there, and which tables has it?"""


@dataclass(frozen=True, slots=True)
class Secrets:
    """What both sides have when it is over: keys by direction (32 bytes), and who the other is."""

    send: bytes
    receive: bytes
    peer: bytes
    """The Ed25519 key that signed."""


@dataclass(frozen=True, slots=True)
class Ask:
    """What the initiator said beside its signature."""

    purpose: Purpose
    port: int
    """Where it listens itself; 0 = nowhere."""

    def pack(self) -> bytes:
        """Three bytes."""
        return struct.pack("<BH", self.purpose, self.port)


class Initiator:
    """The side that dials: ``first``, then ``meet`` the answer, then ``finish``."""

    def __init__(self, seed: bytes, protocol: int, ephemeral: bytes | None = None) -> None:
        """``seed`` is the identity, 32 bytes. ``ephemeral`` is for vectors only."""
        self._identity = SigningKey(seed)
        self._protocol = protocol
        self._secret = ephemeral or os.urandom(_KEY)
        self._first = _head(1, protocol) + crypto_scalarmult_base(self._secret)
        self._prk = b""
        self._t2 = b""
        self.peer = b""
        """Who answered; set by ``meet``."""

    def first(self) -> bytes:
        """Message 1."""
        return self._first

    def meet(self, message: bytes) -> bytes:
        """Read message 2: the key of whoever answered. Raises LinkError, VersionError."""
        _check_head(message, 2, self._protocol)
        head_end = _HEAD + _KEY
        if len(message) != head_end + SecretBox.MACBYTES + _KEY + _SIGNATURE:
            raise LinkError("The answer to the greeting has the wrong length.")
        t1 = _hash(self._first, message[:head_end])
        self._prk = _extract(t1, self._secret, message[_HEAD:head_end])
        plain = _open(_derive(self._prk, b"responder identity", t1), message[head_end:])
        peer = plain[:_KEY]
        _verify(peer, b"responder", t1 + peer, plain[_KEY:])
        self._t2 = _hash(t1, message[head_end:])
        self.peer = peer
        return peer

    def finish(self, ask: Ask) -> tuple[bytes, Secrets]:
        """Message 3, and the keys."""
        own = bytes(self._identity.verify_key)
        said = ask.pack()
        signature = _sign(self._identity, b"initiator", self._t2 + own + said)
        sealed = _seal(_derive(self._prk, b"initiator identity", self._t2), own + signature + said)
        message = _head(3, self._protocol) + sealed
        t3 = _hash(self._t2, message)
        to_responder, to_initiator = _traffic(self._prk, t3)
        return message, Secrets(to_responder, to_initiator, self.peer)


class Responder:
    """The side that was dialled: ``answer`` the first message, then ``accept`` the third."""

    def __init__(self, seed: bytes, protocol: int, ephemeral: bytes | None = None) -> None:
        """``seed`` is the identity, 32 bytes. ``ephemeral`` is for vectors only."""
        self._identity = SigningKey(seed)
        self._protocol = protocol
        self._secret = ephemeral or os.urandom(_KEY)
        self._prk = b""
        self._t2 = b""

    def answer(self, message: bytes) -> bytes:
        """Message 2 for message 1. Raises LinkError; VersionError with a reply that tells our version."""
        head = _head(2, self._protocol) + crypto_scalarmult_base(self._secret)
        try:
            _check_head(message, 1, self._protocol)
        except VersionError as error:
            raise VersionError(str(error), head) from None
        if len(message) != _HEAD + _KEY:
            raise LinkError("The greeting has the wrong length.")
        t1 = _hash(message, head)
        self._prk = _extract(t1, self._secret, message[_HEAD:])
        own = bytes(self._identity.verify_key)
        signature = _sign(self._identity, b"responder", t1 + own)
        sealed = _seal(_derive(self._prk, b"responder identity", t1), own + signature)
        self._t2 = _hash(t1, sealed)
        return head + sealed

    def accept(self, message: bytes) -> tuple[Ask, Secrets]:
        """Read message 3: what the initiator asks, and the keys. Raises LinkError, VersionError."""
        _check_head(message, 3, self._protocol)
        plain = _open(_derive(self._prk, b"initiator identity", self._t2), message[_HEAD:])
        if len(plain) != _KEY + _SIGNATURE + 3:
            raise LinkError("The proof of identity has the wrong length.")
        peer, signature, said = plain[:_KEY], plain[_KEY : _KEY + _SIGNATURE], plain[_KEY + _SIGNATURE :]
        _verify(peer, b"initiator", self._t2 + peer + said, signature)
        purpose, port = struct.unpack("<BH", said)
        if purpose not in (Purpose.LINK, Purpose.PROBE):
            raise LinkError("The other laptop asks for something unknown.")
        t3 = _hash(self._t2, message)
        to_responder, to_initiator = _traffic(self._prk, t3)
        return Ask(Purpose(purpose), port), Secrets(to_initiator, to_responder, peer)


def _head(number: int, protocol: int) -> bytes:
    return _MAGIC + struct.pack("<BI", number, protocol)


def _check_head(message: bytes, number: int, protocol: int) -> None:
    if len(message) < _HEAD or not message.startswith(_MAGIC):
        raise LinkError("What answers there is not pinochle-lan.")
    got, theirs = struct.unpack("<BI", message[len(_MAGIC) : _HEAD])
    if got != number:
        raise LinkError("The greeting came out of order.")
    if sentence := difference("The other laptop", (protocol, 0), (theirs, 0)):
        raise VersionError(sentence)


def _hash(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def _extract(t1: bytes, secret: bytes, public: bytes) -> bytes:
    try:
        shared = crypto_scalarmult(secret, public)
    except (CryptoError, RuntimeError):  # a public key of low order: the shared secret would be known to all
        raise LinkError("The other laptop sent an unusable key.") from None
    return hmac.digest(t1, shared, "sha256")


def _derive(prk: bytes, label: bytes, transcript: bytes) -> bytes:
    return hmac.digest(prk, label + b"\x00" + transcript, "sha256")


def _traffic(prk: bytes, t3: bytes) -> tuple[bytes, bytes]:
    return _derive(prk, b"to responder", t3), _derive(prk, b"to initiator", t3)


def _seal(key: bytes, plain: bytes) -> bytes:
    return SecretBox(key).encrypt(plain, _NONCE).ciphertext


def _open(key: bytes, sealed: bytes) -> bytes:
    try:
        return SecretBox(key).decrypt(sealed, _NONCE)
    except (CryptoError, ValueError):
        raise LinkError("The greeting was damaged or forged on the way.") from None


def _sign(identity: SigningKey, role: bytes, what: bytes) -> bytes:
    return identity.sign(_TAG + role + b"\x00" + what).signature


def _verify(peer: bytes, role: bytes, what: bytes, signature: bytes) -> None:
    try:
        VerifyKey(peer).verify(_TAG + role + b"\x00" + what, signature)
    except (BadSignatureError, ValueError):
        raise LinkError("The other laptop did not prove who it is.") from None
