import { systemCode } from "../../base/core/errors.ts";
import type {
  Network,
  OutboundFailure,
  OutboundProblem,
  Reach,
} from "../../notifications/webhooks/outbound-port.ts";

/** Thrown inside the client: a failure that is known already. */
export class KnownFailure extends Error {
  readonly problem: OutboundProblem;
  readonly reach: Reach;

  constructor(problem: OutboundProblem, message: string, reach: Reach = "unknown") {
    super(message);
    this.problem = problem;
    this.reach = reach;
  }
}

/** The state of a request when it fails. */
export interface Progress {
  network: Network | null;
  /** The connection stood. */
  isConnected: boolean;
  isLate: boolean;
}

/** The same text for every forbidden address, so that it reveals nothing about a network. */
export const blockedMessage =
  "the address is not one that the site allows. An administrator can list its network in webhooks.allowed_networks";

const cutCodes: ReadonlySet<string> = new Set([
  "EAI_AGAIN",
  "ENETUNREACH",
  "ENETDOWN",
  "EADDRNOTAVAIL",
]);
const dnsCodes: ReadonlySet<string> = new Set(["ENOTFOUND", "EAI_AGAIN", "ENODATA", "EAI_FAIL"]);
const reachedCodes: ReadonlySet<string> = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE"]);
const tlsCodes =
  /^(ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|EPROTO$|HOSTNAME_MISMATCH|INVALID_CA|CRL_|PATH_LENGTH)/;
const protocolCodes = /^(HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_)/;

/** Says in our words what went wrong. */
export function failureOf(error: unknown, progress: Progress): OutboundFailure {
  const { network, isConnected, isLate } = progress;
  const failed = (problem: OutboundProblem, message: string, reach: Reach): OutboundFailure => ({
    ok: false,
    problem,
    message,
    reach,
    network,
  });
  if (error instanceof KnownFailure) return failed(error.problem, error.message, error.reach);
  if (isLate) {
    const message = isConnected
      ? "the receiver did not finish its answer in time"
      : "the receiver could not be reached in time";
    return failed("timeout", message, isConnected ? "reached" : "unreachable");
  }
  const code = systemCode(error);
  const reach = cutCodes.has(code) ? "cut" : "unreachable";
  if (dnsCodes.has(code)) return failed("dns", `the name could not be looked up (${code})`, reach);
  if (tlsCodes.test(code)) {
    return failed("tls", `the certificate or TLS was not accepted (${code})`, "reached");
  }
  if (protocolCodes.test(code)) {
    return failed("protocol", `the answer is not well-formed HTTP (${code})`, "reached");
  }
  const suffix = code === "" ? "" : ` (${code})`;
  return failed(
    "connect",
    isConnected ? `the connection broke${suffix}` : `no connection${suffix}`,
    isConnected || reachedCodes.has(code) ? "reached" : reach,
  );
}
