import { createHash, randomFillSync } from "node:crypto";

/** Random bytes for the next ids: one call to the system serves many. */
const pool = Buffer.alloc(4096);
let poolAt = pool.length;

/** Sixteen fresh random bytes; valid until the next call. */
function random16(): Buffer {
  if (poolAt === pool.length) {
    randomFillSync(pool);
    poolAt = 0;
  }
  poolAt += 16;
  return pool.subarray(poolAt - 16, poolAt);
}

/** A UUID version 7 (RFC 9562 5.7): sorts by creation time to the millisecond. */
export function uuidv7(wallMs: number = Date.now()): string {
  const bytes = random16();
  bytes.writeUIntBE(wallMs, 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** A request id in the form the contract fixes (section 2.1): `req_svc_<uuid>`. */
export function newRequestId(): string {
  return `req_svc_${uuidv7()}`;
}

/**
 * A UUID-shaped id that is the same for the same parts on every box, so that one happening seen
 * twice is one record. Parts are joined with NUL, hashed with SHA-256, and marked as version 8.
 */
export function stableId(...parts: readonly (string | number)[]): string {
  const bytes = createHash("sha256").update(parts.join("\0")).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
