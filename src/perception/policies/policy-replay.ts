import type { SettingsResolver } from "../settings/settings-resolver.ts";
import { setImmediate as turn } from "node:timers/promises";
import { fail, invalidField } from "../../base/contract/fail.ts";
import type { PolicyRequest } from "./policy-document.ts";
import type { Store } from "../../base/core/store.ts";
import { behaviors } from "../behaviors/registry.ts";
import { cooldownSecOf } from "../incidents/incident-opening.ts";
import type { IncidentRecord } from "../incidents/incident-record.ts";
import { StreamIncidents } from "../incidents/incidents.ts";
import { Schedule } from "../core/schedule.ts";
import { checkBehavior } from "../profiles/behavior-plans.ts";
import { BehaviorSet } from "../profiles/behavior-set.ts";
import { type ResolvedSettings } from "../settings/resolve-settings.ts";
import { getStream, listStreams, type StreamRecord } from "../settings/stream-record.ts";
import type { RecordedFrame, TrackLog } from "../tracks/track-log.ts";
import type { PolicyCache } from "./policy-cache.ts";
import { behaviorOf, getPolicy, isAbout, newPolicy, type PolicyRecord } from "./policy-record.ts";
import { policyLimits } from "./policy-terms.ts";

/** Behaviors start at least this long before the span, so that they know the state at its beginning. */
const warmUpSec = 60;
const maxWarmUpSec = 3600;
/** Without any frame for this long, open incidents are resolved, as on a running stream. */
const blindMs = 30_000;
/** A replay yields to other work after this many milliseconds. */
const sliceMs = 8;

/** The time and the stream of a replay; without a stream all that the policy covers. */
export interface ReplaySpan {
  /** Unix seconds. */
  fromSec: number;
  toSec: number;
  streamId?: string | undefined;
}

/** The result of a replay of one stream. */
export interface StreamTrial {
  streamId: string;
  frames: number;
  /** Seconds of the span with recorded tracks. */
  recordedSec: number;
  incidentCount: number;
  warnings: readonly string[];
}

/** What a policy would have raised. */
export interface PolicyTrial {
  /** Null for a policy that is not stored. */
  policyId: string | null;
  span: ReplaySpan;
  incidentCount: number;
  /** The first incidents, oldest first. */
  incidents: readonly IncidentRecord[];
  streams: readonly StreamTrial[];
}

/** The parts of the appliance that a replay uses. */
export interface PolicyReplayParts {
  store: Store;
  resolver: SettingsResolver;
  policies: PolicyCache;
  tracks: Pick<TrackLog, "read">;
}

/**
 * Tries policies on recorded tracks: the behaviors, incidents, schedules and modes of a running stream judge the
 * same numbers again. The answer and docs/cameras/policies.md state the differences.
 */
export class PolicyReplay {
  readonly #parts: PolicyReplayParts;
  #isBusy = false;

  constructor(parts: PolicyReplayParts) {
    this.#parts = parts;
  }

  /**
   * Returns what the policy, enabled or not, would have raised; undefined for an unknown id. One replay at a
   * time: `overloaded`. `invalid_request_body` for a span that is empty or too long, a stream that the policy
   * does not cover, and a type that tracks do not show.
   */
  async run(
    org: string,
    id: string,
    how: { span: ReplaySpan; signal?: AbortSignal },
  ): Promise<PolicyTrial | undefined> {
    const policy = getPolicy(this.#parts.store, org, id);
    return policy && (await this.#judge(policy, how));
  }

  /**
   * Returns what a policy that is not stored, or a behavior of a camera, would have raised. Throws as `run` does, and for a type, a parameter or a schedule that no policy could have.
   */
  async tryUnstored(
    org: string,
    how: { policy: PolicyRequest; span: ReplaySpan; signal?: AbortSignal },
  ): Promise<PolicyTrial> {
    const policy = newPolicy(org, how.policy, how.span.toSec * 1000);
    checkBehavior(behaviorOf(policy), "policy.type", "policy.condition");
    if (policy.schedule) Schedule.read(policy.schedule, "policy.schedule");
    return { ...(await this.#judge(policy, how)), policyId: null };
  }

  async #judge(
    policy: PolicyRecord,
    how: { span: ReplaySpan; signal?: AbortSignal },
  ): Promise<PolicyTrial> {
    const { span } = how;
    checkSpan(span);
    checkType(policy);
    const records = this.#streams(policy, span.streamId);
    if (this.#isBusy)
      throw fail("overloaded", "replay: another one is running. Try again after it", {
        retryAfterSec: 5,
      });
    this.#isBusy = true;
    try {
      const replays: StreamReplay[] = [];
      for (const record of records) {
        replays.push(await this.#replay(policy, record, how));
      }
      return trialOf(policy, span, replays);
    } finally {
      this.#isBusy = false;
    }
  }

  #streams(policy: PolicyRecord, streamId: string | undefined): StreamRecord[] {
    const { store } = this.#parts;
    if (streamId === undefined) {
      return listStreams(store, policy.org).filter((one) => isAbout(policy, one.streamId));
    }
    const record = getStream(store, policy.org, streamId);
    if (record && isAbout(policy, streamId)) return [record];
    throw invalidField(
      "stream_id",
      `is \`${streamId}\`, which the policy does not cover. Name a stream of the policy`,
    );
  }

  async #replay(
    policy: PolicyRecord,
    record: StreamRecord,
    how: { span: ReplaySpan; signal?: AbortSignal },
  ): Promise<StreamReplay> {
    const { resolver, policies, tracks } = this.#parts;
    const own = resolver.own(record, record.settings);
    const joined = policies.join([policy], record.settings, own);
    const plans = joined.plans.filter((plan) => plan.policyId !== null);
    const replay = new StreamReplay(record, { ...joined, plans }, how.span.fromSec * 1000);
    for (const warning of joined.warnings) {
      if (!own.warnings.includes(warning)) replay.warnings.push(warning);
    }
    if (plans.length === 0) return replay;
    const longestSec = Math.max(policy.condition.seconds ?? 0, replay.cooldownSec, warmUpSec);
    const fromMs = (how.span.fromSec - Math.min(maxWarmUpSec, longestSec * 2)) * 1000;
    const span = { fromMs, toMs: how.span.toSec * 1000 };
    let sliceEndMs = performance.now() + sliceMs;
    for await (const recorded of tracks.read(record, span)) {
      replay.take(recorded);
      if (performance.now() < sliceEndMs) continue;
      await turn();
      how.signal?.throwIfAborted();
      sliceEndMs = performance.now() + sliceMs;
    }
    replay.end();
    return replay;
  }
}

/** Judges one stream's recorded frames by the policy. */
class StreamReplay {
  readonly record: StreamRecord;
  readonly warnings: string[] = [];
  readonly incidents: IncidentRecord[] = [];
  frames = 0;
  recordedMs = 0;
  readonly #stream: ResolvedSettings;
  readonly #fromMs: number;
  readonly #byId = new Map<string, IncidentRecord>();
  #behaviors = new BehaviorSet();
  #judged: StreamIncidents | undefined;
  #session: string | undefined;
  #lastMs = Number.NaN;

  constructor(record: StreamRecord, stream: ResolvedSettings, fromMs: number) {
    this.record = record;
    this.#stream = stream;
    this.#fromMs = fromMs;
  }

  get cooldownSec(): number {
    const [plan] = this.#stream.plans;
    return plan ? cooldownSecOf(this.#stream.alerts, plan.key) : 0;
  }

  take({ session, frame }: RecordedFrame): void {
    if (session !== this.#session) this.#begin(session, frame.wallMs);
    const gapMs = frame.wallMs - this.#lastMs;
    if (gapMs >= blindMs) this.#judged!.finish();
    if (frame.wallMs >= this.#fromMs) {
      this.frames += 1;
      if (gapMs > 0 && gapMs < blindMs) this.recordedMs += gapMs;
    }
    this.#lastMs = frame.wallMs;
    const seenIds = new Set(frame.tracks.map(({ id }) => id));
    const { tSec, wallMs } = frame;
    this.#judged!.step(this.#behaviors.step({ ...frame, scene: null }), { tSec, wallMs, seenIds });
  }

  end(): void {
    this.#judged?.keep();
  }

  /** Restarts behaviors and incidents, as the start of the stream did. */
  #begin(session: string, wallMs: number): void {
    this.#session = session;
    this.#behaviors = new BehaviorSet();
    this.#behaviors.replace(this.#stream.plans);
    this.#judged?.keep();
    const windowMs = Math.max(blindMs, this.cooldownSec * 1000);
    const prior = [...this.#byId.values()].filter((one) => one.lastSeenAtMs >= wallMs - windowMs);
    const { org, streamId, jobId } = this.record;
    this.#judged = new StreamIncidents(
      { org, streamId, jobId },
      {
        write: (record) => this.#byId.set(record.id, record),
        find: (id) => this.#byId.get(id),
        onOpened: (record) => {
          this.#byId.set(record.id, record);
          if (record.openedAtMs >= this.#fromMs) this.incidents.push(record);
        },
      },
      { alerts: this.#stream.alerts, prior },
    );
  }
}

function checkSpan({ fromSec, toSec }: ReplaySpan): void {
  if (toSec <= fromSec) throw invalidField("to", "is not after from. Send a later time");
  if (toSec - fromSec > policyLimits.replaySec)
    throw invalidField("to", "is more than a week after from. Shorten the replay");
}

function checkType({ type }: PolicyRecord): void {
  const behavior = behaviors.get(type);
  if (behavior?.geometry !== "none" && !behavior?.needsScene) return;
  throw invalidField(
    "type",
    `is \`${type}\`, which recorded tracks do not show. Replay another policy`,
  );
}

function trialOf(
  policy: PolicyRecord,
  span: ReplaySpan,
  replays: readonly StreamReplay[],
): PolicyTrial {
  const all = replays
    .flatMap(({ incidents }) => incidents)
    .toSorted((a, b) => a.openedAtMs - b.openedAtMs);
  return {
    policyId: policy.id,
    span,
    incidentCount: all.length,
    incidents: all.slice(0, policyLimits.replayIncidents),
    streams: replays.map(streamOf),
  };
}

function streamOf(replay: StreamReplay): StreamTrial {
  const { record, frames, recordedMs, incidents, warnings } = replay;
  const nothing = frames === 0 ? ["no tracks are recorded of this time"] : [];
  return {
    streamId: record.streamId,
    frames,
    recordedSec: Math.round(recordedMs / 1000),
    incidentCount: incidents.length,
    warnings: [...warnings, ...nothing],
  };
}
