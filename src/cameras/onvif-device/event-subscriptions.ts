import { randomUUID } from "node:crypto";
import { fail } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { RestreamCaller } from "../restream/restream-port.ts";
import type { IncidentChange } from "./device-event.ts";
import { EventStates } from "./event-states.ts";
import { EventSubscription } from "./event-subscription.ts";
import type { OnvifDeviceSource } from "./onvif-device-port.ts";

/** Subscriptions of one key, and of all. */
const maxPerKey = 8;
const maxSubscriptions = 32;

/** The open subscriptions of ONVIF clients, each of the key that opened it. */
export class EventSubscriptions {
  readonly #clock: Clock;
  readonly #source: Pick<OnvifDeviceSource, "streams" | "openIncidents" | "followIncidents">;
  readonly #open = new Map<string, EventSubscription>();
  #dropped = 0;
  #stopFollowing: (() => void) | undefined;

  constructor(parts: {
    clock: Clock;
    source: Pick<OnvifDeviceSource, "streams" | "openIncidents" | "followIncidents">;
  }) {
    this.#clock = parts.clock;
    this.#source = parts.source;
  }

  /** Begins to hear of incidents. */
  start(): void {
    this.#stopFollowing = this.#source.followIncidents((change) => this.#onIncident(change));
  }

  /** Ends every subscription. Idempotent. */
  stop(): void {
    this.#stopFollowing?.();
    for (const subscription of this.#open.values()) subscription.end();
  }

  /** Open subscriptions, and reports that were dropped since the start because a client did not fetch them. */
  counts(): { open: number; dropped: number } {
    return { open: this.#open.size, dropped: this.#dropped };
  }

  /** Opens a subscription, which begins with the states that hold. Throws `too_many_streams` beyond the bounds. */
  open(
    caller: RestreamCaller,
    options: { lifeMs: number; wants: (topic: string) => boolean },
  ): { id: string; subscription: EventSubscription } {
    const own = [...this.#open.values()].filter((each) => each.caller.keyId === caller.keyId);
    if (own.length >= maxPerKey || this.#open.size >= maxSubscriptions) {
      const message = `subscription: ${maxPerKey} of a key and ${maxSubscriptions} of all are open at most. End others`;
      throw fail("too_many_streams", message);
    }
    const id = randomUUID();
    const subscription = new EventSubscription({
      clock: this.#clock,
      caller,
      states: new EventStates(),
      ...options,
      onEnd: () => void this.#open.delete(id),
    });
    this.#open.set(id, subscription);
    this.#follow(subscription);
    for (const incident of this.#source.openIncidents(caller.org)) {
      subscription.states.begin(incident);
    }
    subscription.synchronise();
    return { id, subscription };
  }

  /** Returns a subscription of the caller's key, with reports about streams that have come or gone. */
  get(caller: RestreamCaller, id: string): EventSubscription | undefined {
    const subscription = this.#open.get(id);
    if (subscription?.caller.keyId !== caller.keyId) return undefined;
    this.#follow(subscription);
    return subscription;
  }

  #onIncident(change: IncidentChange): void {
    for (const subscription of this.#open.values()) {
      if (subscription.caller.org !== change.incident.org) continue;
      this.#follow(subscription);
      this.#dropped += subscription.offer(subscription.states.change(change));
    }
  }

  #follow(subscription: EventSubscription): void {
    const streamIds = this.#source.streams(subscription.caller.org).map(({ streamId }) => streamId);
    const news = subscription.states.follow(streamIds, this.#clock.wallMs());
    this.#dropped += subscription.offer(news);
  }
}
