import { isIP } from "node:net";
import { fail } from "../../base/contract/fail.ts";
import type { Gate } from "../gates.ts";

/**
 * Returns the host name of a Host header without its port, in lower case; undefined for a malformed
 * one.
 */
function hostNameOf(header: string | undefined): string | undefined {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]/?#@\s]+))(?::\d{1,5})?$/.exec(header ?? "");
  return (match?.[1] ?? match?.[2])?.toLowerCase().replace(/\.$/, "");
}

/**
 * True when the server may answer a Host header: DNS cannot rebind IP literals and loopback names
 * to another address; other names must be configured.
 */
export function hostAllowed(header: string | undefined, names: ReadonlySet<string>): boolean {
  const name = hostNameOf(header);
  if (name === undefined) return false;
  return isIP(name) !== 0 || name === "localhost" || names.has(name);
}

/**
 * Refuses requests for other hosts with `host_not_allowed` (defence against DNS rebinding). `allowed` returns another
 * list when the site changes it.
 */
export function hostCheck(allowed: () => readonly string[], further: readonly string[]): Gate {
  let listed: readonly string[] | undefined;
  let names: ReadonlySet<string> = new Set();
  // Nearly every request has the same name.
  let lastAllowed: string | undefined;
  return (request) => {
    const { host } = request.headers;
    const now = allowed();
    if (now !== listed) {
      listed = now;
      names = new Set([...now, ...further].map((name) => name.toLowerCase()));
      lastAllowed = undefined;
    }
    if (host !== undefined && host === lastAllowed) return;
    if (host === undefined) {
      throw fail("malformed_request", "Host: is missing. Send the address of the box");
    }
    if (!hostAllowed(host, names)) {
      throw fail(
        "host_not_allowed",
        "Host: the box does not have this name. Use its address, or add the name to server.allowed_hosts",
      );
    }
    lastAllowed = host;
  };
}
