"""HTTP of the synchronous client, by the standard library."""

import http.client
import json
import random
import time
from contextlib import contextmanager
from typing import Any, Callable, Dict, Iterator, Mapping, Optional, TypeVar

from ._core import (
    ORDERLY_END,
    SILENCE,
    Answer,
    Call,
    Event,
    EventReader,
    Retries,
    Settings,
    answer_of,
    broken,
    call_of,
    refusal_of,
)
from .errors import GatehouseError

T = TypeVar("T")
_CHUNK = 65_536


class SyncHttp:
    """Sends calls, and repeats them while that is safe. May be used by several threads."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def json(self, method: str, path: str, args: Mapping[str, Any], **options: Any) -> "Answer[Any]":
        """Return the envelope of a JSON answer."""
        return self._repeat(method, path, args, answer_of, **options)

    def plain(self, method: str, path: str, args: Mapping[str, Any], **options: Any) -> Dict[str, Any]:
        """Return a JSON answer without an envelope."""
        found: Dict[str, Any] = self._repeat(method, path, args, json.loads, **options)
        return found

    def raw(self, method: str, path: str, args: Mapping[str, Any], **options: Any) -> bytes:
        """Return an answer that is not JSON: pictures, pages, clips."""
        return self._repeat(method, path, args, bytes, **options)

    def stream(self, path: str, args: Mapping[str, Any], timeout: float = SILENCE) -> Iterator[bytes]:
        """Yield the bytes of an answer as they come, without retries; `timeout` is the longest silence."""
        with self._open(call_of(self.settings, "GET", path, args), timeout) as response:
            yield from _chunks(response)

    def follow(
        self, method: str, path: str, args: Mapping[str, Any], last_event_id: Optional[str]
    ) -> Iterator[Event]:
        """Yield the events of a stream without end: resumes after a break, each event once and in order."""
        reader = EventReader(last_event_id)
        while not reader.is_over:
            try:
                call = call_of(self.settings, method, path, args, more=reader.headers())
                with self._open(call, SILENCE) as response:
                    for chunk in _chunks(response):
                        yield from reader.feed(chunk)
                if not reader.is_over:
                    time.sleep(ORDERLY_END * (0.5 + random.random()))
            except GatehouseError as error:
                time.sleep(reader.delay_after(error))

    def _repeat(
        self,
        method: str,
        path: str,
        args: Mapping[str, Any],
        read: Callable[[bytes], T],
        *,
        body: Any = None,
        idempotent: bool = False,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> T:
        retries = Retries(self.settings, method, idempotent=idempotent, key=idempotency_key)
        while True:
            try:
                call = call_of(self.settings, method, path, args, body=body, key=retries.key)
                with self._open(call, timeout or self.settings.timeout) as response:
                    return read(response.read())
            except GatehouseError as error:
                time.sleep(retries.delay_after(error))

    @contextmanager
    def _open(self, call: Call, timeout: float) -> Iterator[http.client.HTTPResponse]:
        """Yield a good answer; failures of the connection inside become GatehouseConnectionError."""
        host, port, tls = self.settings.address()
        connection = (
            http.client.HTTPConnection(host, port, timeout=timeout)
            if tls is None
            else http.client.HTTPSConnection(host, port, timeout=timeout, context=tls)
        )
        try:
            connection.request(call.method, call.target, call.body, dict(call.headers))
            response = connection.getresponse()
            if not 200 <= response.status < 300:
                headers = {name.lower(): value for name, value in response.getheaders()}
                raise refusal_of(response.status, headers, response.read())
            yield response
        except (OSError, http.client.HTTPException) as error:
            raise broken(error) from error
        finally:
            connection.close()


def _chunks(response: http.client.HTTPResponse) -> Iterator[bytes]:
    while True:
        chunk = response.read1(_CHUNK)
        if not chunk:
            return
        yield chunk
