"""One box with one API key. Every operation of its API is a method of its area."""

import asyncio
import ssl
import time
from typing import Any, Awaitable, Callable, Optional

from ._async import AsyncHttp
from ._core import Answer, Settings
from ._generated import Api, AsyncApi, AsyncJobsApi, AsyncRunsApi, Job, JobsApi, RunsApi
from ._sync import SyncHttp
from .errors import GatehouseApiError, GatehouseConnectionError, GatehouseError, GatehouseTimeoutError

#: Longest time that the box holds one request of a wait, in seconds.
_HOLD = 30.0
_FIRST_PAUSE = 0.25
_LONGEST_PAUSE = 10.0
_ENDED = ("completed", "failed", "cancelled")


class _Wait:
    """The state of one wait: when it ends, and what the next request is."""

    def __init__(self, name: str, timeout: Optional[float]) -> None:
        self._name = name
        self._ends_at = None if timeout is None else time.monotonic() + timeout
        self._is_known = False
        self._failures = 0

    def hold(self) -> float:
        # The first answer shows at once whether the job and the box exist.
        return min(_HOLD, self._left()) if self._is_known else 0.0

    def is_over(self, status: str) -> bool:
        self._is_known = True
        self._failures = 0
        if status in _ENDED:
            return True
        if self._left() <= 0:
            raise GatehouseTimeoutError(f"{self._name} is still {status}")
        return False

    def pause_after(self, error: GatehouseError) -> float:
        """Return the seconds until the next request, or raise an error that does not pass by itself."""
        is_passing = isinstance(error, GatehouseConnectionError) or (
            isinstance(error, GatehouseApiError) and 502 <= error.status <= 504
        )
        if not self._is_known or not is_passing or self._left() <= 0:
            raise error
        self._failures += 1
        return min(self._left(), _LONGEST_PAUSE, _FIRST_PAUSE * 2.0**self._failures)

    def _left(self) -> float:
        return _HOLD * 2 if self._ends_at is None else max(0.0, self._ends_at - time.monotonic())


def _until_ended(ask: Callable[[float], "Answer[Any]"], wait: _Wait, heard: Optional[Callable[[Any], None]]) -> Any:
    while True:
        try:
            data = ask(wait.hold()).data
        except GatehouseError as error:
            time.sleep(wait.pause_after(error))
            continue
        if heard is not None:
            heard(data)
        if wait.is_over(data["status"]):
            return data


async def _until_ended_async(
    ask: Callable[[float], "Awaitable[Answer[Any]]"], wait: _Wait, heard: Optional[Callable[[Any], None]]
) -> Any:
    while True:
        try:
            data = (await ask(wait.hold())).data
        except GatehouseError as error:
            await asyncio.sleep(wait.pause_after(error))
            continue
        if heard is not None:
            heard(data)
        if wait.is_over(data["status"]):
            return data


class Jobs(JobsApi):
    """Operations of jobs, and a wait."""

    def wait(
        self, job_id: str, *, timeout: Optional[float] = None, on_progress: Optional[Callable[[Job], None]] = None
    ) -> Job:
        """Return the job once it is completed, failed or cancelled. Raises GatehouseTimeoutError."""

        def ask(hold: float) -> "Answer[Job]":
            return self.get_job(job_id, wait_for_completion=True, timeout_seconds=hold)

        found: Job = _until_ended(ask, _Wait(f"job {job_id}", timeout), on_progress)
        return found


class Runs(RunsApi):
    """Operations of runs, and a wait."""

    def wait(
        self, run_id: str, *, timeout: Optional[float] = None, on_progress: Optional[Callable[[Any], None]] = None
    ) -> Any:
        """Return the run once it is completed, failed or cancelled. Raises GatehouseTimeoutError."""

        def ask(hold: float) -> "Answer[Any]":
            return self.get_run(run_id, wait_for_completion=True, timeout_seconds=hold)

        return _until_ended(ask, _Wait(f"run {run_id}", timeout), on_progress)


class AsyncJobs(AsyncJobsApi):
    """Operations of jobs, and a wait."""

    async def wait(
        self, job_id: str, *, timeout: Optional[float] = None, on_progress: Optional[Callable[[Job], None]] = None
    ) -> Job:
        """Return the job once it is completed, failed or cancelled. Raises GatehouseTimeoutError."""

        def ask(hold: float) -> "Awaitable[Answer[Job]]":
            return self.get_job(job_id, wait_for_completion=True, timeout_seconds=hold)

        found: Job = await _until_ended_async(ask, _Wait(f"job {job_id}", timeout), on_progress)
        return found


class AsyncRuns(AsyncRunsApi):
    """Operations of runs, and a wait."""

    async def wait(
        self, run_id: str, *, timeout: Optional[float] = None, on_progress: Optional[Callable[[Any], None]] = None
    ) -> Any:
        """Return the run once it is completed, failed or cancelled. Raises GatehouseTimeoutError."""

        def ask(hold: float) -> "Awaitable[Answer[Any]]":
            return self.get_run(run_id, wait_for_completion=True, timeout_seconds=hold)

        return await _until_ended_async(ask, _Wait(f"run {run_id}", timeout), on_progress)


class Gatehouse(Api):
    """The synchronous client. It holds no connection open between calls, and threads may share it."""

    jobs: Jobs
    runs: Runs

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        max_retries: int = 4,
        timeout: float = 90.0,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        self.http = SyncHttp(
            Settings(base_url, api_key, max_retries=max_retries, timeout=timeout, ssl_context=ssl_context)
        )
        super().__init__(self.http)
        self.jobs = Jobs(self.http)
        self.runs = Runs(self.http)


class AsyncGatehouse(AsyncApi):
    """The client for asyncio. It holds no connection open between calls."""

    jobs: AsyncJobs
    runs: AsyncRuns

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        max_retries: int = 4,
        timeout: float = 90.0,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        self.http = AsyncHttp(
            Settings(base_url, api_key, max_retries=max_retries, timeout=timeout, ssl_context=ssl_context)
        )
        super().__init__(self.http)
        self.jobs = AsyncJobs(self.http)
        self.runs = AsyncRuns(self.http)
