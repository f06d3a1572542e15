import { fail } from "../../base/contract/fail.ts";
import type { Actor } from "../../base/contract/person.ts";
import type { Clock } from "../../base/core/clock.ts";
import { stableId } from "../../base/core/ids.ts";
import type { Store, StoreTransaction } from "../../base/core/store.ts";
import { DoesNotOpen, type SealedText, type Vault } from "../../base/secrets/vault.ts";
import type { PushTarget, VapidKeys } from "./ports.ts";
import { type Subscription, subscriptionPrefix } from "./push-record.ts";
import { pushLimits } from "./push-terms.ts";

/** The wishes of a device. */
export type DeviceWishes = Pick<
  Subscription,
  "deviceName" | "language" | "minSeverity" | "cameraIds" | "quietHours" | "isCriticalLoud"
>;

/** A device that wants notifications. */
export interface DeviceOrder {
  target: PushTarget;
  wishes: DeviceWishes;
}

/** The parts of `Subscriptions`. */
export interface SubscriptionsParts {
  store: Store;
  clock: Clock;
  vault: Pick<Vault, "seal" | "open">;
  makeKeys(): Promise<VapidKeys>;
}

const vapidKey = ["box", "push-vapid"];
const vapidOwner = "push-vapid";
const keyOf = (id: string) => [...subscriptionPrefix, id];

/** The devices with their sealed addresses, and the box's keys for push services. */
export class Subscriptions {
  readonly #parts: SubscriptionsParts;
  #all = new Map<string, Subscription>();
  #vapid: VapidKeys | undefined;

  constructor(parts: SubscriptionsParts) {
    this.#parts = parts;
  }

  /**
   * Reads or makes the box's keys. When a restored backup lacks the key that opens them, it makes new ones and
   * removes the devices, which subscribed with the old ones.
   */
  async start(): Promise<void> {
    const { store, vault, makeKeys } = this.#parts;
    const stored = store.get<SealedText>(vapidKey);
    if (stored) {
      try {
        this.#vapid = JSON.parse(vault.open(vapidOwner, stored)) as VapidKeys;
      } catch (error) {
        if (!(error instanceof DoesNotOpen)) throw error;
      }
    }
    const records = store.range<Subscription>({ prefix: subscriptionPrefix });
    if (this.#vapid) {
      this.#all = new Map(records.map(({ value }) => [value.id, value]));
      return;
    }
    const vapid = await makeKeys();
    await store.transact((tx) => {
      for (const { key } of records) tx.remove(key);
      tx.put(vapidKey, vault.seal(vapidOwner, JSON.stringify(vapid)));
    });
    this.#vapid = vapid;
  }

  /** The box's keys; after `start`. */
  get vapid(): VapidKeys {
    return this.#vapid!;
  }

  /** The devices of an organisation, oldest first; only those of `ownerId` when that is given. */
  list(org: string, ownerId?: string): Subscription[] {
    return [...this.#all.values()]
      .filter((each) => each.org === org && (ownerId === undefined || each.ownerId === ownerId))
      .toSorted((a, b) => a.createdAtMs - b.createdAtMs);
  }

  /** Every device of the box; at most 500. */
  all(): Subscription[] {
    return [...this.#all.values()];
  }

  get(id: string): Subscription | undefined {
    return this.#all.get(id);
  }

  /** The address of a device and the keys that encrypt for it. Fails with `DoesNotOpen`. */
  target({ id, target }: Subscription): PushTarget {
    return JSON.parse(this.#parts.vault.open(id, target)) as PushTarget;
  }

  /**
   * Stores a device, or updates the one with the same endpoint, even if another person signed in on it before.
   * Fails with `conflict` when the owner or the box has too many.
   */
  async put(
    caller: Actor & { org: string },
    { target, wishes }: DeviceOrder,
    service: string,
  ): Promise<Subscription> {
    const { store, clock, vault } = this.#parts;
    const id = stableId("push-subscription", target.endpoint);
    return await store.transact((tx) => {
      const before = tx.get<Subscription>(keyOf(id));
      const own = before?.ownerId === caller.keyId ? before : undefined;
      if (!own) this.#assertRoom(caller, before);
      const record: Subscription = {
        v: 1,
        id,
        org: caller.org,
        ownerId: caller.keyId,
        ownerName: ownerNameOf(caller),
        ...wishes,
        service,
        target: vault.seal(id, JSON.stringify(target)),
        createdAtMs: own?.createdAtMs ?? clock.wallMs(),
        lastSuccessAtMs: own?.lastSuccessAtMs ?? null,
        lastError: null,
      };
      this.#putIn(tx, record);
      return record;
    });
  }

  /** Changes a device as part of `tx`, unless it has gone. */
  changeIn(tx: StoreTransaction, id: string, change: Partial<Subscription>): void {
    const record = tx.get<Subscription>(keyOf(id));
    if (record) this.#putIn(tx, { ...record, ...change });
  }

  removeIn(tx: StoreTransaction, id: string): void {
    tx.remove(keyOf(id));
    tx.afterCommit(() => this.#all.delete(id));
  }

  #putIn(tx: StoreTransaction, record: Subscription): void {
    tx.put(keyOf(record.id), record);
    tx.afterCommit(() => this.#all.set(record.id, record));
  }

  #assertRoom({ keyId }: Actor, before: Subscription | undefined): void {
    const all = [...this.#all.values()];
    const ofOwner = all.filter(({ ownerId }) => ownerId === keyId).length;
    const isFull = before === undefined && all.length >= pushLimits.subscriptions;
    if (ofOwner < pushLimits.perOwner && !isFull) return;
    throw fail(
      "conflict",
      `subscriptions: ${pushLimits.perOwner} devices of one person and ${pushLimits.subscriptions} of the box ` +
        "are the most. Remove one",
    );
  }
}

/** Returns the name under which lists show the owner of a device. */
function ownerNameOf({ keyId, person }: Actor): string {
  return person?.name ?? keyId;
}
