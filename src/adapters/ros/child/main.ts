import { describeError } from "../../../base/core/errors.ts";
import { BridgedRobot, haltMs } from "./bridged-robot.ts";
import { Outbox } from "./outbox.ts";
import { beatMs, type FromBridge, type ToBridge } from "./core/protocol.ts";

const robots = new Map<number, BridgedRobot>();

function write(message: FromBridge, done: () => void): void {
  // A closed channel means that the box is gone, so `disconnect` ends this process.
  if (process.connected) process.send?.(message, undefined, undefined, done);
  else done();
}

function haltAll(): void {
  for (const robot of robots.values()) robot.halt();
}

process.on("message", (message: ToBridge) => {
  const { robot: number } = message;
  if (message.type === "open") {
    const outbox = new Outbox(number, write);
    robots.set(number, new BridgedRobot((report) => outbox.send(report)));
  }
  robots.get(number)?.take(message);
  if (message.type === "close") robots.delete(number);
});

// Manual driving ends with the connection; a goal continues, and the next connection finds it.
process.on("disconnect", () => {
  haltAll();
  setTimeout(() => process.exit(0), haltMs);
});

// An unexpected error must not leave a robot in teleop motion.
process.on("uncaughtException", (error) => {
  process.stderr.write(`${describeError(error)}\n`);
  haltAll();
  setTimeout(() => process.exit(1), 50);
});

setInterval(() => write({ type: "beat" }, () => undefined), beatMs);
