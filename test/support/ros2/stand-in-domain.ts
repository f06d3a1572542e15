import { createServer, type Server, type Socket } from "node:net";
import { deserialize, serialize } from "node:v8";

/** Quality of service as rclnodejs numbers it. */
export interface WireQos {
  depth: number;
  reliability: number;
  durability: number;
}

/** One end of a topic or service. */
export interface WireEnd {
  id: number;
  kind: "publisher" | "subscription" | "client" | "service";
  name: string;
  type: string;
  qos: WireQos;
  node: { name: string; namespace: string };
}

/** To the domain. */
export type ToDomain =
  | { op: "add"; end: WireEnd }
  | { op: "remove"; id: number }
  | { op: "publish"; id: number; message: unknown }
  | { op: "request"; id: number; sequence: number; request: unknown }
  | { op: "response"; token: number; response: unknown };

/** From the domain. */
export type FromDomain =
  | { op: "graph"; ends: WireEnd[] }
  | { op: "message"; id: number; message: unknown }
  | { op: "request"; id: number; token: number; request: unknown }
  | { op: "response"; id: number; sequence: number; response: unknown };

const bestEffort = 2;
const transientLocal = 1;

interface End extends WireEnd {
  key: string;
  socket: Socket;
  /** Of a publisher that keeps its last messages for late subscribers. */
  kept: unknown[];
}

/** Calls `onMessage` with each message of a stream of frames. */
export function readFrames<T>(socket: Socket, onMessage: (message: T) => void): void {
  let rest: Buffer = Buffer.alloc(0);
  socket.on("data", (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32LE(0)) {
      const end = 4 + rest.readUInt32LE(0);
      onMessage(deserialize(rest.subarray(4, end)) as T);
      rest = rest.subarray(end);
    }
  });
}

/** One message as a frame. */
export function frameOf(message: ToDomain | FromDomain): Buffer {
  const body = serialize(message);
  const head = Buffer.alloc(4);
  head.writeUInt32LE(body.length);
  return Buffer.concat([head, body]);
}

/**
 * What DDS is to rclnodejs, for tests without ROS: ends find each other by name, type and quality of
 * service (a reader that asks for more than a writer offers hears nothing), kept messages reach late
 * readers, and the graph is known to all. Nodes can be cut off, as by a radio that is gone.
 */
export class StandInDomain {
  readonly #server: Server = createServer((socket) => this.#serve(socket));
  readonly #ends = new Map<string, End>();
  readonly #sockets = new Set<Socket>();
  readonly #silent = new Set<string>();
  readonly #asked = new Map<number, { client: End; sequence: number; by: string }>();
  #nextToken = 1;
  #isGraphDue = false;
  #next = 0;

  /** Starts it; resolves with its address. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const address = this.#server.address();
    return `127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Nothing of a node, by its full name, reaches anybody, nor the other way round. */
  setSilent(node: string, isSilent: boolean): void {
    if (isSilent) this.#silent.add(node);
    else this.#silent.delete(node);
  }

  /** Ends of one kind whose name matches, for looking at from a test. */
  ends(kind: WireEnd["kind"], name: RegExp): WireEnd[] {
    return [...this.#ends.values()].filter((end) => end.kind === kind && name.test(end.name));
  }

  #serve(socket: Socket): void {
    this.#next += 1;
    const prefix = `${this.#next}:`;
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    readFrames<ToDomain>(socket, (message) => this.#onMessage(socket, prefix, message));
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.#sockets.delete(socket);
      for (const key of this.#ends.keys()) if (key.startsWith(prefix)) this.#ends.delete(key);
      this.#graphChanged();
    });
    this.#graphChanged();
  }

  #onMessage(socket: Socket, prefix: string, message: ToDomain): void {
    switch (message.op) {
      case "add": {
        const end: End = { ...message.end, key: `${prefix}${message.end.id}`, socket, kept: [] };
        this.#ends.set(end.key, end);
        this.#graphChanged();
        if (end.kind === "subscription") this.#deliverKept(end);
        return;
      }
      case "remove":
        this.#ends.delete(`${prefix}${message.id}`);
        this.#graphChanged();
        return;
      case "publish":
        this.#publish(this.#ends.get(`${prefix}${message.id}`), message.message);
        return;
      case "request":
        this.#request(this.#ends.get(`${prefix}${message.id}`), message);
        return;
      case "response":
        this.#respond(message);
    }
  }

  #publish(from: End | undefined, message: unknown): void {
    if (!from || this.#isSilent(from)) return;
    if (from.qos.durability === transientLocal) {
      from.kept.push(message);
      while (from.kept.length > Math.max(1, from.qos.depth)) from.kept.shift();
    }
    for (const to of this.#ends.values()) {
      if (to.kind !== "subscription" || !matches(from, to) || this.#isSilent(to)) continue;
      this.#send(to.socket, { op: "message", id: to.id, message });
    }
  }

  #deliverKept(to: End): void {
    if (to.qos.durability !== transientLocal) return;
    for (const from of this.#ends.values()) {
      if (from.kind !== "publisher" || !matches(from, to)) continue;
      for (const message of from.kept) {
        this.#send(to.socket, { op: "message", id: to.id, message });
      }
    }
  }

  #request(client: End | undefined, asked: Extract<ToDomain, { op: "request" }>): void {
    if (!client || this.#isSilent(client)) return;
    for (const server of this.#ends.values()) {
      const isOne = server.kind === "service" && server.name === client.name;
      if (!isOne || server.type !== client.type || this.#isSilent(server)) continue;
      const token = this.#nextToken++;
      const by = nodeName(server);
      this.#asked.set(token, { client, sequence: asked.sequence, by });
      this.#send(server.socket, { op: "request", id: server.id, token, request: asked.request });
      return;
    }
  }

  #respond({ token, response }: Extract<ToDomain, { op: "response" }>): void {
    const asked = this.#asked.get(token);
    this.#asked.delete(token);
    if (!asked || !this.#ends.has(asked.client.key) || this.#silent.has(asked.by)) return;
    const { client, sequence } = asked;
    this.#send(client.socket, { op: "response", id: client.id, sequence, response });
  }

  #isSilent(end: End): boolean {
    return this.#silent.has(nodeName(end));
  }

  #graphChanged(): void {
    if (this.#isGraphDue) return;
    this.#isGraphDue = true;
    setImmediate(() => {
      this.#isGraphDue = false;
      const ends = [...this.#ends.values()].map(({ id, kind, name, type, qos, node }): WireEnd => ({
        id,
        kind,
        name,
        type,
        qos,
        node,
      }));
      for (const socket of this.#sockets) this.#send(socket, { op: "graph", ends });
    });
  }

  #send(socket: Socket, message: FromDomain): void {
    if (!socket.destroyed) socket.write(frameOf(message));
  }
}

function nodeName({ node }: WireEnd): string {
  return `${node.namespace === "/" ? "" : node.namespace}/${node.name}`;
}

/** The rule of DDS: what is asked for must not exceed what is offered. */
function matches(writer: WireEnd, reader: WireEnd): boolean {
  if (writer.name !== reader.name || writer.type !== reader.type) return false;
  const isTooUnreliable =
    writer.qos.reliability === bestEffort && reader.qos.reliability !== bestEffort;
  const keepsTooLittle =
    writer.qos.durability !== transientLocal && reader.qos.durability === transientLocal;
  return !isTooUnreliable && !keepsTooLittle;
}
