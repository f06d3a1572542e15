import { omitUndefined } from "../../base/core/omit-undefined.ts";
import { invalidField } from "../../base/contract/fail.ts";
import type { PointNorm } from "../../base/contract/geometry.ts";
import { polygonProblem } from "../../base/geo/polygon.ts";
import { Calibration, type CalibrationState } from "../core/calibration.ts";
import { cameraModel } from "../camera-model/camera-model-terms.ts";
import { motionLabel } from "../core/track.ts";
import type { Vision } from "../core/vision-port.ts";
import { readZones, withGround, type Zones } from "../core/zones.ts";
import { behaviors as knownBehaviors } from "../behaviors/registry.ts";
import type { AlertSettings } from "../incidents/incident-opening.ts";
import {
  blindBehaviors,
  chooseLabels,
  withClasses,
  withModelClasses,
} from "../models/class-selection.ts";
import { chooseModel } from "../models/model-selection.ts";
import { findProfile, placeProfile, type Profiles } from "../profiles/profiles.ts";
import { planBehaviors, type BehaviorPlan } from "../profiles/behavior-plans.ts";
import { checkAutotracking } from "./autotracking-settings.ts";
import type { BehaviorSettings } from "./stream-document.ts";
import type { StreamDefaults, StreamSettings } from "./stream-settings.ts";

/** The context in which settings are checked. */
export interface SettingsContext {
  profiles: Profiles;
  vision: Pick<Vision, "labelsOf" | "status">;
  defaults: StreamDefaults;
}

/** Settings after all checks, as the stream runs with them. */
export interface ResolvedSettings {
  zones: Zones;
  /** The behaviors in force, requested or from the profile. */
  behaviors: readonly BehaviorSettings[];
  plans: readonly BehaviorPlan[];
  model: string;
  /** Classes to report; empty means all. */
  labels: readonly string[];
  alerts: AlertSettings;
  /** The picture's calibration to a map with its error; null without one. */
  calibration: CalibrationState | null;
  /** The mapping of that calibration; null without one. */
  ground: Calibration | null;
  warnings: readonly string[];
}

/** The stored policies as streams need them. */
export interface StreamPolicies {
  /** Returns `resolved` with the policies that cover the stream. */
  addTo(
    stream: { org: string; streamId: string },
    settings: Pick<StreamSettings, "detect" | "profile">,
    resolved: ResolvedSettings,
  ): ResolvedSettings;
}

/** The warning of a stream without any behavior. */
export const nothingSet = "no behavior is set: nothing will raise an incident";

/**
 * Checks settings against the profiles, models and behaviors of this box. Throws `invalid_request_body`
 * naming the field, and `feature_disabled` for classes that no model of the box detects; partly possible
 * settings become a warning.
 */
export function resolveSettings(
  settings: StreamSettings,
  context: SettingsContext,
): ResolvedSettings {
  const warnings: string[] = [];
  checkMasks(settings.masks ?? []);
  const calibration = settings.calibration && Calibration.read(settings.calibration, "calibration");
  const zones = zonesOf(settings.zones, calibration);
  checkAutotracking(settings.autotracking, zones, settings.masks);
  const profile =
    settings.profile === null ? null : findProfile(context.profiles, settings.profile);
  const isExplicit = settings.behaviors.length > 0 || profile === null;
  const named = isExplicit ? settings.behaviors : placeProfile(profile, zones);
  // The block is one more behavior. Clients send back the behaviors that they read, with the block's among them.
  const hasAnomaly = named.some(({ type }) => type === "anomaly");
  const requestedBehaviors =
    settings.anomaly === undefined || hasAnomaly
      ? named
      : [...named, { type: "anomaly", sensitivity: settings.anomaly }];
  const selection = chooseModel(settings.model, context);
  const behaviors = requestedBehaviors.map((wire, index) =>
    withModelClasses(wire, `behaviors[${index}].type`, selection),
  );
  const plans = planBehaviors(behaviors, zones);
  if (plans.length === 0) warnings.push(nothingSet);
  if (selection.warning !== null) warnings.push(selection.warning, ...blindBehaviors(plans));
  warnings.push(...deafBehaviors(plans, settings), ...blindAutotracking(settings, selection.model));
  warnings.push(...unseenScenes(plans, selection.model));
  const requested = settings.detect.length > 0 ? settings.detect : (profile?.detect ?? []);
  const labels = chooseLabels({
    requested,
    isExplicit: settings.detect.length > 0,
    behaviors: behaviors.map((wire) => withClasses(wire, selection)),
    areBehaviorsExplicit: isExplicit,
    selection,
    warnings,
  });
  return {
    zones,
    behaviors,
    plans,
    model: selection.model,
    labels,
    alerts: alertSettingsOf(settings, plans, calibration),
    ...groundOf(calibration),
    warnings,
  };
}

function groundOf(
  calibration: Calibration | undefined,
): Pick<ResolvedSettings, "calibration" | "ground"> {
  return calibration
    ? { calibration: calibration.state(), ground: calibration }
    : { calibration: null, ground: null };
}

/** A sentence for each type that is about sound, where the stream has none. */
function deafBehaviors(
  plans: ResolvedSettings["plans"],
  { audio, masks }: StreamSettings,
): string[] {
  const isMasked = (masks ?? []).length > 0;
  if (audio === true && !isMasked) return [];
  const remedy = isMasked ? "Remove the masks" : "Set `audio` to true";
  const types = plans.filter(({ behavior }) => behavior.needsSound).map(({ spec }) => spec.type);
  return [...new Set(types)].map(
    (type) => `\`${type}\` needs the camera's sound, which is off. ${remedy}`,
  );
}

/** A sentence for each type that judges the picture itself, which the box does not decode with this model. */
function unseenScenes(plans: ResolvedSettings["plans"], model: string): string[] {
  if (model !== cameraModel) return [];
  const types = plans.filter(({ behavior }) => behavior.needsScene).map(({ spec }) => spec.type);
  return [...new Set(types)].map(
    (type) => `\`${type}\` needs the box's own detector: with model \`camera\` it finds nothing`,
  );
}

/** A sentence where the stream's model sees no objects that the camera could follow. */
function blindAutotracking({ autotracking }: StreamSettings, model: string): string[] {
  const isBlind = autotracking?.enabled === true && model === motionLabel;
  return isBlind
    ? [
        "autotracking needs a model that detects objects: the camera follows nothing. Choose a model",
      ]
    : [];
}

/** The zones; those without a size in metres get it from the calibration, if there is one. */
function zonesOf(wire: StreamSettings["zones"], calibration: Calibration | undefined): Zones {
  const zones = readZones(wire);
  return calibration ? withGround(zones, (point) => calibration.toMap(point)) : zones;
}

function alertSettingsOf(
  { alerts, site, displayName, locale }: StreamSettings,
  plans: readonly BehaviorPlan[],
  calibration: Calibration | undefined,
): AlertSettings {
  return {
    ...alerts,
    cooldowns: cooldownsOf(plans),
    site,
    ...omitUndefined({ streamName: displayName }),
    locale,
    ...(calibration ? { locate: (box) => calibration.locate(box) } : {}),
  };
}

function cooldownsOf(plans: readonly BehaviorPlan[]): ReadonlyMap<string, number> {
  return new Map(
    plans.flatMap(({ key, cooldownSec }) => (cooldownSec === null ? [] : [[key, cooldownSec]])),
  );
}

function checkMasks(masks: readonly PointNorm[][]): void {
  for (const [index, polygon] of masks.entries()) {
    const problem = polygonProblem(polygon);
    if (problem !== null) throw invalidField(`masks[${index}].polygon`, problem);
  }
}

/**
 * Resolves the settings of a stream that resumes after a restart: a missing model or profile becomes a
 * warning.
 */
export function resolveTolerantly(
  settings: StreamSettings,
  context: SettingsContext,
): ResolvedSettings {
  try {
    return resolveSettings(settings, context);
  } catch (error) {
    const plain = { ...settings, model: null, detect: [], profile: null };
    const behaviors = settings.behaviors
      .filter(({ type }) => !knownBehaviors.get(type)?.needsModelClass)
      .map(({ classes: _classes, ...wire }) => wire);
    const resolved = resolveSettings(
      { ...plain, behaviors },
      { ...context, defaults: { ...context.defaults, model: "motion" } },
    );
    const message = error instanceof Error ? error.message : String(error);
    return { ...resolved, warnings: [message, ...resolved.warnings] };
  }
}
