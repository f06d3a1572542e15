"""Verification of webhook deliveries."""

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Any, Dict, Mapping, Optional, Sequence, Union

from .errors import WebhookVerificationError


def verify_webhook(
    raw_body: Union[bytes, str],
    headers: Mapping[str, str],
    secret: Union[str, Sequence[str]],
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> Dict[str, Any]:
    """
    Return the event of a delivery after checking its signatures and its age. `raw_body` is the body as received, never
    parsed and serialised again. During a rotation give both secrets. Raises WebhookVerificationError.
    """
    body = raw_body.encode() if isinstance(raw_body, str) else raw_body
    secrets = [secret] if isinstance(secret, str) else list(secret)
    found = {name.lower(): value for name, value in headers.items()}
    delivery_id = _required(found, "webhook-id")
    timestamp = _required(found, "webhook-timestamp")
    signatures = _required(found, "webhook-signature")
    plain = re.fullmatch(r"sha256=([0-9a-fA-F]{64})", _required(found, "x-svc-signature"))
    if plain is None:
        raise WebhookVerificationError("malformed_header", "X-Svc-Signature is not sha256=<hex>")
    _check_age(timestamp, tolerance, time.time() if now is None else now)
    signed = f"{delivery_id}.{timestamp}.".encode() + body
    candidates = [each[3:] for each in signatures.split(" ") if each.startswith("v1,")][:10]
    is_body_right = False
    is_whole_right = False
    for each in secrets:
        mac = hmac.new(each.encode(), body, hashlib.sha256).hexdigest()
        is_body_right |= hmac.compare_digest(mac, plain.group(1).lower())
        whole = base64.b64encode(hmac.new(_standard_key(each), signed, hashlib.sha256).digest())
        for candidate in candidates:
            is_whole_right |= hmac.compare_digest(whole, candidate.encode())
    if not (is_body_right and is_whole_right):
        raise WebhookVerificationError("wrong_signature", "the delivery is not signed with this secret")
    try:
        event: Dict[str, Any] = json.loads(body)
    except ValueError:
        raise WebhookVerificationError("invalid_body", "the body is not JSON") from None
    return event


def _required(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name, "")
    if not value:
        raise WebhookVerificationError("missing_header", f"the delivery has no {name} header")
    return value


def _check_age(timestamp: str, tolerance: float, now: float) -> None:
    if re.fullmatch(r"[0-9]{1,12}", timestamp) is None:
        raise WebhookVerificationError("malformed_header", "webhook-timestamp is not in Unix seconds")
    if abs(now - int(timestamp)) > tolerance:
        raise WebhookVerificationError("outside_time_window", "the delivery is too old, or a clock is wrong")


def _standard_key(secret: str) -> bytes:
    """Standard Webhooks: the decoded bytes of valid base64 behind `whsec_`, else the whole secret in UTF-8."""
    coded = secret[6:] if secret.startswith("whsec_") else ""
    if coded:
        try:
            return base64.b64decode(coded + "=" * (-len(coded) % 4), validate=True)
        except (binascii.Error, ValueError):
            pass
    return secret.encode()
