import { fail } from "../../base/contract/fail.ts";
import type { PersonIdentity } from "../../base/contract/person.ts";
import type { Scope } from "../../base/contract/scopes.ts";
import type { FleetIdentity } from "../identity/fleet-identity.ts";
import type { Membership } from "../membership.ts";
import { asDocument } from "../read-document.ts";
import { type CallDocument, callSchema } from "./call-document.ts";

const kind = "call";
/** How long a token counts after it was signed, in milliseconds. */
const lifeMs = 20_000;
/** How far the clocks of two boxes may be apart, in milliseconds: each knows that of the NATS servers. */
const skewMs = 5000;

/** On whose behalf a box sends a request to another one. */
export interface PeerCaller {
  org: string;
  /** Id of the key, or of the page session's person. */
  keyId: string;
  scopes: readonly Scope[];
  /** Absent for programs. */
  person?: PersonIdentity | undefined;
}

/** The caller of a request that another box passed on. */
export interface PassedCaller extends PeerCaller {
  /** The box that passed it on. */
  boxId: string;
}

/** One request, as its token names it. */
export interface SignedCall {
  method: string;
  /** Path and query. */
  target: string;
}

/** The parts of the tokens. */
export interface CallTokensParts {
  boxId: string;
  identity: Pick<FleetIdentity, "sign" | "verify">;
  membership: Pick<Membership, "members" | "sharedTimeMs">;
}

/**
 * The tokens by which boxes trust each other's requests. The box that got a request has checked the key; it signs who
 * called, and the other box applies its own checks to that. A token is for one box and one request, and counts for 20 s.
 */
export class CallTokens {
  readonly #parts: CallTokensParts;

  constructor(parts: CallTokensParts) {
    this.#parts = parts;
  }

  /** Signs one request of `caller` to the box `to`. */
  async sign(to: string, caller: PeerCaller, { method, target }: SignedCall): Promise<string> {
    const { identity, membership } = this.#parts;
    const { org, keyId: key, scopes, person } = caller;
    const document: CallDocument = {
      v: 1,
      to,
      at: membership.sharedTimeMs(),
      method,
      target,
      org,
      key,
      scopes: [...scopes],
      ...(person
        ? {
            person: {
              name: person.name,
              role: person.role,
              cameras: person.cameras ? [...person.cameras] : null,
            },
          }
        : {}),
    };
    return await identity.sign(kind, document);
  }

  /** Returns the caller that another box vouches for. Fails with `invalid_box_token`. */
  async verify(token: string, call: SignedCall): Promise<PassedCaller> {
    const { boxId: own, identity, membership } = this.#parts;
    const verified = await identity.verify(kind, token);
    if (!verified.ok) throw refused(verified.problem);
    const { boxId } = verified;
    const payload = asDocument<CallDocument>(callSchema, verified.payload);
    if (!payload) throw refused("this release cannot read it");
    if (payload.to !== own) throw refused("it is for another box");
    if (payload.method !== call.method || payload.target !== call.target) {
      throw refused("it is for another request");
    }
    const ageMs = membership.sharedTimeMs() - payload.at;
    if (ageMs > lifeMs + skewMs) throw refused("it has expired");
    if (ageMs < -skewMs) throw refused("it comes from the future");
    const sender = membership.members().find((member) => member.boxId === boxId);
    if (!sender || sender.isOwn || sender.state === "left") {
      throw refused(`the box ${boxId} is not in the fleet`);
    }
    const { org, key: keyId, scopes, person } = payload;
    return { boxId, org, keyId, scopes: scopes as Scope[], ...(person ? { person } : {}) };
  }
}

function refused(problem: string) {
  return fail(
    "invalid_box_token",
    `Authorization: the token of a box does not count (${problem}). Send the request with a key`,
  );
}
