import { type ReadonlySignal, signal } from "@preact/signals";
import { noteSignOfLife } from "./connection.ts";

const firstRetryMs = 1000;
const maxRetryMs = 15_000;

/** State of a feed's connection: `connecting` the first time, `retrying` after it was lost or refused. */
export type Link = "idle" | "connecting" | "retrying" | "live";

/** Receives one event. */
export type OnEvent = (type: string, data: never) => void;

/** A follower of a feed and the types that it follows. */
interface Listener {
  types: ReadonlySet<string>;
  onEvent: OnEvent;
  onGap: () => void;
}

/**
 * One event stream of the box, shared by everything on the page; open while it has a follower.
 * After a lost connection the browser resumes by Last-Event-ID. After a refused one the feed retries from
 * the last event that it received, with longer and longer waits.
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

  /** State of the connection. */
  get link(): ReadonlySignal<Link> {
    return this.#link;
  }

  /**
   * Passes events of these types to `onEvent` until the caller calls the returned function. Calls `onGap`
   * when the connection opens, also again, and when events were lost: the follower then reloads its data.
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
    if (this.#link.value === "idle") this.#link.value = "connecting";
    const resume = this.#lastId ? `?last_event_id=${encodeURIComponent(this.#lastId)}` : "";
    const source = new EventSource(this.#path + resume);
    this.#source = source;
    source.addEventListener("open", () => {
      this.#retryMs = firstRetryMs;
      this.#link.value = "live";
      this.#notifyGap();
    });
    source.addEventListener("error", () => this.#onError(source));
    source.addEventListener("stream.gap", () => this.#notifyGap());
    for (const type of this.#types) {
      source.addEventListener(type, (event: Event) => {
        const { data, lastEventId } = event as MessageEvent;
        noteSignOfLife();
        if (lastEventId !== "") this.#lastId = lastEventId;
        const content = JSON.parse(String(data)) as never;
        for (const listener of this.#listeners) {
          if (listener.types.has(type)) listener.onEvent(type, content);
        }
      });
    }
  }

  #notifyGap(): void {
    for (const { onGap } of this.#listeners) onGap();
  }

  #onError(source: EventSource): void {
    if (source !== this.#source) return;
    this.#link.value = "retrying";
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
