import { fail, invalidField } from "../../base/contract/fail.ts";
import type { SettingsResolver } from "../settings/settings-resolver.ts";
import type { PolicyPatch, PolicyRequest } from "./policy-document.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Store, StoreTransaction } from "../../base/core/store.ts";
import type { RunningStreams } from "../streams/running-streams.ts";
import { checkBehavior } from "../profiles/behavior-plans.ts";
import {
  getStream,
  listStreams,
  nameOfStream,
  streamName,
  type StreamRecord,
} from "../settings/stream-record.ts";
import type { PolicyCache } from "./policy-cache.ts";
import { fitPolicy } from "./policy-plans.ts";
import {
  behaviorOf,
  getPolicy,
  isAbout,
  newPolicy,
  type PolicyRecord,
  putPolicy,
  removePolicy,
} from "./policy-record.ts";
import { Schedule } from "../core/schedule.ts";
import { policyLimits } from "./policy-terms.ts";

/** Warnings that a policy shows at most. */
const maxWarnings = 20;

/** A policy with its present effect. */
export interface PolicyState {
  policy: PolicyRecord;
  /** True when it is enabled, and its schedule and the site mode let it apply now. */
  holdsNow: boolean;
  /** Streams to which it applies now. */
  streams: readonly string[];
  /** Reasons why it does less than requested; at most 20. */
  warnings: readonly string[];
}

/** The parts of the appliance that the service uses. */
export interface PolicyServiceParts {
  store: Store;
  clock: Pick<Clock, "wallMs">;
  resolver: SettingsResolver;
  policies: PolicyCache;
  running: RunningStreams;
}

/**
 * Creates, changes and removes stored policies. Every call is bound to one organisation and returns
 * `undefined` for a policy that the organisation does not have. A change applies to the running streams when
 * the call resolves.
 */
export class PolicyService {
  readonly #parts: PolicyServiceParts;

  constructor(parts: PolicyServiceParts) {
    this.#parts = parts;
  }

  /**
   * Stores a policy. Throws `invalid_request_body` naming the field of an unknown type or parameter, of a
   * schedule that never holds, and, where it names a running stream, of a zone that the stream lacks or
   * classes that its model cannot see. `conflict` at the limit. `onStored` runs in the transaction that
   * stores it.
   */
  async create(
    org: string,
    request: PolicyRequest,
    onStored?: (tx: StoreTransaction, policy: PolicyState) => void,
  ): Promise<PolicyState> {
    const nowMs = this.#parts.clock.wallMs();
    const policy = newPolicy(org, request, nowMs);
    this.#check(policy);
    await this.#parts.store.transact((tx) => {
      if (tx.count([org, "policy"]) >= policyLimits.policies) throw tooMany();
      putPolicy(tx, policy);
      onStored?.(tx, this.#stateOf(policy));
    });
    return this.#changed(policy);
  }

  /** The organisation's policies, oldest first; with `streamId` those that are about that stream. */
  list(org: string, streamId?: string): PolicyState[] {
    return this.#parts.policies
      .of(org)
      .filter((policy) => streamId === undefined || isAbout(policy, streamId))
      .map((policy) => this.#stateOf(policy));
  }

  get(org: string, id: string): PolicyState | undefined {
    const policy = getPolicy(this.#parts.store, org, id);
    return policy && this.#stateOf(policy);
  }

  /** Replaces the given fields; checks the whole policy as `create` does. */
  async patch(org: string, id: string, change: PolicyPatch): Promise<PolicyState | undefined> {
    const old = getPolicy(this.#parts.store, org, id);
    if (!old) return undefined;
    const changed = this.#patched(old, change);
    const { name: _name, enabled: _enabled, modes: _modes, ...checked } = change;
    if (Object.keys(checked).length > 0) this.#check(changed);
    const isStored = await this.#parts.store.transact((tx) => {
      const now = getPolicy(tx, org, id);
      if (now) putPolicy(tx, this.#patched(now, change));
      return now !== undefined;
    });
    return isStored ? this.#changed(changed) : undefined;
  }

  /**
   * Stores a policy of another box, in place of an older version. Fails with `invalid_request_body` for a type,
   * parameter or schedule that this box does not know, and with `conflict` at the limit.
   */
  async adopt(policy: PolicyRecord): Promise<void> {
    checkBehavior(behaviorOf(policy), "type", "condition");
    if (policy.schedule) Schedule.read(policy.schedule, "schedule");
    await this.#parts.store.transact((tx) => {
      const isNew = getPolicy(tx, policy.org, policy.id) === undefined;
      if (isNew && tx.count([policy.org, "policy"]) >= policyLimits.policies) throw tooMany();
      putPolicy(tx, policy);
    });
    this.#apply(policy.org);
  }

  /** Removes the policy; its open incidents are resolved. */
  async remove(org: string, id: string): Promise<boolean> {
    const removed = await this.#parts.store.transact(
      (tx) => {
        const policy = getPolicy(tx, org, id);
        if (policy) removePolicy(tx, policy);
        return policy;
      },
      { essential: true },
    );
    if (removed) this.#apply(removed.org);
    return removed !== undefined;
  }

  #patched(old: PolicyRecord, change: PolicyPatch): PolicyRecord {
    return {
      ...old,
      streamId: change.stream_id ?? old.streamId,
      name: change.name ?? old.name,
      type: change.type ?? old.type,
      condition: change.condition ?? old.condition,
      action: change.action ?? old.action,
      schedule: change.schedule === undefined ? old.schedule : change.schedule,
      modes: change.modes ?? old.modes,
      enabled: change.enabled ?? old.enabled,
      updatedAtMs: this.#parts.clock.wallMs(),
    };
  }

  #check(policy: PolicyRecord): void {
    checkBehavior(behaviorOf(policy), "type", "condition");
    if (policy.schedule) {
      const never = Schedule.read(policy.schedule, "schedule").whyNever(this.#parts.clock.wallMs());
      if (never !== null) throw invalidField("schedule", `never holds: ${never}. Add a day`);
    }
    const stream = policy.streamId === "" ? undefined : this.#stream(policy.org, policy.streamId);
    if (!stream || stream.endedAtMs !== null) return;
    const fit = this.#fit(policy, stream);
    if (fit.plan !== null) return;
    const param = fit.param ?? "condition";
    throw fail(fit.code, fit.problem, { param });
  }

  #changed(policy: PolicyRecord): PolicyState {
    this.#apply(policy.org);
    return this.#stateOf(getPolicy(this.#parts.store, policy.org, policy.id) ?? policy);
  }

  #apply(org: string): void {
    this.#parts.policies.forget(org);
    this.#parts.resolver.forget(org);
    for (const runner of this.#parts.running.of(org)) runner.refresh();
  }

  #stream(org: string, streamId: string): StreamRecord | undefined {
    return getStream(this.#parts.store, org, streamId);
  }

  #fit(policy: PolicyRecord, stream: StreamRecord) {
    const { resolver, policies } = this.#parts;
    const resolved = resolver.own(stream, stream.settings);
    const holdsAt = (wallMs: number): boolean => policies.holdsAt(policy, wallMs);
    return fitPolicy(policy, resolved, { context: resolver.context, holdsAt });
  }

  #stateOf(policy: PolicyRecord): PolicyState {
    const { policies, clock } = this.#parts;
    const reach = this.#reach(policy);
    return {
      policy,
      holdsNow: policy.enabled && policies.holdsAt(policy, clock.wallMs()),
      streams: policy.enabled ? reach.streams : [],
      warnings: reach.warnings.slice(0, maxWarnings),
    };
  }

  /** Returns the streams that the policy fits, and the obstacles on the others. */
  #reach(policy: PolicyRecord): { streams: string[]; warnings: string[] } {
    const { store, clock, policies } = this.#parts;
    const warnings: string[] = [];
    const never = policies.scheduleOf(policy)?.whyNever(clock.wallMs());
    if (never) warnings.push(`the schedule never holds again: ${never}`);
    const candidates = listStreams(store, policy.org).filter(
      (stream) => stream.endedAtMs === null && isAbout(policy, stream.streamId),
    );
    const streams: string[] = [];
    let elsewhere: string | null = null;
    for (const stream of candidates) {
      const fit = this.#fit(policy, stream);
      const name = `camera ${streamName(stream)}`;
      if (fit.plan !== null) {
        streams.push(stream.streamId);
        warnings.push(...fit.warnings.map((warning) => `${name}: ${warning}`));
      } else if (fit.isElsewhere) elsewhere ??= `${name}: ${fit.problem}`;
      else warnings.push(`${name}: ${fit.problem}`);
    }
    if (candidates.length === 0) warnings.push(this.#nobody(policy));
    else if (streams.length === 0 && elsewhere !== null) {
      warnings.push(`no camera has its zone now; ${elsewhere}`);
    }
    return { streams, warnings };
  }

  #nobody({ org, streamId }: PolicyRecord): string {
    if (streamId === "") return "the box watches no camera now";
    const name = nameOfStream(this.#parts.store, org, streamId);
    return `the box does not watch camera ${name} now; the policy waits for it`;
  }
}

function tooMany() {
  const message = `policies: an organisation has at most ${policyLimits.policies}. Delete one`;
  return fail("conflict", message);
}
