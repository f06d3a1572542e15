/** Commands that bring a robot to rest or slow it: they do not wait for anything. */
export const brakes: ReadonlySet<string> = new Set(["stop", "pause", "set_speed_limit"]);

const goals: ReadonlySet<string> = new Set([
  "move_to",
  "follow_route",
  "dock",
  "undock",
  "pick",
  "drop",
]);

/** True when the command is a movement that ends somewhere. */
export function isGoal(command: string): boolean {
  return goals.has(command);
}
