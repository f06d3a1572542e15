import { openSse, type SseClient, type SseEvent } from "../http/sse.ts";
import { until } from "../box/wait.ts";
import type { SiteBox } from "./site-box.ts";

const path = "/api/v1/surveillance/events";

/** Before everything in the log: an id that it never had. */
const beginning = "earliest";

/** A reader of the events of one box that comes back after each break and goes on where it was. */
export class EventReader {
  readonly #box: SiteBox;
  /** Ids of the incidents that were said to be new. */
  readonly created = new Set<string>();
  readonly faults: string[] = [];
  #lastId = beginning;
  #client: SseClient | undefined;
  #isOver = false;
  #running: Promise<void> | undefined;

  constructor(box: SiteBox) {
    this.#box = box;
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
      const headers = { ...this.#box.headers, "last-event-id": this.#lastId };
      try {
        this.#client = await openSse(this.#box.url + path, headers, (event) => this.#take(event));
        await this.#client.ended;
      } catch {
        // The box is off. Until it answers again, or the reader is stopped.
        const isBack = async () => this.#isOver || (await answers(this.#box));
        await until(isBack, { everyMs: 100, deadlineMs: 180_000, what: "the box of a reader" });
      }
    }
  }

  #take({ id, event, data }: SseEvent): void {
    const isGap = event === "stream.gap" && data.requested !== beginning;
    if (isGap) this.faults.push(`a gap in the events: ${JSON.stringify(data)}`);
    if (id === undefined) return;
    if (positionOf(id) <= positionOf(this.#lastId)) {
      this.faults.push(`${id} came after ${this.#lastId}`);
    }
    this.#lastId = id;
    if (event !== "incident.created") return;
    const { id: incident } = data as { id: string };
    if (this.created.has(incident)) this.faults.push(`the incident ${incident} began twice`);
    this.created.add(incident);
  }
}

/** Position in the box's log; 0 before its beginning. */
function positionOf(id: string): number {
  return Number(/-(\d+)$/.exec(id)?.[1] ?? 0);
}

async function answers(box: SiteBox): Promise<boolean> {
  const signal = AbortSignal.timeout(1000);
  return await fetch(`${box.url}/healthz`, { signal }).then(
    ({ ok }) => ok,
    () => false,
  );
}
