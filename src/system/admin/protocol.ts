import type { ErrorCode } from "../../base/contract/error-codes.ts";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * One request per connection: a JSON line in, a JSON line out, then the server closes. Every client
 * that may open the socket may do everything; its mode 0600 is the access control.
 */
export interface AdminRequest {
  method: string;
  params: Readonly<Record<string, unknown>>;
}

/** The answer: a result, or a coded error. */
export type AdminAnswer =
  | { result: unknown }
  | { error: { code: ErrorCode; message: string; param?: string } };

/** Name of the socket in the data directory. */
export const socketName = "admin.sock";

/** Longest request and longest answer in bytes; more closes the connection. */
export const maxLineBytes = 4 * 1024 * 1024;

/** Longest path of a unix socket in bytes, without the closing NUL (sun_path of unix(7)). */
const maxPathBytes = 107;

/**
 * Returns an address of the socket in `dataDir` that is short enough to bind or connect. A long
 * directory is reached through an open descriptor; call `release` once bound or connected.
 */
export async function socketAddress(
  dataDir: string,
): Promise<{ path: string; release: () => Promise<void> }> {
  const path = join(dataDir, socketName);
  if (Buffer.byteLength(path) <= maxPathBytes) return { path, release: async () => {} };
  const directory = await open(dirname(path), "r");
  return {
    path: `/proc/self/fd/${directory.fd}/${socketName}`,
    release: () => directory.close(),
  };
}
