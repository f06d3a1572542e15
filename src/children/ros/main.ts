import { fail } from "../../contract/fail.ts";
import { systemClock } from "../../core/clock.ts";
import { describeError } from "../../core/errors.ts";
import { refusalOf } from "./goal-desk.ts";
import { NavRobot } from "./nav-robot.ts";
import { Outbox } from "./outbox.ts";
import {
  type BridgeCall,
  type BridgeOptions,
  beatMs,
  type FromBridge,
  type ToBridge,
} from "./protocol.ts";
import { RclLink } from "./rcl-link.ts";
import { RosbridgeLink } from "./rosbridge-link.ts";
import type { RosLink } from "./ros-link.ts";

/** When the box is gone, zero velocity is repeated for so long before this process ends. */
const lastMs = 300;

const outbox = new Outbox((message, done) => {
  // A closed channel means that the box is gone, and `disconnect` ends us.
  if (process.connected) process.send?.(message, undefined, undefined, done);
  else done();
});
const send = (message: FromBridge): void => outbox.send(message);
let robot: NavRobot | undefined;

function linkOf({ link }: BridgeOptions): RosLink {
  const onTrouble = (message: string): void => send({ type: "trouble", message });
  if (link.kind === "rosbridge") {
    const onLost = (): void => send({ type: "lost" });
    return new RosbridgeLink({ url: link.url, clock: systemClock, onLost, onTrouble });
  }
  const { module, nodeName, recycleAfter } = link;
  // oxlint-disable-next-line house/no-process-env -- ROS is set up by it
  const { env } = process;
  return new RclLink({ module, nodeName, recycleAfter, env, onTrouble });
}

async function open(options: BridgeOptions): Promise<void> {
  const link = linkOf(options);
  try {
    await link.open();
  } catch (error) {
    const reason = refusalOf(error).message;
    send({ type: "unavailable", reason });
    return;
  }
  const opened = new NavRobot(
    {
      link,
      settings: options.robot,
      clock: systemClock,
      events: {
        onSample: (sample) => send({ type: "sample", sample }),
        onProgress: (progress) => send({ type: "progress", progress }),
        onAbilities: (abilities) => send({ type: "abilities", ...abilities }),
        onLost: () => send({ type: "lost" }),
        onTrouble: (message) => send({ type: "trouble", message }),
      },
    },
    options.standsFirst,
  );
  opened.setZones(options.zones);
  robot = opened;
  opened.open();
}

async function perform(call: BridgeCall): Promise<unknown> {
  if (!robot) throw fail("robot_unreachable", "the bridge is not open yet");
  switch (call.name) {
    case "execute":
      return await robot.execute(call.command);
    case "cancel":
      return await robot.cancel(call.commandId);
    case "stop":
      return await robot.stop();
    case "picture":
      return await robot.picture();
    case "reattach":
      return await robot.reattach(call.commandId);
  }
}

process.on("message", (message: ToBridge) => {
  switch (message.type) {
    case "configure":
      void open(message.options);
      return;
    case "zones":
      robot?.setZones(message.zones);
      return;
    case "call": {
      const { id, call } = message;
      perform(call).then(
        (value) => send({ type: "reply", id, value: value ?? null }),
        (error: unknown) => send({ type: "refusal", id, ...refusalOf(error) }),
      );
    }
  }
});

// A hand that is gone does not drive; a goal goes on, and is found again by whoever comes next.
process.on("disconnect", () => {
  robot?.halt();
  setTimeout(() => process.exit(0), lastMs);
});

// What nobody expected must not leave the robot moving by hand.
process.on("uncaughtException", (error) => {
  process.stderr.write(`${describeError(error)}\n`);
  robot?.halt();
  setTimeout(() => process.exit(1), 50);
});

setInterval(() => send({ type: "beat" }), beatMs);
