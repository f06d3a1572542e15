import type {
  ResolvedSettings,
  SettingsContext,
  StreamPolicies,
} from "../settings/resolve-settings.ts";
import { Schedule } from "./schedule.ts";
import type { Store } from "../../base/core/store.ts";
import type { StreamSettings } from "../settings/stream-settings.ts";
import { withPolicies } from "./policy-plans.ts";
import { isAbout, listPolicies, type PolicyRecord } from "./policy-record.ts";
import type { SiteModes } from "./site-mode.ts";

/** The policies of all organisations, cached so that no frame reads the store. */
export class Policies implements StreamPolicies {
  readonly #parts: { store: Store; settings: SettingsContext; modes: Pick<SiteModes, "at"> };
  readonly #byOrg = new Map<string, readonly PolicyRecord[]>();
  /** Parsed schedules, by their stored form. */
  readonly #schedules = new WeakMap<object, Schedule>();

  constructor(parts: { store: Store; settings: SettingsContext; modes: Pick<SiteModes, "at"> }) {
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
    const { modes } = policy;
    if (modes.length > 0 && !modes.includes(this.#parts.modes.at(policy.org, wallMs))) return false;
    return this.scheduleOf(policy)?.holdsAt(wallMs) ?? true;
  }

  /** The policy's schedule; undefined for one that holds at all times. */
  scheduleOf({ schedule }: PolicyRecord): Schedule | undefined {
    if (schedule === null) return undefined;
    const known = this.#schedules.get(schedule) ?? Schedule.read(schedule, "schedule");
    this.#schedules.set(schedule, known);
    return known;
  }

  addTo(
    { org, streamId }: { org: string; streamId: string },
    settings: Pick<StreamSettings, "detect" | "profile">,
    resolved: ResolvedSettings,
  ): ResolvedSettings {
    const policies = this.of(org).filter((one) => one.enabled && isAbout(one, streamId));
    return this.join(policies, settings, resolved);
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
