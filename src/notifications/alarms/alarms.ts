import type { Severity } from "../../base/contract/event-types.ts";
import { escalationNotice } from "../escalation/escalation-wire.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { Store, StoreTransaction } from "../../base/core/store.ts";
import type { Event } from "../../base/events/event.ts";
import { incidentSentence } from "../../base/events/incident-sentence.ts";
import type { EventLog } from "../../base/events/event-log.ts";
import { EventReader } from "../../base/events/event-reader.ts";
import { type Alarm, AlarmStore, type AlarmOutlet } from "./alarm-store.ts";
import { MailNotifier } from "./mail-notifier.ts";
import { mailWords } from "./mail-words.ts";
import type { Condition, Mailer, Switch } from "./ports.ts";
import { RelayNotifier } from "./relay-notifier.ts";

/** The outlets for alarms, and the newest alarms. */
export interface AlarmOutlets {
  /** Number of active alarms. */
  active: number;
  /** Null without mail. */
  mail: ReturnType<MailNotifier["describe"]> | null;
  /** Null without a relay. */
  relay: ReturnType<RelayNotifier["describe"]> | null;
  /** At most 50, newest first. */
  recent: readonly Alarm[];
}

/** The parts of `Alarms`. */
export interface AlarmsParts {
  store: Store;
  events: EventLog;
  clock: Clock;
  log: Logger;
  /** Organisation whose incidents raise alarms. */
  org: string;
  /** Name and language of the site, for mails. */
  site: string;
  locale: string;
  /** Present faults beside the incidents; null while they are unknown. Read every few seconds. */
  conditions(): readonly Condition[] | null;
  mail?: { mailer: Mailer; cooldownMs: number };
  relay?: { switch: Switch; hasOff: boolean; minOnMs: number; minIntervalMs: number };
}

const lookMs = 2000;
/** Bound of alarms in the answer, the newest first. */
const maxShown = 50;
/** Longest wait of a test for the outlets, and the period of its checks. */
const testMs = 30_000;
const testLookMs = 100;

/**
 * Raises alarms without the internet: for critical incidents of the event log, each exactly once
 * even after a crash, and for faults of the box, its cameras and robots. Notifies by mail and
 * relay; the site's bus shows the active ones.
 */
export class Alarms implements Part {
  readonly #parts: AlarmsParts;
  readonly #store: AlarmStore;
  readonly #reader: EventReader;
  readonly #mail: MailNotifier | undefined;
  readonly #relay: RelayNotifier | undefined;
  #timer: Timer | undefined;
  #looking: Promise<void> | undefined;

  constructor(parts: AlarmsParts) {
    const { mail, relay } = parts;
    this.#parts = parts;
    const outlets: AlarmOutlet[] = [
      ...(mail ? (["mail"] as const) : []),
      ...(relay ? (["relay"] as const) : []),
    ];
    this.#store = new AlarmStore({ ...parts, outlets });
    this.#reader = new EventReader({
      ...parts,
      name: "alarms",
      wants: (event) => this.#isAbout(event),
      take: (tx, event) => this.#take(tx, event),
    });
    const shared = { ...parts, alarms: this.#store };
    if (mail) this.#mail = new MailNotifier({ ...shared, ...mail });
    if (relay) this.#relay = new RelayNotifier({ ...shared, ...relay, relay: relay.switch });
  }

  async start(): Promise<void> {
    await this.#reader.start();
    this.#mail?.start();
    this.#relay?.start();
    this.#timer = this.#parts.clock.every(lookMs, () => this.#look());
  }

  async stop(): Promise<void> {
    this.#timer?.cancel();
    await this.#looking;
    await this.#reader.stop();
    await this.#mail?.stop();
    await this.#relay?.stop();
  }

  /** Returns the active alarms. */
  active(): Alarm[] {
    return this.#store.all().filter(({ clearedAtMs }) => clearedAtMs === null);
  }

  /** Returns the state of the outlets; other organisations see the outlets, not the alarms. */
  describe(org = this.#parts.org): AlarmOutlets {
    const isOwn = org === this.#parts.org;
    return {
      active: isOwn ? this.active().length : 0,
      mail: this.#mail?.describe() ?? null,
      relay: this.#relay?.describe() ?? null,
      recent: isOwn ? this.#store.all().toReversed().slice(0, maxShown) : [],
    };
  }

  /** Raises an alarm that tests every channel; resolves with its delivery after at most 30 s. */
  async test(): Promise<Alarm> {
    const { clock, site } = this.#parts;
    await this.#store.raiseTest(`Test: ${site}`);
    const endMs = clock.monoMs() + testMs;
    for (;;) {
      const alarm = this.#store.get("test")!;
      const isPending = alarm.mail?.state === "pending" || alarm.relay?.state === "pending";
      if (!isPending || clock.monoMs() >= endMs) return alarm;
      await new Promise<void>((resolve) => void clock.after(testLookMs, resolve));
    }
  }

  #isAbout({ org, type, data }: Event): boolean {
    if (org !== this.#parts.org) return false;
    if (type === "incident.resolved" || type === "incident.escalated") return true;
    const isRaising = type === "incident.created" || type === "robot.incident";
    return isRaising && data["severity"] === "critical";
  }

  #take(tx: StoreTransaction, { type, data }: Event): void {
    const text = (field: string): string => {
      const value = data[field];
      return typeof value === "string" ? value : "";
    };
    const id = `incident-${text("id")}`;
    if (type === "incident.resolved") {
      this.#store.clearIn(tx, id);
      return;
    }
    const kind = text("type");
    const summary = incidentSentence(data);
    if (type === "incident.escalated") return this.#escalate(tx, data, summary);
    const condition = { id, type: kind, severity: "critical", summary } as const;
    // Robots' incidents are never resolved.
    this.#store.raiseIn(tx, condition, { origin: "event", isMoment: type === "robot.incident" });
  }

  /** A step of an escalation for mail or relay is an alarm of its own. */
  #escalate(tx: StoreTransaction, data: Event["data"], summary: string): void {
    const { step, to, afterMin } = escalationNotice(data);
    const outlets = to.filter((outlet) => outlet === "mail" || outlet === "relay");
    if (outlets.length === 0) return;
    const severity = data["severity"] as Severity;
    const sentence = mailWords(this.#parts.locale).unacknowledged(afterMin);
    const id = `escalation-${String(data["id"])}-${step}`;
    const condition = { id, type: "escalation", severity, summary: `${summary} ${sentence}` };
    this.#store.raiseIn(tx, condition, { origin: "event", isMoment: true, outlets });
  }

  #look(): void {
    const { log, conditions } = this.#parts;
    this.#looking ??= Promise.resolve()
      .then(async () => {
        const now = conditions();
        if (now) await this.#store.follow(now);
      })
      .catch((error: unknown) => {
        log.warn({ error: describeError(error) }, "alarms were not looked at");
      })
      .finally(() => {
        this.#looking = undefined;
      });
  }
}
