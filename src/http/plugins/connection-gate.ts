import { fail } from "../../base/contract/fail.ts";
import type { Connections } from "../connections/connections.ts";
import type { Gate } from "../gates.ts";

/**
 * Marks a connection as the authenticated caller's. While only the reserve is left, refuses all
 * requests but those of page sessions and of routes that the server never refuses for load, with
 * `overloaded`. Runs after authentication.
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
