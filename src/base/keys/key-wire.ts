import type { KeyWire } from "./wire/key-answers.ts";
import type { ApiKey } from "./api-key.ts";

/** Returns the wire form of `key` at `nowMs`, without its hashes. */
export function keyWire(key: ApiKey, nowMs: number): KeyWire {
  const isExpired = key.expiresAtMs !== null && key.expiresAtMs <= nowMs;
  const untilMs = key.previous?.untilMs ?? null;
  return {
    id: key.id,
    object: "key",
    org: key.org,
    name: key.name,
    preset: key.preset,
    scopes: [...key.scopes],
    networks: [...(key.networks ?? [])],
    state: key.revokedAtMs !== null ? "revoked" : isExpired ? "expired" : "active",
    created_at: seconds(key.createdAtMs)!,
    created_by: key.createdBy ?? null,
    expires_at: seconds(key.expiresAtMs),
    last_used_at: seconds(key.lastUsedAtMs),
    rolled_at: seconds(key.rolledAtMs ?? null),
    previous_secret_until: seconds(untilMs !== null && untilMs > nowMs ? untilMs : null),
    revoked_at: seconds(key.revokedAtMs),
  };
}

function seconds(ms: number | null): number | null {
  return ms === null ? null : Math.floor(ms / 1000);
}
