import { fail } from "../../base/contract/fail.ts";

/** Longest line, in bytes. */
export const maxLineBytes = 4 * 1024 * 1024;

/** Entries in one page at most. */
export const pageEntries = 200;

/** Time between two signs of life of a box that has no events, in milliseconds. */
export const aliveMs = 2000;

/** Path of the events of one box, for other boxes. */
export const feedPath = "/api/v1/fleet/events";

/** Splits a stream of bytes into lines. Fails with `box_unreachable` for a line that is too long. */
export async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of body) {
    let all = rest.length === 0 ? Buffer.from(piece) : Buffer.concat([rest, piece]);
    for (let end = all.indexOf(10); end >= 0; end = all.indexOf(10)) {
      yield all.toString("utf8", 0, end);
      all = all.subarray(end + 1);
    }
    if (all.length > maxLineBytes)
      throw fail("box_unreachable", "box: a line of its events is too long. Update all boxes");
    rest = all;
  }
}
