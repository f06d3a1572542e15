import { fail } from "../../base/contract/fail.ts";
import type { BehaviorWire } from "../wire/surveillance.ts";
import { behaviors as knownBehaviors } from "../behaviors/registry.ts";
import { withModelClasses } from "../profiles/model-classes.ts";
import { motionLabel } from "../tracking/motion-boxes.ts";
import { nonEmpty, type RulePlan } from "../profiles/rules.ts";
import type { Vision } from "../core/vision-port.ts";

/** What is looked for where a request names no class: people and what they travel in. */
export const defaultClasses = ["person", "bicycle", "car", "motorcycle", "bus", "truck"];

/** What the models of the box are known by. */
export interface SightContext {
  vision: Pick<Vision, "labelsOf" | "status">;
  defaults: { model: string };
}

/** What a model can see. */
export interface Sight {
  model: string;
  labels: readonly string[];
  warning: string | null;
  /** Every model of the box. */
  installed: readonly { name: string; labels: readonly string[] }[];
}

/**
 * The model to look with: the asked one, else the site's. Throws `invalid_request_body` for an unknown one, and
 * `detector_unavailable` while the box has not read its models yet.
 */
export function chooseModel(asked: string | null, context: SightContext): Sight {
  const { vision, defaults } = context;
  const model = asked ?? defaults.model;
  const labels = vision.labelsOf(model);
  if (labels !== undefined) return sightOf(model, context);
  if (asked !== null && asked !== motionLabel) {
    if (vision.status().state === "starting") {
      const message = "The models of this box are still being read; try again in a few seconds";
      throw fail("detector_unavailable", message, { retryAfterSec: 2 });
    }
    const known = new Set([...vision.status().models.map((one) => one.name), motionLabel]);
    const list = [...known].join(", ");
    throw refuse("model", `there is no model \`${asked}\` on this box; there are: ${list}`);
  }
  return sightOf(motionLabel, context);
}

/** `installed` is every model of the box: whoever asks for motion beside one is not told that there is none. */
function motionWarning({ labels, installed }: Pick<Sight, "labels" | "installed">): string | null {
  if (labels.some((label) => label !== motionLabel)) return null;
  const isOnly = installed.every(({ name }) => name === motionLabel);
  const why = isOnly ? "no detection model" : "no detection model is used";
  return `${why}: things that move are reported as class \`motion\`, which stands for every class`;
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

/** What `model`, which a stream was resolved to, can see. */
export function sightOf(model: string, context: SightContext): Sight {
  const labels = context.vision.labelsOf(model) ?? [motionLabel];
  const installed = context.vision.status().models;
  return { model, labels, warning: motionWarning({ labels, installed }), installed };
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
