import type { Scope } from "./scopes.ts";

/** An API key as people and programs see it. Times are Unix seconds. */
export interface KeyWire {
  id: string;
  object: "key";
  org: string;
  name: string;
  preset: string | null;
  scopes: readonly Scope[];
  state: "active" | "expired" | "revoked";
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
  revoked_at: number | null;
}

/** A new key with its secret, which is shown this once. */
export interface NewKeyWire extends KeyWire {
  /** `svk_…`: what goes behind `Authorization: Bearer`. */
  key: string;
}
