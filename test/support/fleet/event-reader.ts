import { openSse, type SseClient, type SseEvent } from "../http/sse.ts";
import { until } from "../box/wait.ts";
import type { SiteBox } from "./site-box.ts";

const path = "/api/v1/surveillance/events";

/** Before everything in the log: an id that it never had. */
const beginning = "earliest";

/**
 * A reader of the events of the whole site that goes on where it was after each break, at the next box that answers. A
 * box that is cut off answers too: what others have then comes later.
 */
export class EventReader {
  readonly #boxes: readonly SiteBox[];
  /** Ids of the incidents that were said to be new. */
  readonly created = new Set<string>();
  readonly faults: string[] = [];
  /** What this connection has shown: ids of events, and of incidents that began. */
  #shown = new Set<string>();
  #at: number;
  #lastId = beginning;
  #client: SseClient | undefined;
  #isOver = false;
  #running: Promise<void> | undefined;

  /** `first` is the place of the first box in `boxes`. */
  constructor(boxes: readonly SiteBox[], first: number) {
    this.#boxes = boxes;
    this.#at = first;
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    this.#client?.close();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      const box = this.#boxes[this.#at % this.#boxes.length]!;
      const headers = { ...box.headers, "last-event-id": this.#lastId };
      this.#shown = new Set();
      try {
        this.#client = await openSse(box.url + path, headers, (event) => this.#take(event));
        await this.#client.ended;
      } catch {
        // The box is off. Until another answers, or the reader is stopped.
        this.#at += 1;
        const next = this.#boxes[this.#at % this.#boxes.length]!;
        const isThere = async () => this.#isOver || (await answers(next));
        await until(isThere, { everyMs: 100, deadlineMs: 2000 }).catch(() => undefined);
      }
    }
  }

  #take({ id, event, data }: SseEvent): void {
    const isGap = event === "stream.gap" && data.requested !== beginning;
    if (isGap) this.faults.push(`a gap in the events: ${JSON.stringify(data)}`);
    if (id === undefined) return;
    this.#lastId = id;
    this.#once(`the event ${id}`);
    if (event !== "incident.created") return;
    const { id: incident } = data as { id: string };
    this.#once(`the incident ${incident}`);
    this.created.add(incident);
  }

  #once(what: string): void {
    if (this.#shown.has(what)) this.faults.push(`${what} came twice on one connection`);
    this.#shown.add(what);
  }
}

async function answers(box: SiteBox): Promise<boolean> {
  const signal = AbortSignal.timeout(1000);
  return await fetch(`${box.url}/healthz`, { signal }).then(
    ({ ok }) => ok,
    () => false,
  );
}
