import type { Ros2Settings } from "../../../src/robots/driver/ros-document.ts";
import type { Message } from "./interfaces.ts";
import type { Nav2Robot } from "./nav2-robot.ts";
import type { Rcl } from "./nav2-options.ts";

/** Settings of a robot with this device: it picks by an action and drops by an action or a service. */
export function liftLoads(by: "action" | "service"): NonNullable<Ros2Settings["loads"]> {
  const fields = {
    load_id: "load.id",
    carrier: "load.type",
    "shelf.name": "station.name",
    "shelf.kind": "station.type",
    "shelf.height": "station.height_m",
  };
  const folder = by === "action" ? "action" : "srv";
  const type = `lift_msgs/${folder}/HandleLoad`;
  return {
    pick:
      by === "action"
        ? { name: "lift/pick_by_action", type, fields: { ...fields, ...soft }, constants }
        : { name: "lift/pick_by_service", type, fields },
    drop: { name: `lift/drop_by_${by}`, type, fields },
    state_topic: "lift/load",
  };
}

/** A field of the action that is true unless the command says otherwise. */
const soft = { soft: "parameters.soft" };
const constants = { soft: true };

/**
 * A lift on a Nav2 robot, with interfaces of its maker: an action and a service for each of picking and dropping,
 * and a topic that says whether it carries a load. It carries one load.
 */
export class LoadDevice {
  readonly #robot: Nav2Robot;
  readonly #rcl: Rcl;
  readonly #state: Rcl;
  /** Goals and requests that it got, with where the robot stood. */
  readonly received: { does: string; message: Message; x: number }[] = [];
  isLoaded = false;
  /** It takes no load in these words. */
  problem: string | null = null;
  /** How long a handling takes, in milliseconds. */
  handlingMs = 150;
  /** It refuses to be called off. */
  keepsOn = false;
  readonly #servers: Rcl[] = [];
  #isLost = false;
  /** Rejects goals. */
  rejects = false;

  constructor(robot: Nav2Robot, rcl: Rcl) {
    this.#robot = robot;
    this.#rcl = rcl;
    const kept = { qos: new rcl.QoS(1, 1, 1, 1) };
    this.#state = robot.node.createPublisher("std_msgs/msg/Bool", "lift/load", kept);
    this.#tell();
    for (const does of ["pick", "drop"] as const) {
      this.#serveAction(does);
      this.#serveService(does);
    }
  }

  #serveAction(does: "pick" | "drop"): void {
    const rcl = this.#rcl;
    let wanted: Message = {};
    const open = new Map<Rcl, () => void>();
    this.#servers.push(
      new rcl.ActionServer(
        this.#robot.node,
        "lift_msgs/action/HandleLoad",
        `lift/${does}_by_action`,
        async (handle: Rcl) => {
          const outcome = await this.#handle(does, wanted, (end) => open.set(handle, end));
          open.delete(handle);
          if (outcome === null) {
            handle.canceled();
            return {};
          }
          if (outcome["success"] === true) handle.succeed();
          else handle.abort();
          return outcome;
        },
        (goal: Message) => {
          wanted = goal;
          return this.rejects ? rcl.GoalResponse.REJECT : rcl.GoalResponse.ACCEPT;
        },
        undefined,
        (handle: Rcl) => {
          queueMicrotask(() => open.get(handle)?.());
          return this.keepsOn ? rcl.CancelResponse.REJECT : rcl.CancelResponse.ACCEPT;
        },
      ),
    );
  }

  /** Its software goes away. */
  lose(): void {
    this.#isLost = true;
    for (const server of this.#servers.splice(0)) server.destroy();
  }

  #serveService(does: "pick" | "drop"): void {
    this.#robot.node.createService(
      "lift_msgs/srv/HandleLoad",
      `lift/${does}_by_service`,
      (request: Message, response: { send(message: Message): void }) => {
        void this.#handle(does, request).then((outcome) => response.send(outcome!));
      },
    );
  }

  /** Null: it was called off. */
  async #handle(
    does: "pick" | "drop",
    message: Message,
    onBegin?: (end: () => void) => void,
  ): Promise<Message | null> {
    this.received.push({ does, message, x: this.#robot.pose.x });
    const over = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => over.resolve(true), this.handlingMs);
    onBegin?.(() => over.resolve(false));
    const isWhole = await over.promise;
    clearTimeout(timer);
    // Its software is gone, and answers nothing.
    if (this.#isLost || this.#state.isDestroyed()) return await new Promise(() => undefined);
    if (!isWhole) return null;
    const isWrong = this.isLoaded === (does === "pick");
    const wrong = does === "pick" ? "it is full" : "it is empty";
    const problem = this.problem ?? (isWrong ? wrong : null);
    if (problem !== null) return { success: false, message: problem };
    this.isLoaded = does === "pick";
    this.#tell();
    return { success: true, message: "" };
  }

  #tell(): void {
    this.#state.publish({ data: this.isLoaded });
  }
}
