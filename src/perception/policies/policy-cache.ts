import type {
  ResolvedSettings,
  SettingsContext,
  StreamPolicies,
} from "../settings/resolve-settings.ts";
import type { SiteSchedules } from "./site-schedules.ts";
import type { Schedule } from "../core/schedule.ts";
import type { Store } from "../../base/core/store.ts";
import type { BehaviorPlan } from "../profiles/behavior-plans.ts";
import type { StreamSettings } from "../settings/stream-settings.ts";
import { withPolicies } from "./policy-plans.ts";
import { isAbout, listPolicies, type PolicyRecord } from "./policy-record.ts";

/** The policies of all organisations, cached so that no frame reads the store. */
export class PolicyCache implements StreamPolicies {
  readonly #parts: { store: Store; settings: SettingsContext; times: SiteSchedules };
  readonly #byOrg = new Map<string, readonly PolicyRecord[]>();

  constructor(parts: { store: Store; settings: SettingsContext; times: SiteSchedules }) {
    this.#parts = parts;
  }

  /** Policies of the organisation, oldest first. */
  of(org: string): readonly PolicyRecord[] {
    const known = this.#byOrg.get(org);
    if (known) return known;
    const list = listPolicies(this.#parts.store, org);
    this.#byOrg.set(org, list);
    return list;
  }

  /** Forgets the cached policies of the organisation after a change. */
  forget(org: string): void {
    this.#byOrg.delete(org);
  }

  /** Returns true when schedule and modes let the policy hold at `wallMs`, Unix milliseconds. */
  holdsAt(policy: PolicyRecord, wallMs: number): boolean {
    return this.#parts.times.holdsAt(policy, wallMs);
  }

  /** The policy's schedule; undefined for one that holds at all times. */
  scheduleOf({ schedule }: PolicyRecord): Schedule | undefined {
    return this.#parts.times.scheduleOf(schedule);
  }

  addTo(
    { org, streamId }: { org: string; streamId: string },
    settings: Pick<StreamSettings, "detect" | "profile">,
    resolved: ResolvedSettings,
  ): ResolvedSettings {
    const policies = this.of(org).filter((one) => one.enabled && isAbout(one, streamId));
    const plans = resolved.plans.map((plan) => this.#timed(org, plan));
    return this.join(policies, settings, { ...resolved, plans });
  }

  /** Applies the schedule and modes of a stream's own behavior, as those of a policy. */
  #timed(org: string, plan: BehaviorPlan): BehaviorPlan {
    const { times } = plan;
    if (times === null) return plan;
    const terms = { org, ...times };
    return { ...plan, holdsAt: (wallMs) => this.#parts.times.holdsAt(terms, wallMs) };
  }

  /** Returns `resolved` with exactly these policies, enabled or not. */
  join(
    policies: readonly PolicyRecord[],
    settings: Pick<StreamSettings, "detect" | "profile">,
    resolved: ResolvedSettings,
  ): ResolvedSettings {
    if (policies.length === 0) return resolved;
    return withPolicies(resolved, policies, {
      context: this.#parts.settings,
      settings,
      holdsAt: (policy, wallMs) => this.holdsAt(policy, wallMs),
    });
  }
}
