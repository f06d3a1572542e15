import { fail, invalidField } from "../contract/fail.ts";
import { type Scope, type ScopePreset, scopePresets, scopes } from "../contract/scopes.ts";
import type { ApiKey } from "./api-key.ts";
import { areWithin, isNetwork } from "./networks.ts";
import { keyLimits } from "./key-terms.ts";

/** A request for a new key. */
export interface NewApiKey {
  org: string;
  name: string;
  /** Either a preset or explicit scopes. */
  preset?: ScopePreset;
  scopes?: readonly Scope[];
  /**
   * Milliseconds from now; null for a key that never expires; when absent a year, or the maker's
   * remaining life if that is less.
   */
  expiresInMs?: number | null;
  /** Networks (CIDR) from which callers may use it; those of the maker, or all, when absent. */
  networks?: readonly string[];
}

/** The rights of a key: what, from where, and until when. */
export type KeyReach = Pick<ApiKey, "scopes" | "networks" | "expiresAtMs">;

const yearMs = 365 * 86_400_000;
const maxNetworks = 50;

/**
 * Returns the expiry of a key in Unix milliseconds; fails with `invalid_request_body` for an
 * invalid life.
 */
export function expiryOf(expiresInMs: number | null | undefined, nowMs: number): number | null {
  const lifeMs = expiresInMs === undefined ? yearMs : expiresInMs;
  if (lifeMs === null) return null;
  if (lifeMs > 0 && lifeMs <= keyLimits.lifeMaxSec * 1000) return nowMs + lifeMs;
  throw invalidField(
    "expires_in_seconds",
    "must be more than 0 and at most ten years. Give another time",
  );
}

/** As `expiryOf`, but the default expires with the maker at the latest. */
export function expiryWithin(
  maker: KeyReach | undefined,
  expiresInMs: number | null | undefined,
  nowMs: number,
): number | null {
  const expiresAtMs = expiryOf(expiresInMs, nowMs);
  if (expiresInMs !== undefined || !maker) return expiresAtMs;
  return Math.min(expiresAtMs ?? Infinity, maker.expiresAtMs ?? Infinity);
}

/** Returns the requested scopes, each once; fails with `invalid_request_body` naming the field. */
export function scopesOf(input: NewApiKey): readonly Scope[] {
  if (input.preset !== undefined && input.scopes !== undefined) {
    throw invalidField("scopes", "cannot stand beside a preset. Give one of the two");
  }
  if (input.preset !== undefined) {
    if (!Object.hasOwn(scopePresets, input.preset)) {
      const names = Object.keys(scopePresets).join(", ");
      throw invalidField("preset", `is unknown. Give one of ${names}`);
    }
    return [...scopePresets[input.preset]];
  }
  if (input.scopes === undefined) {
    const names = Object.keys(scopePresets).join(", ");
    throw invalidField("preset", `is missing. Give a preset (${names}) or scopes`);
  }
  const unique = [...new Set(input.scopes)];
  if (unique.length === 0 || unique.some((scope) => !scopes.includes(scope))) {
    throw invalidField(
      "scopes",
      `has an unknown scope or none. Give one or more of ${scopes.join(", ")}`,
    );
  }
  return unique;
}

/** Returns the requested networks, or else the maker's; fails with `invalid_request_body`. */
export function networksOf(input: NewApiKey, maker: KeyReach | undefined): readonly string[] {
  const { networks = maker?.networks ?? [] } = input;
  if (networks.length > maxNetworks || !networks.every((each) => isNetwork(each))) {
    const message = `must be at most ${maxNetworks} networks. Give networks such as 192.168.10.0/24`;
    throw invalidField("networks", message);
  }
  return networks;
}

/**
 * Refuses rights beyond the maker's: `insufficient_scope` naming each scope that it lacks,
 * `invalid_request_body` for networks beyond its own or an expiry after its own.
 */
export function assertNoMoreThan(maker: KeyReach, reach: KeyReach): void {
  const lacking = reach.scopes.filter((scope) => !maker.scopes.includes(scope));
  if (lacking.length > 0) {
    throw fail(
      "insufficient_scope",
      `scopes: the caller's key lacks ${lacking.join(", ")}. Leave these scopes out`,
      {
        details: lacking.map((scope) => ({ path: "scopes", rule: "scope", message: scope })),
      },
    );
  }
  if (!areWithin(reach.networks ?? [], maker.networks ?? [])) {
    throw invalidField(
      "networks",
      "reach beyond the networks of the caller's key. Give networks within them",
    );
  }
  if ((reach.expiresAtMs ?? Infinity) > (maker.expiresAtMs ?? Infinity)) {
    throw invalidField(
      "expires_in_seconds",
      "the key would outlive the caller's key. Give an earlier end, or use the command line of the box",
    );
  }
}
