import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fail } from "../../../../base/contract/fail.ts";
import { describeError } from "../../../../base/core/errors.ts";
import type { RosMessage, TopicQos } from "../core/ros-link.ts";

/** The part of rclnodejs (2.x) in use; its own declarations name some getters as methods. */
export interface RclModule {
  init(context?: undefined, argv?: readonly string[]): Promise<void>;
  shutdown(): void;
  Node: new (name: string, namespace: string, context: undefined, options: object) => RclNode;
  ActionClient: new (node: RclNode, type: string, action: string) => RclActionClient;
  QoS: new (history: number, depth: number, reliability: number, durability: number) => RclQos;
  getActionNamesAndTypes(node: RclNode): NameAndTypes[];
  removeSignalHandlers?(): void;
}

/** A quality of service, as `QoS` holds it. */
export interface RclQos {
  readonly history: number;
  readonly depth: number;
  readonly reliability: number;
  readonly durability: number;
}

/** A name on the graph with its types. */
export interface NameAndTypes {
  name: string;
  types: string[];
}

/** One endpoint of a topic as the graph reports it. */
export interface RclEndpoint {
  node_name: string;
  node_namespace: string;
  topic_type: string;
  qos_profile: { reliability: number; durability: number };
}

/** A node. */
export interface RclNode {
  spin(timeoutMs: number): void;
  destroy(): void;
  getFullyQualifiedName(): string;
  createSubscription(
    type: string,
    topic: string,
    options: { qos: RclQos; enableTypedArray: boolean },
    onMessage: (message: RosMessage) => void,
  ): RclSubscription;
  createPublisher(type: string, topic: string, options: { qos: RclQos }): RclPublisher;
  createClient(type: string, service: string): RclClient;
  destroySubscription(subscription: RclSubscription): void;
  destroyPublisher(publisher: RclPublisher): void;
  getTopicNamesAndTypes(): NameAndTypes[];
  getPublishersInfoByTopic(topic: string, noDemangle: boolean): RclEndpoint[];
  getSubscriptionsInfoByTopic(topic: string, noDemangle: boolean): RclEndpoint[];
}

/** A subscription; only its node uses it. */
export interface RclSubscription {
  readonly topic: string;
}

/** A publisher. */
export interface RclPublisher {
  publish(message: RosMessage, options?: { validate: boolean }): void;
}

/** A service's client. */
export interface RclClient {
  isServiceServerAvailable(): boolean;
  sendRequestAsync(request: RosMessage, options: { timeout: number }): Promise<RosMessage>;
}

/** An action's client. */
export interface RclActionClient {
  sendGoal(
    goal: RosMessage,
    onFeedback: () => void,
    id: { uuid: Uint8Array },
  ): Promise<RclGoalHandle>;
  destroy(): void;
}

/** A goal that was answered. */
export interface RclGoalHandle {
  isAccepted(): boolean;
  getResult(): Promise<RosMessage>;
  readonly status: number;
}

/** Values of rclnodejs' `QoS` enumerations. */
export const rclQos = {
  keepLast: 1,
  reliable: 1,
  bestEffort: 2,
  transientLocal: 1,
  volatile: 2,
} as const;

/** A quality of service in rclnodejs' own terms. */
export function qosOf(rcl: RclModule, { reliability, durability, depth }: TopicQos): RclQos {
  return new rcl.QoS(
    rclQos.keepLast,
    depth,
    reliability === "reliable" ? rclQos.reliable : rclQos.bestEffort,
    durability === "transient_local" ? rclQos.transientLocal : rclQos.volatile,
  );
}

/**
 * Loads rclnodejs, or rejects with `robot_unreachable` in words for a technician. It is not even
 * tried where ROS is not set up: an import would set off a build of minutes.
 */
export async function loadRcl(module: string, env: NodeJS.ProcessEnv): Promise<RclModule> {
  const distro = env["ROS_DISTRO"];
  if (!env["AMENT_PREFIX_PATH"] || !distro) {
    throw missing(
      "ROS 2 is not set up in Gatehouse's environment (ROS_DISTRO, AMENT_PREFIX_PATH): " +
        "name its setup file as `ros.setup` in the site configuration",
    );
  }
  if (module === "rclnodejs") assertBuilt(distro);
  try {
    const loaded = (await import(module)) as { default: RclModule };
    return loaded.default;
  } catch (error) {
    throw missing(`rclnodejs cannot be loaded: ${describeError(error)}`);
  }
}

function assertBuilt(distro: string): void {
  const shell = "in Gatehouse's directory, in a shell in which ROS 2 is set up";
  // Scripts of packages do not run at an install (.npmrc), so the native part is built apart.
  const remedy = `run \`npm rebuild rclnodejs --ignore-scripts=false\` ${shell}`;
  let home: string;
  try {
    home = dirname(createRequire(import.meta.url).resolve("rclnodejs/package.json"));
  } catch {
    throw missing(`rclnodejs is not installed: first \`npm install\`, then ${remedy}`);
  }
  const isBuilt = existsSync(join(home, "build/Release/rclnodejs.node"));
  if (!isBuilt && !hasPrebuilt(home, distro)) {
    throw missing(`rclnodejs is not built for ROS 2 ${distro} on this machine: ${remedy}`);
  }
  if (!existsSync(join(home, "generated/generator.json"))) {
    throw missing(`rclnodejs has no message classes yet: ${remedy}`);
  }
}

/** Prebuilt binaries are named `<distro>-<Ubuntu's code name>-<architecture>-node-…`. */
function hasPrebuilt(home: string, distro: string): boolean {
  const dir = join(home, "prebuilds", `linux-${process.arch}`);
  if (!existsSync(dir) || !existsSync("/etc/os-release")) return false;
  const codename = /^VERSION_CODENAME=(\S+)$/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1];
  const prefix = `${distro}-${codename}-${process.arch}-node-`;
  return readdirSync(dir).some((name) => name.startsWith(prefix));
}

function missing(message: string): Error {
  return fail("robot_unreachable", message);
}
