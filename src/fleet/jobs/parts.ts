import type { ReadDocument } from "./work-document.ts";
import type { WorkLink } from "./work-port.ts";
import { answerMs, pieceBytes } from "./work-terms.ts";

/** Bytes of a piece before its content: the length of the whole part. */
const headBytes = 4;
/** Largest part, in bytes. */
const maxBytes = 64 * 1024 * 1024;

/** Names the part of an attempt. */
export type PartName = Omit<ReadDocument, "v" | "offset">;

/** Returns the part of another box, read piece by piece; undefined when the box has it no more or does not answer. */
export async function readPart(
  link: WorkLink,
  boxId: string,
  name: PartName,
): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let offset = 0;
  for (;;) {
    const document: ReadDocument = { v: 1, ...name, offset };
    const body = JSON.stringify(document);
    const piece = await link.ask(boxId, { name: "read", body, withinMs: answerMs });
    if (!piece || piece.length < headBytes) return undefined;
    const total = Buffer.from(piece).readUInt32BE();
    const content = piece.subarray(headBytes);
    if (total > maxBytes || offset + content.length > total) return undefined;
    if (content.length === 0 && offset < total) return undefined;
    pieces.push(content);
    offset += content.length;
    if (offset === total) return Buffer.concat(pieces);
  }
}

/** The parts of one attempt that another box may read. The last one read stays in memory until its end was read. */
export class Parts {
  readonly #load: (part: string) => Promise<Uint8Array | undefined>;
  #held: { part: string; bytes: Promise<Uint8Array | undefined> } | undefined;

  /** `load` returns a whole part; undefined for an unknown one. */
  constructor(load: (part: string) => Promise<Uint8Array | undefined>) {
    this.#load = load;
  }

  /** Returns the piece at `offset`, with the length of the whole part before it; undefined for an unknown part. */
  async piece({ part, offset }: Pick<ReadDocument, "part" | "offset">) {
    if (this.#held?.part !== part) this.#held = { part, bytes: this.#load(part) };
    const bytes = await this.#held.bytes;
    if (!bytes) {
      this.#held = undefined;
      return undefined;
    }
    const head = Buffer.alloc(headBytes);
    head.writeUInt32BE(bytes.length);
    const end = Math.min(bytes.length, offset + pieceBytes);
    if (end === bytes.length) this.#held = undefined;
    return Buffer.concat([head, bytes.subarray(offset, end)]);
  }
}
