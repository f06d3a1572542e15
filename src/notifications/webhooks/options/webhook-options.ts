import { invalidField } from "../../../base/contract/fail.ts";
import type { Vault } from "../../../base/secrets/vault.ts";
import type { WebhookRecord } from "../webhook-record.ts";
import { type DeliveryOrder, webhookLimits } from "../webhook-terms.ts";
import { type HeaderOrder, refuseToMove, sealedHeaders } from "./custom-headers.ts";
import type { IncidentFilter } from "./incident-filter.ts";

/** What a caller may choose about a webhook's deliveries; absent fields stay as they are. */
export interface OptionsOrder {
  /** All headers that deliveries shall have. */
  headers?: readonly HeaderOrder[] | undefined;
  /** Null to receive all incidents. */
  filter?: IncidentFilter | null | undefined;
  ordering?: DeliveryOrder | undefined;
  /** Seconds between attempts; null for the default schedule. */
  retryDelaysSec?: readonly number[] | null | undefined;
}

/**
 * Returns `record` with the options. `formerUrl` is the address that its present headers were given
 * for. Error code: `invalid_request_body`, with the field's path.
 */
export function withOptions(
  vault: Vault,
  record: WebhookRecord,
  { order, formerUrl }: { order: OptionsOrder; formerUrl: string },
): WebhookRecord {
  const { headers: before = [], filter: _f, ordering: _o, retryDelaysSec: _r, ...rest } = record;
  const isOtherHost = new URL(formerUrl).origin !== new URL(record.url).origin;
  if (order.headers === undefined && isOtherHost) refuseToMove(before);
  const headers = order.headers
    ? sealedHeaders(vault, record, { headers: order.headers, before, isOtherHost })
    : before;
  const filter = order.filter === undefined ? record.filter : order.filter;
  const ordering = order.ordering ?? record.ordering;
  const delays = order.retryDelaysSec === undefined ? record.retryDelaysSec : order.retryDelaysSec;
  checkTotal(delays);
  return {
    ...rest,
    ...(headers.length > 0 && { headers }),
    ...(filter && Object.keys(filter).length > 0 && { filter }),
    ...(ordering === "camera" && { ordering }),
    ...(delays && { retryDelaysSec: delays }),
  };
}

function checkTotal(delaysSec: readonly number[] | null | undefined): void {
  const totalSec = (delaysSec ?? []).reduce((sum, each) => sum + each, 0);
  if (totalSec <= webhookLimits.retryTotalMaxSec) return;
  throw invalidField(
    "retry_delays_seconds",
    `is ${totalSec} s in all. Send at most ${webhookLimits.retryTotalMaxSec} s (7 days)`,
  );
}
