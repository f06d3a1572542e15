import { isIP } from "node:net";
import type { Readable } from "node:stream";
import { fail } from "../../base/contract/fail.ts";
import type { Part } from "../../base/core/parts.ts";
import type { FleetIdentity } from "../identity/fleet-identity.ts";
import type { Member, Membership } from "../membership.ts";
import type { CallTokens, PeerCaller } from "./call-tokens.ts";
import {
  type PeerAddress,
  PeerFailure,
  type PeerHttpAnswer,
  type PeerHttpRequest,
  type PeerTransport,
} from "./peer-port.ts";

/** Longest time until the head of an answer, in milliseconds, where a request names none. */
const defaultAnswerMs = 10_000;
/** Longest silence within the body of an answer, in milliseconds, where a request names none. */
const defaultIdleMs = 30_000;

/** A request to one box, on behalf of a caller whom this box has checked. */
export interface PeerRequest extends Pick<PeerHttpRequest, "method" | "target" | "signal"> {
  boxId: string;
  caller: PeerCaller;
  /** Names in lower case; without `authorization`. */
  headers?: Readonly<Record<string, string>>;
  /** A stream is sent as it comes. */
  body?: string | Uint8Array | Readable;
  /** Longest time until the head of the answer, in milliseconds; 10 s when absent. */
  answerMs?: number;
  /** Longest silence within the body of the answer, in milliseconds; 30 s when absent, 0 for no limit. */
  idleMs?: number;
}

/** The parts of `FleetPeers`. */
export interface FleetPeersParts {
  membership: Pick<Membership, "members">;
  identity: Pick<FleetIdentity, "of">;
  tokens: Pick<CallTokens, "sign">;
  transport: PeerTransport;
  /** Whether boxes may be asked without TLS beyond loopback (`fleet.plain_http`). */
  isPlainAllowed: boolean;
}

/** The other boxes of the fleet, as the API of this one asks them: over HTTP(S), at the address in the table. */
export class FleetPeers implements Part {
  readonly #parts: FleetPeersParts;

  constructor(parts: FleetPeersParts) {
    this.#parts = parts;
  }

  /** The other boxes that have not left, by their ids; lost ones too. */
  others(): Member[] {
    return this.#parts.membership
      .members()
      .filter(({ isOwn, state }) => !isOwn && state !== "left");
  }

  /** The box `boxId`, this one too; undefined for a box that the fleet does not know. */
  member(boxId: string): Member | undefined {
    return this.#parts.membership.members().find((member) => member.boxId === boxId);
  }

  /**
   * Resolves with the answer of the box, whatever its status; the caller consumes or destroys its body, and
   * bounds what it keeps of it. Fails with `box_unreachable` when no answer comes, and with the reason of `signal`.
   */
  async request(request: PeerRequest): Promise<PeerHttpAnswer> {
    const { boxId, caller, method, target, headers = {}, body, signal } = request;
    const member = this.member(boxId);
    if (!member) throw unreachable(boxId, "the fleet does not know it");
    const address = this.#addressOf(member);
    const token = await this.#parts.tokens.sign(boxId, caller, { method, target });
    try {
      return await this.#parts.transport.send(address, {
        method,
        target,
        headers: { ...headers, authorization: `Box ${token}` },
        ...(body === undefined ? {} : { body }),
        answerMs: request.answerMs ?? defaultAnswerMs,
        idleMs: request.idleMs ?? defaultIdleMs,
        signal,
      });
    } catch (error) {
      if (!(error instanceof PeerFailure)) throw error;
      throw unreachable(nameOf(member), error.problem, error);
    }
  }

  async stop(): Promise<void> {
    await this.#parts.transport.stop();
  }

  #addressOf(member: Member): PeerAddress {
    const { boxId, url } = member;
    if (!URL.canParse(url)) throw unreachable(nameOf(member), "its address is not a URL");
    const { protocol, hostname } = new URL(url);
    if (protocol === "http:") {
      if (!this.#parts.isPlainAllowed && !isLoopback(hostname)) {
        const problem = "its address has no TLS, and fleet.plain_http is off";
        throw unreachable(nameOf(member), problem);
      }
      return { url, certificateSha256: null };
    }
    const identity = this.#parts.identity.of(boxId);
    if (!identity) throw unreachable(nameOf(member), "its certificate is not in the table yet");
    return { url, certificateSha256: identity.certificateSha256 };
  }
}

/** A box in a message: its name, or its id where it has none, and its address. */
export function nameOf({ boxId, name, url }: Pick<Member, "boxId" | "name" | "url">): string {
  return `${name === "" ? boxId : name} (${url})`;
}

/** The error about a box that gives no answer; `problem` is a sentence without a period. */
export function unreachable(box: string, problem: string, cause?: unknown) {
  const message = `box: ${box} does not answer: ${problem}. Check that it runs and has a network`;
  return fail("box_unreachable", message, cause === undefined ? {} : { cause });
}

function isLoopback(host: string): boolean {
  if (host === "localhost" || host === "[::1]") return true;
  return isIP(host) === 4 && host.startsWith("127.");
}
