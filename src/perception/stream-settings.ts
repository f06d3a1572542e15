import type { Severity } from "../contract/event-types.ts";
import type { CalibrationStateWire, CalibrationWire } from "../contract/calibration.ts";
import { fail } from "../contract/fail.ts";
import type { PointNorm } from "../contract/geometry.ts";
import type {
  BehaviorWire,
  StreamPatch,
  StreamRequest,
  ZoneWire,
} from "../contract/surveillance.ts";
import { Calibration } from "./calibration.ts";
import type { AlertPolicy } from "./incident-opening.ts";
import { withModelClasses } from "./model-classes.ts";
import { motionLabel } from "./motion-boxes.ts";
import { findProfile, placeProfile, type Profiles } from "./profiles.ts";
import { behaviors as knownBehaviors } from "./behaviors/registry.ts";
import { polygonProblem } from "../geo/polygon.ts";
import type { RecordingSettings } from "../recording/stream-recorder.ts";
import { nonEmpty, planRules, type RulePlan } from "./rules.ts";
import { summaryLocale } from "./summary.ts";
import type { Vision } from "./vision-port.ts";
import { readZones, type Zones } from "./zones.ts";

/** What is recorded of a stream; seconds of video before and after an incident. */
export interface RecordingChoice {
  mode: "off" | "incidents" | "continuous";
  preSec: number;
  postSec: number;
}

/** Nothing is recorded unless the site or the stream says so. */
export const defaultRecording: RecordingChoice = { mode: "off", preSec: 5, postSec: 10 };

/** How a stream is watched, as asked for; plain data that is stored with the stream. */
export interface StreamSettings {
  profile: string | null;
  /** null: the site's default model. */
  model: string | null;
  detect: string[];
  behaviors: BehaviorWire[];
  /** Sensitivity of the anomaly detection; absent: off. */
  anomaly?: number;
  zones: Record<string, ZoneWire>;
  site: string | null;
  alerts: { minSeverity: Severity; cooldownSec: number; groupBy: AlertPolicy["groupBy"] };
  motion: { mode: "auto" | "always" | "off"; sensitivity: number };
  /** Absent in streams of before there was recording. */
  recording?: RecordingChoice;
  masks?: PointNorm[][];
  /** How the picture lies on a map. */
  calibration?: CalibrationWire;
  fpsCap: number;
  locale: string;
  delivery: ("sse" | "webhook")[];
  /** The one webhook that incidents go to; absent: those that list their types. */
  webhookUrl?: string;
  compact: boolean;
  annotated: boolean;
  diagnostics: boolean;
}

/** What settings are checked against. */
export interface SettingsContext {
  profiles: Profiles;
  vision: Pick<Vision, "labelsOf" | "status">;
  defaults: { fpsCap: number; model: string; recording?: RecordingChoice };
}

/** Settings after all checks: what is really run. */
export interface ResolvedSettings {
  zones: Zones;
  /** The behaviors in force, whether asked for or from the profile. */
  behaviors: readonly BehaviorWire[];
  plans: readonly RulePlan[];
  model: string;
  /** Classes to report; empty means all. */
  labels: readonly string[];
  policy: AlertPolicy;
  /** How the picture lies on a map, and how well; null where nobody said it. */
  calibration: CalibrationStateWire | null;
  warnings: readonly string[];
}

const defaultAlerts: StreamSettings["alerts"] = {
  minSeverity: "info",
  cooldownSec: 30,
  groupBy: "none",
};
const defaultMotion: StreamSettings["motion"] = { mode: "auto", sensitivity: 0.5 };

/** What is looked for where a request names no class: people and what they travel in. */
export const defaultClasses = ["person", "bicycle", "car", "motorcycle", "bus", "truck"];

/** The warning of a stream without any rule. */
export const nothingSet = "no behavior is set: nothing will raise an incident";

/** The settings that `request` asks for, with the defaults of this box. */
export function settingsOf(
  request: StreamRequest,
  defaults: SettingsContext["defaults"],
): StreamSettings {
  const { context } = request;
  return {
    profile: request.profile ?? null,
    model: request.model ?? null,
    detect: request.detect ?? [],
    behaviors: request.behaviors ?? [],
    ...changedAnomaly(undefined, request.anomaly),
    zones: context?.zones ?? {},
    site: context?.site ?? null,
    alerts: changedAlerts(defaultAlerts, request.alerts),
    motion: changedMotion(defaultMotion, request.motion),
    fpsCap: request.source?.fps_cap ?? defaults.fpsCap,
    recording: recordingOf(request, defaults),
    masks: (request.masks ?? []).map(({ polygon }) => polygon),
    ...(request.calibration ? { calibration: request.calibration } : {}),
    ...presentationOf(request),
  };
}

/** A file is recorded only where its request says so: it lies on the disk already. */
function recordingOf(
  { recording, source }: StreamRequest,
  defaults: SettingsContext["defaults"],
): RecordingChoice {
  const site = defaults.recording ?? defaultRecording;
  return changedRecording(source?.type === "file" ? { ...site, mode: "off" } : site, recording);
}

function changedRecording(
  before: RecordingChoice,
  change: StreamPatch["recording"],
): RecordingChoice {
  return {
    mode: change?.mode ?? before.mode,
    preSec: change?.pre_seconds ?? before.preSec,
    postSec: change?.post_seconds ?? before.postSec,
  };
}

/** What the recorder of a stream is told. */
export function recorderSettings({ recording, masks }: StreamSettings): RecordingSettings {
  return { ...(recording ?? defaultRecording), masks: masks ?? [] };
}

function presentationOf(
  request: StreamRequest,
): Pick<
  StreamSettings,
  "locale" | "delivery" | "webhookUrl" | "compact" | "annotated" | "diagnostics"
> {
  const { outputs, output } = request;
  return {
    locale: summaryLocale(output?.locale),
    delivery: outputs?.delivery ?? ["sse", "webhook"],
    ...(outputs?.webhook_url === undefined ? {} : { webhookUrl: outputs.webhook_url }),
    compact: outputs?.format === "compact",
    annotated: output?.format === "annotated",
    diagnostics: output?.include_diagnostics ?? false,
  };
}

/** `settings` with what `patch` gives put in place; what it leaves out stays. */
export function patchSettings(settings: StreamSettings, patch: StreamPatch): StreamSettings {
  const { context } = patch;
  const { anomaly, calibration: known, ...others } = settings;
  const calibration = patch.calibration === undefined ? known : patch.calibration;
  return {
    ...others,
    ...changedAnomaly(anomaly, patch.anomaly),
    detect: patch.detect ?? settings.detect,
    behaviors: patch.behaviors ?? settings.behaviors,
    zones: context?.zones ?? settings.zones,
    site: context?.site ?? settings.site,
    alerts: changedAlerts(settings.alerts, patch.alerts),
    motion: changedMotion(settings.motion, patch.motion),
    fpsCap: patch.source?.fps_cap ?? settings.fpsCap,
    recording: changedRecording(settings.recording ?? defaultRecording, patch.recording),
    masks: patch.masks?.map(({ polygon }) => polygon) ?? settings.masks ?? [],
    ...(calibration ? { calibration } : {}),
  };
}

/** Off unless it is enabled; a sensitivity alone changes nothing about that. */
function changedAnomaly(
  before: number | undefined,
  change: StreamPatch["anomaly"],
): Pick<StreamSettings, "anomaly"> {
  const isEnabled = change?.enabled ?? before !== undefined;
  return isEnabled ? { anomaly: change?.sensitivity ?? before ?? 0.5 } : {};
}

function changedAlerts(
  alerts: StreamSettings["alerts"],
  change: StreamPatch["alerts"],
): StreamSettings["alerts"] {
  return {
    minSeverity: change?.min_severity ?? alerts.minSeverity,
    cooldownSec: change?.cooldown_seconds ?? alerts.cooldownSec,
    groupBy: change?.group_by ?? alerts.groupBy,
  };
}

function changedMotion(
  motion: StreamSettings["motion"],
  change: StreamPatch["motion"],
): StreamSettings["motion"] {
  return {
    mode: change?.mode ?? motion.mode,
    sensitivity: change?.sensitivity ?? motion.sensitivity,
  };
}

/**
 * Checks settings against the profiles, models and behaviors of this box. Throws
 * `invalid_request_body` naming the field, and `feature_disabled` for what no model of the box can
 * see; what can be done only in part is a warning.
 */
export function resolveSettings(
  settings: StreamSettings,
  context: SettingsContext,
): ResolvedSettings {
  const warnings: string[] = [];
  checkMasks(settings.masks ?? []);
  const zones = readZones(settings.zones);
  const profile =
    settings.profile === null ? null : findProfile(context.profiles, settings.profile);
  const isExplicit = settings.behaviors.length > 0 || profile === null;
  const named = isExplicit ? settings.behaviors : placeProfile(profile, zones);
  // The contract's own block is one more rule.
  const wanted =
    settings.anomaly === undefined
      ? named
      : [...named, { type: "anomaly", sensitivity: settings.anomaly }];
  const sight = chooseModel(settings.model, context);
  const behaviors = wanted.map((wire, index) =>
    withModelClasses(wire, `behaviors[${index}].type`, sight),
  );
  const plans = planRules(behaviors, zones);
  if (plans.length === 0) warnings.push(nothingSet);
  if (sight.warning !== null) warnings.push(sight.warning, ...blindRules(plans));
  const asked = settings.detect.length > 0 ? settings.detect : (profile?.detect ?? []);
  const labels = chooseLabels({
    asked,
    isExplicit: settings.detect.length > 0,
    behaviors: behaviors.map((wire) => withClasses(wire, sight)),
    areBehaviorsExplicit: isExplicit,
    sight,
    warnings,
  });
  const { alerts, site, locale } = settings;
  const calibration = settings.calibration && Calibration.read(settings.calibration, "calibration");
  return {
    zones,
    behaviors,
    plans,
    model: sight.model,
    labels,
    policy: {
      ...alerts,
      site,
      locale,
      ...(calibration ? { locate: (box) => calibration.locate(box) } : {}),
    },
    calibration: calibration?.state() ?? null,
    warnings,
  };
}

function checkMasks(masks: readonly PointNorm[][]): void {
  for (const [index, polygon] of masks.entries()) {
    const problem = polygonProblem(polygon);
    if (problem !== null) throw refuse(`masks[${index}].polygon`, problem);
  }
}

/** What a model can see. */
export interface Sight {
  model: string;
  labels: readonly string[];
  warning: string | null;
  /** Every model of the box. */
  installed: readonly { name: string; labels: readonly string[] }[];
}

function chooseModel(asked: string | null, context: SettingsContext): Sight {
  const { vision, defaults } = context;
  const model = asked ?? defaults.model;
  const labels = vision.labelsOf(model);
  if (labels !== undefined) return sightOf(model, context);
  if (asked !== null && asked !== motionLabel) {
    const known = [...vision.status().models.map((one) => one.name), motionLabel].join(", ");
    throw refuse("model", `there is no model \`${asked}\` on this box; there are: ${known}`);
  }
  return sightOf(motionLabel, context);
}

function motionWarning(labels: readonly string[]): string | null {
  if (labels.some((label) => label !== motionLabel)) return null;
  return "no detection model: things that move are reported as class `motion`, which stands for every class";
}

/** Rules that mere motion cannot serve. */
function blindRules(plans: readonly RulePlan[]): string[] {
  const types = plans.filter((plan) => plan.behavior.needsDetector).map((plan) => plan.spec.type);
  return [...new Set(types)].map(blindText);
}

function blindText(type: string): string {
  return `\`${type}\` needs a detection model: mere motion does not show it, or wrongly`;
}

/** A behavior with the classes that it is really about; of its type's own, those that the model sees. */
function withClasses(wire: BehaviorWire, sight: Sight): BehaviorWire {
  const behavior = knownBehaviors.get(wire.type)!;
  const own = nonEmpty(wire.classes) ?? seenOf(behavior.defaultClasses ?? [], sight);
  if (own.length === 0) return wire;
  const others = nonEmpty(wire.other_classes) ?? seenOf(behavior.defaultOtherClasses ?? [], sight);
  return { ...wire, classes: [...own, ...others] };
}

/** What `model`, which a stream was resolved to, can see. */
export function sightOf(model: string, context: SettingsContext): Sight {
  const labels = context.vision.labelsOf(model) ?? [motionLabel];
  const installed = context.vision.status().models;
  return { model, labels, warning: motionWarning(labels), installed };
}

/**
 * A behavior on a stream whose model sees `sight`: with the classes that it is really about, the
 * classes to report for it, and what can be seen only in part. Throws `invalid_request_body`, or
 * `feature_disabled` where no model of the box can see it, at
 * `type` or below `param`, when nothing of it can be seen.
 */
export function behaviorSight(
  wire: BehaviorWire,
  param: string,
  sight: Sight,
): { behavior: BehaviorWire; labels: readonly string[]; warnings: readonly string[] } {
  const behavior = withModelClasses(wire, "type", sight);
  const known = knownBehaviors.get(wire.type);
  if (sight.warning !== null) {
    const isBlind = known?.needsDetector ?? false;
    return { behavior, labels: [], warnings: isBlind ? [blindText(wire.type)] : [] };
  }
  const classes = withClasses(behavior, sight).classes ?? [];
  const visible = new Set([...sight.labels, motionLabel]);
  const unseen = classes.filter((label) => !visible.has(label));
  if (classes.length > 0 && unseen.length === classes.length) {
    throw refuse(`${param}.classes`, unseenText(unseen, sight));
  }
  return {
    behavior,
    labels: classes.filter((label) => visible.has(label)),
    warnings: unseen.length > 0 ? [unseenText(unseen, sight)] : [],
  };
}

function seenOf(classes: readonly string[], sight: Sight): readonly string[] {
  const seen = classes.filter((label) => sight.labels.includes(label));
  return seen.length === 0 ? classes : seen;
}

interface LabelChoice {
  asked: readonly string[];
  isExplicit: boolean;
  behaviors: readonly BehaviorWire[];
  areBehaviorsExplicit: boolean;
  sight: Sight;
  warnings: string[];
}

function chooseLabels(choice: LabelChoice): string[] {
  const { asked, isExplicit, sight, warnings } = choice;
  if (sight.labels.every((label) => label === motionLabel)) return [];
  const visible = new Set([...sight.labels, motionLabel]);
  const unseen = asked.filter((label) => !visible.has(label));
  if (isExplicit && unseen.length === asked.length) {
    throw refuse("detect", unseenText(unseen, sight));
  }
  if (unseen.length > 0) warnings.push(unseenText(unseen, sight));
  const wanted = new Set(asked.filter((label) => visible.has(label)));
  checkBehaviorClasses(choice, visible, wanted);
  const needsMore = choice.behaviors.some((wire) => (wire.classes ?? []).length === 0);
  if (asked.length === 0 && (needsMore || wanted.size === 0)) {
    for (const label of defaultClasses) if (visible.has(label)) wanted.add(label);
  }
  return [...wanted];
}

function checkBehaviorClasses(
  choice: LabelChoice,
  visible: ReadonlySet<string>,
  wanted: Set<string>,
): void {
  for (const [index, wire] of choice.behaviors.entries()) {
    const classes = wire.classes ?? [];
    const unseen = classes.filter((label) => !visible.has(label));
    for (const label of classes) if (visible.has(label)) wanted.add(label);
    if (classes.length > 0 && unseen.length === classes.length && choice.areBehaviorsExplicit) {
      throw refuse(`behaviors[${index}].classes`, unseenText(unseen, choice.sight));
    }
    if (unseen.length > 0) {
      choice.warnings.push(`behaviors[${index}]: ${unseenText(unseen, choice.sight)}`);
    }
  }
}

function unseenText(unseen: readonly string[], sight: Sight): string {
  const shown = sight.labels.slice(0, 20).join(", ");
  const more = sight.labels.length > 20 ? " …" : "";
  return `model \`${sight.model}\` cannot see ${unseen.join(", ")}; it sees: ${shown}${more}`;
}

function refuse(param: string, message: string) {
  return fail("invalid_request_body", `${param}: ${message}`, { param });
}
