import { errors } from "undici";
import { describeError, systemCode } from "../../base/core/errors.ts";

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens at its address",
  ECONNRESET: "it ended the connection",
  EPIPE: "it ended the connection",
  EHOSTUNREACH: "no network leads to its address",
  ENETUNREACH: "no network leads to its address",
  ENOTFOUND: "its name cannot be looked up",
  EAI_AGAIN: "its name cannot be looked up",
  ETIMEDOUT: "it did not answer in time",
};

/** Returns the fault of a request to a box, in words for a technician, without a period. */
export function problemOf(error: unknown): string {
  if (error instanceof errors.ConnectTimeoutError) return "no connection within 3 s";
  const code = systemCode(error);
  if (error instanceof errors.SocketError && code === "UND_ERR_SOCKET") {
    return "it ended the connection";
  }
  const known = words[code];
  if (known !== undefined) return `${known} (${code})`;
  if (/^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|EPROTO$)/.test(code)) {
    return `its certificate or TLS was not accepted (${code})`;
  }
  return describeError(error);
}
