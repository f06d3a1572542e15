import { webhookLimits } from "./wire/webhook.ts";
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

/** What receivers of streams are made with. */
export interface StreamReceiversParts {
  registry: WebhookRegistry;
  outbound: Outbound;
  vault: Vault;
  clock: Clock;
  /** Position of the newest entry of the event log. */
  lastSeq(): number;
  /** Deliveries that wait for a webhook. */
  pending(webhookId: string): number;
}

/** Who gets the incidents of streams: the organisation's webhooks, or the address that a stream names. */
export class StreamReceivers {
  readonly #parts: StreamReceiversParts;

  constructor(parts: StreamReceiversParts) {
    this.#parts = parts;
  }

  /** Refuses what `outputs.webhook_url` may not be: `invalid_request_body`, `forbidden_address`. */
  check(url: string): void {
    checkAddress(this.#parts.outbound, url, "outputs.webhook_url");
  }

  /** Whether the organisation has a webhook of this address, active or not. */
  knows(org: string, url: string): boolean {
    return this.#at(org, url).length > 0;
  }

  /** Why incidents reach no webhook, for people; null when they do. Without `url` any active one counts. */
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
   * Sees to it, as part of `tx`, that the address has a webhook. One that is made signs as the
   * organisation's newest active webhook does; where there is none, with a new secret, which this
   * returns. An organisation has `webhookLimits.streamAddresses` of them: the oldest that is not
   * `inUse` and that nothing waits for makes room, else this fails with `webhook_limit_reached`.
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
