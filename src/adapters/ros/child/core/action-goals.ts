import type { RosMessage } from "./ros-link.ts";

/** Kinds of goals, by the name of their action type without its package. */
export const goalTypes = [
  "NavigateToPose",
  "FollowWaypoints",
  "NavigateThroughPoses",
  "DockRobot",
  "UndockRobot",
] as const;

/** A kind of goal. */
export type GoalType = (typeof goalTypes)[number];

/** Statuses of goals by their UUIDs in hexadecimal; entries that are none are left out. */
export function statusesOf(message: RosMessage): Map<string, number> {
  const list = Array.isArray(message["status_list"]) ? message["status_list"] : [];
  const entries = (list as unknown[]).flatMap((each): [string, number][] => {
    const { goal_info: info, status } = (each ?? {}) as {
      goal_info?: { goal_id?: { uuid?: unknown } | null } | null;
      status?: unknown;
    };
    const bytes = bytesIn(info?.goal_id?.uuid);
    return bytes ? [[bytes.toString("hex"), Number(status)]] : [];
  });
  return new Map(entries);
}

/** rosbridge writes bytes in base64. */
function bytesIn(uuid: unknown): Buffer | null {
  if (typeof uuid === "string") return Buffer.from(uuid, "base64");
  if (Array.isArray(uuid)) return Buffer.from(uuid as number[]);
  return uuid instanceof Uint8Array ? Buffer.from(uuid) : null;
}

/** A UUID without its dashes, in lower case. */
export function hexOf(uuid: string): string {
  return uuid.replaceAll("-", "").toLowerCase();
}

/** The bytes of a UUID. */
export function bytesOf(uuid: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hexOf(uuid), "hex"));
}
