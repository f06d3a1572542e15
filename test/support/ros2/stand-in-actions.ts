import type { Message } from "./interfaces.ts";
import { assertType, callNative, defined, namesAndTypes, toDomain } from "./stand-in-context.ts";
import { Entity, type Node, profiles, Publisher, Subscription } from "./stand-in-core.ts";

interface GoalRecord {
  uuid: Uint8Array;
  status: number;
  result: PromiseWithResolvers<Message>;
}

const zeros = { sec: 0, nanosec: 0 };
const hex = (uuid: Uint8Array): string => Buffer.from(uuid).toString("hex");
const isOver = (status: number): boolean => status >= 4;

/** A goal at its server. */
export class ServerGoalHandle {
  readonly #server: ActionServer;
  readonly record: GoalRecord;

  constructor(server: ActionServer, record: GoalRecord) {
    this.#server = server;
    this.record = record;
  }

  get goalId(): { uuid: Uint8Array } {
    return { uuid: this.record.uuid };
  }

  get isActive(): boolean {
    return !isOver(this.record.status);
  }

  get isCancelRequested(): boolean {
    return this.record.status === 3;
  }

  get status(): number {
    return this.record.status;
  }

  execute(): void {
    if (this.record.status === 1) this.#server.move(this.record, 2);
    this.#server.run(this);
  }

  publishFeedback(feedback: Message): void {
    this.#server.tell(this.record, feedback);
  }

  succeed(): void {
    this.#end(4);
  }

  canceled(): void {
    this.#end(5);
  }

  abort(): void {
    this.#end(6);
  }

  #end(status: number): void {
    if (!this.isActive) throw new Error("goal handle is in a terminal state");
    if (status === 5 && this.record.status !== 3) throw new Error("goal is not canceling");
    this.#server.move(this.record, status);
  }
}

/** As rclnodejs' `ActionServer`. */
export class ActionServer {
  readonly #type: string;
  readonly #execute: (handle: ServerGoalHandle) => Promise<Message>;
  readonly #goals = new Map<string, { record: GoalRecord; handle: ServerGoalHandle }>();
  readonly #status: Publisher;
  readonly #feedback: Publisher;
  readonly #entities: Entity[] = [];

  // oxlint-disable-next-line max-params -- the real class has them so
  constructor(
    node: Node,
    type: string,
    action: string,
    execute: (handle: ServerGoalHandle) => Promise<Message>,
    onGoal: (goal: Message) => number = () => 2,
    onAccepted: (handle: ServerGoalHandle) => void = (handle) => handle.execute(),
    onCancel: (handle: ServerGoalHandle) => number | Promise<number> = () => 1,
  ) {
    assertType(type, "action");
    this.#type = type;
    this.#execute = execute;
    const under = (name: string): string => `${action}/_action/${name}`;
    const keep = <E extends Entity>(entity: E): E => {
      this.#entities.push(entity);
      return node.keep(entity);
    };
    const status = profiles["qos_profile_action_status_default"]!;
    const feedback = profiles["qos_profile_default"]!;
    this.#status = keep(
      new Publisher(node, "action_msgs/msg/GoalStatusArray", under("status"), status),
    );
    this.#feedback = keep(
      new Publisher(node, `${type}_FeedbackMessage`, under("feedback"), feedback),
    );
    keep(
      new RawService(node, `${type}_SendGoal`, under("send_goal"), (request) => {
        const { goal_id: id, goal } = request as { goal_id: { uuid: Uint8Array }; goal: Message };
        const isNew = !this.#goals.has(hex(id.uuid));
        const accepted = isNew && onGoal(goal) === 2;
        if (accepted) queueMicrotask(() => callNative(() => this.#accept(id.uuid, onAccepted)));
        return { accepted, stamp: zeros };
      }),
    );
    keep(
      new RawService(node, `${type}_GetResult`, under("get_result"), async (request) => {
        const { goal_id: id } = request as { goal_id: { uuid: Uint8Array } };
        const known = this.#goals.get(hex(id.uuid));
        return known ? await known.record.result.promise : { status: 0, result: {} };
      }),
    );
    keep(
      new RawService(node, "action_msgs/srv/CancelGoal", under("cancel_goal"), async (request) => {
        const { goal_info: info } = request as { goal_info: { goal_id: { uuid: Uint8Array } } };
        return await this.#cancel(info.goal_id.uuid, onCancel);
      }),
    );
  }

  destroy(): void {
    for (const entity of this.#entities) entity.release();
  }

  move(record: GoalRecord, status: number): void {
    record.status = status;
    this.#status.publish({
      status_list: [...this.#goals.values()].map(({ record: each }) => ({
        goal_info: { goal_id: { uuid: each.uuid }, stamp: zeros },
        status: each.status,
      })),
    });
  }

  tell({ uuid }: GoalRecord, feedback: Message): void {
    this.#feedback.publish({ goal_id: { uuid }, feedback });
  }

  run(handle: ServerGoalHandle): void {
    void this.#execute(handle).then((result) => {
      const { record } = handle;
      if (handle.isActive) this.move(record, 6);
      const complete = defined().complete(`${this.#type}_Result`, result);
      record.result.resolve({ status: record.status, result: complete });
    });
  }

  #accept(uuid: Uint8Array, onAccepted: (handle: ServerGoalHandle) => void): void {
    const record: GoalRecord = { uuid, status: 1, result: Promise.withResolvers<Message>() };
    const handle = new ServerGoalHandle(this, record);
    this.#goals.set(hex(uuid), { record, handle });
    onAccepted(handle);
  }

  async #cancel(
    uuid: Uint8Array,
    onCancel: (handle: ServerGoalHandle) => number | Promise<number>,
  ): Promise<Message> {
    const isAll = uuid.every((byte) => byte === 0);
    const all = [...this.#goals.values()];
    const meant = isAll ? all : all.filter(({ record }) => hex(record.uuid) === hex(uuid));
    if (!isAll && meant.length === 0) return { return_code: 2, goals_canceling: [] };
    const open = meant.filter(({ handle }) => handle.isActive);
    if (!isAll && open.length === 0) return { return_code: 3, goals_canceling: [] };
    const canceling: GoalRecord[] = [];
    for (const { record, handle } of open) {
      if ((await onCancel(handle)) !== 2) continue;
      if (record.status < 3) this.move(record, 3);
      canceling.push(record);
    }
    const isRefused = open.length > 0 && canceling.length === 0;
    return {
      return_code: isRefused ? 1 : 0,
      goals_canceling: canceling.map((each) => ({ goal_id: { uuid: each.uuid }, stamp: zeros })),
    };
  }
}

/** A service of an action, whose parts are checked by the action's own definitions. */
class RawService extends Entity {
  constructor(
    node: Node,
    type: string,
    name: string,
    answer: (request: Message) => Message | Promise<Message>,
  ) {
    super(node);
    const qos = profiles["qos_profile_services_default"]!;
    this.add({ kind: "service", name, type, qos }, (message) => {
      if (message.op !== "request") return;
      const { token } = message;
      void Promise.resolve(answer(message.request as Message)).then((response) =>
        toDomain({ op: "response", token, response }),
      );
    });
  }
}

class RawClient extends Entity {
  readonly #id: number;
  readonly #waiting = new Map<number, (response: Message) => void>();
  #sequence = 0;

  constructor(node: Node, type: string, name: string) {
    super(node);
    const qos = profiles["qos_profile_services_default"]!;
    this.#id = this.add({ kind: "client", name, type, qos }, (message) => {
      if (message.op !== "response") return;
      this.#waiting.get(message.sequence)?.(message.response as Message);
      this.#waiting.delete(message.sequence);
    });
  }

  /** Never settles when the server is gone. */
  async ask(request: Message): Promise<Message> {
    this.assertAlive();
    this.#sequence += 1;
    const { promise, resolve } = Promise.withResolvers<Message>();
    this.#waiting.set(this.#sequence, resolve);
    toDomain({ op: "request", id: this.#id, sequence: this.#sequence, request });
    return await promise;
  }
}

/** As rclnodejs' `ActionClient`. */
export class ActionClient {
  readonly #type: string;
  readonly #goal: RawClient;
  readonly #result: RawClient;
  /** One for every goal that was ever accepted (client.js deletes those of rejected ones only). */
  readonly #feedbackCallbacks = new Map<string, ((feedback: unknown) => void) | undefined>();

  constructor(node: Node, type: string, action: string) {
    assertType(type, "action");
    this.#type = type;
    const under = (name: string): string => `${action}/_action/${name}`;
    this.#goal = node.keep(new RawClient(node, `${type}_SendGoal`, under("send_goal")));
    this.#result = node.keep(new RawClient(node, `${type}_GetResult`, under("get_result")));
    const qos = profiles["qos_profile_default"]!;
    const feedback = { type: `${type}_FeedbackMessage`, topic: under("feedback"), qos };
    const onFeedback = ({ goal_id: id, feedback: told }: Message): void =>
      this.#feedbackCallbacks.get(hex((id as { uuid: Uint8Array }).uuid))?.(told);
    node.keep(new Subscription(node, feedback, onFeedback));
  }

  async sendGoal(
    goal: Message,
    onFeedback?: (feedback: unknown) => void,
    id?: { uuid: Uint8Array },
  ) {
    if (id?.uuid.length !== 16) throw new RangeError("The length of the array must be 16.");
    const request = { goal_id: id, goal: defined().complete(`${this.#type}_Goal`, goal) };
    const { accepted } = (await this.#goal.ask(request)) as { accepted: boolean };
    if (accepted) this.#feedbackCallbacks.set(hex(id.uuid), onFeedback);
    let status = accepted ? 1 : 0;
    const result = this.#result;
    return {
      isAccepted: () => accepted,
      get status() {
        return status;
      },
      async getResult(): Promise<Message> {
        const answer = (await result.ask({ goal_id: id })) as { status: number; result: Message };
        status = answer.status;
        return answer.result;
      },
    };
  }

  destroy(): void {
    this.#goal.release();
    this.#result.release();
  }
}

/** Actions by their feedback topics, those that only have clients among them. */
export function getActionNamesAndTypes(_node: Node): { name: string; types: string[] }[] {
  const suffix = "/_action/feedback";
  return namesAndTypes(({ kind, name }) => kind !== "service" && name.endsWith(suffix)).map(
    ({ name, types }) => ({
      name: name.slice(0, -suffix.length),
      types: types.map((type) => type.replace("_FeedbackMessage", "")),
    }),
  );
}
