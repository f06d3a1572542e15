import { isIP } from "node:net";
import { hostname, networkInterfaces } from "node:os";

const namePattern =
  /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/;
/** More than a certificate should hold; a box with more addresses lists those that its clients use. */
const maxNames = 100;

/**
 * Returns the names of this machine for clients: `configured` names and addresses first, then loopback, the
 * host name (also below `.local`), and the addresses of its interfaces without link-local ones.
 */
export function ownNames(configured: readonly string[]): string[] {
  const host = hostname().toLowerCase().split(".", 1)[0]!;
  const addresses = Object.values(networkInterfaces())
    .flatMap((interfaces) => interfaces ?? [])
    .map(({ address }) => address)
    .filter((address) => !/^(fe80:|169\.254\.)/i.test(address));
  const all = [
    ...configured.map((name) => name.toLowerCase()),
    "localhost",
    "127.0.0.1",
    "::1",
    ...(host === "" ? [] : [host, `${host}.local`]),
    ...addresses.toSorted(),
  ];
  const usable = all.filter((name) => isIP(name) !== 0 || namePattern.test(name));
  return [...new Set(usable)].slice(0, maxNames);
}
