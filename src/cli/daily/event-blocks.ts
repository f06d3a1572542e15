/** One event of the box, or (without a type) a position only. */
export interface EventBlock {
  id?: string;
  type?: string;
  data?: Readonly<Record<string, unknown>>;
}

/** Yields the blocks of an event stream (WHATWG HTML 9.2.6). */
export async function* blocksOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<EventBlock> {
  const decoder = new TextDecoder();
  let waiting = "";
  for await (const chunk of body) {
    waiting += decoder.decode(chunk, { stream: true });
    const texts = waiting.split("\n\n");
    waiting = texts.pop() ?? "";
    for (const text of texts) yield blockOf(text);
  }
}

function blockOf(text: string): EventBlock {
  const fields = new Map<string, string>();
  for (const line of text.split("\n")) {
    const at = line.indexOf(": ");
    if (at > 0) fields.set(line.slice(0, at), line.slice(at + 2));
  }
  const [id, type, data] = ["id", "event", "data"].map((name) => fields.get(name));
  return {
    ...(id !== undefined && { id }),
    ...(type !== undefined && { type }),
    ...(data !== undefined && { data: JSON.parse(data) as Record<string, unknown> }),
  };
}

/** Returns the time that an event is about, Unix milliseconds; undefined where it has none. */
export function timeOf({ type, data = {} }: EventBlock): number | undefined {
  const field = type === "incident.created" ? "started_at" : "resolved_at";
  const times = [data[field], data["last_seen_at"], data["at"], data["since"], data["started_at"]];
  const seconds = times.find((each) => typeof each === "number");
  return seconds === undefined ? undefined : seconds * 1000;
}

/** Returns an event as one line for people: time, type, and what its data says. */
export function eventLine(event: EventBlock): string {
  const { type = "", data = {} } = event;
  const atMs = timeOf(event);
  const at = atMs === undefined ? " ".repeat(19) : new Date(atMs).toISOString().slice(0, 19);
  const text = (name: string): string => {
    const value = data[name];
    return typeof value === "string" || typeof value === "number" ? String(value) : "";
  };
  const subject = text("stream_name") || text("stream_id") || text("robot_id");
  const more = text("summary") || [text("type"), text("state"), text("reason")].join(" ").trim();
  const cells = [at.replace("T", " "), type.padEnd(17), text("severity").padEnd(8), subject, more];
  return cells
    .join("  ")
    .trimEnd()
    .replaceAll(/\p{Cc}/gu, "\u{fffd}");
}
