import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { once } from "node:events";
import type { Clock, Timer } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { OnvifDeviceSource } from "../../cameras/onvif-device/onvif-device-port.ts";
import { scopesOf } from "./device-service.ts";
import {
  bye,
  type DiscoveryFacts,
  type DiscoveryProbe,
  hello,
  isFound,
  probeMatches,
  readProbe,
} from "./discovery-messages.ts";
import { servicePaths } from "./service.ts";

/** The networks in which a device answers searches. */
export interface DiscoveryNetwork {
  /** Address to listen at, and port (0 takes a free port), and own addresses that join the group. */
  listen: { address: string; port: number; joins: readonly string[] };
  /** Where the device says that it comes and goes, through which of its own addresses. */
  group: { host: string; port: number; interfaces: readonly string[] };
  /** Returns the box's address in the network of `peer`; undefined for a peer that gets no answer. */
  addressFor(peer: string): string | undefined;
}

/** The parts of the responder. */
export interface DiscoveryResponderParts {
  source: Pick<OnvifDeviceSource, "identity">;
  clock: Clock;
  log: Logger;
  network: DiscoveryNetwork;
  /** Ports of the device's server. */
  ports(): { http?: number; https?: number };
  /** Uniform in [0, 1). */
  random: () => number;
}

const maxProbeBytes = 16 * 1024;
/** Answers that wait; a flood of searches beyond it is not answered. */
const maxPending = 32;
/** Answers spread over this time, so that many devices do not answer at once (APP_MAX_DELAY). */
const maxDelayMs = 500;

/** Answers searches for ONVIF devices on the local network (WS-Discovery), and says when the device comes and goes. */
export class DiscoveryResponder implements Part {
  readonly #parts: DiscoveryResponderParts;
  readonly #pending = new Set<Timer>();
  readonly #instance: number;
  #socket: Socket | undefined;

  constructor(parts: DiscoveryResponderParts) {
    this.#parts = parts;
    this.#instance = Math.floor(parts.clock.wallMs() / 1000);
  }

  /** A network that cannot be listened to is a line of the log: the device works without. */
  async start(): Promise<void> {
    const { network, log } = this.#parts;
    const socket = createSocket({ type: "udp4", reuseAddr: true });
    socket.on("message", (bytes, from) => this.#onMessage(bytes, from));
    try {
      socket.bind(network.listen.port, network.listen.address);
      await once(socket, "listening");
      for (const address of network.listen.joins) {
        socket.addMembership(network.group.host, address);
      }
    } catch (error) {
      socket.close();
      log.warn({ error: (error as Error).message }, "ONVIF discovery cannot listen");
      return;
    }
    socket.on("error", (error) => log.warn({ error: error.message }, "ONVIF discovery"));
    this.#socket = socket;
    this.#tellAll(hello);
  }

  /** Says goodbye. Idempotent. */
  async stop(): Promise<void> {
    for (const timer of this.#pending) timer.cancel();
    this.#pending.clear();
    const socket = this.#socket;
    if (!socket) return;
    this.#socket = undefined;
    await Promise.all(this.#messagesTo(bye).map((message) => send(socket, message)));
    socket.close();
    await once(socket, "close");
  }

  /** Port of the socket; undefined while it does not listen. */
  port(): number | undefined {
    return this.#socket?.address().port;
  }

  #onMessage(bytes: Buffer, from: RemoteInfo): void {
    if (bytes.length > maxProbeBytes || this.#pending.size >= maxPending) return;
    const address = this.#parts.network.addressFor(from.address);
    const probe = address === undefined ? undefined : readProbe(bytes.toString("utf8"));
    if (!probe || !isFound(probe, scopesOf(this.#parts.source))) return;
    const { clock, random } = this.#parts;
    const timer = clock.after(random() * maxDelayMs, () => {
      this.#pending.delete(timer);
      this.#answer(probe, address!, from);
    });
    this.#pending.add(timer);
  }

  #answer(probe: DiscoveryProbe, address: string, { address: host, port }: RemoteInfo): void {
    const text = probeMatches(probe, this.#facts(address));
    if (this.#socket) void send(this.#socket, { text, host, port });
  }

  #tellAll(message: (facts: DiscoveryFacts) => string): void {
    const socket = this.#socket!;
    for (const each of this.#messagesTo(message)) void send(socket, each);
  }

  #messagesTo(message: (facts: DiscoveryFacts) => string): OutgoingMessage[] {
    const { host, port, interfaces } = this.#parts.network.group;
    return interfaces.map((address) => ({
      text: message(this.#facts(address)),
      host,
      port,
      through: address,
    }));
  }

  #facts(address: string): DiscoveryFacts {
    const { source, ports } = this.#parts;
    const { http, https } = ports();
    const addresses = [
      ...(http === undefined ? [] : [`http://${address}:${http}${servicePaths.tds}`]),
      ...(https === undefined ? [] : [`https://${address}:${https}${servicePaths.tds}`]),
    ];
    const { serial: id } = source.identity();
    return { id, scopes: scopesOf(source), addresses, instance: this.#instance };
  }
}

interface OutgoingMessage {
  text: string;
  host: string;
  port: number;
  /** Own address of the interface for a message to the group. */
  through?: string;
}

/** An interface without a route cannot send; nobody there hears of the device. */
function send(socket: Socket, { text, host, port, through }: OutgoingMessage): Promise<void> {
  return new Promise((resolve) => {
    try {
      if (through !== undefined) socket.setMulticastInterface(through);
      socket.send(text, port, host, () => resolve());
    } catch {
      resolve();
    }
  });
}
