import type { MissionRequest, MissionStep } from "../../../../../client/source/generated.ts";
import { type Draft, type DraftStep, requestOf, resultsWith } from "./draft.ts";

/** Steps that act outside the simulation, or need a camera. */
const outside: ReadonlySet<DraftStep["type"]> = new Set(["look", "door", "webhook", "operation"]);
const longestWaitSec = 5;
const answerSec = 600;

/**
 * The mission that a simulated robot carries out. With `isPlayed`, a person chooses the results of the steps that act
 * outside the simulation or look, and waits are short.
 */
export function trialRequest(
  draft: Draft,
  { robotId, isPlayed, textOf }: TrialHow,
): MissionRequest {
  const { starts: _starts, ...mission } = requestOf(draft);
  const name = mission.name === "" ? "trial" : mission.name;
  const steps = draft.steps.map((step, at) =>
    isPlayed ? played(step, mission.steps[at]!, textOf(step)) : mission.steps[at]!,
  );
  return { ...mission, name, robot_id: robotId, steps };
}

/** How a mission is tried. */
export interface TrialHow {
  robotId: string;
  isPlayed: boolean;
  /** What a step does, for the question that takes its place. */
  textOf(step: DraftStep): string;
}

function played(step: DraftStep, request: MissionStep, text: string): MissionStep {
  const { id, branches = [] } = request;
  if (step.type === "wait")
    return { ...request, seconds: Math.min(longestWaitSec, step.seconds ?? 0) };
  if (!outside.has(step.type)) return request;
  const answers = resultsWith(step);
  // A failure without a branch fails the mission; an answer without one goes on.
  const isHandled = branches.some(({ on }) => on === "failed") || !answers.includes("failed");
  const ways = isHandled ? branches : [...branches, { on: "failed", to: "fail" }];
  const question = {
    type: "ask",
    question: text,
    answers: answers.slice(0, 10),
    seconds: answerSec,
  } as const;
  return { id, ...question, branches: ways };
}
