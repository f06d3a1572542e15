import { fail } from "../../base/contract/fail.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import type { Principal } from "../../base/keys/api-keys.ts";
import type { RestreamCaller } from "./restream-port.ts";

/** The limit of wrong keys that the box shares between its servers. */
export interface WrongKeyLimit {
  limiter: { take(key: string, perMinute: number): { allowed: boolean; retryAfterSec: number } };
  /** Read for each wrong key. */
  quotas: { failedLoginsPerMinute: number };
}

/**
 * Returns the caller that `verify` proves, if its key may see cameras. Wrong keys count with those that the address
 * sends to the API. Throws the errors of `verify`, `insufficient_scope`, or `rate_limited` after too many wrong keys.
 */
export function admitReader(
  verify: () => Principal,
  address: string | undefined,
  { limiter, quotas }: WrongKeyLimit,
): RestreamCaller {
  try {
    const { org, keyId, scopes } = verify();
    if (scopes.includes("surveillance:read")) return { org, keyId };
    throw fail(
      "insufficient_scope",
      "scope: the key lacks surveillance:read. Use a key with this scope",
    );
  } catch (error) {
    if (GatehouseError.find(error)?.code !== "invalid_api_key") throw error;
    const { failedLoginsPerMinute: perMinute } = quotas;
    const { allowed, retryAfterSec } = limiter.take(`ip:${address}`, perMinute);
    if (allowed) throw error;
    throw fail(
      "rate_limited",
      `limits.failed_logins_per_minute: more than ${perMinute} wrong keys from this address. Wait a minute`,
      { retryAfterSec },
    );
  }
}
