import { type ReadonlySignal, signal } from "@preact/signals";

const firstRetryMs = 1000;
const maxRetryMs = 15_000;

/** How a feed stands. */
export type Link = "idle" | "connecting" | "live";

/** Told of one event. */
export type OnEvent = (type: string, data: never) => void;

/** Who listens, and to what. */
interface Listener {
  types: ReadonlySet<string>;
  onEvent: OnEvent;
  onGap: () => void;
}

/**
 * One event stream of the box, shared by everything on the page: it is open while anybody follows it.
 * The browser goes on by Last-Event-ID while the connection merely breaks; a refused one is tried again
 * here, ever more slowly, from the last event seen.
 */
export class Feed {
  readonly #path: string;
  readonly #types: readonly string[];
  readonly #listeners = new Set<Listener>();
  readonly #link = signal<Link>("idle");
  #source: EventSource | undefined;
  #lastId = "";
  #retryMs = firstRetryMs;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(path: string, types: readonly string[]) {
    this.#path = path;
    this.#types = types;
  }

  /** How the connection stands. */
  get link(): ReadonlySignal<Link> {
    return this.#link;
  }

  /**
   * Hands over events of these types until the returned function is called. `onGap` is called when the
   * connection is (re)opened or events were lost: then what is shown has to be read anew.
   */
  follow(types: readonly string[], onEvent: OnEvent, onGap: () => void = () => {}): () => void {
    const listener = { types: new Set(types), onEvent, onGap };
    this.#listeners.add(listener);
    if (this.#source === undefined && this.#timer === undefined) this.#connect();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#close();
    };
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#source?.close();
    this.#source = undefined;
    this.#lastId = "";
    this.#link.value = "idle";
  }

  #connect(): void {
    this.#timer = undefined;
    this.#link.value = "connecting";
    const resume = this.#lastId ? `?last_event_id=${encodeURIComponent(this.#lastId)}` : "";
    const source = new EventSource(this.#path + resume);
    this.#source = source;
    source.addEventListener("open", () => {
      this.#retryMs = firstRetryMs;
      this.#link.value = "live";
      this.#tellGap();
    });
    source.addEventListener("error", () => this.#onError(source));
    source.addEventListener("stream.gap", () => this.#tellGap());
    for (const type of this.#types) {
      source.addEventListener(type, (event: MessageEvent<string>) => {
        if (event.lastEventId !== "") this.#lastId = event.lastEventId;
        const data = JSON.parse(event.data) as never;
        for (const listener of this.#listeners) {
          if (listener.types.has(type)) listener.onEvent(type, data);
        }
      });
    }
  }

  #tellGap(): void {
    for (const { onGap } of this.#listeners) onGap();
  }

  #onError(source: EventSource): void {
    if (source !== this.#source) return;
    this.#link.value = "connecting";
    if (source.readyState !== EventSource.CLOSED) return;
    this.#source = undefined;
    this.#timer = setTimeout(() => this.#connect(), this.#retryMs);
    this.#retryMs = Math.min(maxRetryMs, this.#retryMs * 2);
  }
}

/** Incidents and states of streams. */
export const siteEvents = new Feed("/api/v1/surveillance/events", [
  "incident.created",
  "incident.updated",
  "incident.resolved",
  "stream.status",
]);

/** Incidents, commands and telemetry of robots; open while a view of robots is. */
export const robotEvents = new Feed("/api/v1/robots/events", [
  "robot.incident",
  "robot.command",
  "robot.telemetry",
]);
