import type { RosMessage } from "./ros-link.ts";

/** A message as JSON can carry it: arrays of numbers are plain. */
export function writeMessage(value: RosMessage): RosMessage {
  return plain(value) as RosMessage;
}

function plain(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<number>);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
}

/** A message as it was before JSON: bytes come as base64, and what is not a number as null. */
export function readMessage(type: string, message: RosMessage): RosMessage {
  if (type !== "action_msgs/msg/GoalStatusArray") return message;
  const list = Array.isArray(message["status_list"]) ? message["status_list"] : [];
  return {
    status_list: (list as RosMessage[]).flatMap((each) => {
      const info = each["goal_info"] as { goal_id?: { uuid?: unknown } } | undefined;
      const uuid = bytes(info?.goal_id?.uuid);
      return uuid ? [{ goal_info: { goal_id: { uuid } }, status: each["status"] }] : [];
    }),
  };
}

/** Goals of a status message that `readMessage` made, in hexadecimal. */
export function hexesOf(message: RosMessage): Set<string> {
  const list = message["status_list"] as { goal_info: { goal_id: { uuid: Uint8Array } } }[];
  return new Set(list.map(({ goal_info: info }) => Buffer.from(info.goal_id.uuid).toString("hex")));
}

function bytes(value: unknown): Uint8Array | null {
  if (typeof value === "string") return Uint8Array.from(Buffer.from(value, "base64"));
  return Array.isArray(value) ? Uint8Array.from(value as number[]) : null;
}
