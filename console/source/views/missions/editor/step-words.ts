import { say, duration, number, percent } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import type { DraftStep } from "./draft.ts";

/** What a step does, such as `Go to: gate`. */
export function stepText(step: DraftStep): string {
  const name = words.value.missionEditor.types[step.type];
  const value = detailOf(step);
  return value === "" ? name : say("{name}: {value}", { name, value });
}

/** A step with its number, as other steps name it. */
export function numberedText(steps: readonly DraftStep[], at: number): string {
  return `${at + 1}. ${stepText(steps[at]!)}`;
}

/** The end of a branch: a step, the end of the mission, or its failure. */
export function targetText(steps: readonly DraftStep[], to: string): string {
  const { end, fail } = words.value.missionEditor;
  if (to === "end") return end;
  if (to === "fail") return fail;
  const at = steps.findIndex(({ id }) => id === to);
  return at < 0 ? to : numberedText(steps, at);
}

/** A result of a step; answers of people and receivers stand as they are. */
export function resultText(on: string): string {
  const names: Readonly<Record<string, string>> = words.value.missionEditor.results;
  return names[on] ?? on;
}

/** The value that tells a step from others of its kind; empty for none. */
export function detailOf(step: DraftStep): string {
  const { place, target, seconds = 0 } = step;
  switch (step.type) {
    case "wait":
      return duration(seconds);
    case "look":
      return step.look_for ?? "";
    case "ask":
      return step.question ?? "";
    case "announce":
      return step.message ?? "";
    case "door":
      return [step.door, step.level].filter(Boolean).join(", ");
    case "charge":
      return percent((step.until_percent ?? 100) / 100);
    case "webhook":
      return "";
    case "operation":
      return step.operation ?? "";
    default:
      return place ?? (target ? `(${number(target.x ?? 0)}, ${number(target.y ?? 0)})` : "");
  }
}
