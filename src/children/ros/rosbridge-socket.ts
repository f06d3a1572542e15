import { fail } from "../../contract/fail.ts";
import type { RosMessage } from "./ros-link.ts";

/** What the owner of a connection hears. */
export interface SocketEvents {
  onOpen(): void;
  /** Answers to `ask` do not come here. */
  onMessage(message: RosMessage): void;
  /** Also when a connection did not come about. */
  onClose(reason: string): void;
}

/** Answers that are due at once; more are refused. */
const maxAsked = 100;

/** One connection to a rosbridge server, which can be made anew. */
export class RosbridgeSocket {
  readonly #url: string;
  readonly #events: SocketEvents;
  readonly #asked = new Map<string, (answer: RosMessage) => void>();
  #socket: WebSocket | undefined;
  #nextId = 1;

  constructor(url: string, events: SocketEvents) {
    this.#url = url;
    this.#events = events;
  }

  /** Bytes that wait for the network. */
  get queuedBytes(): number {
    return this.#socket?.bufferedAmount ?? 0;
  }

  connect(): void {
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      if (socket === this.#socket) this.#events.onOpen();
    });
    socket.addEventListener("message", ({ data }) => {
      if (socket === this.#socket && typeof data === "string") this.#take(data);
    });
    // An error without more is followed by a close.
    socket.addEventListener("error", () => undefined);
    socket.addEventListener("close", ({ reason, code }) => {
      if (socket === this.#socket) this.#gone(reason === "" ? `closed (${code})` : reason);
    });
  }

  /** Sends now or not at all. */
  send(message: RosMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Sends with an id; resolves with the answer, rejects with `robot_unreachable` without one. */
  async ask(message: RosMessage, timeoutMs: number): Promise<RosMessage> {
    if (this.#socket?.readyState !== WebSocket.OPEN || this.#asked.size >= maxAsked) {
      throw fail("robot_unreachable", "rosbridge cannot be asked now");
    }
    const id = `ask:${this.#nextId++}`;
    const { promise, resolve, reject } = Promise.withResolvers<RosMessage>();
    const late = setTimeout(() => {
      reject(fail("robot_unreachable", `rosbridge did not answer in ${timeoutMs} ms`));
    }, timeoutMs);
    this.#asked.set(id, resolve);
    this.send({ ...message, id });
    try {
      return await promise;
    } finally {
      clearTimeout(late);
      this.#asked.delete(id);
    }
  }

  /** Gives a connection up that is of no use any more. */
  drop(reason: string): void {
    if (!this.#socket) return;
    const socket = this.#socket;
    this.#gone(reason);
    socket.close();
  }

  /** Ends it without a word to the owner. */
  close(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  #gone(reason: string): void {
    this.#socket = undefined;
    this.#events.onClose(reason);
  }

  #take(data: string): void {
    let message: unknown;
    try {
      message = JSON.parse(data);
    } catch {
      return;
    }
    if (typeof message !== "object" || message === null) return;
    const { op, id } = message as { op?: unknown; id?: unknown };
    const answer = op === "service_response" ? this.#asked.get(String(id)) : undefined;
    if (answer) answer(message as RosMessage);
    else this.#events.onMessage(message as RosMessage);
  }
}
