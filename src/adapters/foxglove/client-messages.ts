/** What a client asks for: https://github.com/foxglove/ws-protocol, docs/spec.md. */
export type ClientMessage =
  | { op: "subscribe"; subscriptions: { id: number; channelId: number }[] }
  | { op: "unsubscribe"; subscriptionIds: number[] }
  /** The operation is not offered; in the words of the protocol. */
  | { op: "refused"; name: string }
  | { op: "invalid"; why: string };

const binaryNames: Record<number, string> = { 1: "publish", 2: "service call" };
/** Operations that a server may offer and this one does not. */
const notOffered: ReadonlySet<string> = new Set([
  "advertise",
  "unadvertise",
  "getParameters",
  "setParameters",
  "subscribeParameterUpdates",
  "unsubscribeParameterUpdates",
  "subscribeConnectionGraph",
  "unsubscribeConnectionGraph",
  "fetchAsset",
]);

/** Reads a message of a client; never throws. */
export function readClientMessage(data: Buffer, isBinary: boolean): ClientMessage {
  if (isBinary) {
    const name = binaryNames[data[0] ?? 0];
    return name === undefined ? invalid("its first byte is unknown") : { op: "refused", name };
  }
  let value: unknown;
  try {
    value = JSON.parse(data.toString());
  } catch {
    return invalid("it is no JSON");
  }
  const { op, subscriptions, subscriptionIds } = (value ?? {}) as Record<string, unknown>;
  if (op === "subscribe" && Array.isArray(subscriptions) && subscriptions.every(isSubscription)) {
    return { op, subscriptions };
  }
  if (op === "unsubscribe" && Array.isArray(subscriptionIds) && subscriptionIds.every(isId)) {
    return { op, subscriptionIds };
  }
  if (typeof op === "string" && notOffered.has(op)) return { op: "refused", name: op };
  return invalid("op: is unknown, or its fields are wrong");
}

function invalid(why: string): ClientMessage {
  return { op: "invalid", why };
}

function isId(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value < 2 ** 32;
}

function isSubscription(value: unknown): value is { id: number; channelId: number } {
  const { id, channelId } = (value ?? {}) as Record<string, unknown>;
  return isId(id) && isId(channelId);
}
