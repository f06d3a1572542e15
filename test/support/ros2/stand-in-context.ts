import { connect, type Socket } from "node:net";
import { type Distro, Interfaces } from "./interfaces.ts";
import {
  type FromDomain,
  frameOf,
  readFrames,
  type ToDomain,
  type WireEnd,
} from "./stand-in-domain.ts";

type Receiver = (message: FromDomain) => void;

let socket: Socket | undefined;
let interfaces: Interfaces | undefined;
let ends: readonly WireEnd[] = [];
/** What each end does with the messages for it, by id. */
export const receivers = new Map<number, Receiver>();

/** Sends to the domain. */
export function toDomain(message: ToDomain): void {
  if (!socket) throw new Error("rcl is not initialized");
  if (!socket.destroyed) socket.write(frameOf(message));
}

/** The native side has no way to hand a JavaScript exception back. */
export function callNative(run: () => void): void {
  try {
    run();
  } catch (error) {
    process.stderr.write(
      `terminate called after throwing an instance of 'Napi::Error': ${String(error)}\n`,
    );
    process.abort();
  }
}

/** The message definitions; throws before `init`. */
export function defined(): Interfaces {
  if (!interfaces) throw new Error("rcl is not initialized");
  return interfaces;
}

/** Publishers, subscriptions, services and clients of the whole graph. */
export function graphEnds(): readonly WireEnd[] {
  return ends;
}

/** Names on the graph with their types, of the ends that are meant. */
export function namesAndTypes(
  isOne: (end: WireEnd) => boolean,
): { name: string; types: string[] }[] {
  const found = new Map<string, Set<string>>();
  for (const end of ends.filter(isOne)) {
    found.set(end.name, (found.get(end.name) ?? new Set()).add(end.type));
  }
  return [...found].map(([name, types]) => ({ name, types: [...types] }));
}

/** Throws for a type that is not defined. */
export function assertType(
  type: unknown,
  folder: "msg" | "srv" | "action",
): asserts type is string {
  if (typeof type === "string" && type.split("/")[1] === folder && defined().has(type)) return;
  throw new Error(`The message required does not exist: ${String(type)}`);
}

/** Joins the domain. */
export async function init(_context?: unknown, argv: unknown = process.argv): Promise<void> {
  if (socket) throw new Error("The context has already been initialized.");
  if (!Array.isArray(argv)) throw new TypeError("argv must be an array.");
  const [host = "", port = ""] = (process.env["STAND_IN_DOMAIN"] ?? "").split(":");
  interfaces = new Interfaces((process.env["ROS_DISTRO"] ?? "jazzy") as Distro);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const opened = connect(Number(port), host);
  opened.setNoDelay(true);
  opened.on("error", reject);
  readFrames<FromDomain>(opened, (message) => {
    if (message.op === "graph") {
      ends = message.ends;
      resolve();
    } else receivers.get(message.id)?.(message);
  });
  socket = opened;
  await promise;
}

/** Leaves the domain. */
export function shutdown(): void {
  socket?.destroy();
  socket = undefined;
  receivers.clear();
}
