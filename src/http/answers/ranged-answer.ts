import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { fail } from "../../base/contract/fail.ts";
import { byteRange } from "./byte-range.ts";

/** A body of known length with random access. */
export interface RangedBody {
  sizeBytes: number;
  contentType: string;
  /** Bytes from `start` to `end`, both inclusive. */
  read(start: number, end: number): Readable | AsyncIterable<Uint8Array>;
}

/** Answers with the body, or with the part of it that Range names (RFC 9110 14). */
export async function sendRanged(
  request: FastifyRequest,
  reply: FastifyReply,
  file: RangedBody,
): Promise<void> {
  const { sizeBytes } = file;
  const range = byteRange(request.headers.range, sizeBytes);
  reply.headers({ "content-type": file.contentType, "accept-ranges": "bytes" });
  if (range === "unsatisfiable") {
    reply.header("content-range", `bytes */${sizeBytes}`);
    throw fail(
      "range_not_satisfiable",
      "Range: begins after the end of the file. Ask for bytes within it",
    );
  }
  const { start, end } = range ?? { start: 0, end: sizeBytes - 1 };
  if (range) reply.code(206).header("content-range", `bytes ${start}-${end}/${sizeBytes}`);
  reply.header("content-length", String(end - start + 1));
  await reply.send(
    sizeBytes === 0 ? "" : Readable.from(file.read(start, end), { objectMode: false }),
  );
}
