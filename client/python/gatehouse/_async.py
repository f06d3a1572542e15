"""HTTP of the asynchronous client, by asyncio's own streams."""

import asyncio
import json
import random
from contextlib import asynccontextmanager
from typing import Any, AsyncIterator, Awaitable, Callable, Dict, Mapping, Optional, TypeVar

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
from .errors import GatehouseConnectionError, GatehouseError

T = TypeVar("T")
_CHUNK = 65_536
_LONGEST_LINE = 65_536


class _Response:
    """One answer of HTTP/1.1 on a connection of its own."""

    def __init__(self, reader: asyncio.StreamReader, silence: float) -> None:
        self._reader = reader
        self._silence = silence
        self.status = 0
        self.headers: Dict[str, str] = {}

    async def read_head(self) -> None:
        while self.status < 200:
            self.status = int((await self._line()).split(" ", 2)[1])
            self.headers = {}
            while True:
                line = await self._line()
                if line == "":
                    break
                name, _, value = line.partition(":")
                self.headers[name.strip().lower()] = value.strip()

    async def chunks(self) -> AsyncIterator[bytes]:
        if self.headers.get("transfer-encoding", "").lower() == "chunked":
            while True:
                size = int((await self._line()).split(";", 1)[0], 16)
                if size == 0:
                    return
                yield await self._wait(self._reader.readexactly(size))
                await self._line()
        left = int(self.headers["content-length"]) if "content-length" in self.headers else None
        while left is None or left > 0:
            chunk = await self._wait(self._reader.read(_CHUNK if left is None else min(left, _CHUNK)))
            if chunk == b"":
                if left:
                    raise EOFError("the connection broke before the end of the answer")
                return
            left = None if left is None else left - len(chunk)
            yield chunk

    async def content(self) -> bytes:
        return b"".join([chunk async for chunk in self.chunks()])

    async def _line(self) -> str:
        line = await self._wait(self._reader.readline())
        if not line.endswith(b"\n"):
            raise EOFError("the connection broke before the end of the answer")
        return line.decode("latin-1").rstrip("\r\n")

    async def _wait(self, work: "Awaitable[bytes]") -> bytes:
        found: bytes = await _within(work, self._silence)
        return found


async def _within(work: "Awaitable[T]", seconds: float) -> T:
    """Return what `work` does, or raise TimeoutError. Before Python 3.12, `wait_for` loses a cancellation that comes
    together with the result, and then the task never ends."""
    task = asyncio.ensure_future(work)
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    try:
        await asyncio.wait({task}, timeout=seconds)
        if not task.done():
            raise asyncio.TimeoutError
        return task.result()
    finally:
        task.cancel()


class AsyncHttp:
    """Sends calls, and repeats them while that is safe. Cancelling a task ends its request."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    async def json(self, method: str, path: str, args: Mapping[str, Any], **options: Any) -> "Answer[Any]":
        """Return the envelope of a JSON answer."""
        return await self._repeat(method, path, args, answer_of, **options)

    async def plain(self, method: str, path: str, args: Mapping[str, Any], **options: Any) -> Dict[str, Any]:
        """Return a JSON answer without an envelope."""
        found: Dict[str, Any] = await self._repeat(method, path, args, json.loads, **options)
        return found

    async def raw(self, method: str, path: str, args: Mapping[str, Any], **options: Any) -> bytes:
        """Return an answer that is not JSON: pictures, pages, clips."""
        return await self._repeat(method, path, args, bytes, **options)

    async def follow(
        self, method: str, path: str, args: Mapping[str, Any], last_event_id: Optional[str]
    ) -> AsyncIterator[Event]:
        """Yield the events of a stream without end: resumes after a break, each event once and in order."""
        reader = EventReader(last_event_id)
        while not reader.is_over:
            try:
                call = call_of(self.settings, method, path, args, more=reader.headers())
                async with self._open(call, SILENCE) as response:
                    async for chunk in response.chunks():
                        for event in reader.feed(chunk):
                            yield event
                if not reader.is_over:
                    await asyncio.sleep(ORDERLY_END * (0.5 + random.random()))
            except GatehouseError as error:
                await asyncio.sleep(reader.delay_after(error))

    async def _repeat(
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
                async with self._open(call, timeout or self.settings.timeout) as response:
                    return read(await response.content())
            except GatehouseError as error:
                await asyncio.sleep(retries.delay_after(error))

    @asynccontextmanager
    async def _open(self, call: Call, silence: float) -> AsyncIterator[_Response]:
        """Yield a good answer; failures of the connection inside become GatehouseConnectionError."""
        host, port, tls = self.settings.address()
        writer: Optional[asyncio.StreamWriter] = None
        try:
            opening = asyncio.open_connection(host, port, ssl=tls, limit=_LONGEST_LINE)
            reader, opened = await _within(opening, silence)
            writer = opened
            opened.write(_head(call, host, port) + (call.body or b""))
            await _within(opened.drain(), silence)
            response = _Response(reader, silence)
            await response.read_head()
            if not 200 <= response.status < 300:
                raise refusal_of(response.status, response.headers, await response.content())
            yield response
        except asyncio.TimeoutError as error:
            raise GatehouseConnectionError("the box could not be reached: no answer in time") from error
        except (OSError, EOFError, ValueError, IndexError) as error:
            raise broken(error) from error
        finally:
            if writer is not None:
                writer.close()


def _head(call: Call, host: str, port: int) -> bytes:
    name = f"[{host}]" if ":" in host else host
    headers = {"host": f"{name}:{port}", "connection": "close", **call.headers}
    if call.body is not None or call.method != "GET":
        headers["content-length"] = str(len(call.body or b""))
    lines = [f"{call.method} {call.target} HTTP/1.1", *(f"{key}: {value}" for key, value in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")
