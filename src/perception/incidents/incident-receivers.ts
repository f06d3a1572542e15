import type { StoreTransaction } from "../../base/core/store.ts";

/** The webhooks that incidents of streams can go to. */
export interface IncidentReceivers {
  /** Refuses an invalid `outputs.webhook_url`: `invalid_request_body`, `forbidden_address`. */
  check(url: string): void;
  /** True when the organisation has a webhook of this address, active or not. */
  knows(org: string, url: string): boolean;
  /**
   * Returns the reason for which incidents reach no webhook, in words; null when they do. Without `url` any active one
   * counts.
   */
  problem(org: string, url?: string): string | null;
  /**
   * Ensures, as part of `tx`, that the address has a webhook; returns the secret of a new one. `inUse`:
   * addresses to keep when making room. Code: `webhook_limit_reached`.
   */
  claim(
    tx: StoreTransaction,
    org: string,
    named: { url: string; inUse(): readonly string[] },
  ): string | undefined;
}

/** The delivery of a stream's incidents. */
interface IncidentDelivery {
  delivery: readonly ("sse" | "webhook")[];
  webhookUrl?: string;
  isWebhookRequested?: true;
}

/** The only address that receives the incidents; undefined where it is not used. */
export function namedReceiver({ delivery, webhookUrl }: IncidentDelivery): string | undefined {
  return delivery.includes("webhook") ? webhookUrl : undefined;
}

/** Returns warnings for a stream that requests webhooks while its incidents reach none. */
export function receiverWarnings(
  receivers: Pick<IncidentReceivers, "problem">,
  org: string,
  settings: IncidentDelivery,
): string[] {
  const { delivery, webhookUrl, isWebhookRequested } = settings;
  if (!delivery.includes("webhook")) return webhookUrl === undefined ? [] : [unusedAddress];
  if (webhookUrl === undefined && !isWebhookRequested) return [];
  const problem = receivers.problem(org, webhookUrl);
  return problem === null ? [] : [problem];
}

const unusedAddress =
  "outputs.webhook_url: is not used, because outputs.delivery has no webhook. Add webhook to outputs.delivery";
