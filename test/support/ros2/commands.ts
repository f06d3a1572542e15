import { uuidv7 } from "../../../src/base/core/ids.ts";
import type { RobotCommand } from "../../../src/robots/driver/command.ts";
import type { RobotDriver } from "../../../src/robots/driver/driver-port.ts";

/** Gives the driver a command; returns its id. */
export async function send(
  driver: Pick<RobotDriver, "execute">,
  command: RobotCommand,
  maxSpeedMps = 1,
): Promise<string> {
  const id = uuidv7();
  await driver.execute({ id, command, maxSpeedMps, maxTurnRadps: 1 });
  return id;
}

/** A place on the map, with any heading. */
export const place = (xM: number, yM = 0) => ({ frame: "map", xM, yM, yawRad: null });
/** Drives to a place on the map. */
export const moveTo = (xM: number, yM = 0): RobotCommand => ({
  kind: "move_to",
  target: place(xM, yM),
  maxSpeedMps: null,
});
/** Drives along places of the map's x axis. */
export const route = (loops: number, ...xs: number[]): RobotCommand => ({
  kind: "follow_route",
  waypoints: xs.map((x) => place(x)),
  loops,
  maxSpeedMps: null,
});
