/** Commands that stop or slow a robot; they wait for nothing. */
export const brakes: ReadonlySet<string> = new Set(["stop", "pause", "set_speed_limit"]);

const goals: ReadonlySet<string> = new Set([
  "move_to",
  "follow_route",
  "dock",
  "undock",
  "pick",
  "drop",
]);

/** True when the command is a movement with an end. */
export function isGoal(command: string): boolean {
  return goals.has(command);
}
