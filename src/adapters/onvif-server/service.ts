import type { RestreamCaller } from "../../cameras/restream/restream-port.ts";
import { find, type XmlElement } from "../onvif/xml.ts";
import type { Prefix } from "./namespaces.ts";
import { invalidArg } from "./soap-fault.ts";

/** The box as one client reaches it, behind whatever leads there. */
export interface Entrance {
  /** `http(s)://host:port`, without a path. */
  origin: string;
  /** Host of addresses on other ports; IPv6 in brackets. */
  host: string;
  /** Address of the box's own end of the connection. */
  localAddress: string;
}

/** A call of an operation that needs no key. */
export interface OpenCall {
  /** The operation, with its arguments as children. */
  operation: XmlElement;
  entrance: Entrance;
}

/** A call of an operation by a caller with a key. */
export interface ServiceCall extends OpenCall {
  caller: RestreamCaller;
  /** Path of the address that was called. */
  path: string;
  /** Aborts when the client has gone. */
  signal: AbortSignal;
}

/** Operations of a service by name: each gives the content of its answer, or throws a fault. */
export interface Service {
  /** Namespace of the operations. */
  prefix: Prefix;
  /** Those that the specification lets everybody call (access class PRE_AUTH). */
  open: Readonly<Record<string, (call: OpenCall) => string>>;
  guarded: Readonly<Record<string, (call: ServiceCall) => string | Promise<string>>>;
  /** Actions of the answers, for operations whose clients use WS-Addressing. */
  actions?: Readonly<Record<string, string>>;
}

/** Paths of the services. */
export const servicePaths = {
  tds: "/onvif/device_service",
  trt: "/onvif/media",
  tr2: "/onvif/media2",
  tev: "/onvif/events",
} as const;

/** Path of the subscriptions, before their id. */
export const subscriptionPath = "/onvif/subscription/";

/** Path of the pictures, before the id of the stream. */
export const snapshotPath = "/onvif/snapshot/";

/** Longest token (ONVIF `ReferenceToken`). */
const maxTokenChars = 64;

/** Returns a token among the arguments of `operation`; empty without one. Throws a fault for one that is too long. */
export function tokenArg({ operation }: OpenCall, name: string): string {
  const token = find(operation, name)?.text ?? "";
  if (token.length <= maxTokenChars) return token;
  throw invalidArg("InvalidArgVal", `${name}: has more than 64 characters. Use a listed token`);
}
