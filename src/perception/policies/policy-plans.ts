import { severities } from "../../base/contract/event-types.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import { planBehavior, type BehaviorPlan } from "../profiles/behavior-plans.ts";
import { selectionOf } from "../models/model-selection.ts";
import { behaviorSight, defaultClasses } from "../models/class-selection.ts";
import { type StreamSettings } from "../settings/stream-settings.ts";
import {
  nothingSet,
  type ResolvedSettings,
  type SettingsContext,
} from "../settings/resolve-settings.ts";
import { behaviorOf, type PolicyRecord } from "./policy-record.ts";

/** The plan of one policy on one stream. */
export type PolicyFit =
  | { plan: BehaviorPlan; labels: readonly string[]; warnings: readonly string[] }
  | {
      plan: null;
      problem: string;
      code: "feature_disabled" | "invalid_request_body";
      param: string | null;
      /** True for a global policy about a zone that the stream lacks: it is meant for other streams. */
      isElsewhere: boolean;
    };

/**
 * Returns the plan of `policy` on a stream with these settings, or the reason why there is none, in words.
 * The behavior's key is the policy's own, so that its open incidents survive a change of its parameters.
 */
export function fitPolicy(
  policy: PolicyRecord,
  stream: ResolvedSettings,
  how: { context: SettingsContext; holdsAt: (wallMs: number) => boolean },
): PolicyFit {
  try {
    const selection = selectionOf(stream.model, how.context);
    const selected = behaviorSight(behaviorOf(policy), "condition", selection);
    const plan = planBehavior(selected.behavior, stream.zones, "condition");
    const key = `policy=${policy.id} ${policy.type}`;
    const fingerprint = `${key} ${plan.fingerprint}`;
    const warnings = [...selected.warnings];
    const { minSeverity } = stream.alerts;
    if (severities.indexOf(plan.spec.severity) < severities.indexOf(minSeverity)) {
      warnings.push(`severity ${plan.spec.severity} is below the stream's alerts.min_severity`);
    }
    return {
      plan: { ...plan, key, fingerprint, policyId: policy.id, holdsAt: how.holdsAt },
      labels: selected.labels,
      warnings,
    };
  } catch (error) {
    const coded = GatehouseError.find(error);
    if (!coded) throw error;
    const zone = policy.condition.line ?? policy.condition.zone;
    const isElsewhere = policy.streamId === "" && zone !== undefined && !stream.zones.has(zone);
    const isLacking = coded.code === "feature_disabled";
    return {
      plan: null,
      problem: coded.message,
      code: isLacking ? "feature_disabled" : "invalid_request_body",
      param: coded.param ?? null,
      isElsewhere,
    };
  }
}

/**
 * Adds the behaviors of `policies` to those of `stream`. A policy that does not fit the stream becomes a warning,
 * except a global one about a zone that this stream lacks.
 */
export function withPolicies(
  stream: ResolvedSettings,
  policies: readonly PolicyRecord[],
  how: {
    context: SettingsContext;
    settings: Pick<StreamSettings, "detect" | "profile">;
    holdsAt: (policy: PolicyRecord, wallMs: number) => boolean;
  },
): ResolvedSettings {
  const plans: BehaviorPlan[] = [];
  const warnings: string[] = [];
  const labels = new Set(stream.labels);
  const cooldowns = new Map(stream.alerts.cooldowns);
  let needsDefaults = false;
  for (const policy of policies) {
    const holdsAt = (wallMs: number): boolean => how.holdsAt(policy, wallMs);
    const fit = fitPolicy(policy, stream, { context: how.context, holdsAt });
    if (fit.plan === null) {
      if (!fit.isElsewhere) warnings.push(sentence(policy, fit.problem));
      continue;
    }
    plans.push(fit.plan);
    warnings.push(...fit.warnings.map((warning) => sentence(policy, warning)));
    for (const label of fit.labels) labels.add(label);
    needsDefaults ||= fit.labels.length === 0;
    const { cooldown_seconds: cooldownSec } = policy.action;
    if (cooldownSec !== undefined) cooldowns.set(fit.plan.key, cooldownSec);
  }
  const isFree = how.settings.detect.length === 0 && how.settings.profile === null;
  if (needsDefaults && isFree) {
    const { labels: visibleLabels } = selectionOf(stream.model, how.context);
    for (const label of defaultClasses) if (visibleLabels.includes(label)) labels.add(label);
  }
  const own =
    plans.length > 0 ? stream.warnings.filter((one) => one !== nothingSet) : stream.warnings;
  return {
    ...stream,
    plans: [...stream.plans, ...plans],
    // An empty list already reports every class.
    labels: stream.labels.length === 0 ? stream.labels : [...labels],
    alerts: { ...stream.alerts, cooldowns },
    warnings: [...own, ...warnings],
  };
}

function sentence(policy: PolicyRecord, text: string): string {
  return `policy \`${policy.name}\`: ${text}`;
}
