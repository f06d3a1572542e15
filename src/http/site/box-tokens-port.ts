import type { PersonIdentity } from "../../base/contract/person.ts";
import type { Scope } from "../../base/contract/scopes.ts";

/** The caller of a request that another box of the fleet passed on. */
export interface PassedCaller {
  /** The box that passed it on. */
  boxId: string;
  org: string;
  keyId: string;
  scopes: readonly Scope[];
  person?: PersonIdentity | undefined;
}

/** Proves the tokens that other boxes of the fleet send in place of a key. */
export interface BoxTokens {
  /** Fails with `invalid_box_token` for any but a token of a box of the fleet for this request. */
  verify(token: string, request: { method: string; target: string }): Promise<PassedCaller>;
}
