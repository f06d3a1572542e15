import { fail } from "../contract/fail.ts";
import type { Clock } from "../core/clock.ts";
import { hashSecret } from "../keys/api-key.ts";
import { foldedName } from "./person.ts";

/** The place where a password was typed: a browser that the account knows, or at an address. */
export interface SignInPlace {
  address: string;
  /** SHA-256 of the cookie of a browser that the account has signed in with; undefined for others. */
  browser: string | undefined;
}

interface Failures {
  count: number;
  lastAtMonoMs: number;
}

const minuteMs = 60_000;
/** Wrong passwords of one account from one place before it has to wait, and the waits: doubled each time. */
const freeFailures = 5;
const firstWaitMs = minuteMs / 2;
const longestWaitMs = 15 * minuteMs;
/** Wrong passwords of one account from all unknown places before those have to wait. */
const freeFailuresOfAccount = 50;
/** After so long without a failure the count begins again. */
const forgottenAfterMs = 60 * minuteMs;
/** Places that are remembered; those with the oldest failure go first. */
const maxEntries = 10_000;

/**
 * Bounds how often passwords are guessed: per account and place, and per account over all places that it does not
 * know. A wait is 15 minutes at most. Browsers that the account has signed in with before are counted by
 * themselves, and passkeys, the identity provider and keys are not counted here at all: a stranger who guesses
 * cannot keep the owner out. Names that do not exist count like those that do.
 */
export class SignInLimits {
  readonly #clock: Clock;
  readonly #failures = new Map<string, Failures>();

  constructor(parts: { clock: Clock }) {
    this.#clock = parts.clock;
  }

  /** Fails with `rate_limited` while `name` must wait at this place. */
  check(name: string, place: SignInPlace): void {
    const waitMs = Math.max(
      this.#waitMs(placeKey(name, place), freeFailures),
      place.browser === undefined ? this.#waitMs(accountKey(name), freeFailuresOfAccount) : 0,
    );
    if (waitMs <= 0) return;
    const retryAfterSec = Math.ceil(waitMs / 1000);
    throw fail(
      "rate_limited",
      `password: too many wrong ones for this name. Wait ${retryAfterSec} s, or sign in another way`,
      { retryAfterSec },
    );
  }

  /** Counts a wrong password; before it is checked, so that guesses at once are counted too. */
  count(name: string, place: SignInPlace): void {
    this.#add(placeKey(name, place));
    if (place.browser === undefined) this.#add(accountKey(name));
  }

  /** Forgets the failures of `name` at this place: the password was right. */
  forgive(name: string, place: SignInPlace): void {
    this.#failures.delete(placeKey(name, place));
    const account = this.#failures.get(accountKey(name));
    if (place.browser === undefined && account) account.count -= 1;
  }

  #waitMs(key: string, free: number): number {
    const failures = this.#failures.get(key);
    if (!failures || failures.count < free) return 0;
    const nowMs = this.#clock.monoMs();
    if (nowMs - failures.lastAtMonoMs >= forgottenAfterMs) return 0;
    const doublings = Math.min(failures.count - free, 10);
    const waitMs = Math.min(longestWaitMs, firstWaitMs * 2 ** doublings);
    return failures.lastAtMonoMs + waitMs - nowMs;
  }

  #add(key: string): void {
    const nowMs = this.#clock.monoMs();
    const before = this.#failures.get(key);
    const isOld = before === undefined || nowMs - before.lastAtMonoMs >= forgottenAfterMs;
    // Deleted first, so that the map stays in the order of the last failures.
    this.#failures.delete(key);
    this.#failures.set(key, { count: isOld ? 1 : before.count + 1, lastAtMonoMs: nowMs });
    for (const oldest of this.#failures.keys()) {
      if (this.#failures.size <= maxEntries) return;
      this.#failures.delete(oldest);
    }
  }
}

/** Hashed: what somebody types as a name may be a password. */
function placeKey(name: string, { address, browser }: SignInPlace): string {
  return hashSecret(`${foldedName(name)}\n${browser ?? address}`);
}

function accountKey(name: string): string {
  return hashSecret(foldedName(name));
}
