import { GatehouseApiError } from "../../../../../client/source/errors.ts";
import { missionStepFields } from "../../../../../src/robots/missions/mission-fields.ts";
import { leastToEnd, reachable } from "../../../../../src/robots/missions/mission-paths.ts";
import { type Draft, type DraftStep, jsonFields, jsonOf, nextSteps } from "./draft.ts";

/** What is wrong with a step. */
export interface Fault {
  /** The step as it was when the fault was found. */
  step: DraftStep;
  /** The rule that it breaks, as the API names it; `missing` and `json` are the page's own. */
  rule: string;
  /** The field, as the API names it; empty for the whole step. */
  field: string;
  /** The box's English sentence. */
  sentence?: string;
}

/** Faults in the ways between the steps: one to which nothing leads, and one from which nothing leads to the end. */
export function pathFaults(steps: readonly DraftStep[]): Fault[] {
  const next = nextSteps(steps);
  const reached = reachable(next);
  const least = leastToEnd(
    next,
    steps.map(() => 0),
  );
  return steps.flatMap((step, at): Fault[] => {
    if (!reached.has(at)) return [{ step, rule: "mission_unreachable_step", field: "" }];
    const isEndless = !Number.isFinite(least[at]!.steps);
    return isEndless ? [{ step, rule: "mission_endless", field: "" }] : [];
  });
}

/** Fields without a value, and texts that are no JSON. */
export function fieldFaults(steps: readonly DraftStep[]): Fault[] {
  return steps.flatMap((step) => {
    const needed = missionStepFields[step.type]
      .filter((field) => field.endsWith("!"))
      .map((field) => field.slice(0, -1));
    const places = step.type === "go" && !step.target ? ["place"] : [];
    const missing = [...needed, ...places].filter((field) => isEmpty(step[field as "place"]));
    const notJson = jsonFields.filter((field) => {
      const value: unknown = step[field];
      return typeof value === "string" && jsonOf(value) === undefined;
    });
    return [
      ...missing.map((field) => ({ step, rule: "missing", field })),
      ...notJson.map((field) => ({ step, rule: "json", field })),
    ];
  });
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

/** The fault of the step that a refusal names; undefined when it names none. */
export function faultOf(error: unknown, { steps }: Pick<Draft, "steps">): Fault | undefined {
  if (!(error instanceof GatehouseApiError)) return undefined;
  const { code, details, message, param = "" } = error;
  const found = /^(?:mission\.)?steps\[(\d+)\](?:\.(.*))?$/.exec(param);
  if (!found) return refusedStep(error, steps);
  const step = steps[Number(found[1])];
  if (!step) return undefined;
  const sentence = message.replace(`${code}: `, "").replace(`${param}: `, "");
  return { step, rule: details?.[0]?.rule ?? code, field: found[2] ?? "", sentence };
}

/** The step that no robot can carry out: each robot's reason begins with its id. */
function refusedStep(
  { code, details = [] }: GatehouseApiError,
  steps: readonly DraftStep[],
): Fault | undefined {
  const [first] = details;
  const step = steps.find(({ id }) => first?.message.startsWith(`${id}: `));
  if (code !== "command_rejected" || !first || !step) return undefined;
  const reasons = details.map(({ path, message }) => `${path}: ${message.replace(/^\w+: /, "")}`);
  return { step, rule: code, field: "", sentence: reasons.join("; ") };
}
