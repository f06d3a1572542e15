import { fail } from "../../base/contract/fail.ts";
import type { Connections } from "../connections/connections.ts";
import type { Gate } from "../gates.ts";

/**
 * Gives a connection to the caller who was accepted on it. While only the reserve is left, others than page
 * sessions and routes that are never refused for load are refused with `overloaded`. Runs after authentication.
 */
export function connectionGate(connections: Connections): Gate {
  return (request) => {
    const { caller, session, raw } = request;
    if (!caller) return;
    const isExempt = session !== undefined || request.routeOptions.config.unlimited === true;
    if (!isExempt && connections.isCrowded(raw.socket)) {
      throw fail(
        "overloaded",
        "connections: all are taken. Try again later, or raise limits.readers",
        { retryAfterSec: 1 },
      );
    }
    connections.admit(raw.socket);
  };
}
