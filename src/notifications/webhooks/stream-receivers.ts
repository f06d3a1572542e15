import { fail } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import { uuidv7 } from "../../base/core/ids.ts";
import type { StoreTransaction } from "../../base/core/store.ts";
import type { Vault } from "../../base/secrets/vault.ts";
import type { Outbound } from "./outbound-port.ts";
import type { WebhookRegistry } from "./webhook-registry.ts";
import { newSecret } from "./secret.ts";
import { checkAddress, sameUrl } from "./webhook-address.ts";
import { newWebhook, secretOwner, type WebhookRecord, webhooksOf } from "./webhook-record.ts";
import { webhookLimits } from "./webhook-terms.ts";

/** The parts of `StreamReceivers`. */
export interface StreamReceiversParts {
  registry: WebhookRegistry;
  outbound: Outbound;
  vault: Vault;
  clock: Clock;
  /** Position of the newest entry of the event log. */
  lastSeq(): number;
  /** Returns the number of deliveries that wait for a webhook. */
  pending(webhookId: string): number;
}

/**
 * Receivers of the incidents of streams: the organisation's webhooks, or the address that a stream
 * names.
 */
export class StreamReceivers {
  readonly #parts: StreamReceiversParts;

  constructor(parts: StreamReceiversParts) {
    this.#parts = parts;
  }

  /** Throws for an invalid `outputs.webhook_url`: `invalid_request_body`, `forbidden_address`. */
  check(url: string): void {
    checkAddress(this.#parts.outbound, url, "outputs.webhook_url");
  }

  /** True when the organisation has a webhook of this address, active or not. */
  knows(org: string, url: string): boolean {
    return this.#at(org, url).length > 0;
  }

  /**
   * Returns the reason why incidents reach no webhook, for people; null when they reach one.
   * Without `url` any active one counts.
   */
  problem(org: string, url?: string): string | null {
    if (url === undefined) {
      if (this.#parts.registry.newestActive(org)) return null;
      return "outputs.delivery: the organisation has no active webhook, so incidents reach event streams only. Register one with POST /api/v1/webhooks, or give outputs.webhook_url";
    }
    const found = this.#at(org, url);
    const [first] = found;
    if (!first) {
      return "outputs.webhook_url: its webhook was deleted, so incidents reach event streams only. Register the address with POST /api/v1/webhooks";
    }
    if (found.some(({ isActive }) => isActive)) return null;
    return `outputs.webhook_url: its webhook is switched off (${first.disabledReason ?? "manual"}), so incidents reach event streams only. Switch it on with PATCH /api/v1/webhooks/${first.id}`;
  }

  /**
   * Ensures, as part of `tx`, that the address has a webhook. A new one signs as the organisation's
   * newest active webhook does; without one it signs with a new secret, which this returns. An
   * organisation has at most `webhookLimits.streamAddresses` of them: the oldest that is neither
   * `inUse` nor has pending deliveries makes room, else this fails with `webhook_limit_reached`.
   */
  claim(
    tx: StoreTransaction,
    org: string,
    { url, inUse }: { url: string; inUse(): readonly string[] },
  ): string | undefined {
    const { registry, vault, clock, lastSeq } = this.#parts;
    const known = webhooksOf(tx, org);
    if (known.some((each) => sameUrl(each.url, url))) return undefined;
    this.#makeRoom(tx, known, inUse);
    const lender = registry.newestActive(org);
    const secret = lender ? registry.secrets(lender)[0]! : newSecret();
    const nowMs = clock.wallMs();
    const id = uuidv7(nowMs);
    const record = newWebhook({
      id,
      org,
      url,
      events: [],
      description: "outputs.webhook_url of a stream",
      secret: vault.seal(secretOwner({ org, id }), secret),
      createdAtMs: nowMs,
      sinceSeq: lastSeq(),
    });
    const borrows = lender ? ({ borrowsSecret: true } as const) : {};
    registry.put(tx, { ...record, isForStreams: true, ...borrows });
    return lender ? undefined : secret;
  }

  #at(org: string, url: string): WebhookRecord[] {
    return this.#parts.registry.of(org).filter((each) => sameUrl(each.url, url));
  }

  #makeRoom(
    tx: StoreTransaction,
    known: readonly WebhookRecord[],
    inUse: () => readonly string[],
  ): void {
    const named = known.filter(({ isForStreams }) => isForStreams);
    if (named.length < webhookLimits.streamAddresses) return;
    const { registry, pending } = this.#parts;
    const usedUrls = inUse();
    const unused = named.find(
      ({ id, url }) => pending(id) === 0 && !usedUrls.some((each) => sameUrl(each, url)),
    );
    if (unused) {
      registry.removeIn(tx, unused);
      return;
    }
    const most = webhookLimits.streamAddresses;
    throw fail(
      "webhook_limit_reached",
      `outputs.webhook_url: the organisation's streams name ${most} addresses already. Register this one with POST /api/v1/webhooks`,
      { param: "outputs.webhook_url" },
    );
  }
}
