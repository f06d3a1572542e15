import type { Socket } from "node:net";
import { maxLineBytes } from "./protocol.ts";

/**
 * Resolves with the first line that `socket` sends, without its end. Undefined when the peer ends,
 * fails, or exceeds the limit before the line is complete.
 */
export function readLine(socket: Socket): Promise<string | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish = (line: string | undefined): void => {
      socket.removeAllListeners("data");
      resolve(line);
    };
    socket.on("data", (chunk: Buffer) => {
      const end = chunk.indexOf(10);
      chunks.push(end === -1 ? chunk : chunk.subarray(0, end));
      bytes += chunk.length;
      if (end !== -1) finish(Buffer.concat(chunks).toString("utf8"));
      else if (bytes > maxLineBytes) finish(undefined);
    });
    socket.once("end", () => finish(undefined));
    socket.once("error", () => finish(undefined));
    socket.once("close", () => finish(undefined));
  });
}
