import { noteSignOfLife } from "../api/connection.ts";

/** Answers that asking again does not change. */
const finalCodes = ["codec_not_playable", "conflict", "insufficient_scope", "not_found"];

/** The WebSocket did not open, though the box would have answered: a proxy bars them. */
export class Blocked extends Error {}

/** The box cannot give, or this browser cannot play, this: asking again changes nothing. */
export class Unplayable extends Error {}

/** Other live views have taken the key's places on the box, or all of them. */
export class Crowded extends Error {}

/**
 * The messages of one of a stream's live answers, over a WebSocket: a browser has six connections to a host
 * for answers that stay open, and a wall shows more cameras. Ends with the box's answer, or throws why there
 * was none. With `isNewestOnly` what is not taken in time gives way to what follows.
 */
export async function* messagesOf(
  address: string,
  { signal, isNewestOnly = false }: { signal: AbortSignal; isNewestOnly?: boolean },
): AsyncGenerator<string | Uint8Array<ArrayBuffer>> {
  const socket = new WebSocket(location.origin.replace(/^http/, "ws") + address);
  socket.binaryType = "arraybuffer";
  const close = (): void => socket.close();
  signal.addEventListener("abort", close, { once: true });
  const parts: (string | Uint8Array<ArrayBuffer>)[] = [];
  let isOpen = false;
  let isOver = false;
  let wake = (): void => {};
  socket.addEventListener("message", ({ data }: MessageEvent<string | ArrayBuffer>) => {
    isOpen = true;
    noteSignOfLife();
    if (isNewestOnly) parts.length = 0;
    parts.push(typeof data === "string" ? data : new Uint8Array(data));
    wake();
  });
  socket.addEventListener("close", () => {
    isOver = true;
    wake();
  });
  try {
    while (!signal.aborted) {
      const part = parts.shift();
      if (part !== undefined) yield part;
      else if (isOver) break;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
    if (!isOpen && !signal.aborted) throw await refusal(address, signal);
  } finally {
    signal.removeEventListener("abort", close);
    socket.close();
  }
}

/** Why the box refused; a browser does not tell that of a WebSocket. */
async function refusal(address: string, signal: AbortSignal): Promise<Error> {
  const probe = new AbortController();
  const response = await fetch(address, { signal: AbortSignal.any([signal, probe.signal]) });
  if (response.ok) {
    probe.abort();
    return new Blocked("WebSocket");
  }
  const body = (await response.json().catch(() => ({}))) as {
    error?: { code?: string; message?: string };
  };
  const { code = "", message = `HTTP ${response.status}` } = body.error ?? {};
  if (code === "too_many_streams") return new Crowded(message);
  return finalCodes.includes(code) ? new Unplayable(message) : new Error(message);
}
