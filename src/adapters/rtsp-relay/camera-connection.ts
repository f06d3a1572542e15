import type { Socket } from "node:net";
import { SerialLane } from "../../base/concurrency/serial-lane.ts";
import { authorize, type AuthChallenge, chooseChallenge, type Credentials } from "./rtsp-auth.ts";
import { RtspFramer } from "./rtsp-framer.ts";
import { headers, requestOf, type RtspMessage, statusOf, writeMessage } from "./rtsp-message.ts";
import { problemOfSocketError, problemOfStatus, relayProblems } from "./relay-problems.ts";
import type { SourceProblem } from "../../cameras/source.ts";

/** The messages that a camera sends besides answers. */
export interface CameraMessages {
  /** Interleaved bytes, in order. */
  onData(bytes: Buffer): void;
  /** The connection is of no more use. Called exactly once. */
  onEnd(problem: SourceProblem): void;
}

/** A request to the camera; CSeq, Authorization and User-Agent are added here. */
export interface CameraRequest {
  method: string;
  uri: string;
  headers?: readonly (readonly [string, string])[];
  /**
   * Gets an acceptable answer at its place in the stream, before any data that follows it; the
   * promise settles only later.
   */
  onAnswer?: (answer: RtspMessage) => void;
  /** True when the connection is worth keeping after an error status (but not after a redirect). */
  lenient?: boolean;
}

/** The default time that a camera may take for each answer. */
const defaultAnswerTimeoutMs = 8000;

/** Whom a connection speaks to. */
export interface CameraPeer {
  /** `host:port`, for people. */
  at: string;
  credentials: Credentials | undefined;
  /** The longest time that it may take for each answer. */
  answerTimeoutMs: number | undefined;
}

interface RequestInFlight {
  request: CameraRequest;
  resolve(message: RtspMessage): void;
}

/** Stands for the answer that never came. */
const silence: RtspMessage = { startLine: "", headers: [], body: Buffer.alloc(0) };

/**
 * The camera's side of a relay: sends requests one at a time over `socket`, signs them, and separates answers
 * from interleaved data. Takes ownership of the socket.
 */
export class CameraConnection {
  /** `host:port`, for people. */
  readonly at: string;
  readonly #socket: Socket;
  readonly #credentials: Credentials | undefined;
  readonly #answerTimeoutMs: number;
  readonly #events: CameraMessages;
  readonly #framer: RtspFramer;
  readonly #lane = new SerialLane();
  #cseq = 0;
  #pending: RequestInFlight | undefined;
  #challenge: AuthChallenge | undefined;
  #nonceUses = 0;
  #closeReason: SourceProblem | undefined;
  /** One whole message came: it is a camera, and it speaks the way it is spoken to. */
  #hasSpoken = false;

  constructor(socket: Socket, camera: CameraPeer, events: CameraMessages) {
    this.#socket = socket;
    this.at = camera.at;
    this.#credentials = camera.credentials;
    this.#answerTimeoutMs = camera.answerTimeoutMs ?? defaultAnswerTimeoutMs;
    this.#events = events;
    this.#framer = new RtspFramer({
      onMessage: (message) => this.#onMessage(message),
      onData: (bytes) => events.onData(bytes),
      onGarbage: () => this.end(relayProblems.notRtsp(this.at)),
    });
  }

  /** Reads from the socket. Call it once, before the first request. */
  start(): void {
    this.#socket.on("data", (chunk: Buffer) => this.#framer.push(chunk));
    this.#socket.on("error", (error) => this.#lose(problemOfSocketError(error, this.at)));
    this.#socket.on("close", () => this.#lose(relayProblems.lost(this.at)));
  }

  /** The reason for the connection's end; unset before. */
  get closeReason(): SourceProblem | undefined {
    return this.#closeReason;
  }

  /**
   * Sends one request in turn and returns its answer below 300, after answering a challenge. Any other
   * answer, or silence, ends the connection and returns the problem, unless the request is lenient.
   */
  request(request: CameraRequest): Promise<RtspMessage | SourceProblem> {
    return this.#lane.run(() => this.#exchange(request));
  }

  /** Interleaved bytes towards the camera: receiver reports and speech. */
  sendData(bytes: Buffer): void {
    if (this.#closeReason === undefined) this.#socket.write(bytes);
  }

  /** Bytes that wait because the camera does not take them. */
  get unsentBytes(): number {
    return this.#socket.writableLength;
  }

  /** Stops and resumes reading, when the local reader cannot keep up. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Ends the connection because of `problem`; only the first call counts. */
  end(problem: SourceProblem): void {
    if (this.#closeReason !== undefined) return;
    this.#closeReason = problem;
    this.#socket.destroy();
    this.#pending?.resolve(silence);
    this.#events.onEnd(problem);
  }

  /** Ends the connection that is gone: before its first answer, it was taken and hung up. */
  #lose(problem: SourceProblem): void {
    const isLost = problem.message === relayProblems.lost(this.at).message;
    this.end(isLost && !this.#hasSpoken ? relayProblems.hungUp(this.at) : problem);
  }

  async #exchange(request: CameraRequest): Promise<RtspMessage | SourceProblem> {
    let answer = await this.#send(request);
    if (statusOf(answer) === 401) {
      const refusal = this.#learn(answer);
      if (refusal) this.end(refusal);
      else answer = await this.#send(request);
    }
    if (this.#closeReason) return this.#closeReason;
    const status = statusOf(answer);
    if (status !== undefined && isAcceptable(status, request)) return answer;
    this.end(
      status === undefined ? relayProblems.notRtsp(this.at) : problemOfStatus(status, this.at),
    );
    return this.#closeReason ?? relayProblems.lost(this.at);
  }

  /** Takes a new challenge; a nonce that is stale is simply replaced. */
  #learn(answer: RtspMessage): SourceProblem | undefined {
    const challenge = chooseChallenge(headers(answer, "www-authenticate"));
    if (this.#credentials === undefined) return relayProblems.wantsPassword(this.at);
    if (challenge === undefined) return relayProblems.unknownAuth(this.at);
    const isSame =
      this.#challenge?.scheme === challenge.scheme && this.#challenge.nonce === challenge.nonce;
    if (isSame) return relayProblems.wrongPassword(this.at);
    this.#challenge = challenge;
    this.#nonceUses = 0;
    return undefined;
  }

  async #send(request: CameraRequest): Promise<RtspMessage> {
    const fields: [string, string][] = [["CSeq", String((this.#cseq += 1))]];
    fields.push(["User-Agent", "Gatehouse"]);
    for (const [name, value] of request.headers ?? []) fields.push([name, value]);
    if (this.#challenge !== undefined && this.#credentials !== undefined) {
      const { method, uri } = request;
      const use = { method, uri, count: (this.#nonceUses += 1) };
      fields.push(["Authorization", authorize(this.#challenge, this.#credentials, use)]);
    }
    const answer = new Promise<RtspMessage>((resolve) => {
      this.#pending = { request, resolve };
    });
    const timer = setTimeout(
      () => this.end(relayProblems.noAnswer(this.at)),
      this.#answerTimeoutMs,
    );
    if (this.#closeReason === undefined) {
      this.#socket.write(writeMessage(`${request.method} ${request.uri} RTSP/1.0`, fields));
    } else {
      this.#pending?.resolve(silence);
    }
    const message = await answer;
    clearTimeout(timer);
    this.#pending = undefined;
    return message;
  }

  #onMessage(message: RtspMessage): void {
    this.#hasSpoken = true;
    const status = statusOf(message);
    if (status !== undefined) {
      const pending = this.#pending;
      if (pending && isAcceptable(status, pending.request)) pending.request.onAnswer?.(message);
      pending?.resolve(message);
      return;
    }
    const request = requestOf(message);
    if (request === undefined) return this.end(relayProblems.notRtsp(this.at));
    if (request.method === "REDIRECT") return this.end(relayProblems.redirected(this.at));
    // Cameras ask for a sign of life or announce a new description; neither needs more than an answer.
    const cseq = message.headers.find(([name]) => name === "cseq")?.[1] ?? "0";
    this.#socket.write(writeMessage("RTSP/1.0 200 OK", [["CSeq", cseq]]));
  }
}

function isAcceptable(status: number, request: CameraRequest): boolean {
  return status < 300 || (status > 401 && request.lenient === true);
}
