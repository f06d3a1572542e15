import type { KeyWire, NewKeyWire } from "../contract/key.ts";
import { fail } from "../contract/fail.ts";
import type { Scope, ScopePreset } from "../contract/scopes.ts";
import type { Clock } from "../core/clock.ts";
import type { ApiKey } from "../keys/api-key.ts";
import type { ApiKeys, NewApiKey } from "../keys/api-keys.ts";

type Params = Readonly<Record<string, unknown>>;

/**
 * The key commands, from the socket and, while the appliance is stopped, from the command line.
 * Codes: those of `ApiKeys`, and `invalid_request_body` with `param` for parameters of a wrong type.
 */
export class KeyAdmin {
  readonly #keys: ApiKeys;
  readonly #clock: Clock;

  constructor(parts: { keys: ApiKeys; clock: Clock }) {
    this.#keys = parts.keys;
    this.#clock = parts.clock;
  }

  /** `name`, `org`; `preset` or `scopes`; `expires_in_seconds` (null: never, absent: a year). */
  async create(params: Params): Promise<NewKeyWire> {
    const { key, token } = await this.#keys.create(newKeyOf(params));
    return { ...this.#wire(key), key: token };
  }

  /** Keys of `org`, or of all organisations, oldest first. */
  list(params: Params): KeyWire[] {
    const org = optionalText(params, "org");
    return this.#keys.list(org).map((key) => this.#wire(key));
  }

  /** Ends the key with this `id` at once. */
  async revoke(params: Params): Promise<KeyWire> {
    return this.#wire(await this.#keys.revoke(text(params, "id")));
  }

  #wire(key: ApiKey): KeyWire {
    const isExpired = key.expiresAtMs !== null && key.expiresAtMs <= this.#clock.wallMs();
    return {
      id: key.id,
      object: "key",
      org: key.org,
      name: key.name,
      preset: key.preset,
      scopes: key.scopes,
      state: key.revokedAtMs !== null ? "revoked" : isExpired ? "expired" : "active",
      created_at: seconds(key.createdAtMs)!,
      expires_at: seconds(key.expiresAtMs),
      last_used_at: seconds(key.lastUsedAtMs),
      revoked_at: seconds(key.revokedAtMs),
    };
  }
}

function seconds(ms: number | null): number | null {
  return ms === null ? null : Math.floor(ms / 1000);
}

function wrong(param: string, wanted: string): Error {
  return fail("invalid_request_body", `${param} must be ${wanted}`, { param });
}

function text(params: Params, name: string): string {
  const value = params[name];
  if (typeof value !== "string") throw wrong(name, "a text");
  return value;
}

function optionalText(params: Params, name: string): string | undefined {
  return params[name] === undefined ? undefined : text(params, name);
}

function newKeyOf(params: Params): NewApiKey {
  const { scopes, expires_in_seconds: expires } = params;
  if (
    scopes !== undefined &&
    !(Array.isArray(scopes) && scopes.every((each) => typeof each === "string"))
  ) {
    throw wrong("scopes", "a list of texts");
  }
  if (expires !== undefined && expires !== null && typeof expires !== "number") {
    throw wrong("expires_in_seconds", "a number or null");
  }
  const preset = optionalText(params, "preset") as ScopePreset | undefined;
  return {
    org: text(params, "org"),
    name: text(params, "name"),
    ...(preset === undefined ? {} : { preset }),
    // `ApiKeys` refuses what is no scope.
    ...(scopes === undefined ? {} : { scopes: scopes as Scope[] }),
    ...(expires === undefined ? {} : { expiresInMs: expires === null ? null : expires * 1000 }),
  };
}
