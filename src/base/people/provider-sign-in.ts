import { randomBytes } from "node:crypto";
import { fail } from "../contract/fail.ts";
import type { Clock } from "../core/clock.ts";
import { hashSecret } from "../keys/api-key.ts";
import type { People } from "./people.ts";
import type { Person } from "./person.ts";
import type { IdentityProvider, ProviderIdentity, ProviderRequest } from "./provider-port.ts";
import { personLimits, type PersonRole } from "./person-terms.ts";

/** A claim that gives a role and cameras. */
export interface RoleRule {
  claim: string;
  /** A value of the claim; of a list, one of its entries. */
  value: string;
  role: PersonRole;
  /** Empty: all cameras. */
  cameras: readonly string[];
}

/** The parts of `ProviderSignIn`. */
export interface ProviderSignInParts {
  people: People;
  clock: Clock;
  provider: IdentityProvider;
  org: string;
  /** What the sign-in button calls the provider. */
  name: string;
  /** The first that matches decides. */
  roles: readonly RoleRule[];
  /** What people get whom no rule matches. */
  unknown: "refuse" | "viewer";
}

interface PendingSignIn {
  request: ProviderRequest;
  /** SHA-256 of the browser's cookie. */
  browser: string;
  address: string;
  endsAtMonoMs: number;
}

const lifeMs = 10 * 60_000;
/** Sign-ins under way; of one address, the oldest go first. */
const maxPending = 1000;
const maxOfAddress = 20;

/** Life of the cookie that binds a sign-in to its browser, in seconds. */
export const providerCookieSec = lifeMs / 1000;

/**
 * Signs people in by the site's identity provider. Its claims decide role and cameras at each sign-in; the box keeps
 * no password and no token.
 */
export class ProviderSignIn {
  readonly #parts: ProviderSignInParts;
  readonly #pending = new Map<string, PendingSignIn>();

  constructor(parts: ProviderSignInParts) {
    this.#parts = parts;
  }

  /** What the sign-in button calls the provider. */
  get name(): string {
    return this.#parts.name;
  }

  /** Begins a sign-in: the provider's address, and the cookie that the browser must bring back. */
  async begin(redirectUri: string, address: string): Promise<{ url: string; cookie: string }> {
    const { provider, clock } = this.#parts;
    const { url, request } = await provider.begin(redirectUri);
    const cookie = randomBytes(32).toString("base64url");
    this.#makeRoom(address);
    const endsAtMonoMs = clock.monoMs() + lifeMs;
    this.#pending.set(request.state, {
      request,
      browser: hashSecret(cookie),
      address,
      endsAtMonoMs,
    });
    return { url, cookie };
  }

  /**
   * Ends a sign-in with the parameters that the browser came back with. Each can be used once. Fails with
   * `invalid_credentials`, and with `upstream_error` when the provider is away.
   */
  async finish(
    parameters: Readonly<Record<string, string>>,
    cookie: string | undefined,
  ): Promise<Person> {
    const { provider, clock } = this.#parts;
    const pending = this.#pending.get(parameters["state"] ?? "");
    const isOwn = cookie !== undefined && pending?.browser === hashSecret(cookie);
    if (!pending || !isOwn) throw refused("belongs to another browser, or was used or has expired");
    this.#pending.delete(pending.request.state);
    if (pending.endsAtMonoMs <= clock.monoMs()) throw refused("has expired");
    const identity = await provider.finish(pending.request, parameters);
    if (!identity) throw refused("is not accepted");
    return await this.#personOf(identity);
  }

  /** Returns where the browser signs out at the provider, or null. */
  signOutUrl(returnTo: string): Promise<string | null> {
    return this.#parts.provider.signOutUrl(returnTo);
  }

  async #personOf(identity: ProviderIdentity): Promise<Person> {
    const { people, roles, unknown, org } = this.#parts;
    const rule = roles.find((each) => hasClaim(identity.claims, each));
    if (!rule && unknown === "refuse") {
      throw fail(
        "invalid_credentials",
        "provider: the person has no role on this site. Ask an administrator",
      );
    }
    const role = rule?.role ?? "viewer";
    const cameras = rule && rule.cameras.length > 0 ? rule.cameras : null;
    const { issuer, subject } = identity;
    const known = people.withSubject({ issuer, subject });
    if (known) return await people.change(known, { role, cameras }, false);
    return await people.create({
      org,
      name: this.#freeName(identity),
      role,
      cameras,
      subject: { issuer, subject },
      createdBy: this.#parts.name,
    });
  }

  /** An account of the same name stays its owner's: the provider's person gets a number. */
  #freeName({ claims, subject }: ProviderIdentity): string {
    const { people } = this.#parts;
    const claimed = [claims["name"], claims["preferred_username"], claims["email"], subject].find(
      (each): each is string => typeof each === "string" && each.trim() !== "",
    )!;
    const base = claimed.trim().replaceAll(/\s+/g, " ").slice(0, 90);
    for (let number = 1; number <= personLimits.peopleMax; number += 1) {
      const name = number === 1 ? base : `${base} (${number})`;
      if (!people.named(name)) return name;
    }
    return subject.slice(0, 100);
  }

  #makeRoom(address: string): void {
    const ofAddress = [...this.#pending].filter(([, each]) => each.address === address);
    for (const [state] of ofAddress.slice(0, Math.max(0, ofAddress.length - maxOfAddress + 1))) {
      this.#pending.delete(state);
    }
    for (const state of this.#pending.keys()) {
      if (this.#pending.size < maxPending) break;
      this.#pending.delete(state);
    }
  }
}

function hasClaim(claims: ProviderIdentity["claims"], { claim, value }: RoleRule): boolean {
  const found = claims[claim];
  return Array.isArray(found) ? found.includes(value) : found === value;
}

function refused(why: string) {
  return fail("invalid_credentials", `provider: the sign-in ${why}. Sign in again`);
}
