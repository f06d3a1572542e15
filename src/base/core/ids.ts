import { createHash, randomFillSync } from "node:crypto";

const poolBytes = Buffer.alloc(4096);
/** Random digits for the next ids: one call to the system and one conversion serve many. */
let pool = "";
let poolAt = 0;

/** Thirty-two random hexadecimal digits. */
function random32(): string {
  if (poolAt === pool.length) {
    pool = randomFillSync(poolBytes).toString("hex");
    poolAt = 0;
  }
  poolAt += 32;
  return pool.slice(poolAt - 32, poolAt);
}

/** The last id: the requested time, the time it carries, and its 12-bit counter. */
const last = { askedMs: Number.NaN, carriedMs: 0, counter: 0 };

/**
 * Returns a UUID version 7 (RFC 9562 5.7), which sorts by creation time. Ids that one process makes
 * in the same millisecond sort in order, by a counter that begins at a random number (RFC 9562 6.2,
 * method 1) and borrows from the next millisecond when it is full.
 */
export function uuidv7(wallMs: number = Date.now()): string {
  const random = random32();
  if (wallMs !== last.askedMs) {
    last.askedMs = wallMs;
    last.carriedMs = wallMs;
    // Half of the counter's range stays free for the ids that follow.
    last.counter = Number.parseInt(random.slice(1, 4), 16) & 0x7ff;
  } else if (last.counter < 0xfff) {
    last.counter += 1;
  } else {
    last.carriedMs += 1;
    last.counter = 0;
  }
  const time = last.carriedMs.toString(16).padStart(12, "0");
  const counter = last.counter.toString(16).padStart(3, "0");
  const variant = variants[Number.parseInt(random[0]!, 16) & 3]!;
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`;
}

/** First digit of the fourth group: binary 10 and two random bits. */
const variants = ["8", "9", "a", "b"] as const;

/** Returns a request id in the form of the contract (section 2.1): `req_svc_<uuid>`. */
export function newRequestId(): string {
  return `req_svc_${uuidv7()}`;
}

/**
 * Returns a UUID-shaped id that is equal for equal parts on every box, so that an event seen twice
 * becomes one record. Parts are joined with NUL, hashed with SHA-256, and marked as version 8.
 */
export function stableId(...parts: readonly (string | number)[]): string {
  const bytes = createHash("sha256").update(parts.join("\0")).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
