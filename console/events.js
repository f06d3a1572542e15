const types = ["incident.created", "incident.updated", "incident.resolved", "stream.status"];
const firstRetryMs = 1000;
const maxRetryMs = 15_000;

/**
 * Follows the box's events and connects again by itself from the last one seen. The browser does
 * that while the connection merely breaks; a refused one is tried again here, ever more slowly.
 */
export class Events {
  #source;
  #lastId = "";
  #retryMs = firstRetryMs;
  #timer;
  #handlers;

  /** `handlers`: onEvent(type, data), onState("live"|"connecting"), onOpen(), onRefused(). */
  constructor(handlers) {
    this.#handlers = handlers;
  }

  open() {
    this.close();
    this.#connect();
  }

  /** Ends the connection and forgets how far it came. */
  close() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = undefined;
    this.#lastId = "";
  }

  #connect() {
    this.#handlers.onState("connecting");
    const resume = this.#lastId ? `?last_event_id=${encodeURIComponent(this.#lastId)}` : "";
    const source = new EventSource(`/api/v1/surveillance/events${resume}`);
    this.#source = source;
    source.addEventListener("open", () => {
      this.#retryMs = firstRetryMs;
      this.#handlers.onState("live");
      this.#handlers.onOpen();
    });
    source.addEventListener("error", () => this.#onError(source));
    for (const type of types) {
      source.addEventListener(type, (event) => {
        this.#lastId = event.lastEventId;
        this.#handlers.onEvent(type, JSON.parse(event.data));
      });
    }
    source.addEventListener("stream.gap", () => this.#handlers.onOpen());
  }

  #onError(source) {
    this.#handlers.onState("connecting");
    if (source !== this.#source || source.readyState !== EventSource.CLOSED) return;
    this.#timer = setTimeout(() => this.#connect(), this.#retryMs);
    this.#retryMs = Math.min(maxRetryMs, this.#retryMs * 2);
    this.#handlers.onRefused();
  }
}
