import { fail } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import { uuidv7 } from "../../base/core/ids.ts";
import type { Store, StoreTransaction } from "../../base/core/store.ts";
import type { Outbound } from "./outbound-port.ts";
import { DoesNotOpen, type SealedText, type Vault } from "../../base/secrets/vault.ts";
import { checkAddress, sameUrl } from "./webhook-address.ts";
import {
  allWebhooks,
  getWebhook,
  newWebhook,
  putWebhook,
  removeWebhook,
  secretOwner,
  type WebhookRecord,
  webhooksOf,
} from "./webhook-record.ts";
import { headersOpen, openedHeaders } from "./options/custom-headers.ts";
import { type OptionsOrder, withOptions } from "./options/webhook-options.ts";
import { defaultWebhookEvents, type DisabledReason, webhookLimits } from "./webhook-terms.ts";

/** The webhook that a caller wants. The fields are those of a request, which errors name. */
export interface WebhookOrder extends OptionsOrder {
  /** The address; `url` is another name of `endpointUrl`. */
  endpointUrl?: string | undefined;
  url?: string | undefined;
  secret: string;
  events?: WebhookRecord["events"] | undefined;
  description?: string | undefined;
}

/** A change of a webhook: absent fields stay. */
export type WebhookChange = Partial<WebhookOrder> & { isActive?: boolean | undefined };

/** The receiver of deliveries, with what they must have to reach it. */
export interface WebhookReceiver {
  url: string;
  /** Secrets that sign, the newest first. */
  secrets: readonly string[];
  /** Headers of the caller, with names in lower case. */
  headers: Readonly<Record<string, string>>;
}

/** The parts of `WebhookRegistry`. */
export interface WebhookRegistryParts {
  store: Store;
  clock: Clock;
  vault: Vault;
  outbound: Outbound;
  maxPerOrg: () => number;
  /** Position of the newest entry of the event log. */
  lastSeq(): number;
  /** Called with a new, changed or (undefined) removed registration, once the change is durable. */
  changed(id: string, record: WebhookRecord | undefined): void;
}

/** Called with a registration in the transaction that stores it. */
export type OnWebhookStored = (tx: StoreTransaction, record: WebhookRecord) => void;

/** Registrations of all organisations: in the store, and in memory for deliveries. */
export class WebhookRegistry {
  readonly #parts: WebhookRegistryParts;
  readonly #records = new Map<string, WebhookRecord>();

  constructor(parts: WebhookRegistryParts) {
    this.#parts = parts;
  }

  /**
   * Reads the stored registrations. Disables those whose secret is lost after a restore without
   * keys.
   */
  async start(): Promise<void> {
    const { store, clock } = this.#parts;
    for (const record of allWebhooks(store)) this.#records.set(record.id, record);
    const lost = this.all().filter((each) => each.isActive && !this.canSign(each));
    if (lost.length === 0) return;
    const nowMs = clock.wallMs();
    const off = lost.map((record) => disabled(record, "secret_lost", nowMs));
    await store.transact((tx) => off.forEach((each) => this.put(tx, each)), { essential: true });
  }

  all(): readonly WebhookRecord[] {
    return [...this.#records.values()];
  }

  /** Returns those of one organisation, oldest first. */
  of(org: string): readonly WebhookRecord[] {
    return this.all()
      .filter((each) => each.org === org)
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  get(org: string, id: string): WebhookRecord | undefined {
    const record = this.#records.get(id.toLowerCase());
    return record?.org === org ? record : undefined;
  }

  byId(id: string): WebhookRecord | undefined {
    return this.#records.get(id);
  }

  /**
   * `onStored` runs in the transaction. Codes: `invalid_request_body`, `forbidden_address`,
   * `webhook_limit_reached`, and `conflict` for an address that another webhook of the organisation has.
   */
  async create(
    org: string,
    request: WebhookOrder,
    onStored?: OnWebhookStored,
  ): Promise<WebhookRecord> {
    const { clock, store, lastSeq } = this.#parts;
    const maxPerOrg = this.#parts.maxPerOrg();
    const url = this.#checkedUrl(request, true)!;
    const nowMs = clock.wallMs();
    return await store.transact((tx) => {
      const known = webhooksOf(tx, org);
      refuseTaken(known, url, urlParam(request));
      // A caller that registers an address that only streams named takes it over with its pending
      // deliveries.
      const named = known.find((each) => each.isForStreams && sameUrl(each.url, url));
      if (!named && known.filter((each) => !each.isForStreams).length >= maxPerOrg) {
        throw fail(
          "webhook_limit_reached",
          `webhooks: the organisation has ${maxPerOrg} already. Remove one, or raise webhooks.per_organisation`,
        );
      }
      const id = named?.id ?? uuidv7(nowMs);
      const plain = newWebhook({
        id,
        org,
        url,
        events: request.events ?? defaultWebhookEvents,
        description: request.description ?? null,
        secret: this.#parts.vault.seal(secretOwner({ org, id }), request.secret),
        createdAtMs: nowMs,
        sinceSeq: named?.sinceSeq ?? lastSeq(),
      });
      const record = withOptions(this.#parts.vault, plain, { order: request, formerUrl: url });
      this.put(tx, record);
      onStored?.(tx, record);
      return record;
    });
  }

  /**
   * Undefined for an unknown webhook; codes as in `create`, and `conflict` for enabling one that
   * has lost its secret.
   */
  async patch(org: string, id: string, change: WebhookChange): Promise<WebhookRecord | undefined> {
    const url = this.#checkedUrl(change, false);
    return await this.#change(org, id, (before, tx) => {
      const others = webhooksOf(tx, org).filter((each) => each.id !== before.id);
      if (url !== undefined) refuseTaken(others, url, urlParam(change));
      const { secret, events, description, isActive } = change;
      const renewed =
        secret === undefined
          ? before
          : this.#renewed(before, secret, webhookLimits.graceDefaultSec);
      const changed = {
        ...renewed,
        url: url ?? before.url,
        events: events ?? before.events,
        description: description ?? before.description,
      };
      const options = { order: change, formerUrl: before.url };
      const after = withOptions(this.#parts.vault, changed, options);
      if (isActive === undefined || isActive === before.isActive) return after;
      if (!isActive) return disabled(after, "manual", this.#parts.clock.wallMs());
      this.receiver(after);
      return {
        ...after,
        isActive: true,
        disabledReason: null,
        disabledAtMs: null,
        failingSinceMs: null,
        exhausted: 0,
      };
    });
  }

  /** Replaces the present secret by `secret`; both sign until the grace period ends. */
  async rotate(
    org: string,
    id: string,
    to: { secret: string; graceSec: number; onStored?: OnWebhookStored },
  ): Promise<WebhookRecord | undefined> {
    return await this.#change(org, id, (before, tx) => {
      const after = this.#renewed(before, to.secret, to.graceSec);
      to.onStored?.(tx, after);
      return after;
    });
  }

  /** Removes the registration; resolves with its former record. */
  async remove(org: string, id: string): Promise<WebhookRecord | undefined> {
    const found = this.get(org, id);
    if (!found) return undefined;
    return await this.#parts.store.transact(
      (tx) => {
        const record = getWebhook(tx, org, found.id);
        if (record) this.removeIn(tx, record);
        return record;
      },
      { essential: true },
    );
  }

  /** Removes a registration as part of `tx`; its deliveries are removed soon after. */
  removeIn(tx: StoreTransaction, record: WebhookRecord): void {
    removeWebhook(tx, record);
    tx.put(["box", "webhook-gone", record.id], { org: record.org });
    tx.afterCommit(() => {
      this.#records.delete(record.id);
      this.#parts.changed(record.id, undefined);
    });
  }

  /** Stores a record as part of `tx`; it applies once that is durable. */
  put(tx: StoreTransaction, record: WebhookRecord): void {
    putWebhook(tx, record);
    tx.afterCommit(() => {
      this.#records.set(record.id, record);
      this.#parts.changed(record.id, record);
    });
  }

  /** True when its secrets can be decrypted: not after the key of the secrets was lost. */
  canSign(record: WebhookRecord): boolean {
    const signer = this.#signerOf(record);
    const isOpen = this.#opened(signer, signer.secret) !== undefined;
    return isOpen && headersOpen(this.#parts.vault, record, record.headers);
  }

  /** Returns what deliveries to a webhook need; throws `conflict` when a secret was lost with its key. */
  receiver(record: WebhookRecord): WebhookReceiver {
    const secrets = this.secrets(record);
    const { vault } = this.#parts;
    if (!headersOpen(vault, record, record.headers)) throw secretLost("headers");
    return { url: record.url, secrets, headers: openedHeaders(vault, record, record.headers) };
  }

  /**
   * Returns the secrets that sign now, the newest first; throws `conflict` when the newest was lost
   * with its key.
   */
  secrets(record: WebhookRecord): string[] {
    const signer = this.#signerOf(record);
    const { former } = signer;
    const newest = this.#opened(signer, signer.secret);
    if (newest === undefined) throw secretLost();
    const isInGrace = former !== null && former.untilMs > this.#parts.clock.wallMs();
    const older = isInGrace ? this.#opened(signer, former.sealed) : undefined;
    return older === undefined ? [newest] : [newest, older];
  }

  /** Returns the newest of the organisation's active webhooks that a caller registered. */
  newestActive(org: string): WebhookRecord | undefined {
    return this.of(org)
      .filter((each) => each.isActive && !each.isForStreams)
      .toSorted((a, b) => a.createdAtMs - b.createdAtMs)
      .at(-1);
  }

  #signerOf(record: WebhookRecord): WebhookRecord {
    return (record.borrowsSecret && this.newestActive(record.org)) || record;
  }

  #opened(record: WebhookRecord, secret: SealedText): string | undefined {
    try {
      return this.#parts.vault.open(secretOwner(record), secret);
    } catch (error) {
      if (error instanceof DoesNotOpen) return undefined;
      throw error;
    }
  }

  #renewed(before: WebhookRecord, secret: string, graceSec: number): WebhookRecord {
    const { vault, clock } = this.#parts;
    const untilMs = clock.wallMs() + graceSec * 1000;
    const { borrowsSecret, ...own } = before;
    const owner = secretOwner(before);
    const sealed = borrowsSecret ? vault.seal(owner, this.secrets(before)[0]!) : before.secret;
    return {
      ...own,
      secret: vault.seal(owner, secret),
      former: graceSec === 0 ? null : { sealed, untilMs },
    };
  }

  async #change(
    org: string,
    id: string,
    change: (before: WebhookRecord, tx: StoreTransaction) => WebhookRecord,
  ): Promise<WebhookRecord | undefined> {
    const { store, clock } = this.#parts;
    return await store.transact((tx) => {
      const before = getWebhook(tx, org, id.toLowerCase());
      if (!before) return undefined;
      const after = change({ ...before, updatedAtMs: clock.wallMs() }, tx);
      this.put(tx, after);
      return after;
    });
  }

  #checkedUrl(
    request: Pick<WebhookChange, "endpointUrl" | "url">,
    isRequired: boolean,
  ): string | undefined {
    const { endpointUrl: main, url: alias } = request;
    if (main !== undefined && alias !== undefined && main !== alias) {
      throw fail(
        "invalid_request_body",
        "url: is another name of endpoint_url. Send one of the two",
        {
          param: "url",
        },
      );
    }
    const url = main ?? alias;
    const param = urlParam(request);
    if (url === undefined) {
      if (!isRequired) return undefined;
      throw fail("invalid_request_body", `${param}: is required. Add the field`, { param });
    }
    checkAddress(this.#parts.outbound, url, param);
    return url;
  }
}

/** Returns the field that holds the address: `endpoint_url`, or its alias. */
function urlParam({ endpointUrl: main, url: alias }: Pick<WebhookChange, "endpointUrl" | "url">) {
  return main === undefined && alias !== undefined ? "url" : "endpoint_url";
}

/** A registration may take over an address that only streams named. */
function refuseTaken(known: readonly WebhookRecord[], url: string, param: string): void {
  const holder = known.find((each) => !each.isForStreams && sameUrl(each.url, url));
  if (holder === undefined) return;
  const message = `${param}: webhook ${holder.id} has this address already. Change that one, or remove it first`;
  throw fail("conflict", message, {
    param,
    details: [{ path: param, rule: "registered", message: holder.id }],
  });
}

/** Returns the record of the disabled webhook. */
export function disabled(
  record: WebhookRecord,
  reason: DisabledReason,
  atMs: number,
): WebhookRecord {
  return { ...record, isActive: false, disabledReason: reason, disabledAtMs: atMs };
}

function secretLost(param: "secret" | "headers" = "secret"): Error {
  const message =
    param === "secret"
      ? "was lost with the box's key. Give the webhook a new secret"
      : "have secret values that were lost with the box's key. Send headers with their values";
  return fail("conflict", `${param}: ${message}`, { param });
}
