import type { StoreTransaction } from "../../base/core/store.ts";
import type { WeeklySchedule } from "../../perception/core/schedule-document.ts";

/** The keys that identify the box to push services (RFC 8292), base64url. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/** The address at which a device gets messages, and the keys that encrypt them. */
export interface PushTarget {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** The settings by which a push service treats a message. */
export interface PushOptions {
  vapid: VapidKeys;
  /** `mailto:` or `https:` address of the site's administrator. */
  contact: string;
  ttlSec: number;
  isUrgent: boolean;
  /** A later message of the same topic replaces one that the service still holds; at most 32 characters. */
  topic: string;
}

/** Makes keys, and requests of push services (RFC 8030) with an encrypted body (RFC 8291). */
export interface PushCipher {
  makeKeys(): Promise<VapidKeys>;
  /** Rejects when the device's keys are not valid. */
  seal(
    target: PushTarget,
    payload: string,
    options: PushOptions,
  ): Promise<{ headers: Readonly<Record<string, string>>; body: Uint8Array }>;
}

/** The log of what leaves the box. */
export interface PushEgress {
  begin(
    tx: StoreTransaction,
    entry: { org: string; host: string; incidentId: string; bytesSent: number },
  ): number;
  end(tx: StoreTransaction, at: { org: string; seq: number }, outcome: string): void;
}

/** The owner of a subscription, with the rights of this moment. */
export interface PushOwner {
  maySee(streamId: string): boolean;
  /** True for those who see all cameras, and so incidents without one. */
  seesAll: boolean;
}

/** Reads quiet hours; throws `invalid_request_body` below `param`. */
export type ReadSchedule = (
  wire: WeeklySchedule,
  param: string,
) => { holdsAt(wallMs: number): boolean };
