import { fail } from "../../base/contract/fail.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { uuidv7 } from "../../base/core/ids.ts";
import { type ExpiryPolicy, leasePriorities, type LeasePriority } from "../robot-terms.ts";

/** The requester of a robot. */
export interface Holder {
  keyId: string;
  priority: LeasePriority;
  /** Name of the person, key or rule; absent for runs, and for a rule without a name. */
  name?: string;
}

/** Returns what people call the holder: its name, or the id without one. */
export function holderName({ keyId, name }: Holder): string {
  return name ?? keyId;
}

/** The lease that a caller wants. */
export interface LeaseOrder {
  /** Seconds after which it ends without a heartbeat. */
  ttlSec?: number;
  /** Treatment of the active command when it ends so. */
  onExpiry?: ExpiryPolicy;
}

/** The present hold on a robot. */
export interface Lease extends Holder {
  id: string;
  onExpiry: ExpiryPolicy;
  /** The command whose end releases it; null for one that needs heartbeats. */
  commandId: string | null;
  sinceWallMs: number;
  /** Monotonic; Infinity for a command's own. */
  endsAtMs: number;
}

/** The lease of a robot with the time that is left; null while its command is active. */
export interface HeldLease {
  held: Lease;
  leftMs: number | null;
}

/** A change of a lease; one entry of the audit log each. */
export interface LeaseChange {
  event: "lease_taken" | "lease_released" | "lease_preempted" | "lease_expired";
  lease: Lease;
}

const rank = (priority: LeasePriority): number => leasePriorities.indexOf(priority);

/**
 * One holder of one robot at a time. The same key keeps its lease; a higher priority takes it over; an equal
 * or lower one is refused with `lease_held`. It returns every change to the caller, in order, for the record.
 */
export class RobotLease {
  readonly #clock: Clock;
  readonly #onExpired: (change: LeaseChange) => void;
  #held: Lease | null = null;
  #timer: Timer | undefined;

  constructor(clock: Clock, onExpired: (change: LeaseChange) => void) {
    this.#clock = clock;
    this.#onExpired = onExpired;
  }

  get held(): Lease | null {
    return this.#held;
  }

  /** True when no other caller holds it with the same or a higher priority. */
  isFreeFor(who: Holder): boolean {
    const held = this.#held;
    return !held || held.keyId === who.keyId || rank(who.priority) < rank(held.priority);
  }

  /** Fails with `lease_held` while another has it with the same or a higher priority. */
  assertFree(who: Holder): void {
    const held = this.#held;
    if (!held || this.isFreeFor(who)) return;
    const waitSec = Number.isFinite(held.endsAtMs)
      ? Math.max(1, Math.ceil((held.endsAtMs - this.#clock.monoMs()) / 1000))
      : 1;
    throw fail(
      "lease_held",
      `lease: ${holderName(held)} (${held.priority}) holds it. Wait until it ends`,
      {
        retryAfterSec: waitSec,
      },
    );
  }

  /** Takes the robot for as long as heartbeats arrive, or renews the key's own lease. */
  take(who: Holder, terms: { ttlMs: number; onExpiry: ExpiryPolicy }): LeaseChange[] {
    this.assertFree(who);
    const held = this.#held;
    const endsAtMs = this.#clock.monoMs() + terms.ttlMs;
    if (held?.keyId === who.keyId) {
      // A heartbeat does not change the holder.
      this.#set({ ...held, commandId: null, endsAtMs, onExpiry: terms.onExpiry });
      return [];
    }
    return this.#replace({ ...who, onExpiry: terms.onExpiry, commandId: null, endsAtMs });
  }

  /**
   * Takes the robot for as long as the command runs, unless the key already holds it. A command that does not
   * `last` ignores the lease of the key itself or of a lower priority.
   */
  takeFor(who: Holder, commandId: string, lasts: boolean): LeaseChange[] {
    this.assertFree(who);
    const held = this.#held;
    if (held && !lasts) return [];
    if (held?.keyId === who.keyId) {
      if (held.commandId !== null) this.#set({ ...held, commandId });
      return [];
    }
    return this.#replace({ ...who, onExpiry: "continue", commandId, endsAtMs: Infinity });
  }

  /** Releases the lease that a command took, after its end. */
  commandEnded(commandId: string): LeaseChange[] {
    return this.#held?.commandId === commandId ? this.#drop("lease_released") : [];
  }

  /** Releases the lease of the key; does nothing when the key does not hold it. */
  release(keyId: string): LeaseChange[] {
    return this.#held?.keyId === keyId ? this.#drop("lease_released") : [];
  }

  /** Ends the lease of the present holder. */
  revoke(): LeaseChange[] {
    return this.#drop("lease_preempted");
  }

  /** Milliseconds that the lease has left; null for one that lasts as long as its command, and while nobody holds one. */
  get leftMs(): number | null {
    const leftMs = (this.#held?.endsAtMs ?? Infinity) - this.#clock.monoMs();
    return Number.isFinite(leftMs) ? Math.max(0, Math.round(leftMs)) : null;
  }

  /** Ends the timer, so that nothing expires any more. */
  stop(): void {
    this.#timer?.cancel();
  }

  #replace(lease: Omit<Lease, "id" | "sinceWallMs">): LeaseChange[] {
    const preempted = this.#drop("lease_preempted");
    const wallMs = this.#clock.wallMs();
    const taken: Lease = { ...lease, id: uuidv7(wallMs), sinceWallMs: wallMs };
    this.#set(taken);
    return [...preempted, { event: "lease_taken", lease: taken }];
  }

  #drop(event: LeaseChange["event"]): LeaseChange[] {
    const lease = this.#held;
    this.#timer?.cancel();
    this.#held = null;
    return lease ? [{ event, lease }] : [];
  }

  #set(lease: Lease): void {
    this.#timer?.cancel();
    this.#held = lease;
    if (!Number.isFinite(lease.endsAtMs)) return;
    this.#timer = this.#clock.after(lease.endsAtMs - this.#clock.monoMs(), () => {
      if (this.#held?.id !== lease.id) return;
      for (const change of this.#drop("lease_expired")) this.#onExpired(change);
    });
  }
}
