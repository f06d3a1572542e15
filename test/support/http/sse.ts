/** One event of a server-sent event stream. */
export interface SseEvent {
  id: string | undefined;
  event: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into events of every shape
  data: any;
  /** Unix milliseconds at which its last byte was read. */
  atMs: number;
}

/** An open event stream; `close` ends it. `events` grows as they arrive. */
export interface SseClient {
  readonly events: SseEvent[];
  readonly headers: Headers;
  /** Comment lines seen, such as `heartbeat`. */
  readonly comments: string[];
  close(): void;
  /** Resolves when the stream has ended, whoever ended it. */
  readonly ended: Promise<void>;
}

function parseBlock(block: string, client: { events: SseEvent[]; comments: string[] }): void {
  let id: string | undefined;
  let event = "message";
  let data = "";
  for (const line of block.split("\n")) {
    if (line.startsWith(":")) client.comments.push(line.slice(1).trim());
    else if (line.startsWith("id: ")) id = line.slice(4);
    else if (line.startsWith("event: ")) event = line.slice(7);
    else if (line.startsWith("data: ")) data += line.slice(6);
  }
  if (data !== "") client.events.push({ id, event, data: JSON.parse(data), atMs: Date.now() });
}

/** Opens `url` as an event stream with `headers`; rejects when the answer is not 200. */
export async function openSse(
  url: string,
  headers: Record<string, string>,
  onEvent?: (event: SseEvent) => void,
): Promise<SseClient> {
  const abort = new AbortController();
  const answer = await fetch(url, { headers, signal: abort.signal });
  if (answer.status !== 200 || !answer.body) {
    throw new Error(`event stream answered ${answer.status}: ${await answer.text()}`);
  }
  const client = { events: [] as SseEvent[], comments: [] as string[] };
  const read = async (body: ReadableStream<Uint8Array>): Promise<void> => {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of body) {
      rest += decoder.decode(chunk, { stream: true });
      const blocks = rest.split("\n\n");
      rest = blocks.pop()!;
      for (const block of blocks) {
        const before = client.events.length;
        parseBlock(block, client);
        if (client.events.length > before) onEvent?.(client.events.at(-1)!);
      }
    }
  };
  const ended = read(answer.body).catch(() => undefined);
  return { ...client, headers: answer.headers, close: () => abort.abort(), ended };
}
