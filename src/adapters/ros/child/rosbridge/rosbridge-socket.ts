import type { Socket } from "node:net";
import { type RawData, WebSocket } from "ws";
import { fail } from "../../../../base/contract/fail.ts";
import { describeError, GatehouseError } from "../../../../base/core/errors.ts";
import type { NetworkRules } from "../../../../base/core/guarded-dial.ts";
import { dialRobot } from "./robot-dial.ts";
import type { RosMessage } from "../core/ros-link.ts";

/** Callbacks of a connection's owner. */
export interface SocketEvents {
  onOpen(): void;
  /** Answers to `ask` do not come here. */
  onMessage(message: RosMessage): void;
  /** Also when a connection did not come about; final where none may ever be made. */
  onClose(reason: string, isFinal: boolean): void;
}

/** Answers that are due at once; more are refused. */
const maxAsked = 100;
/** Longest message that is taken, in bytes: a map of four million cells as JSON. */
const maxMessageBytes = 32 * 1024 * 1024;
const handshakeTimeoutMs = 5000;

/** The server's URL, and its allowed addresses. */
export interface SocketTarget {
  url: string;
  networks: NetworkRules;
}

/** One connection to a rosbridge server, which can be opened again. */
export class RosbridgeSocket {
  readonly #target: SocketTarget;
  readonly #events: SocketEvents;
  /** Aborted when the attempt or the connection is of no use any more. */
  #attempt: AbortController | undefined;
  readonly #asked = new Map<string, (answer: RosMessage) => void>();
  #socket: WebSocket | undefined;
  #nextId = 1;

  constructor(target: SocketTarget, events: SocketEvents) {
    this.#target = target;
    this.#events = events;
  }

  /** Bytes that wait for the network. */
  get queuedBytes(): number {
    return this.#socket?.bufferedAmount ?? 0;
  }

  connect(): void {
    const attempt = new AbortController();
    this.#attempt = attempt;
    void this.#open(attempt);
  }

  /** Sends now or not at all. */
  send(message: RosMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Sends with an id; resolves with the answer, rejects with `robot_unreachable` without one. */
  async ask(message: RosMessage, timeoutMs: number): Promise<RosMessage> {
    if (this.#socket?.readyState !== WebSocket.OPEN || this.#asked.size >= maxAsked) {
      throw fail("robot_unreachable", "rosbridge: is not connected or is busy. Try again");
    }
    const id = `ask:${this.#nextId++}`;
    const { promise, resolve, reject } = Promise.withResolvers<RosMessage>();
    const late = setTimeout(() => {
      reject(
        fail(
          "robot_unreachable",
          `rosbridge: did not answer in ${timeoutMs} ms. Check its connection`,
        ),
      );
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
    const socket = this.#socket;
    if (!socket) return;
    this.#gone(reason);
    socket.terminate();
  }

  /** Ends it without a word to the owner. */
  close(): void {
    const socket = this.#socket;
    this.#forget();
    socket?.close();
  }

  async #open(attempt: AbortController): Promise<void> {
    const { url, networks } = this.#target;
    try {
      const connection = await dialRobot(new URL(url), networks, attempt.signal);
      if (attempt.signal.aborted) connection.destroy();
      else this.#speakOver(connection, attempt);
    } catch (error) {
      const isFinal = GatehouseError.find(error)?.code === "forbidden_address";
      if (!attempt.signal.aborted) this.#gone(describeError(error), isFinal);
    }
  }

  #speakOver(connection: Socket, attempt: AbortController): void {
    const socket = new WebSocket(this.#target.url, {
      createConnection: () => connection,
      perMessageDeflate: false,
      maxPayload: maxMessageBytes,
      handshakeTimeout: handshakeTimeoutMs,
    });
    this.#socket = socket;
    const isCurrent = (): boolean => this.#attempt === attempt;
    let why = "";
    socket.on("open", () => {
      if (isCurrent()) this.#events.onOpen();
    });
    socket.on("message", (data: RawData, isBinary) => {
      if (isCurrent() && !isBinary) this.#take((data as Buffer).toString());
    });
    // An error is followed by a close.
    socket.on("error", (error) => {
      why = error.message;
    });
    socket.on("close", (code, reason) => {
      const words = reason.length > 0 ? String(reason) : why;
      if (isCurrent()) this.#gone(words === "" ? `closed (${code})` : words);
    });
  }

  #gone(reason: string, isFinal = false): void {
    this.#forget();
    this.#events.onClose(reason, isFinal);
  }

  #forget(): void {
    this.#socket = undefined;
    this.#attempt?.abort();
    this.#attempt = undefined;
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
