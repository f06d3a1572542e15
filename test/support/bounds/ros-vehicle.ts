import { goalStatus } from "../../../src/adapters/ros/child/nav2/nav-goals.ts";
import { NavRobot } from "../../../src/adapters/ros/child/nav2/nav-robot.ts";
import type {
  BridgeAbilities,
  NavSettings,
} from "../../../src/adapters/ros/child/core/protocol.ts";
import type {
  GoalRequest,
  GoalResult,
  TopicSubscription,
  GraphWish,
  RosGraph,
  RosLink,
  RosMessage,
  SentGoal,
  TopicPublisher,
} from "../../../src/adapters/ros/child/core/ros-link.ts";
import type { RobotDriver, RobotSink } from "../../../src/robots/driver/driver-port.ts";
import type { FakeClock } from "../box/fake-clock.ts";
import type { Point } from "./oracle.ts";
import type { MakeVehicle } from "./play.ts";

/** Messages take so long in either direction. */
const latencyMs = 20;
const stepMs = 50;
const tellMs = 100;
const topMps = 1;
const navigate = { action: "/navigate_to_pose", type: "nav2_msgs/action/NavigateToPose" };
const follow = { action: "/follow_waypoints", type: "nav2_msgs/action/FollowWaypoints" };
const docking = { action: "/dock_robot", type: "nav2_msgs/action/DockRobot" };
const undocking = { action: "/undock_robot", type: "nav2_msgs/action/UndockRobot" };
const actions = [navigate, follow, docking, undocking];
/** Its docking plugin's `staging_x_offset`, in metres. */
const stagingM = -0.7;
/** `action_msgs/msg/GoalStatus`. */
const executing = 2;
const twist = "geometry_msgs/msg/Twist";

interface Task {
  id: string;
  action: string;
  path: { x: number; y: number }[];
  end(result: GoalResult): void;
}

const planar = (message: unknown): { x: number; y: number } =>
  (message as { pose: { position: { x: number; y: number } } }).pose.position;

/** A Nav2 robot that drives straight to each goal, and the link to it, on the sequence's clock. */
class LineNav implements RosLink {
  readonly problem = null;
  readonly isCostly = false;
  readonly distro = "jazzy";
  readonly maxArray = 1000;
  x = 0;
  y = 0;
  yaw = 0;
  isPoseTold = true;
  #task: Task | null = null;
  #hand = { linear: 0, angular: 0 };
  #speedMps = 0;
  readonly #clock: FakeClock;
  readonly #dock: { x: number; y: number };
  /** Whether its docking server tells where the dock is. */
  readonly #isDockTold: boolean;
  readonly #listening = new Set<TopicSubscription>();
  readonly #statuses = new Map<string, Map<string, number>>();

  constructor(clock: FakeClock, [x, y]: Point, isDockTold: boolean) {
    this.#clock = clock;
    this.#dock = { x, y };
    this.#isDockTold = isDockTold;
  }

  get isDriving(): boolean {
    return this.#speedMps !== 0;
  }

  async open(): Promise<void> {}
  async close(): Promise<void> {}

  async graph({ topics: watched }: GraphWish): Promise<RosGraph> {
    const types: Record<string, string> = {
      "/cmd_vel_smoothed": twist,
      "/speed_limit": "nav2_msgs/msg/SpeedLimit",
      "/initialpose": "geometry_msgs/msg/PoseWithCovarianceStamped",
    };
    const ends = watched
      .filter((topic) => types[topic])
      .map((topic) => [topic, [{ node: "/nav", type: types[topic]! }]] as const);
    return {
      topics: new Map([
        ["/tf", ["tf2_msgs/msg/TFMessage"]],
        ["/odom", ["nav_msgs/msg/Odometry"]],
      ]),
      actions: new Map(actions.map(({ action, type }) => [action, type])),
      services: new Set(),
      subscribers: new Map(ends),
      publishers: new Map(),
    };
  }

  listen(listening: TopicSubscription): () => void {
    this.#listening.add(listening);
    // Statuses are latched.
    const action = listening.topic.replace("/_action/status", "");
    if (this.#statuses.has(action)) this.#sayStatus(action);
    return () => void this.#listening.delete(listening);
  }

  speak(topic: string): TopicPublisher {
    const publish = (message: RosMessage): void => {
      this.#clock.after(latencyMs, () => this.#hear(topic, message));
    };
    return { publish, close: () => undefined };
  }

  async call({ service, request }: Parameters<RosLink["call"]>[0]): Promise<RosMessage> {
    if (service === "/docking_server/get_parameters") return this.#parameters(request);
    const action = service.replace("/_action/cancel_goal", "");
    await this.#later();
    if (this.#task?.action === action) this.#end(this.#task, goalStatus.canceled);
    await this.#later();
    return { return_code: 0, goals_canceling: [] };
  }

  async sendGoal({ action, id, goal }: GoalRequest): Promise<SentGoal> {
    await this.#later();
    const before = this.#task;
    const { promise, resolve } = Promise.withResolvers<GoalResult>();
    const path = this.#pathOf(action, goal);
    this.#task = { id, action, path, end: resolve };
    if (before) this.#end(before, goalStatus.aborted);
    this.#status(action, id, executing);
    await this.#later();
    return { isAccepted: true, id, result: promise };
  }

  #pathOf(action: string, goal: RosMessage): { x: number; y: number }[] {
    const staging = ({ x, y }: { x: number; y: number }) => ({ x: x + stagingM, y });
    if (action === undocking.action) return [staging(this.#dock)];
    if (action === docking.action) {
      const dock = goal["use_dock_id"] === true ? this.#dock : planar(goal["dock_pose"]);
      return [staging(dock), dock];
    }
    const list = (goal["poses"] as unknown[] | undefined) ?? [goal["pose"]];
    const laps = Number(goal["number_of_loops"] ?? 0) + 1;
    return Array.from({ length: laps }, () => list.map(planar)).flat();
  }

  #parameters(request: RosMessage): RosMessage {
    const { x, y } = this.#dock;
    const known: Record<string, RosMessage> = {
      "home.frame": { type: 4, string_value: "map" },
      "home.pose": { type: 8, double_array_value: [x, y, 0] },
      "home.type": { type: 4, string_value: "charger" },
      "charger.staging_x_offset": { type: 3, double_value: stagingM },
    };
    const names = request["names"] as string[];
    return { values: this.#isDockTold ? names.map((name) => known[name]) : [] };
  }

  step(): void {
    const sec = stepMs / 1000;
    const next = this.#task?.path[0];
    if (!this.#task || !next) {
      this.#speedMps = this.#hand.linear;
      this.yaw += this.#hand.angular * sec;
      this.x += Math.cos(this.yaw) * this.#hand.linear * sec;
      this.y += Math.sin(this.yaw) * this.#hand.linear * sec;
      return;
    }
    const leftM = Math.hypot(next.x - this.x, next.y - this.y);
    const stepM = Math.min(leftM, topMps * sec);
    this.#speedMps = topMps;
    if (leftM > 0) this.yaw = Math.atan2(next.y - this.y, next.x - this.x);
    this.x += Math.cos(this.yaw) * stepM;
    this.y += Math.sin(this.yaw) * stepM;
    if (stepM < leftM) return;
    this.#task.path.shift();
    if (this.#task.path.length === 0) this.#end(this.#task, goalStatus.succeeded);
  }

  tell(): void {
    const edge = (parent: string, child: string, x: number, y: number, yaw: number) => ({
      header: { frame_id: parent },
      child_frame_id: child,
      transform: {
        translation: { x, y, z: 0 },
        rotation: { x: 0, y: 0, z: Math.sin(yaw / 2), w: Math.cos(yaw / 2) },
      },
    });
    // Odometry goes on whatever becomes of the localisation.
    const edges = [edge("odom", "base_link", this.x, this.y, this.yaw)];
    if (this.isPoseTold) edges.push(edge("map", "odom", 0, 0, 0));
    this.#say("/tf", { transforms: edges });
    const velocity = { linear: { x: this.#speedMps, y: 0 }, angular: { z: 0 } };
    this.#say("/odom", { twist: { twist: velocity } });
  }

  #hear(topic: string, message: RosMessage): void {
    if (topic === "/cmd_vel_smoothed") {
      const { linear, angular } = message as { linear: { x: number }; angular: { z: number } };
      this.#hand = { linear: linear.x, angular: angular.z };
    } else if (topic === "/initialpose") {
      const { x, y } = planar(message["pose"]);
      [this.x, this.y] = [x, y];
    }
  }

  #end(task: Task, status: number): void {
    if (this.#task === task) this.#task = null;
    this.#status(task.action, task.id, status);
    void this.#later().then(() => task.end({ status, result: {} }));
  }

  #status(action: string, id: string, status: number): void {
    const statuses = this.#statuses.get(action) ?? new Map<string, number>();
    this.#statuses.set(action, statuses.set(id, status));
    this.#sayStatus(action);
  }

  #sayStatus(action: string): void {
    const bytes = (uuid: string): number[] => [...Buffer.from(uuid.replaceAll("-", ""), "hex")];
    const list = [...(this.#statuses.get(action) ?? [])].map(([goal, value]) => ({
      goal_info: { goal_id: { uuid: bytes(goal) } },
      status: value,
    }));
    this.#say(`${action}/_action/status`, { status_list: list });
  }

  #say(topic: string, message: RosMessage): void {
    this.#clock.after(latencyMs, () => {
      for (const each of this.#listening) if (each.topic === topic) each.onMessage(message);
    });
  }

  #later(): Promise<void> {
    return new Promise((resolve) => this.#clock.after(latencyMs, resolve));
  }
}

const settings: NavSettings = {
  namespace: "",
  mapFrame: "map",
  baseFrame: "base_link",
  mapTopic: null,
  scanTopic: null,
  odomTopic: "/odom",
  batteryTopic: null,
  batteryScale: "auto",
  velocityTopic: null,
  emergencyStop: null,
  stopService: null,
  loads: null,
  dock: { id: "home", type: "", at: null },
  topSpeedMps: topMps,
  keepoutInfoTopic: null,
  camera: null,
};

/** The bridge's side of the driver in this process. */
function driverOf(link: RosLink, clock: FakeClock): RobotDriver {
  let sink: RobotSink | undefined;
  let abilities: BridgeAbilities | null = null;
  const robot = new NavRobot({
    link,
    settings,
    clock,
    events: {
      onMap: () => undefined,
      onScan: () => undefined,
      onSample: (sample) => sink?.onSample(sample),
      onProgress: (progress) => sink?.onProgress(progress),
      onAbilities: (told) => void (abilities = told),
      onLost: () => sink?.onLost(),
      onTrouble: () => undefined,
      onPicture: () => undefined,
      onBlind: () => undefined,
    },
  });
  return {
    open: (heard) => {
      sink = heard;
      robot.open();
    },
    capabilities: () => abilities?.capabilities ?? [],
    frames: () => abilities?.frames ?? [],
    ownPlaces: ({ kind }) => {
      const way = abilities?.dockWay ?? null;
      return kind === "undock" && way ? way.slice(0, 1) : way;
    },
    execute: (command) => robot.execute(command),
    cancel: (commandId) => robot.cancel(commandId),
    stop: () => robot.stop(),
    reattach: (commandId) => robot.reattach(commandId),
    close: () => robot.close(),
  };
}

/** A Nav2 robot behind the bridge's side of the driver, by a link in this process. */
export const rosVehicle: MakeVehicle = (clock, dock, random) => {
  const robot = new LineNav(clock, dock, random() < 0.7);
  const timers = [clock.every(stepMs, () => robot.step()), clock.every(tellMs, () => robot.tell())];
  return {
    driver: driverOf(robot, clock),
    silence: { staleMs: 1000, offlineMs: 3000 },
    at: () => [robot.x, robot.y],
    isDriving: () => robot.isDriving,
    losePose: (isLost) => void (robot.isPoseTold = !isLost),
    drift: () => undefined,
    // A pose, the way there and back, a step of the robot; a sample that came early is thinned out.
    stopSec: (2 * tellMs + 3 * latencyMs + 2 * stepMs) / 1000,
    canTeleop: true,
    close: () => timers.forEach((timer) => timer.cancel()),
  };
};
