import { find, type XmlElement } from "../../../../src/adapters/onvif/xml.ts";
import { ns, OnvifFault } from "./onvif-wire.ts";

/** How a test device deviates from the standard: what trackers of other projects report of real cameras. */
export interface EventQuirks {
  /** Wants the headers of WS-Addressing in each request; the npm package `onvif` sends only some. */
  addressing?: boolean;
  /** Knows no `Renew`; the subscription ends when its time is over. */
  renew?: boolean;
  /** Refuses times such as `PT60S`. */
  relativeTimes?: boolean;
  /** Wants its reference parameter back in the header, as Axis does. */
  reference?: boolean;
  /** Names this port for subscriptions, where nothing may answer (TP-Link). */
  port?: number;
  /** States this as the time from now to the end, in seconds; negative for a time in the past. */
  statedSec?: number;
  /** Time after which it forgets a subscription, in milliseconds; `PullMessages` does not prolong it. */
  lifetimeMs?: number;
  /** Answers without events: at once, or by ending the connection. */
  empty?: "at once" | "hang up";
  /** Does not repeat its states on request. */
  synchronises?: boolean;
  /** Subscriptions that it allows. */
  limit?: number;
}

/** What a test device reports. */
export interface DeviceReport {
  topic: string;
  operation?: "Initialized" | "Changed" | "Deleted" | "";
  source?: Readonly<Record<string, string>>;
  data?: Readonly<Record<string, string>>;
  /** The time in the report; the camera's clock is not checked. */
  time?: string;
}

interface Subscription {
  waiting: DeviceReport[];
  wake: () => void;
  endsAtMs: number;
}

/** Longest wait of one `PullMessages`: tests do not have eight seconds. */
const waitMs = 200;

/** The event service of a test device: strict about subscriptions, times and references. */
export class OnvifEvents {
  /** Subscriptions made and ended since the start. */
  made = 0;
  ended = 0;
  readonly #quirks: EventQuirks;
  readonly #states = new Map<string, DeviceReport>();
  readonly #subscriptions = new Map<string, Subscription>();

  constructor(quirks: EventQuirks = {}) {
    this.#quirks = quirks;
  }

  get open(): number {
    return this.#subscriptions.size;
  }

  /** Reports to every subscription, and keeps the state of a property for later ones. */
  emit(report: DeviceReport): void {
    const { operation = "Changed" } = report;
    if (operation !== "") this.#states.set(report.topic + JSON.stringify(report.source), report);
    for (const one of this.#subscriptions.values()) {
      one.waiting.push(report);
      one.wake();
    }
  }

  /** Forgets every subscription and state, as at a restart. */
  reboot(): void {
    for (const one of this.#subscriptions.values()) one.wake();
    this.#subscriptions.clear();
    this.#states.clear();
  }

  /** The answer to a call at `path`; null for a connection that it ends. Throws `OnvifFault`. */
  async answer(at: {
    path: string;
    host: string;
    contentType: string;
    envelope: XmlElement;
    call: XmlElement;
  }): Promise<string | null> {
    const { path, call, envelope } = at;
    if (this.#quirks.addressing) this.#checkAddressing(at);
    if (call.name === "CreatePullPointSubscription") return this.#create(call, at.host);
    const id = path.slice(path.lastIndexOf("/") + 1);
    const one = this.#subscriptions.get(id);
    if (!one || one.endsAtMs < Date.now()) {
      this.#subscriptions.delete(id);
      throw new OnvifFault("wsrf-rw:ResourceUnknownFault", "no such subscription");
    }
    const reference = find(envelope, "Header", "SubscriptionId");
    if (this.#quirks.reference && (reference?.text !== id || reference.namespace !== "urn:maker")) {
      throw new OnvifFault("ter:InvalidArgVal", "reference parameter missing");
    }
    return await this.#use(call, id, one);
  }

  #checkAddressing({ contentType, envelope, path, call }: Parameters<OnvifEvents["answer"]>[0]) {
    const action = find(envelope, "Header", "Action");
    const to = find(envelope, "Header", "To")?.text ?? "";
    const isRight =
      action?.namespace === ns.addressing &&
      contentType.includes(`action="${action.text}"`) &&
      action.text.endsWith(`/${call.name}Request`) &&
      URL.parse(to)?.pathname === path &&
      (find(envelope, "Header", "MessageID")?.text ?? "").startsWith("urn:uuid:");
    if (!isRight) throw new OnvifFault("wsa:MessageAddressingHeaderRequired", "bad addressing");
  }

  #create(call: XmlElement, host: string): string {
    const { relativeTimes = true, limit = 10, reference, port, lifetimeMs = 60_000 } = this.#quirks;
    const requested = find(call, "InitialTerminationTime")?.text;
    if (!relativeTimes && (requested === undefined || requested.startsWith("P"))) {
      throw new OnvifFault("wsnt:UnacceptableInitialTerminationTimeFault", "give a time");
    }
    if (this.#subscriptions.size >= limit) {
      throw new OnvifFault("wsnt:SubscribeCreationFailedFault", "too many subscriptions");
    }
    this.made += 1;
    const id = String(this.made);
    const states = [...this.#states.values()].map((state) => ({
      ...state,
      operation: "Initialized" as const,
    }));
    const endsAtMs = Date.now() + lifetimeMs;
    this.#subscriptions.set(id, { waiting: states, wake: () => undefined, endsAtMs });
    const url = new URL(`http://${host}/onvif/subscription/${id}`);
    if (port !== undefined) url.port = String(port);
    const parameters = reference
      ? `<a:ReferenceParameters><m:SubscriptionId xmlns:m="urn:maker">${id}</m:SubscriptionId></a:ReferenceParameters>`
      : "";
    return `<x:SubscriptionReference xmlns:a="${ns.addressing}"><a:Address>${url.href}</a:Address>${parameters}</x:SubscriptionReference>${this.#times(endsAtMs, "n")}`;
  }

  #times(endsAtMs: number, prefix: string): string {
    const { statedSec } = this.#quirks;
    // Its clock is far off; only the difference of its two times means anything.
    const now = Date.parse("2004-01-01T00:00:00Z");
    const leftMs = statedSec === undefined ? endsAtMs - Date.now() : statedSec * 1000;
    const iso = (ms: number): string => new Date(ms).toISOString();
    return `<${prefix}:CurrentTime xmlns:${prefix}="${ns.notification}">${iso(now)}</${prefix}:CurrentTime><${prefix}:TerminationTime xmlns:${prefix}="${ns.notification}">${iso(now + leftMs)}</${prefix}:TerminationTime>`;
  }

  async #use(call: XmlElement, id: string, one: Subscription): Promise<string | null> {
    const { renew = true, synchronises = true, lifetimeMs = 60_000 } = this.#quirks;
    switch (call.name) {
      case "PullMessages":
        return await this.#pull(call, one);
      case "SetSynchronizationPoint":
        if (synchronises) return "";
        break;
      case "Renew":
        if (!renew) break;
        one.endsAtMs = Date.now() + lifetimeMs;
        return this.#times(one.endsAtMs, "n");
      case "Unsubscribe":
        this.ended += 1;
        this.#subscriptions.delete(id);
        one.wake();
        return "";
    }
    throw new OnvifFault("ter:ActionNotSupported", `no ${call.name}`);
  }

  async #pull(call: XmlElement, one: Subscription): Promise<string | null> {
    const limit = Number(find(call, "MessageLimit")?.text);
    if (!/^PT\d+[SM]$/.test(find(call, "Timeout")?.text ?? "") || !(limit > 0)) {
      throw new OnvifFault("ter:InvalidArgVal", "no timeout or limit");
    }
    const { empty } = this.#quirks;
    if (one.waiting.length === 0 && empty !== "at once") {
      await new Promise<void>((resolve) => {
        // oxlint-disable-next-line house/no-sleep -- the time that a camera waits for events
        const timer = setTimeout(resolve, waitMs);
        one.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    if (one.waiting.length === 0 && empty === "hang up") return null;
    return this.#times(one.endsAtMs, "x") + one.waiting.splice(0, limit).map(written).join("");
  }
}

function written({
  topic,
  operation = "Changed",
  source = {},
  data = {},
  time = "2004-01-01T00:00:00Z",
}: DeviceReport): string {
  const items = (all: Readonly<Record<string, string>>): string =>
    Object.entries(all)
      .map(([name, value]) => `<tt:SimpleItem Name="${name}" Value="${value}"/>`)
      .join("");
  const property = operation === "" ? "" : ` PropertyOperation="${operation}"`;
  return (
    `<n:NotificationMessage xmlns:n="${ns.notification}"><n:Topic Dialect="http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet">${topic}</n:Topic>` +
    `<n:Message><tt:Message UtcTime="${time}"${property}><tt:Source>${items(source)}</tt:Source><tt:Data>${items(data)}</tt:Data></tt:Message></n:Message></n:NotificationMessage>`
  );
}
