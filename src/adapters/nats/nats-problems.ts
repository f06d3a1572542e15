import { JetStreamApiError } from "@nats-io/jetstream";
import { errors } from "@nats-io/transport-node";
import { describeError } from "../../base/core/errors.ts";

/** Codes of JetStream's errors (nats-server, `server/errors.json`). */
const wrongLastSequence = 10_071;
const insufficientResources = 10_023;
const noSuitablePeers = 10_005;
const clusterNotAvailable = 10_008;
const notEnabledForAccount = 10_039;
const replicasNotSupported = 10_074;

/** True when the entry is not at the revision that the write expected. */
export function isConflict(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.code === wrongLastSequence;
}

/** True when fewer servers than asked for can keep a copy. */
export function isTooFewServers(error: unknown): boolean {
  const few = [insufficientResources, noSuitablePeers, replicasNotSupported];
  return error instanceof JetStreamApiError && few.includes(error.code);
}

/** Returns the fault of an error of the library, in words for a technician, without a period. */
export function problemOf(error: unknown): string {
  if (error instanceof errors.AuthorizationError) {
    return "the NATS server refuses the user, password or credentials of the box";
  }
  if (error instanceof errors.PermissionViolationError) {
    return `the NATS server does not allow the box to use ${error.subject}`;
  }
  if (isTooFewServers(error)) {
    return "fewer NATS servers with JetStream are there than fleet.voters asks for";
  }
  if (isUnavailable(error)) {
    return "the NATS servers have no JetStream, or too few of them are there to agree";
  }
  if (error instanceof errors.TimeoutError) return "the NATS server did not answer in time";
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return describeError(cause);
}

/** True when no server with JetStream answers. */
export function isUnavailable(error: unknown): boolean {
  // The library does not export this class.
  if (error instanceof Error && error.name === "JetStreamNotEnabled") return true;
  if (error instanceof errors.NoRespondersError) return true;
  if (error instanceof errors.RequestError && error.isNoResponders()) return true;
  const codes = [clusterNotAvailable, notEnabledForAccount];
  return error instanceof JetStreamApiError && codes.includes(error.code);
}
