import { fail, invalidField } from "../../base/contract/fail.ts";
import { behaviors as knownBehaviors } from "../behaviors/registry.ts";
import { nonEmpty, type BehaviorPlan } from "../profiles/behavior-plans.ts";
import { motionLabel } from "../core/track.ts";
import type { BehaviorSettings } from "../settings/stream-document.ts";
import type { ModelSelection } from "./model-selection.ts";

/** The classes of a request that names none: people and their vehicles. */
export const defaultClasses = ["person", "bicycle", "car", "motorcycle", "bus", "truck"];

/**
 * Adds the classes of the stream's model to a behavior that needs classes of special models; returns any
 * other as it is. Throws at `param`: `feature_disabled` while no model of the box has such classes, and
 * `invalid_request_body` when a model other than the stream's has them.
 */
export function withModelClasses(
  wire: BehaviorSettings,
  param: string,
  selection: ModelSelection,
): BehaviorSettings {
  const isAbout = knownBehaviors.get(wire.type)?.needsModelClass;
  if (!isAbout) return wire;
  const requested = nonEmpty(wire.classes);
  const isWanted = requested ? (label: string): boolean => requested.includes(label) : isAbout;
  const classes = selection.labels.filter(isWanted);
  // Mere motion stands for every class elsewhere, but it cannot show clothing.
  if (classes.length > 0) return { ...wire, classes: [...(requested ?? classes)] };
  const able = selection.installed.find(({ labels }) => labels.some(isWanted));
  const kind = `class for \`${wire.type}\``;
  if (able) {
    const message = `model \`${selection.model}\` has no ${kind}. Use \`${able.name}\``;
    throw invalidField(param, message);
  }
  const how = "Add one (`gatehouse models add`) and name it as `model` or `models.default`";
  const message = `${param}: no model of this box has a ${kind}. ${how}`;
  throw fail("feature_disabled", message, { param });
}

/** Returns a sentence for each behavior type that mere motion cannot serve. */
export function blindBehaviors(plans: readonly BehaviorPlan[]): string[] {
  const types = plans.filter((plan) => plan.behavior.needsDetector).map((plan) => plan.spec.type);
  return [...new Set(types)].map(blindText);
}

function blindText(type: string): string {
  return `\`${type}\` needs a detection model: mere motion does not show it, or wrongly`;
}

/** Returns a behavior with its effective classes: of the type's defaults, those that the model detects. */
export function withClasses(wire: BehaviorSettings, selection: ModelSelection): BehaviorSettings {
  const behavior = knownBehaviors.get(wire.type)!;
  const own = nonEmpty(wire.classes) ?? detectableClasses(behavior.defaultClasses ?? [], selection);
  if (own.length === 0) return wire;
  const others =
    nonEmpty(wire.other_classes) ??
    detectableClasses(behavior.defaultOtherClasses ?? [], selection);
  return { ...wire, classes: [...own, ...others] };
}

/**
 * Fits a behavior to the model of `selection`: its effective classes, the classes to report for it, and
 * warnings of classes that the model lacks. When the model detects none of them it throws at `type` or below
 * `param`: `invalid_request_body`, or `feature_disabled` if no model of the box does.
 */
export function behaviorSight(
  wire: BehaviorSettings,
  param: string,
  selection: ModelSelection,
): { behavior: BehaviorSettings; labels: readonly string[]; warnings: readonly string[] } {
  const behavior = withModelClasses(wire, "type", selection);
  const known = knownBehaviors.get(wire.type);
  if (selection.warning !== null) {
    const isBlind = known?.needsDetector ?? false;
    return { behavior, labels: [], warnings: isBlind ? [blindText(wire.type)] : [] };
  }
  const classes = withClasses(behavior, selection).classes ?? [];
  const visible = new Set([...selection.labels, motionLabel]);
  const unseen = classes.filter((label) => !visible.has(label));
  if (classes.length > 0 && unseen.length === classes.length) {
    throw invalidField(`${param}.classes`, unseenText(unseen, selection));
  }
  return {
    behavior,
    labels: classes.filter((label) => visible.has(label)),
    warnings: unseen.length > 0 ? [unseenText(unseen, selection)] : [],
  };
}

function detectableClasses(
  classes: readonly string[],
  selection: ModelSelection,
): readonly string[] {
  const detectable = classes.filter((label) => selection.labels.includes(label));
  return detectable.length === 0 ? classes : detectable;
}

/** The inputs for choosing the classes to report. */
export interface LabelChoice {
  requested: readonly string[];
  isExplicit: boolean;
  behaviors: readonly BehaviorSettings[];
  areBehaviorsExplicit: boolean;
  selection: ModelSelection;
  warnings: string[];
}

/**
 * Chooses the classes to report: the requested ones and those of the behaviors, as far as the model detects
 * them. A class that it lacks is a warning, or `invalid_request_body` when no class is left.
 */
export function chooseLabels(choice: LabelChoice): string[] {
  const { requested, isExplicit, selection, warnings } = choice;
  if (selection.labels.every((label) => label === motionLabel)) return [];
  const visible = new Set([...selection.labels, motionLabel]);
  const unseen = requested.filter((label) => !visible.has(label));
  if (isExplicit && unseen.length === requested.length) {
    throw invalidField("detect", unseenText(unseen, selection));
  }
  if (unseen.length > 0) warnings.push(unseenText(unseen, selection));
  const detectable = new Set(requested.filter((label) => visible.has(label)));
  checkBehaviorClasses(choice, visible, detectable);
  const needsMore = choice.behaviors.some((wire) => (wire.classes ?? []).length === 0);
  if (requested.length === 0 && (needsMore || detectable.size === 0)) {
    for (const label of defaultClasses) if (visible.has(label)) detectable.add(label);
  }
  return [...detectable];
}

function checkBehaviorClasses(
  choice: LabelChoice,
  visible: ReadonlySet<string>,
  detectable: Set<string>,
): void {
  for (const [index, wire] of choice.behaviors.entries()) {
    const classes = wire.classes ?? [];
    const unseen = classes.filter((label) => !visible.has(label));
    for (const label of classes) if (visible.has(label)) detectable.add(label);
    if (classes.length > 0 && unseen.length === classes.length && choice.areBehaviorsExplicit) {
      throw invalidField(`behaviors[${index}].classes`, unseenText(unseen, choice.selection));
    }
    if (unseen.length > 0) {
      choice.warnings.push(`behaviors[${index}]: ${unseenText(unseen, choice.selection)}`);
    }
  }
}

function unseenText(unseen: readonly string[], selection: ModelSelection): string {
  const listed = selection.labels.slice(0, 20).join(", ");
  const more = selection.labels.length > 20 ? " …" : "";
  return `model \`${selection.model}\` cannot see ${unseen.join(", ")}. It sees: ${listed}${more}`;
}
