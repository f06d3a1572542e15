import type { MissionStep } from "../../../../client/source/generated.ts";
import { duration, number, percent, say } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import type { RunStep } from "./mission-run.ts";

/** What a stored step does, such as `Drive to: gate`. */
export function storedStepText(step: MissionStep): string {
  const { type, place, target } = step;
  return stepText(type, { ...step, place: place ?? pointText(target) });
}

/** What a step of a run's plan does. */
export function runStepText(step: RunStep): string {
  const { command, type } = step;
  const place = step.zone ?? command?.target?.place ?? pointText(command?.target);
  const isWait = type === "observe" && step.look_for === undefined;
  const kinds: Readonly<Record<string, string>> = {
    move: "go",
    observe: isWait ? "wait" : "look",
    command: command?.command ?? type,
  };
  return stepText(kinds[type] ?? type, { ...step, place, message: command?.message });
}

/** A result of a step; answers of people and receivers stand as they are. */
export function resultText(result: string): string {
  const names: Readonly<Record<string, string>> = words.value.missionEditor.results;
  return names[result] ?? result;
}

/** What tells a step from others of its type. */
type Particulars = {
  readonly [
    Name in
      | "seconds"
      | "look_for"
      | "question"
      | "until_percent"
      | "door"
      | "operation"
      | "place"
      | "message"
  ]?: MissionStep[Name];
};

function stepText(type: string, of: Particulars): string {
  const names: Readonly<Record<string, string>> = words.value.missionEditor.types;
  const { seconds, until_percent: until } = of;
  const isTimed = type === "wait" || type === "look";
  const value = [
    of.place ?? of.look_for ?? of.question ?? of.message ?? of.door ?? of.operation,
    type === "charge" && percent((until ?? 100) / 100),
    isTimed && seconds !== undefined && duration(seconds),
  ]
    .filter(Boolean)
    .join(", ");
  const name = names[type] ?? type;
  return value === "" ? name : say("{name}: {value}", { name, value });
}

function pointText(target: { x?: number; y?: number } | undefined): string | undefined {
  if (target?.x === undefined || target.y === undefined) return undefined;
  return `(${number(target.x)}, ${number(target.y)})`;
}
