"""What laptops say to each other before a game begins: frames 16 to 23, 27 and 28, to and from values.

Owns forms and sizes of these frames. Who may say what is the lobby's business.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pinochle_lan.codec import Value
from pinochle_lan.log.entry import HASH_BYTES, Malformed
from pinochle_lan.log.frames import Frame, FrameType
from pinochle_lan.log.genesis import Genesis
from pinochle_lan.log.signing import KEY_BYTES, SIGNATURE_BYTES
from pinochle_lan.pluginhost.fingerprint import MOST_BYTES
from pinochle_lan.table.draft import MOST_CHAIRS, Draft

LONGEST_NAME: Final = 64
"""Characters of a name as it comes; it is cleaned after that."""
MOST_SECRET: Final = 16
MOST_ADDRESSES: Final = 8
MOST_PEERS: Final = 16

SENTENCES: Final[dict[str, str]] = {
    "asked": "{who} was asked to let you in.",
    "full": "All chairs at this table are taken. Ask {who} to free one.",
    "older": "This pinochle-lan is older than {who}'s ({mine} against {theirs}). Update it, then join again.",
    "newer": "{who}'s pinochle-lan is older than this one ({theirs} against {mine}). Update it there first.",
    "under_way": "The game at this table is under way, and this laptop of it only watches. Try another one.",
    "code_wrong": "That code does not open this table. Ask {who} to read it out again.",
    "code_slow": "Too many wrong codes from this laptop. Wait a minute, then try again.",
    "code_closed": "Too many wrong codes were tried. {who} must let you in by hand: join without a code.",
    "no": "{who} did not let you in.",
    "gone": "{who} closed the table before the game began.",
    "crowded": "Too many laptops knock at this table. Try again in a minute.",
    "seat_taken": "That chair is taken. Choose another one.",
    "not_full": "Some chairs are still free: seat people or bots first.",
    "no_chair": "The game began without a chair for you.",
    "kicked": "The others at this table asked you to leave.",
    "plugin_late": "The game is under way with a {plugin} that is not here. Copy it from {who}, then reload.",
    "files_kept": "{who}'s table hands out no plugin files. Copy {plugin} some other way, then reload.",
    "file_gone": "{who}'s laptop does not hold {plugin} as it was loaded. Ask {who} to reload plugins.",
    "file_slow": "This laptop asked for too many plugin files. Wait a minute, then join again.",
    "file_wrong": "What {who}'s laptop sent for {plugin} is not the file that the table names.",
    "file_unknown": "{plugin} is nothing that travels as a plugin file. Copy it some other way, then reload.",
}
"""The one table of what the door says."""


@dataclass(frozen=True, slots=True)
class Hello:
    """A laptop knocks."""

    protocol: int
    engine: int
    name: str
    seat: int | None
    """The chair it would like."""
    secret: bytes
    """Of the table code; empty = let me in by hand."""
    addresses: tuple[str, ...]
    """``host:port`` where it can be reached."""
    agrees: bytes = b""
    """``Draft.agreement`` of the draft whose plugins it has, all of them; empty = it saw none yet."""

    def wire(self) -> Frame:
        """The HELLO frame."""
        fields = (self.protocol, self.engine, self.name, self.seat, self.secret, self.addresses, self.agrees)
        return int(FrameType.HELLO), *fields


@dataclass(frozen=True, slots=True)
class Consent:
    """ "Ready": the sender's signature under the draft of that counter; empty = taken back."""

    counter: int
    signature: bytes

    def wire(self) -> Frame:
        """The CONSENT frame."""
        return int(FrameType.CONSENT), self.counter, self.signature


@dataclass(frozen=True, slots=True)
class Started:
    """Everybody signed: the game begins."""

    genesis: Genesis

    def wire(self) -> Frame:
        """The GENESIS frame."""
        return int(FrameType.GENESIS), *self.genesis.wire()


@dataclass(frozen=True, slots=True)
class Sit:
    """The sender would like that chair."""

    seat: int

    def wire(self) -> Frame:
        """The SIT frame."""
        return int(FrameType.SIT), self.seat


@dataclass(frozen=True, slots=True)
class Refused:
    """No, or not yet, and why: a key of SENTENCES and what fills its blanks."""

    code: str
    values: tuple[tuple[str, str], ...] = ()

    def wire(self) -> Frame:
        """The REFUSED frame."""
        return int(FrameType.REFUSED), self.code, self.values

    def __str__(self) -> str:
        return sentence(self.code, dict(self.values))


@dataclass(frozen=True, slots=True)
class Peers:
    """Where the members' laptops can be reached: (key, addresses) each."""

    peers: tuple[tuple[bytes, tuple[str, ...]], ...]

    def wire(self) -> Frame:
        """The PEERS frame."""
        return int(FrameType.PEERS), self.peers


@dataclass(frozen=True, slots=True)
class Want:
    """The sender asks for the file of a plugin of the draft."""

    plugin: str
    digest: bytes

    def wire(self) -> Frame:
        """Frame 27."""
        return int(FrameType.PLUGIN_WANT), self.plugin, self.digest


@dataclass(frozen=True, slots=True)
class File:
    """The file that was asked for, or why it does not come."""

    plugin: str
    data: bytes
    why: str = ""
    """A key of SENTENCES; empty = here it is."""

    def wire(self) -> Frame:
        """Frame 28."""
        return int(FrameType.PLUGIN_FILE), self.plugin, self.data, self.why


@dataclass(frozen=True, slots=True)
class Bye:
    """The sender leaves the table, or closes it if it is the founder's laptop."""

    def wire(self) -> Frame:
        """The BYE frame."""
        return (int(FrameType.BYE),)


Note = Hello | Draft | Consent | Started | Sit | Refused | Peers | Want | File | Bye


def version(pair: tuple[int, int]) -> str:
    """Protocol and engine as people read them."""
    return f"{pair[0]}.{pair[1]}"


def sentence(code: str, values: dict[str, str]) -> str:
    """The sentence for people; blanks that nobody filled read "the founder"."""
    text = SENTENCES.get(code, "The other laptop refused, for a reason this version does not know.")
    for name in ("who", "mine", "theirs", "plugin"):
        text = text.replace("{" + name + "}", values.get(name, "the founder"))
    return text[:1].upper() + text[1:]


def read(frame: Frame) -> Note | None:
    """The note in a frame; None for types of others. Raises Malformed."""
    match frame:
        case (FrameType.HELLO, *rest):
            return _hello(tuple(rest))
        case (FrameType.DRAFT, *rest):
            return Draft.read(tuple(rest))
        case (FrameType.CONSENT, int() as counter, bytes() as signature) if len(signature) in (
            0,
            SIGNATURE_BYTES,
        ):
            return Consent(counter, signature)
        case (FrameType.GENESIS, *rest):
            return Started(Genesis.read(tuple(rest)))
        case (FrameType.SIT, int() as seat) if type(seat) is int and 0 <= seat < MOST_CHAIRS:
            return Sit(seat)
        case (FrameType.REFUSED, str() as code, tuple() as values):
            return Refused(code, tuple(_value(value) for value in values[:8]))
        case (FrameType.PEERS, tuple() as peers) if len(peers) <= MOST_PEERS:
            return Peers(tuple(_peer(peer) for peer in peers))
        case (FrameType.BYE,):
            return Bye()
        case (FrameType.PLUGIN_WANT, str() as plugin, bytes() as digest) if (
            len(plugin) <= LONGEST_NAME and len(digest) == HASH_BYTES
        ):
            return Want(plugin, digest)
        case (FrameType.PLUGIN_FILE, str() as plugin, bytes() as data, str() as why) if (
            len(plugin) <= LONGEST_NAME and len(data) <= MOST_BYTES and len(why) <= LONGEST_NAME
        ):
            return File(plugin, data, why)
        case (int() as number, *_) if FrameType.HELLO <= number <= FrameType.BYE or number in (
            FrameType.PLUGIN_WANT,
            FrameType.PLUGIN_FILE,
        ):
            raise Malformed(f"a frame of type {number} has another form")
    return None


def _hello(fields: tuple[Value, ...]) -> Hello:
    match fields:
        case (
            int() as protocol,
            int() as engine,
            str() as name,
            seat,
            bytes() as secret,
            tuple() as addresses,
            bytes() as agrees,
        ) if (
            len(name) <= LONGEST_NAME
            and len(secret) <= MOST_SECRET
            and len(agrees) in (0, HASH_BYTES)
            and (seat is None or (type(seat) is int and 0 <= seat < MOST_CHAIRS))
        ):
            return Hello(protocol, engine, name, seat, secret, _addresses(addresses), agrees)
    raise Malformed(
        "a knock has a protocol, an engine, a name, a chair, a secret, addresses and what it agrees to"
    )


def _addresses(items: Value) -> tuple[str, ...]:
    if not isinstance(items, tuple) or len(items) > MOST_ADDRESSES:
        raise Malformed(f"at most {MOST_ADDRESSES} addresses of a laptop are told")
    found = tuple(item for item in items if isinstance(item, str) and 0 < len(item) <= LONGEST_NAME)
    if len(found) != len(items):
        raise Malformed("an address is a short text")
    return found


def _peer(item: Value) -> tuple[bytes, tuple[str, ...]]:
    match item:
        case (bytes() as key, addresses) if len(key) == KEY_BYTES:
            return key, _addresses(addresses)
    raise Malformed("a peer is a key and addresses")


def _value(item: Value) -> tuple[str, str]:
    match item:
        case (str() as name, str() as value) if len(name) <= LONGEST_NAME and len(value) <= LONGEST_NAME:
            return name, value
    raise Malformed("a reason's blanks are short texts")
