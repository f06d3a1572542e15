/**
 * A simulated Nav2 robot as a process: `<module> <namespace>`, the module being rclnodejs or its
 * stand-in. Says `ready`; takes `{refuse}` and answers `{ask}` with how it is. Frozen by a signal it
 * is silent, as a robot behind a radio that is gone.
 */
import { encodePng } from "../../../src/base/core/png.ts";
import type { Distro } from "../ros2/interfaces.ts";
import { Nav2Robot } from "../ros2/nav2-robot.ts";

const [module = "rclnodejs", namespace = ""] = process.argv.slice(2);
const { default: rcl } = await import(module);
await rcl.init(undefined, []);
const distro = process.env["ROS_DISTRO"] ?? "";
// Distributions after Kilted have its definitions as far as the robot uses them.
const known: Distro = distro === "humble" || distro === "jazzy" ? distro : "kilted";
const hasDock = distro !== "humble";
const grey = { widthPx: 8, heightPx: 6, channels: 1, bytes: new Uint8Array(48).fill(90) } as const;
const picture = await encodePng(grey);
const robot = new Nav2Robot({ rcl, distro: known, namespace, hasDock, picture, brakeMs: 0 });
process.on("message", (message: { refuse?: string; ask?: number }) => {
  if (message.refuse !== undefined) robot.refuses.add(message.refuse);
  if (message.ask === undefined) return;
  const { pose, isDriving, zeroAtMs, handCount, velocity } = robot;
  const mask = robot.mask && { width: robot.mask.width, closed: robot.mask.cells.some(Boolean) };
  process.send?.({ ask: message.ask, pose, isDriving, zeroAtMs, handCount, velocity, mask });
});
process.on("disconnect", () => process.exit(0));
process.send?.("ready");
