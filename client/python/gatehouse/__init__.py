"""Client of the Gatehouse appliance: every operation, waits, events with resume, webhooks, pictures."""

from ._core import Answer, Event
from .client import AsyncGatehouse, Gatehouse
from .errors import (
    GatehouseApiError,
    GatehouseConnectionError,
    GatehouseError,
    GatehouseTimeoutError,
    WebhookVerificationError,
)
from .webhooks import verify_webhook

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "AsyncGatehouse",
    "Event",
    "Gatehouse",
    "GatehouseApiError",
    "GatehouseConnectionError",
    "GatehouseError",
    "GatehouseTimeoutError",
    "WebhookVerificationError",
    "verify_webhook",
]
