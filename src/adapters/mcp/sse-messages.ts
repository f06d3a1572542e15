/** The box's answer to one message. */
export interface BoxAnswer {
  status: number;
  contentType: string;
  body: AsyncIterable<Uint8Array>;
}

/** One message of JSON-RPC, or the envelope of an error of the API. */
export type Message = { method: string } | { result: unknown } | { error?: unknown };

/** Longest message that is read, in characters. */
const maxCharacters = 32 * 1024 * 1024;

/** Yields the messages of an answer: of an event stream each as it comes, else the one of the body. */
export async function* messagesOf({ contentType, body }: BoxAnswer): AsyncGenerator<Message> {
  const decoder = new TextDecoder();
  let text = "";
  const isStream = contentType.startsWith("text/event-stream");
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (!isStream) {
      if (text.length > maxCharacters) return;
      continue;
    }
    const events = text.split(/\r?\n\r?\n/);
    text = events.pop()!;
    if (text.length > maxCharacters) return;
    for (const event of events) yield* messageOf(event);
  }
  if (!isStream && text !== "") yield JSON.parse(text) as Message;
}

/** An event without data is a sign of life. */
function* messageOf(event: string): Generator<Message> {
  const data = event
    .split(/\r?\n/)
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5).trimStart())
    .join("\n");
  if (data !== "") yield JSON.parse(data) as Message;
}
