import type { Part } from "../../base/core/parts.ts";
import { onvifAddressOf } from "../onvif-address.ts";
import type { SourceSpec } from "../source.ts";
import type { CameraEventListener } from "./camera-event.ts";
import { EventSubscription, type EventSubscriptionParts } from "./event-subscription.ts";

function pathOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? "" : `${parsed.pathname}${parsed.search}`;
}

/** The events of cameras, as streams need them. */
export interface CameraEventFeed {
  /** Follows the events of a camera until the returned function is called. Not for files. */
  follow(source: SourceSpec, listener: CameraEventListener): () => void;
}

/**
 * All subscriptions to cameras' events: one for each ONVIF address and user, because cameras allow only a few.
 * It ends with its last listener.
 */
export class CameraEvents implements CameraEventFeed, Part {
  readonly #parts: EventSubscriptionParts;
  readonly #open = new Map<string, EventSubscription>();

  constructor(parts: EventSubscriptionParts) {
    this.#parts = parts;
  }

  follow(source: SourceSpec, listener: CameraEventListener): () => void {
    const address = onvifAddressOf(source);
    const key = JSON.stringify([address.url, address.username, address.password]);
    const subscription = this.#open.get(key) ?? this.#start(key, address);
    subscription.add(listener, pathOf(source.url));
    return () => {
      subscription.delete(listener);
      if (subscription.listeners > 0) return;
      subscription.stop();
      if (this.#open.get(key) === subscription) this.#open.delete(key);
    };
  }

  /** Ends every subscription. */
  stop(): void {
    for (const subscription of this.#open.values()) subscription.stop();
    this.#open.clear();
  }

  #start(key: string, address: ReturnType<typeof onvifAddressOf>): EventSubscription {
    const subscription = new EventSubscription(this.#parts, address);
    this.#open.set(key, subscription);
    subscription.start();
    return subscription;
  }
}
