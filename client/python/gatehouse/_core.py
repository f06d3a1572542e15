"""What the synchronous and the asynchronous client share: requests, refusals, retries and event streams, without I/O."""

import json
import random
import ssl
import uuid
from dataclasses import dataclass
from typing import Any, Dict, Generic, List, Mapping, Optional, Tuple, TypeVar
from urllib.parse import quote, urlencode, urlsplit

from .errors import GatehouseApiError, GatehouseConnectionError, GatehouseError

T = TypeVar("T")

_REPEATED = {408, 429, 502, 503, 504}
_FIRST_DELAY = 0.25
_LONGEST_DELAY = 8.0
#: Silence in seconds after which an event stream counts as broken: three heartbeats.
SILENCE = 45.0
#: Spread of reconnections after a regular end, in seconds.
ORDERLY_END = 0.5


@dataclass(frozen=True)
class Answer(Generic[T]):
    """The envelope of every JSON answer."""

    #: The request id.
    id: str
    object: str
    status: str
    #: Unix seconds.
    created_at: int
    data: T


@dataclass(frozen=True)
class Event:
    """One event of a stream of the box."""

    type: str
    data: Any
    #: Position for resuming after this event; None for `stream.gap` and `server.closing`.
    id: Optional[str] = None


@dataclass(frozen=True)
class Settings:
    """Where the box is, and how often the client tries."""

    base_url: str
    api_key: str
    #: Retries after a broken connection, 408, 429, 502, 503 or 504.
    max_retries: int = 4
    #: Longest Retry-After in seconds that the client waits for; longer ones fail at once.
    max_retry_after: float = 65.0
    #: Longest wait for one answer, in seconds.
    timeout: float = 90.0
    #: For boxes with a certificate of their own authority: `ssl.create_default_context(cafile=…)`.
    ssl_context: Optional[ssl.SSLContext] = None

    def __post_init__(self) -> None:
        parts = urlsplit(self.base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("base_url: the address of the box is needed, e.g. https://gate.local:8480")
        if not self.api_key:
            raise ValueError("api_key: a key of the box is needed (svk_…)")

    def address(self) -> Tuple[str, int, Optional[ssl.SSLContext]]:
        """Return host, port and, for https, the TLS context."""
        parts = urlsplit(self.base_url)
        host = parts.hostname or ""
        if parts.scheme == "http":
            return host, parts.port or 80, None
        return host, parts.port or 443, self.ssl_context or ssl.create_default_context()


@dataclass(frozen=True)
class Call:
    """One attempt of a request."""

    method: str
    target: str
    headers: Mapping[str, str]
    body: Optional[bytes]


def call_of(
    settings: Settings,
    method: str,
    path: str,
    args: Mapping[str, Any],
    *,
    body: Any = None,
    key: Optional[str] = None,
    more: Optional[Mapping[str, str]] = None,
) -> Call:
    """Return the request of an operation. Arguments that are None are left out."""
    headers: Dict[str, str] = {"authorization": f"Bearer {settings.api_key}", **(more or {})}
    content = None
    if body is not None:
        content = json.dumps(body).encode()
        headers["content-type"] = "application/json"
    if key is not None:
        headers["idempotency-key"] = key
    prefix = urlsplit(settings.base_url).path.rstrip("/")
    return Call(method, prefix + _target(path, args), headers, content)


def _target(path: str, args: Mapping[str, Any]) -> str:
    query: Dict[str, str] = {}
    for name, value in args.items():
        if value is None:
            continue
        text = _text(value)
        if "{" + name + "}" not in path:
            query[name] = text
        elif text in ("", ".", ".."):
            raise ValueError(f"{name}: is not an id. Send an id")
        else:
            path = path.replace("{" + name + "}", quote(text, safe=""))
    return f"{path}?{urlencode(query)}" if query else path


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(_text(each) for each in value)
    return str(value)


def answer_of(content: bytes) -> "Answer[Any]":
    """Return the envelope of a JSON answer."""
    found = json.loads(content)
    return Answer(found["id"], found["object"], found["status"], found["created_at"], found.get("data"))


def refusal_of(status: int, headers: Mapping[str, str], content: bytes) -> GatehouseApiError:
    """Return the error of a refused request; header names are in lower case."""
    try:
        error: Dict[str, Any] = json.loads(content).get("error") or {}
    except (ValueError, AttributeError):
        error = {}
    facts: Dict[str, Any] = {"request_id": headers.get("x-request-id", ""), **error, "status": status}
    after = headers.get("retry-after", "")
    if after.isdigit():
        facts["retry_after"] = float(after)
    return GatehouseApiError(error.get("code", f"http_{status}"), error.get("message", "the answer is not of this API"), facts)


def broken(error: BaseException) -> GatehouseConnectionError:
    """Return the error of a connection that failed."""
    return GatehouseConnectionError(f"the box could not be reached: {error or type(error).__name__}")


class Retries:
    """Decides whether and when one call is sent again, so that it takes effect only once."""

    def __init__(
        self, settings: Settings, method: str, *, idempotent: bool = False, key: Optional[str] = None
    ) -> None:
        self._settings = settings
        #: The Idempotency-Key of all attempts.
        self.key = key if key is not None or not idempotent else str(uuid.uuid4())
        self._is_safe = method == "GET" or self.key is not None
        self._tries = 0

    def delay_after(self, error: GatehouseError) -> float:
        """Return the seconds until the next attempt, or raise `error`."""
        delay = retry_delay(error, self._tries, self._is_safe, self._settings.max_retry_after)
        if delay is None or self._tries >= self._settings.max_retries:
            raise error
        self._tries += 1
        return delay


def retry_delay(error: GatehouseError, tries: int, is_safe: bool, max_retry_after: float) -> Optional[float]:
    """Return the seconds until the retry; None for no retry."""
    jitter = random.random() * min(_LONGEST_DELAY, _FIRST_DELAY * 2**tries)
    if not isinstance(error, GatehouseApiError):
        return jitter if is_safe else None
    is_repeated = error.status in _REPEATED or error.code == "idempotency_request_in_progress"
    # The box did not begin a call that it refused so; a gateway's answer counts only for safe calls.
    if not is_repeated or (not is_safe and error.status not in (429, 503)):
        return None
    after = error.retry_after or 0.0
    return None if after > max_retry_after else after + jitter


class EventReader:
    """Parses an event stream (WHATWG HTML 9.2.6) over its connections, and keeps the position."""

    def __init__(self, last_event_id: Optional[str]) -> None:
        self.last_event_id = last_event_id
        #: Failures in a row.
        self.tries = 0
        #: True when the key has ended: reconnecting is useless.
        self.is_over = False
        self._waiting = b""

    def headers(self) -> Dict[str, str]:
        """Return the headers of the next connection."""
        self._waiting = b""
        position = {} if self.last_event_id is None else {"last-event-id": self.last_event_id}
        return {"accept": "text/event-stream", **position}

    def feed(self, chunk: bytes) -> List[Event]:
        """Return the events that `chunk` completes."""
        self.tries = 0
        self._waiting = (self._waiting + chunk).replace(b"\r\n", b"\n")
        *blocks, self._waiting = self._waiting.split(b"\n\n")
        return [event for event in (self._event(block.decode()) for block in blocks) if event is not None]

    def delay_after(self, error: GatehouseError) -> float:
        """Return the seconds until the next connection, or raise an error that no retry mends."""
        delay = retry_delay(error, self.tries, True, 65.0)
        if delay is None and isinstance(error, GatehouseApiError):
            raise error
        self.tries += 1
        return ORDERLY_END if delay is None else delay

    def _event(self, block: str) -> Optional[Event]:
        fields: Dict[str, str] = {}
        for line in block.split("\n"):
            name, colon, value = line.partition(":")
            if not colon or not name:
                continue
            value = value[1:] if value.startswith(" ") else value
            fields[name] = f"{fields[name]}\n{value}" if name == "data" and name in fields else value
        event_id = fields.get("id")
        if event_id is not None:
            self.last_event_id = event_id
        if "data" not in fields:
            return None
        event = Event(fields.get("event", "message"), json.loads(fields["data"]), event_id)
        if event.type == "server.closing" and (event.data or {}).get("reason") == "key_ended":
            self.is_over = True
        return event
