import { createGzip } from "node:zlib";
import { tarOf, type TarMember } from "../../base/archive/tar-writer.ts";
import { describeError } from "../../base/core/errors.ts";

/** One file of the bundle. */
export interface SupportFile {
  name: string;
  /** Reads its content; when that fails, the file holds the reason. */
  read(): Promise<string> | string;
  /** The end to keep when the file is too long; the beginning when absent. */
  keep?: "end";
}

/** Longest file of a bundle, in characters. */
export const maxFileChars = 2_000_000;

/**
 * Returns a gzipped tar of the files, made while it is read. Scrubs each text as a whole before it
 * cuts it, so that no secret survives in two halves.
 */
export async function* supportBundle(
  files: readonly SupportFile[],
  scrub: (text: string) => string,
): AsyncGenerator<Buffer> {
  const members = async function* (): AsyncGenerator<TarMember> {
    for (const file of files) {
      const bytes = Buffer.from(cut(scrub(await textOf(file)), file.keep === "end"));
      yield { path: `gatehouse-support/${file.name}`, sizeBytes: bytes.length, body: [bytes] };
    }
  };
  const gzip = createGzip();
  const fed = (async () => {
    for await (const chunk of tarOf(members())) gzip.write(chunk);
    gzip.end();
  })().catch((error: unknown) => gzip.destroy(error as Error));
  yield* gzip as AsyncIterable<Buffer>;
  await fed;
}

async function textOf({ read }: SupportFile): Promise<string> {
  try {
    return await read();
  } catch (error) {
    return `not to be had: ${describeError(error)}\n`;
  }
}

function cut(text: string, isEndKept: boolean): string {
  if (text.length <= maxFileChars) return text;
  const note = `[cut: ${text.length} characters in all]`;
  return isEndKept
    ? `${note}\n${text.slice(-maxFileChars)}`
    : `${text.slice(0, maxFileChars)}\n${note}\n`;
}
