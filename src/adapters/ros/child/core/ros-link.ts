/** A ROS message, request or goal as a plain object, in the field names of its definition. */
export type RosMessage = Record<string, unknown>;

/** The quality-of-service fields that decide whether two sides match. */
export interface TopicQos {
  reliability: "reliable" | "best_effort";
  durability: "volatile" | "transient_local";
  /** Messages kept by keep-last. */
  depth: number;
}

/** For values that hold until the next message: maps, masks. */
export const latched: TopicQos = {
  reliability: "reliable",
  durability: "transient_local",
  depth: 1,
};

/** One end of a topic: the node's full name and the message type that it expects. */
export interface TopicEndpoint {
  node: string;
  type: string;
}

/** An action or service by its full name and type. */
export interface NamedInterface {
  name: string;
  type: string;
}

/** What a snapshot of the graph is to show beside topics and navigation. */
export interface GraphWish {
  /** Topics whose ends are wanted, by full name. */
  topics: readonly string[];
  /** Actions and services that are not of Nav2. */
  actions: readonly NamedInterface[];
  services: readonly NamedInterface[];
}

/** A snapshot of the ROS graph. */
export interface RosGraph {
  /** Types by full name of the topic. */
  topics: ReadonlyMap<string, readonly string[]>;
  /** Types by full name of the action; only actions that have a server now. */
  actions: ReadonlyMap<string, string>;
  /** Full names of the wished services that have a server of the wished type now. */
  services: ReadonlySet<string>;
  /** Ends of the watched topics by full name, without those of this link. */
  subscribers: ReadonlyMap<string, readonly TopicEndpoint[]>;
  publishers: ReadonlyMap<string, readonly TopicEndpoint[]>;
}

/** A topic to listen to. */
export interface TopicSubscription {
  /** Full name. */
  topic: string;
  type: string;
  /** `adapt`: the publishers' own, so that all of them are received. */
  qos: TopicQos | "adapt";
  /** Messages that come sooner after another one may be left out, in milliseconds; none when absent. */
  everyMs?: number;
  onMessage(message: RosMessage): void;
}

/** A service to call. */
export interface ServiceCall {
  service: string;
  type: string;
  request: RosMessage;
  timeoutMs: number;
  /** It may take long: other traffic must not wait behind it. */
  isLong?: boolean;
}

/** A topic to speak on. */
export interface TopicPublisher {
  publish(message: RosMessage): void;
  close(): void;
}

/** The end of a goal: `action_msgs/msg/GoalStatus` and the result's fields. */
export interface GoalResult {
  status: number;
  result: RosMessage;
}

/** A goal on its way to an action server. */
export interface GoalRequest {
  action: string;
  type: string;
  /** A UUID; the goal's own id where the transport lets the client choose it. */
  id: string;
  goal: RosMessage;
  /** The server spoke of the goal: it has it. Called often; never throws. */
  onFeedback(): void;
}

/** The outcome of a goal that was sent. */
export interface SentGoal {
  isAccepted: boolean;
  /** The goal's id as other clients see it; null where the transport hides it. */
  id: string | null;
  /** Never settles when the server dies; never rejects. */
  result: Promise<GoalResult>;
}

/**
 * A way into one ROS 2 system. Constructors only keep their arguments. Callbacks may throw: the link
 * catches and reports that, because a throw would end the process.
 */
export interface RosLink {
  /** Rejects with `robot_unreachable` in words for a technician when ROS cannot be used here. */
  open(): Promise<void>;
  /** The reason why the robot's ROS is unreachable now; null while it is reachable. */
  readonly problem: string | null;
  /** `humble`, `jazzy` …; null when unknown. */
  readonly distro: string | null;
  /** Longest array that may be published without holding the process up, in elements. */
  readonly maxArray: number;
  /** Every message of a topic crosses a network as text: large ones are drawn one by one, as they are wanted. */
  readonly isCostly: boolean;
  graph(wish: GraphWish): Promise<RosGraph>;
  /** Listens until the returned function is called. */
  listen(listening: TopicSubscription): () => void;
  speak(topic: string, type: string, qos: TopicQos): TopicPublisher;
  /** Rejects with `robot_unreachable` when no answer came in time. */
  call(call: ServiceCall): Promise<RosMessage>;
  /** Resolves when the server has answered; rejects with `robot_unreachable` when the link breaks. */
  sendGoal(request: GoalRequest): Promise<SentGoal>;
  close(): Promise<void>;
}
