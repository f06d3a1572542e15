import type { ErrorCode } from "../../base/contract/error-codes.ts";
import { GatehouseError } from "../../base/core/errors.ts";

/** The parts of a fault beside its sentence. */
export interface FaultParts {
  /** Whose fault it is (SOAP 1.2 part 1, 5.4.6). */
  code: "Sender" | "Receiver";
  /** Subcodes from the outer to the inner one, e.g. `ter:InvalidArgVal`, `ter:NoProfile`. */
  subcodes: readonly string[];
  /** HTTP status; 400 for the sender's faults and 500 for the receiver's when absent. */
  status?: number;
  headers?: Readonly<Record<string, string>>;
}

/** A SOAP 1.2 fault as ONVIF has it (Core Specification 5.8.2): an answer that refuses a request. */
export class SoapFault extends Error {
  readonly parts: FaultParts;

  constructor(parts: FaultParts, reason: string) {
    super(reason);
    this.parts = parts;
  }

  /** HTTP status of the answer. */
  get status(): number {
    return this.parts.status ?? (this.parts.code === "Sender" ? 400 : 500);
  }
}

/** A fault of the sender's message or of an argument. */
export function senderFault(reason: string, ...subcodes: string[]): SoapFault {
  return new SoapFault({ code: "Sender", subcodes }, reason);
}

/** The refusal of an argument: `ter:InvalidArgVal` with the inner subcode. */
export function invalidArg(inner: string, reason: string): SoapFault {
  return senderFault(reason, "ter:InvalidArgVal", `ter:${inner}`);
}

const statuses: Partial<Record<ErrorCode, number>> = {
  invalid_api_key: 401,
  api_key_revoked: 403,
  api_key_expired: 403,
  key_network_refused: 403,
  insufficient_scope: 403,
  rate_limited: 503,
  too_many_streams: 503,
  stream_not_ready: 503,
  detector_unavailable: 503,
  overloaded: 503,
  shutting_down: 503,
};

/** Returns the fault that stands for an error; undefined for a failure of the server's own. */
export function faultOf(error: unknown): SoapFault | undefined {
  if (error instanceof SoapFault) return error;
  const coded = GatehouseError.find(error);
  const status = coded && statuses[coded.code as ErrorCode];
  if (!coded || status === undefined) return undefined;
  if (status !== 503) {
    return new SoapFault(
      { code: "Sender", subcodes: ["ter:NotAuthorized"], status },
      coded.message,
    );
  }
  const headers = { "retry-after": String(coded.retryAfterSec ?? 1) };
  return new SoapFault({ code: "Receiver", subcodes: [], status, headers }, coded.message);
}
