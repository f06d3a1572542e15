import { invalidField } from "../../../base/contract/fail.ts";
import { DoesNotOpen, type SealedText, type Vault } from "../../../base/secrets/vault.ts";
import { webhookLimits } from "../webhook-terms.ts";

/** A header that a caller wants on deliveries. */
export interface HeaderOrder {
  name: string;
  /** Absent to keep the value that the webhook has under this name. */
  value?: string | undefined;
  /** False for a value that answers may show; absent means true. */
  isSecret?: boolean | undefined;
}

/** A header as stored: a secret value is encrypted, and no answer shows it. */
export type CustomHeader = { name: string; value: string } | { name: string; sealed: SealedText };

/** The webhook that headers belong to. */
interface HeaderOwner {
  org: string;
  id: string;
}

/**
 * Headers that the box, the connection or the HTTP version decides (RFC 9110 sections 7.6.1 and 10,
 * RFC 9112 sections 6 and 9), in lower case.
 */
const reserved = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "date",
  "expect",
  "host",
  "http2-settings",
  "idempotency-key",
  "keep-alive",
  "te",
  "traceparent",
  "tracestate",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
  "via",
]);
const reservedPrefixes = ["proxy-", "sec-", "webhook-", "x-svc-"];

/**
 * Returns the headers to store. A header without a value keeps that of `before`, unless the
 * deliveries go to another host now: a secret never follows to a new receiver. Error code:
 * `invalid_request_body`, with the header's path.
 */
export function sealedHeaders(
  vault: Vault,
  owner: HeaderOwner,
  change: {
    headers: readonly HeaderOrder[];
    before: readonly CustomHeader[];
    isOtherHost: boolean;
  },
): CustomHeader[] {
  const names = new Set<string>();
  let length = 0;
  return change.headers.map((order, index) => {
    const { name } = order;
    checkName(name, `headers[${index}].name`, names);
    length += name.length + (order.value?.length ?? 0);
    if (length > webhookLimits.headersLength) {
      throw invalidField(
        "headers",
        `names and values have more than ${webhookLimits.headersLength} characters together. Send fewer or shorter headers`,
      );
    }
    return sealed(vault, owner, { order, path: `headers[${index}].value`, ...change });
  });
}

/** Fails with `invalid_request_body` when `headers` have a secret and deliveries go to another host. */
export function refuseToMove(headers: readonly CustomHeader[]): void {
  const secret = headers.find((each) => "sealed" in each);
  if (secret === undefined) return;
  throw invalidField(
    "headers",
    `the secret value of ${secret.name} belongs to the old address. Send headers with their values, or []`,
  );
}

/** Returns the headers of deliveries; throws `DoesNotOpen` when a secret was lost with its key. */
export function openedHeaders(
  vault: Vault,
  owner: HeaderOwner,
  headers: readonly CustomHeader[] = [],
): Record<string, string> {
  return Object.fromEntries(
    headers.map((each) => [
      each.name.toLowerCase(),
      "sealed" in each ? vault.open(sealOwner(owner, each.name), each.sealed) : each.value,
    ]),
  );
}

/** True when every secret value can be decrypted: not after the key of the secrets was lost. */
export function headersOpen(
  vault: Vault,
  owner: HeaderOwner,
  headers: readonly CustomHeader[] | undefined,
): boolean {
  try {
    openedHeaders(vault, owner, headers);
    return true;
  } catch (error) {
    if (error instanceof DoesNotOpen) return false;
    throw error;
  }
}

function checkName(name: string, path: string, names: Set<string>): void {
  const lower = name.toLowerCase();
  if (reserved.has(lower) || reservedPrefixes.some((prefix) => lower.startsWith(prefix))) {
    throw invalidField(path, `${name} is a header that the box sets itself. Choose another name`);
  }
  if (names.has(lower)) {
    throw invalidField(path, `${name} is there twice. Send one value for each name`);
  }
  names.add(lower);
}

function sealed(
  vault: Vault,
  owner: HeaderOwner,
  change: {
    order: HeaderOrder;
    path: string;
    before: readonly CustomHeader[];
    isOtherHost: boolean;
  },
): CustomHeader {
  const { order, path, before, isOtherHost } = change;
  const { name, value, isSecret = true } = order;
  if (value !== undefined) {
    return isSecret ? { name, sealed: vault.seal(sealOwner(owner, name), value) } : { name, value };
  }
  const present = before.find((each) => each.name.toLowerCase() === name.toLowerCase());
  if (present === undefined) {
    throw invalidField(path, `is required for ${name}, which the webhook does not have. Add it`);
  }
  if ("sealed" in present && isOtherHost) {
    throw invalidField(path, `belongs to the old address. Send the value of ${name} again`);
  }
  if ("sealed" in present !== isSecret) {
    throw invalidField(path, `is required to change is_secret of ${name}. Send the value again`);
  }
  return { ...present, name };
}

function sealOwner({ org, id }: HeaderOwner, name: string): string {
  return `webhook-header\0${org}\0${id}\0${name.toLowerCase()}`;
}
