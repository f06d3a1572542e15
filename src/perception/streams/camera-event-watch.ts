import type { CameraEvent, CameraEventsStatus } from "../../cameras/events/camera-event.ts";
import type { CameraEventFeed } from "../../cameras/events/camera-events.ts";
import { EventOutage } from "../../cameras/events/event-outage.ts";
import { isNetworkCamera, type SourceSpec } from "../../cameras/source.ts";
import type { CameraEventKind } from "../../cameras/events/camera-event-terms.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { cameraEvent, cameraIncidentType } from "../behaviors/camera-event.ts";
import type { Finding } from "../core/finding.ts";
import type { Moment } from "../incidents/open-incident.ts";
import type { BehaviorPlan } from "../profiles/behavior-plans.ts";
import type { BehaviorResult } from "../profiles/behavior-set.ts";

/** The interval in which conditions that hold are judged again; below the grace of incidents. */
const tickMs = 250;
/** The watch goes on this long after the last condition, so that its incident ends without a frame. */
const lingerMs = 5000;
/** Conditions of one camera at once; beyond it the oldest ends. */
const maxActive = 64;
/** The events that answers show. */
const maxRecent = 20;
/** After a lost subscription, conditions that the camera does not repeat within this time end. */
const repeatMs = 15_000;
/** Some cameras forget to report the end of what they see. Inputs and tampering hold until they end. */
const longestMs = 300_000;
const lasting: ReadonlySet<CameraEventKind> = new Set(["digital_input", "tamper"]);

/** An event as answers show it. */
export interface RecentCameraEvent extends Pick<CameraEvent, "kind" | "active" | "name"> {
  /** Unix milliseconds of its arrival. */
  atMs: number;
}

/** What a stream knows of its camera's events. */
export interface CameraEventSummary {
  status: CameraEventsStatus;
  /** Events since the subscription began, without repeated states. */
  received: number;
  /** Conditions that were dropped for lack of room. */
  dropped: number;
  /** Kinds that the camera reports now. */
  active: CameraEventKind[];
  /** The newest first; at most 20. */
  recent: readonly RecentCameraEvent[];
}

/** The stream's side of the watch. */
export interface CameraEventPorts {
  clock: Clock;
  feed: CameraEventFeed;
  source: SourceSpec;
  plans(): readonly BehaviorPlan[];
  /** Stream time of the frame that was judged last; undefined before the first. */
  lastSec(): number | undefined;
  /** Takes the findings of all behaviors about camera events; without a finding, a behavior's incidents end. */
  take(results: readonly BehaviorResult[], moment: Moment): void;
  /** Something happens before the camera. */
  onActive(): void;
}

interface ActiveCondition {
  event: CameraEvent;
  sinceMs: number;
  seenMonoMs: number;
  sinceMonoMs: number;
}

/**
 * Follows a live camera's own events while a behavior needs them, and turns them into findings. The camera's times do not
 * count: its clock may be wrong.
 */
export class CameraEventWatch {
  readonly #ports: CameraEventPorts;
  readonly #active = new Map<string, ActiveCondition>();
  #recent: RecentCameraEvent[] = [];
  #status: CameraEventsStatus | null = null;
  #received = 0;
  #dropped = 0;
  #unfollow: (() => void) | undefined;
  #tick: Timer | undefined;
  #busyMonoMs = 0;
  #lostMonoMs: number | null = null;
  #outage = new EventOutage();
  /** True while the camera's metadata track has its events too. */
  #isInMetadata = false;

  constructor(ports: CameraEventPorts) {
    this.#ports = ports;
  }

  /** True while the camera reports a condition that holds. */
  get isActive(): boolean {
    return this.#active.size > 0;
  }

  /** Returns null while no behavior needs the camera's events. */
  summary(): CameraEventSummary | null {
    if (!this.#status) return null;
    const kinds = new Set([...this.#active.values()].map(({ event }) => event.kind));
    return {
      status: this.#status,
      received: this.#received,
      dropped: this.#dropped,
      active: [...kinds],
      recent: this.#recent,
    };
  }

  /** Returns why the camera's events have not arrived for five minutes; null while they do. */
  trouble(): string | null {
    if (!this.#status || !this.#outage.isLong(this.#ports.clock.monoMs())) return null;
    return this.#status.problem?.message ?? "the camera ends each subscription at once";
  }

  /** Subscribes or ends the subscription, as the present behaviors need it. */
  configure(): void {
    const { feed, source } = this.#ports;
    if (!this.#isNeeded) this.stop();
    else if (!this.#isInMetadata) {
      this.#unfollow ??= feed.follow(source, {
        onEvents: (events) => this.#onEvents(events),
        onStatus: (status) => this.#onStatus(status),
      });
    }
  }

  /** Takes the events of the camera's metadata track: from the first on, it replaces the subscription. */
  onMetadata(events: readonly CameraEvent[]): void {
    if (events.length === 0 || !this.#isNeeded) return;
    if (!this.#isInMetadata) {
      this.#endSubscription();
      this.#isInMetadata = true;
      const sinceMs = this.#ports.clock.wallMs();
      this.#onStatus({ state: "subscribed", sinceMs, problem: null });
    }
    this.#onEvents(events);
  }

  /** Subscribes again: the metadata track sends nothing now. */
  onMetadataLost(): void {
    if (!this.#isInMetadata) return;
    this.#isInMetadata = false;
    this.#lostMonoMs = this.#ports.clock.monoMs();
    this.configure();
  }

  /** Ends the subscription. Idempotent. */
  stop(): void {
    this.#endSubscription();
    this.#isInMetadata = false;
    this.#tick?.cancel();
    this.#tick = undefined;
    this.#active.clear();
    this.#status = null;
    this.#outage = new EventOutage();
    this.#recent = [];
    this.#received = 0;
    this.#dropped = 0;
  }

  get #isNeeded(): boolean {
    return isNetworkCamera(this.#ports.source) && this.#plans().length > 0;
  }

  #endSubscription(): void {
    this.#unfollow?.();
    this.#unfollow = undefined;
  }

  #plans(): BehaviorPlan[] {
    return this.#ports.plans().filter(({ behavior }) => behavior === cameraEvent);
  }

  #onStatus(status: CameraEventsStatus): void {
    this.#outage.onState(status.state, this.#ports.clock.monoMs());
    const wasSubscribed = this.#status?.state === "subscribed";
    this.#status = status;
    if (wasSubscribed && status.state !== "subscribed") {
      this.#lostMonoMs = this.#ports.clock.monoMs();
    }
  }

  #onEvents(events: readonly CameraEvent[]): void {
    const moments: CameraEvent[] = [];
    if (events.length > 0) this.#outage.onEvent();
    for (const event of events) {
      if (!event.isInitial) this.#note(event);
      if (event.active === null) moments.push(event);
      else if (event.active) this.#begin(event);
      else this.#active.delete(event.key);
    }
    if (this.#active.size === 0 && moments.length === 0 && !this.#tick) return;
    this.#tick ??= this.#ports.clock.every(tickMs, () => this.#judge([]));
    this.#judge(moments);
    if (this.#active.size > 0 || moments.length > 0) this.#ports.onActive();
  }

  #note({ kind, active, name }: CameraEvent): void {
    this.#received += 1;
    const atMs = this.#ports.clock.wallMs();
    this.#recent = [{ kind, active, name, atMs }, ...this.#recent].slice(0, maxRecent);
  }

  #begin(event: CameraEvent): void {
    const { clock } = this.#ports;
    const nowMonoMs = clock.monoMs();
    const known = this.#active.get(event.key);
    const since = known ?? { sinceMs: clock.wallMs(), sinceMonoMs: nowMonoMs };
    const { sinceMs, sinceMonoMs } = since;
    // A change to true is a new begin for a camera that never reports the end.
    const beganMonoMs = event.isInitial ? sinceMonoMs : nowMonoMs;
    this.#active.set(event.key, {
      event,
      sinceMs,
      sinceMonoMs: beganMonoMs,
      seenMonoMs: nowMonoMs,
    });
    if (this.#active.size <= maxActive) return;
    this.#active.delete(this.#active.keys().next().value!);
    this.#dropped += 1;
  }

  #judge(moments: readonly CameraEvent[]): void {
    const { clock, lastSec, take } = this.#ports;
    const nowMonoMs = clock.monoMs();
    this.#expire(nowMonoMs);
    if (this.#active.size > 0 || moments.length > 0) this.#busyMonoMs = nowMonoMs;
    else if (nowMonoMs - this.#busyMonoMs > lingerMs) {
      this.#tick?.cancel();
      this.#tick = undefined;
      return;
    }
    const wallMs = clock.wallMs();
    const tSec = Math.max(lastSec() ?? 0, wallMs / 1000);
    const lagSec = tSec - wallMs / 1000;
    const holding = [...this.#active.values()].map(({ event, sinceMs }) => ({ event, sinceMs }));
    const all = [...holding, ...moments.map((event) => ({ event, sinceMs: wallMs }))];
    const results = this.#plans().map((plan): BehaviorResult => ({
      plan,
      severity: plan.spec.severity,
      findings: onePerSubject(
        all
          .filter(({ event }) => plan.spec.events.includes(event.kind))
          .map(({ event, sinceMs }) => findingOf(event, sinceMs / 1000 + lagSec)),
      ),
    }));
    take(results, { tSec, wallMs, seenIds: new Set() });
  }

  #expire(nowMonoMs: number): void {
    const lost = this.#lostMonoMs;
    const isOverdue = lost !== null && nowMonoMs - lost > repeatMs;
    for (const [key, { event, seenMonoMs, sinceMonoMs }] of this.#active) {
      const isForgotten = !lasting.has(event.kind) && nowMonoMs - sinceMonoMs > longestMs;
      if (isForgotten || (isOverdue && seenMonoMs < lost)) this.#active.delete(key);
    }
    if (isOverdue) this.#lostMonoMs = null;
  }
}

function onePerSubject(findings: readonly Finding[]): Finding[] {
  // The oldest report of a subject gives its details, so that an incident does not change with each look.
  return [...new Map(findings.toReversed().map((one) => [one.subject, one])).values()];
}

const classes: Partial<Record<CameraEventKind, string>> = {
  person: "person",
  vehicle: "vehicle",
  animal: "animal",
};

function findingOf({ kind, name, key, active }: CameraEvent, sinceSec: number): Finding {
  const label = classes[kind];
  return {
    // One motion has one incident, however many topics a camera reports it under.
    subject: kind === "motion" ? kind : `${kind} ${key}`,
    tracks: [],
    count: 1,
    sinceSec,
    isMomentary: active === null,
    details: { kind: label ?? "camera", name },
    reported: { type: cameraIncidentType(kind), classes: label === undefined ? [] : [label] },
  };
}
