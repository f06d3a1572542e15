import { fail, invalidField } from "../../base/contract/fail.ts";
import { behaviors as knownBehaviors } from "../behaviors/registry.ts";
import { nonEmpty, type RulePlan } from "../profiles/rules.ts";
import { motionLabel } from "../core/track.ts";
import type { BehaviorWire } from "../wire/surveillance.ts";
import type { Sight } from "./model-selection.ts";

/** What is looked for where a request names no class: people and what they travel in. */
export const defaultClasses = ["person", "bicycle", "car", "motorcycle", "bus", "truck"];

/**
 * A behavior about classes that only some models have, with those of the stream's model; any other
 * one as it is. Throws at `param`: `feature_disabled` while no model of the box has such classes, and
 * `invalid_request_body` where another one than the stream's has them.
 */
export function withModelClasses(wire: BehaviorWire, param: string, sight: Sight): BehaviorWire {
  const isAbout = knownBehaviors.get(wire.type)?.needsModelClass;
  if (!isAbout) return wire;
  const asked = nonEmpty(wire.classes);
  const isWanted = asked ? (label: string): boolean => asked.includes(label) : isAbout;
  const classes = sight.labels.filter(isWanted);
  // Mere motion stands for every class elsewhere; it cannot show what somebody wears.
  if (classes.length > 0) return { ...wire, classes: [...(asked ?? classes)] };
  const able = sight.installed.find(({ labels }) => labels.some(isWanted));
  const what = `${param}: model \`${sight.model}\` has no class for \`${wire.type}\``;
  if (able) throw fail("invalid_request_body", `${what}; \`${able.name}\` has`, { param });
  const how = "add one (`gatehouse models add`) and name it as `model` or `models.default`";
  throw fail("feature_disabled", `${what}, nor has another one; ${how}`, { param });
}

/** Of rules that mere motion cannot serve: a sentence for each type. */
export function blindRules(plans: readonly RulePlan[]): string[] {
  const types = plans.filter((plan) => plan.behavior.needsDetector).map((plan) => plan.spec.type);
  return [...new Set(types)].map(blindText);
}

function blindText(type: string): string {
  return `\`${type}\` needs a detection model: mere motion does not show it, or wrongly`;
}

/** A behavior with the classes that it is really about; of its type's own, those that the model sees. */
export function withClasses(wire: BehaviorWire, sight: Sight): BehaviorWire {
  const behavior = knownBehaviors.get(wire.type)!;
  const own = nonEmpty(wire.classes) ?? seenOf(behavior.defaultClasses ?? [], sight);
  if (own.length === 0) return wire;
  const others = nonEmpty(wire.other_classes) ?? seenOf(behavior.defaultOtherClasses ?? [], sight);
  return { ...wire, classes: [...own, ...others] };
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
    throw invalidField(`${param}.classes`, unseenText(unseen, sight));
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

/** What the classes to report are chosen from. */
export interface LabelChoice {
  asked: readonly string[];
  isExplicit: boolean;
  behaviors: readonly BehaviorWire[];
  areBehaviorsExplicit: boolean;
  sight: Sight;
  warnings: string[];
}

/**
 * The classes to report: those that were asked for and those that the behaviors are about, as far as the model
 * sees them. What it does not see is a warning, or `invalid_request_body` where nothing is left.
 */
export function chooseLabels(choice: LabelChoice): string[] {
  const { asked, isExplicit, sight, warnings } = choice;
  if (sight.labels.every((label) => label === motionLabel)) return [];
  const visible = new Set([...sight.labels, motionLabel]);
  const unseen = asked.filter((label) => !visible.has(label));
  if (isExplicit && unseen.length === asked.length) {
    throw invalidField("detect", unseenText(unseen, sight));
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
      throw invalidField(`behaviors[${index}].classes`, unseenText(unseen, choice.sight));
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
