import { Backoff } from "../../base/concurrency/backoff.ts";
import { type Clock, sleep } from "../../base/core/clock.ts";
import { withoutLogFields } from "../../base/core/log-context.ts";
import type { OnvifAddress, OnvifCameras, OnvifChannel } from "../onvif-port.ts";
import type { SourceProblem } from "../source.ts";
import type { CameraEventState } from "./camera-event-terms.ts";
import type { CameraEvent, CameraEventListener, CameraEventsStatus } from "./camera-event.ts";

/** The parts that a subscription uses. */
export interface EventSubscriptionParts {
  onvif: Pick<OnvifCameras, "watchEvents">;
  clock: Clock;
  /** Uniform in [0, 1), for the jitter of retries. */
  random?: () => number;
}

/** Delays after a lost subscription; a camera that reboots takes a minute. */
const lostMs = { firstMs: 1000, maxMs: 60_000, jitter: 0.4 } as const;
/** Delays after a refused password: cameras lock an account after a few. */
const refusedMs = { firstMs: 60_000, maxMs: 600_000, jitter: 0.4 } as const;
/** A person may switch the events on in the camera, or install other firmware. */
const unsupportedMs = { firstMs: 600_000, maxMs: 3_600_000, jitter: 0.4 } as const;

/** States that a later listener gets at once; beyond it, the box forgets the oldest. */
const maxHolding = 256;

const states: ReadonlyMap<string, CameraEventState> = new Map([
  ["stream_auth_failed", "refused"],
  ["onvif_no_events", "unsupported"],
]);

const otherChannel: SourceProblem = {
  code: "onvif_no_events",
  message:
    "The device has several cameras, and lists none with the address of this stream. Use an address that the device lists; `gatehouse cameras probe` shows them.",
};

/**
 * The subscription to the events of one camera, shared by its listeners. It subscribes again whenever the camera
 * ends the subscription, for as long as it runs.
 */
export class EventSubscription {
  readonly #parts: EventSubscriptionParts;
  readonly #address: OnvifAddress;
  /** Each with the path and query of its stream. */
  readonly #listeners = new Map<CameraEventListener, string>();
  /** What holds now, for listeners that come later. */
  readonly #holding = new Map<string, CameraEvent>();
  #channels: readonly OnvifChannel[] = [];
  readonly #closing = new AbortController();
  readonly #delays: Readonly<Record<CameraEventState, Backoff>>;
  #status: CameraEventsStatus;

  constructor(parts: EventSubscriptionParts, address: OnvifAddress) {
    this.#parts = parts;
    this.#address = address;
    const random = parts.random ? { random: parts.random } : {};
    const lost = new Backoff({ ...lostMs, ...random });
    this.#delays = {
      connecting: lost,
      subscribed: lost,
      retrying: lost,
      refused: new Backoff({ ...refusedMs, ...random }),
      unsupported: new Backoff({ ...unsupportedMs, ...random }),
    };
    this.#status = { state: "connecting", sinceMs: parts.clock.wallMs(), problem: null };
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  /** Subscribes for the first time. Call once. */
  start(): void {
    withoutLogFields(() => void this.#run());
  }

  /** Ends the subscription. Idempotent. */
  stop(): void {
    this.#closing.abort();
  }

  /** Adds a listener for the stream at `path` of the device; it gets the present status and states at once. */
  add(listener: CameraEventListener, path: string): void {
    this.#listeners.set(listener, path);
    listener.onStatus(this.#statusOf(path));
    const holding = [...this.#holding.values()].filter((event) => this.#isOf(event, path));
    if (holding.length > 0)
      listener.onEvents(holding.map((event) => ({ ...event, isInitial: true })));
  }

  delete(listener: CameraEventListener): void {
    this.#listeners.delete(listener);
  }

  async #run(): Promise<void> {
    const { onvif, clock } = this.#parts;
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const problem = await onvif.watchEvents(
        this.#address,
        {
          onSubscribed: (channels) => {
            this.#channels = channels;
            this.#set("subscribed", null);
          },
          onEvents: (events) => this.#pass(events),
        },
        signal,
      );
      if (signal.aborted) return;
      const state = states.get(problem.code) ?? "retrying";
      this.#holding.clear();
      this.#set(state, problem);
      await sleep(clock, this.#delays[state].nextMs(), signal);
    }
  }

  #pass(events: readonly CameraEvent[]): void {
    // Only an answered question shows that the subscription works.
    for (const delay of Object.values(this.#delays)) delay.reset();
    if (events.length === 0) return;
    for (const event of events) this.#hold(event);
    for (const [listener, path] of this.#listeners) {
      const own = events.filter((event) => this.#isOf(event, path));
      if (own.length > 0) listener.onEvents(own);
    }
  }

  #hold(event: CameraEvent): void {
    if (event.active !== true) {
      if (event.active === false) this.#holding.delete(event.key);
      return;
    }
    this.#holding.set(event.key, event);
    if (this.#holding.size > maxHolding) this.#holding.delete(this.#holding.keys().next().value!);
  }

  /** True for an event of the stream's channel, and for one of the device as a whole. */
  #isOf({ sources }: CameraEvent, path: string): boolean {
    if (this.#channels.length === 0 || sources.length === 0) return true;
    const own = this.#channels.find(({ paths }) => paths.includes(path));
    return own !== undefined && sources.some((source) => own.tokens.includes(source));
  }

  #statusOf(path: string): CameraEventsStatus {
    const isSeveral = this.#status.state === "subscribed" && this.#channels.length > 0;
    if (!isSeveral || this.#channels.some(({ paths }) => paths.includes(path))) return this.#status;
    return { ...this.#status, state: "unsupported", problem: otherChannel };
  }

  #set(state: CameraEventState, problem: SourceProblem | null): void {
    const isSame = state === this.#status.state;
    const sinceMs = isSame ? this.#status.sinceMs : this.#parts.clock.wallMs();
    this.#status = { state, sinceMs, problem };
    for (const [listener, path] of this.#listeners) listener.onStatus(this.#statusOf(path));
  }
}
