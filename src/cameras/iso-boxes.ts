/** One box of ISO 14496-12: its four-character type and its content without the header. */
export interface IsoBox {
  type: string;
  content: Buffer;
}

/** Content bytes before the child boxes of these containers; others have none. */
const skippedBytes: Readonly<Record<string, number>> = { stsd: 8, meta: 4 };

/** Returns the boxes that lie side by side in `bytes`, up to the first that does not fit. */
export function* isoBoxes(bytes: Buffer): Generator<IsoBox> {
  let at = 0;
  while (at + 8 <= bytes.length) {
    const size = bytes.readUInt32BE(at);
    if (size < 8 || at + size > bytes.length) return;
    yield {
      type: bytes.toString("latin1", at + 4, at + 8),
      content: bytes.subarray(at + 8, at + size),
    };
    at += size;
  }
}

/** Returns the content of the first box at the end of `path` below `bytes`. */
export function findBox(bytes: Buffer, ...path: readonly string[]): Buffer | undefined {
  let here = bytes;
  for (const type of path) {
    const box = isoBoxes(here).find((each) => each.type === type);
    if (box === undefined) return undefined;
    here = type === path.at(-1) ? box.content : box.content.subarray(skippedBytes[type] ?? 0);
  }
  return here;
}
