import { fail } from "../../../base/contract/fail.ts";
import { systemClock } from "../../../base/core/clock.ts";
import { refusalOf } from "./nav2/goal-tracker.ts";
import { NavRobot } from "./nav2/nav-robot.ts";
import type {
  BridgeCall,
  BridgeOptions,
  FollowedTopic,
  RobotOrder,
  RobotReport,
} from "./core/protocol.ts";
import { RclLink } from "./rcl/rcl-link.ts";
import { RosbridgeLink } from "./rosbridge/rosbridge-link.ts";
import type { RosLink } from "./core/ros-link.ts";

/** Zero velocity is repeated for so long before a robot is let go, in milliseconds. */
export const haltMs = 300;

/** One robot of this process: takes its commands, sends its reports. */
export class BridgedRobot {
  readonly #report: (report: RobotReport) => void;
  #robot: NavRobot | undefined;
  #cameras: readonly FollowedTopic[] = [];
  #isClosed = false;

  constructor(report: (report: RobotReport) => void) {
    this.#report = report;
  }

  take(order: RobotOrder): void {
    switch (order.type) {
      case "open":
        this.#cameras = order.options.cameras;
        void this.#open(order.options);
        return;
      case "zones":
        this.#robot?.setZones(order.zones);
        return;
      case "cameras":
        this.#cameras = order.cameras;
        this.#robot?.setCameras(order.cameras);
        return;
      case "close":
        void this.#close();
        return;
      case "call": {
        const { id, call } = order;
        this.#perform(call).then(
          (value) => this.#send({ type: "reply", id, value: value ?? null }),
          (error: unknown) => this.#send({ type: "refusal", id, ...refusalOf(error) }),
        );
      }
    }
  }

  /** The robot stands still by the end of this process. */
  halt(): void {
    this.#robot?.halt();
  }

  async #open(options: BridgeOptions): Promise<void> {
    const send = (report: RobotReport): void => this.#send(report);
    const link = linkOf(options, send);
    try {
      await link.open();
    } catch (error) {
      send({ type: "unavailable", reason: refusalOf(error).message });
      return;
    }
    if (this.#isClosed) {
      await link.close();
      return;
    }
    const events = {
      onSample: (sample) => send({ type: "sample", sample }),
      onMap: (map) => send({ type: "map", map }),
      onScan: (scan) => send({ type: "scan", scan }),
      onProgress: (progress) => send({ type: "progress", progress }),
      onAbilities: (abilities) => send({ type: "abilities", ...abilities }),
      onLost: () => send({ type: "lost" }),
      onTrouble: (message) => send({ type: "trouble", message }),
      onPicture: (camera, picture) => send({ type: "picture", camera, picture }),
      onBlind: (camera, reason) => send({ type: "blind", camera, reason }),
    } satisfies ConstructorParameters<typeof NavRobot>[0]["events"];
    const { robot: settings, standsFirst, zones } = options;
    const opened = new NavRobot({ link, settings, clock: systemClock, events }, standsFirst);
    opened.setZones(zones);
    opened.setCameras(this.#cameras);
    this.#robot = opened;
    opened.open();
  }

  async #close(): Promise<void> {
    this.#isClosed = true;
    this.#robot?.halt();
    await new Promise<void>((resolve) => systemClock.after(haltMs, resolve));
    await this.#robot?.close();
  }

  #send(report: RobotReport): void {
    if (!this.#isClosed) this.#report(report);
  }

  async #perform(call: BridgeCall): Promise<unknown> {
    const robot = this.#robot;
    if (!robot) throw fail("robot_unreachable", "bridge: is not open yet. Try again");
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
}

function linkOf({ link }: BridgeOptions, send: (report: RobotReport) => void): RosLink {
  const onTrouble = (message: string): void => send({ type: "trouble", message });
  if (link.kind === "rosbridge") {
    const { url, allowedNetworks, ownPorts } = link;
    const networks = {
      ...(allowedNetworks ? { allowedNetworks } : {}),
      ownPorts: () => ownPorts,
    };
    const onLost = (): void => send({ type: "lost" });
    return new RosbridgeLink({ url, networks, clock: systemClock, onLost, onTrouble });
  }
  const { module, nodeName, recycleAfter } = link;
  // oxlint-disable-next-line house/no-process-env -- ROS is set up by it
  const { env } = process;
  return new RclLink({ module, nodeName, recycleAfter, env, onTrouble });
}
