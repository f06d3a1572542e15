"""Errors of this client."""

from typing import Any, Dict, List, Optional


class GatehouseError(Exception):
    """Base of all errors of this client."""


class GatehouseApiError(GatehouseError):
    """The box refused a request. `code` is one of the API's error table; newer boxes may have more codes."""

    def __init__(self, code: str, message: str, facts: Dict[str, Any]) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.status: int = facts["status"]
        #: Id of the request in the box's log.
        self.request_id: str = facts.get("request_id", "")
        self.retryable: bool = facts.get("retryable", False)
        #: Seconds to wait before a retry.
        self.retry_after: Optional[float] = facts.get("retry_after")
        #: Path of the wrong field.
        self.param: Optional[str] = facts.get("param")
        self.details: List[Dict[str, str]] = facts.get("details", [])


class GatehouseConnectionError(GatehouseError):
    """The client could not reach the box, or the connection broke before the whole answer arrived."""


class GatehouseTimeoutError(GatehouseError):
    """A wait of this client took longer than its `timeout`."""


class WebhookVerificationError(GatehouseError):
    """
    A webhook delivery is not trustworthy. `code`: `missing_header`, `malformed_header`, `wrong_signature`,
    `outside_time_window` or `invalid_body`.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
