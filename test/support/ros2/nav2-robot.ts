import type { Message } from "./interfaces.ts";
import type { Nav2RobotOptions, Rcl, Task } from "./nav2-options.ts";
import { edge, type Pose, poseOf, relative, rotation, stamp, wrapped } from "./planar.ts";

const stepMs = 50;
const arrivedM = 0.05;
const turnRadps = 3;

/**
 * A Nav2 robot for tests, as an rclnodejs process can be one: kinematics on a plane, transforms,
 * odometry and battery, the action servers of navigation, speed limit and keep-out filter. It holds a
 * velocity by hand for ever: whoever moves it must stop it.
 */
export class Nav2Robot {
  readonly node: Rcl;
  readonly #options: Required<Nav2RobotOptions>;
  readonly #publishers: Record<"odom" | "tf" | "battery", Rcl>;
  readonly #images: Rcl;
  /** In memory of its own: a part of a larger buffer may be published with its neighbours. */
  readonly #picture: Uint8Array;
  #pose: Pose;
  #velocity = { linear: 0, angular: 0 };
  #limitMps = Infinity;
  #task: Task | null = null;
  #hand: { linear: number; angular: number } | null = null;
  #steps = 0;
  #timer: NodeJS.Timeout | undefined;
  #maskSubscription: Rcl;
  readonly #servers: Rcl[] = [];
  /** Goals that are braking for a cancel. */
  readonly #brakes = new Set<NodeJS.Timeout>();
  /** Rejects goals of these types. */
  readonly refuses = new Set<string>();
  /** Places that it cannot reach; it leaves them out, as its waypoint follower does. */
  unreachable: ((pose: Pose) => boolean) | null = null;
  isEmergencyStopped = false;
  batteryLevel: number;
  /** Whether the map and odometry transforms are told. */
  isLocalised = true;
  /** Whether its odometry's transform is told. */
  hasOdometry = true;
  /** Whether its servers tell how their goals go on; that of undocking never does. */
  givesFeedback = true;
  /** The newest goal of its docking server. */
  dockGoal: Message | null = null;
  mask: { cells: Int8Array; width: number } | null = null;
  /** When zero velocity by hand last came after another one, on the monotonic clock of the machine. */
  zeroAtMs: number | null = null;
  handCount = 0;
  fastestMps = 0;
  stopCalls = 0;
  /** Pictures that its camera published. */
  pictures = 0;

  constructor(options: Nav2RobotOptions) {
    this.#options = {
      start: { x: 0, y: 0, yaw: 0 },
      topMps: 1.2,
      brakeMs: 60,
      battery: 0.8,
      hasSpeedLimit: true,
      hasKeepout: true,
      hasDock: true,
      dockParameters: null,
      picture: null,
      odomReliability: "best_effort",
      ...options,
    };
    this.#pose = { ...this.#options.start };
    this.batteryLevel = this.#options.battery;
    const { rcl, namespace } = this.#options;
    this.node = new rcl.Node("nav2_robot", namespace);
    const sensor = { qos: this.#qos(this.#options.odomReliability, "volatile", 5) };
    this.#publishers = {
      odom: this.node.createPublisher("nav_msgs/msg/Odometry", "odom", sensor),
      tf: this.node.createPublisher("tf2_msgs/msg/TFMessage", "tf", {
        qos: this.#qos("reliable", "volatile", 100),
      }),
      battery: this.node.createPublisher("sensor_msgs/msg/BatteryState", "battery_state"),
    };
    this.#picture = new Uint8Array(this.#options.picture ?? []);
    if (this.#options.picture) {
      const type = "sensor_msgs/msg/CompressedImage";
      this.#images = this.node.createPublisher(type, "image/compressed", sensor);
    }
    this.#publishOnce();
    this.#listen();
    this.#serve();
    this.node.spin();
    this.#timer = setInterval(() => this.#step(), stepMs);
  }

  get pose(): Readonly<Pose> {
    return this.#pose;
  }

  get isDriving(): boolean {
    return this.#task !== null;
  }

  get velocity(): Readonly<{ linear: number; angular: number }> {
    return this.#velocity;
  }

  /** Its navigation starts again and knows nothing of any goal. */
  forget(): void {
    this.loseNavigation();
    this.#serve();
  }

  /** Its navigation goes away, and the goal with it. */
  loseNavigation(): void {
    this.#task = null;
    this.#velocity = { linear: 0, angular: 0 };
    for (const server of this.#servers.splice(0)) server.destroy();
  }

  /** Its navigation is there again. */
  regainNavigation(): void {
    this.#serve();
  }

  close(): void {
    clearInterval(this.#timer);
    for (const brake of this.#brakes) clearTimeout(brake);
    this.node.destroy();
  }

  #qos(reliability: "reliable" | "best_effort", durability: "volatile" | "kept", depth: number) {
    const { QoS } = this.#options.rcl;
    return new QoS(1, depth, reliability === "reliable" ? 1 : 2, durability === "kept" ? 1 : 2);
  }

  #publishOnce(): void {
    const kept = { qos: this.#qos("reliable", "kept", 1) };
    const fixed = this.node.createPublisher("tf2_msgs/msg/TFMessage", "tf_static", kept);
    fixed.publish({ transforms: [edge("base_footprint", "base_link", { x: 0, y: 0, yaw: 0 })] });
    const map = this.node.createPublisher("nav_msgs/msg/OccupancyGrid", "map", kept);
    const origin = { position: { x: -10, y: -10, z: 0 }, orientation: rotation(0) };
    map.publish({
      header: { stamp, frame_id: "map" },
      info: { map_load_time: stamp, resolution: 0.1, width: 200, height: 200, origin },
      data: new Int8Array(200 * 200),
    });
  }

  #listen(): void {
    const { distro, hasSpeedLimit, hasKeepout } = this.#options;
    const stamped = distro === "kilted";
    const twist = stamped ? "geometry_msgs/msg/TwistStamped" : "geometry_msgs/msg/Twist";
    const best = { qos: this.#qos("best_effort", "volatile", 1) };
    this.node.createSubscription(twist, "cmd_vel_smoothed", best, (message: Message) =>
      this.#onVelocity((stamped ? message["twist"] : message) as Message),
    );
    if (hasSpeedLimit) {
      this.node.createSubscription(
        "nav2_msgs/msg/SpeedLimit",
        "speed_limit",
        (message: Message) => {
          const limit = Number(message["speed_limit"]);
          this.#limitMps = limit === 0 ? Infinity : limit;
        },
      );
    }
    const initial = "geometry_msgs/msg/PoseWithCovarianceStamped";
    this.node.createSubscription(initial, "initialpose", (message: Message) => {
      const { pose } = message["pose"] as { pose: Message };
      this.#pose = poseOf(pose);
      this.isLocalised = true;
    });
    if (hasKeepout) this.#listenToMask();
    this.#tellParameters();
    this.node.createService(
      "std_srvs/srv/Trigger",
      "halt",
      (_request: Message, response: { send(message: Message): void }) => {
        this.stopCalls += 1;
        response.send({ success: true, message: "" });
      },
    );
  }

  /** As rclcpp: one name that was not declared empties the whole answer. */
  #tellParameters(): void {
    const { dockParameters } = this.#options;
    this.node.createService(
      "rcl_interfaces/srv/GetParameters",
      "docking_server/get_parameters",
      (request: Message, response: { send(message: Message): void }) => {
        const names = request["names"] as string[];
        const isWhole = names.every((name) => dockParameters?.[name] !== undefined);
        response.send({ values: isWhole ? names.map((name) => dockParameters![name]) : [] });
      },
    );
  }

  /** As Nav2's KeepoutFilter: the mask's topic is learned from the filter's information. */
  #listenToMask(): void {
    const kept = { qos: this.#qos("reliable", "kept", 1) };
    const info = "nav2_msgs/msg/CostmapFilterInfo";
    this.node.createSubscription(info, "keepout_costmap_filter_info", kept, (message: Message) => {
      if (message["type"] !== 0) return;
      if (this.#maskSubscription) this.node.destroySubscription(this.#maskSubscription);
      this.#maskSubscription = this.node.createSubscription(
        "nav_msgs/msg/OccupancyGrid",
        String(message["filter_mask_topic"]),
        kept,
        (grid: Message) => {
          const { width } = grid["info"] as { width: number };
          this.mask = { cells: Int8Array.from(grid["data"] as Int8Array), width };
        },
      );
    });
  }

  #serve(): void {
    const { hasDock } = this.#options;
    this.#server("NavigateToPose", "navigate_to_pose", (goal) => [
      poseOf((goal["pose"] as Message)["pose"] as Message),
    ]);
    this.#server("FollowWaypoints", "follow_waypoints", (goal) => {
      const poses = (goal["poses"] as Message[]).map((each) => poseOf(each["pose"] as Message));
      const loops = Number(goal["number_of_loops"] ?? 0) + 1;
      return Array.from({ length: loops }, () => poses).flat();
    });
    if (hasDock && this.#options.distro !== "humble") {
      this.#server("DockRobot", "dock_robot", (goal) => {
        this.dockGoal = goal;
        const { pose } = goal["dock_pose"] as { pose: Message };
        return [goal["use_dock_id"] === true ? { x: -2, y: 0, yaw: 0 } : poseOf(pose)];
      });
      this.#server("UndockRobot", "undock_robot", () => [
        { x: this.#pose.x + 0.5, y: this.#pose.y, yaw: 0 },
      ]);
    }
  }

  #server(type: string, action: string, pathOf: (goal: Message) => Pose[]): void {
    const { rcl } = this.#options;
    let wanted: Message | null = null;
    const server = new rcl.ActionServer(
      this.node,
      `nav2_msgs/action/${type}`,
      action,
      (handle: Rcl) => this.#drive(handle, pathOf(wanted!), type),
      (goal: Message) => {
        wanted = goal;
        return this.refuses.has(type) ? rcl.GoalResponse.REJECT : rcl.GoalResponse.ACCEPT;
      },
      undefined,
      (handle: Rcl) => {
        const brake = setTimeout(() => {
          this.#brakes.delete(brake);
          this.#cancelled(handle);
        }, this.#options.brakeMs);
        this.#brakes.add(brake);
        return rcl.CancelResponse.ACCEPT;
      },
    );
    this.#servers.push(server);
  }

  /** A new goal takes the place of the one before, which its server aborts. */
  #drive(handle: Rcl, path: Pose[], type: string): Promise<Message> {
    const before = this.#task;
    return new Promise((resolve) => {
      const missed = path.flatMap((pose, at) => (this.unreachable?.(pose) ? [at] : []));
      this.#task = {
        handle,
        type,
        path: path.filter((_, at) => !missed.includes(at)),
        missed,
        isDocking: type.endsWith("ockRobot"),
        finish: resolve,
      };
      this.#hand = null;
      if (!before) return;
      before.handle.abort();
      before.finish({});
    });
  }

  #cancelled(handle: Rcl): void {
    const task = this.#task;
    if (!task || task.handle !== handle) return;
    this.#task = null;
    this.#velocity = { linear: 0, angular: 0 };
    handle.canceled();
    task.finish({});
  }

  #onVelocity(twist: Message): void {
    const { linear, angular } = twist as { linear: { x: number }; angular: { z: number } };
    const isZero = linear.x === 0 && angular.z === 0;
    if (isZero && this.#hand && this.#hand.linear + this.#hand.angular !== 0) {
      this.zeroAtMs = performance.timeOrigin + performance.now();
    }
    if (!isZero) this.handCount += 1;
    this.#hand = isZero ? null : { linear: linear.x, angular: angular.z };
    if (isZero && !this.#task) this.#velocity = { linear: 0, angular: 0 };
  }

  #step(): void {
    const sec = stepMs / 1000;
    if (this.#task) this.#pursue(this.#task, sec);
    else if (this.#hand && !this.isEmergencyStopped) this.#move(this.#hand, sec);
    else this.#velocity = { linear: 0, angular: 0 };
    this.#steps += 1;
    if (this.#steps % 2 === 0) this.#tell();
    if (this.#steps % 4 === 0) {
      const header = { stamp, frame_id: "camera" };
      if (this.#images) this.pictures += 1;
      this.#images?.publish({ header, format: "png", data: this.#picture });
    }
  }

  #pursue(task: Task, sec: number): void {
    const target = task.path[0];
    if (!target) {
      this.#arrive(task);
      return;
    }
    const [dx, dy] = [target.x - this.#pose.x, target.y - this.#pose.y];
    const leftM = Math.hypot(dx, dy);
    if (leftM <= arrivedM) {
      this.#pose = { ...this.#pose, yaw: target.yaw };
      task.path.shift();
      return;
    }
    const turn = wrapped(Math.atan2(dy, dx) - this.#pose.yaw);
    if (Math.abs(turn) > 0.1) {
      const angular = Math.sign(turn) * Math.min(turnRadps, Math.abs(turn) / sec);
      this.#move({ linear: 0, angular }, sec);
      return;
    }
    this.#pose.yaw = Math.atan2(dy, dx);
    const linear = Math.min(this.#options.topMps, this.#limitMps, leftM / sec);
    this.fastestMps = Math.max(this.fastestMps, linear);
    this.#move({ linear, angular: 0 }, sec);
  }

  #arrive(task: Task): void {
    this.#task = null;
    this.#velocity = { linear: 0, angular: 0 };
    task.handle.succeed();
    task.finish({
      ...(task.missed.length === 0 ? {} : { missed_waypoints: this.#missedOf(task.missed) }),
      ...(task.isDocking ? { success: true } : {}),
    });
  }

  #missedOf(missed: number[]): unknown[] {
    const { distro } = this.#options;
    if (distro === "humble") return missed;
    return missed.map((index) =>
      distro === "jazzy" ? { index } : { waypoint_index: index, waypoint_status: 3 },
    );
  }

  #move({ linear, angular }: { linear: number; angular: number }, sec: number): void {
    const yaw = wrapped(this.#pose.yaw + angular * sec);
    const x = this.#pose.x + Math.cos(yaw) * linear * sec;
    const y = this.#pose.y + Math.sin(yaw) * linear * sec;
    this.#pose = { x, y, yaw };
    this.#velocity = { linear, angular };
  }

  #tell(): void {
    const { odom, tf, battery } = this.#publishers;
    const { linear, angular } = this.#velocity;
    const twist = { linear: { x: linear, y: 0, z: 0 }, angular: { x: 0, y: 0, z: angular } };
    odom.publish({
      header: { stamp, frame_id: "odom" },
      child_frame_id: "base_footprint",
      twist: { twist },
    });
    // The odometry has drifted: its origin lies elsewhere, and turned, on the map.
    const drift = { x: 1, y: -2, yaw: Math.PI / 2 };
    const transforms = [];
    if (this.hasOdometry) {
      transforms.push(edge("odom", "base_footprint", relative(drift, this.#pose)));
    }
    if (this.isLocalised) transforms.push(edge("map", "odom", drift));
    tf.publish({ transforms });
    const task = this.#task;
    if (this.givesFeedback && task && task.type !== "UndockRobot") task.handle.publishFeedback({});
    if (this.#steps % 10 === 0)
      battery.publish({ percentage: this.batteryLevel, power_supply_status: 2, present: true });
  }
}
