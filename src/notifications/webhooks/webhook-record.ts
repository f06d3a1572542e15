import type { StoreKey, StoreReader, StoreTransaction } from "../../base/core/store.ts";
import type { SealedText } from "../../base/secrets/vault.ts";
import type { CustomHeader } from "./options/custom-headers.ts";
import type { IncidentFilter } from "./options/incident-filter.ts";
import type { DisabledReason, WebhookEventType } from "./webhook-terms.ts";

/** A former secret that still signs for a while. */
export interface FormerSecret {
  sealed: SealedText;
  /** Unix milliseconds. */
  untilMs: number;
}

/** A registration as stored. Times are Unix milliseconds. */
export interface WebhookRecord {
  v: 1;
  id: string;
  org: string;
  url: string;
  events: readonly WebhookEventType[];
  description: string | null;
  isActive: boolean;
  disabledReason: DisabledReason | null;
  disabledAtMs: number | null;
  secret: SealedText;
  former: FormerSecret | null;
  createdAtMs: number;
  updatedAtMs: number;
  /** Position of the event log at the registration: earlier entries are not delivered. */
  sinceSeq: number;
  /** Start of the present series of failures; null after a success. */
  failingSinceMs: number | null;
  /** Deliveries given up in that series of failures. */
  exhausted: number;
  lastSuccessAtMs: number | null;
  /**
   * True when the box made it for the `outputs.webhook_url` of a stream; absent where a caller
   * registered it.
   */
  isForStreams?: true;
  /**
   * True when it signs as the organisation's newest active webhook does; `secret` serves once there
   * is none.
   */
  borrowsSecret?: true;
  /** Headers that deliveries also have. */
  headers?: readonly CustomHeader[];
  /** Absent to receive all incidents. */
  filter?: IncidentFilter;
  /** Present when a delivery waits for the one before it of the same camera. */
  ordering?: "camera";
  /** Seconds between attempts; absent for the default schedule. */
  retryDelaysSec?: readonly number[];
}

const boxPrefix: StoreKey = ["box", "webhook"];
const keyOf = (org: string, id: string): StoreKey => [org, "webhook", id];

/** Owner that a sealed secret is bound to. */
export function secretOwner({ org, id }: Pick<WebhookRecord, "org" | "id">): string {
  return `webhook\0${org}\0${id}`;
}

/** Returns an active registration without a history. */
export function newWebhook(
  fields: Pick<
    WebhookRecord,
    "id" | "org" | "url" | "events" | "description" | "secret" | "createdAtMs" | "sinceSeq"
  >,
): WebhookRecord {
  return {
    v: 1,
    ...fields,
    isActive: true,
    disabledReason: null,
    disabledAtMs: null,
    former: null,
    updatedAtMs: fields.createdAtMs,
    failingSinceMs: null,
    exhausted: 0,
    lastSuccessAtMs: null,
  };
}

/** Returns the registrations of one organisation in `store`, oldest first. */
export function webhooksOf(store: StoreReader, org: string): WebhookRecord[] {
  return store.range<WebhookRecord>({ prefix: [org, "webhook"] }).map(({ value }) => value);
}

/** Returns all registrations of the box. */
export function allWebhooks(store: StoreReader): WebhookRecord[] {
  return store
    .range<{ org: string }>({ prefix: boxPrefix })
    .map(({ key, value }) => getWebhook(store, value.org, key.at(-1) as string))
    .filter((record) => record !== undefined);
}

/** Returns the registration; undefined when it is unknown in this organisation. */
export function getWebhook(store: StoreReader, org: string, id: string): WebhookRecord | undefined {
  return store.get<WebhookRecord>(keyOf(org, id));
}

/** Stores a new or changed registration. */
export function putWebhook(tx: StoreTransaction, record: WebhookRecord): void {
  tx.put(keyOf(record.org, record.id), record);
  tx.put([...boxPrefix, record.id], { org: record.org });
}

/** Removes the registration; the caller removes its deliveries. */
export function removeWebhook(tx: StoreTransaction, { org, id }: WebhookRecord): void {
  tx.remove(keyOf(org, id));
  tx.remove([...boxPrefix, id]);
}

/** A webhook as of now. */
export interface WebhookState {
  record: WebhookRecord;
  /** Deliveries that are due or wait for their next attempt. */
  pending: number;
  /** Unix milliseconds. */
  nowMs: number;
}

/** A webhook with a new secret, which is present when the box has made it. */
export type RotatedWebhook = WebhookState & { secret?: string };
