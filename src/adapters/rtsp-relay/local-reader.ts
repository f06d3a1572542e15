import type { Socket } from "node:net";
import type { CameraConnection } from "./camera-connection.ts";
import { isProblem } from "./is-problem.ts";
import { RtspFramer } from "./rtsp-framer.ts";
import { header, requestOf, type RtspMessage, writeMessage } from "./rtsp-message.ts";
import { relayProblems } from "./relay-problems.ts";
import type { VideoTrack } from "./sdp.ts";

/** The source that a reader reads from. */
export interface LocalReaderOptions {
  camera: CameraConnection;
  token: string;
  track: VideoTrack;
  trackUri: string;
  sessionUri: string;
  /** Methods that the camera supports, as it lists them. */
  methods: string;
  /** The first request names the token: true when this is the one reader. */
  onWelcome(): boolean;
  onEnd(): void;
  /** Headers that requests of this method have besides the reader's own, or in their place. */
  headersOf?: (method: string) => readonly (readonly [string, string])[];
  /** Runs before the camera plays, in the RTSP session that `sessionHeader` names. */
  beforePlay(sessionHeader: string): Promise<void>;
}

/** Headers of a request that the camera needs to see. */
const forwardedRequest = ["session", "transport", "range"];
/** Headers of an answer that mean something to the reader; none of them names the camera. */
const forwardedAnswer = ["session", "transport"];
/** Without an answer below 300 to these there is no stream; any other may fail. */
const essential = ["SETUP", "PLAY"];

/**
 * ffmpeg's side of a relay: answers OPTIONS and DESCRIBE itself, forwards everything else to the
 * camera with the camera's own URIs, and passes interleaved data both ways.
 */
export class LocalReader {
  readonly #socket: Socket;
  readonly #options: LocalReaderOptions;
  readonly #path: string;
  #isAccepted = false;
  #isPlaying = false;

  constructor(socket: Socket, options: LocalReaderOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#path = `/${options.token}`;
  }

  /** Answers the requests that arrive on the socket. Call it once. */
  start(): void {
    const { camera, onEnd } = this.#options;
    const framer = new RtspFramer({
      onMessage: (message) => void this.#onMessage(message),
      onData: (bytes) => {
        if (this.#isPlaying) camera.sendData(bytes);
      },
      onGarbage: () => this.close(),
    });
    const socket = this.#socket;
    socket.setNoDelay(true);
    socket.on("data", (chunk: Buffer) => framer.push(chunk));
    socket.on("drain", () => camera.resume());
    socket.on("error", () => {});
    socket.on("close", onEnd);
  }

  /** Interleaved bytes for the reader; false when it has enough for now. */
  send(bytes: Buffer): boolean {
    return !this.#socket.writable || this.#socket.write(bytes);
  }

  close(): void {
    this.#socket.destroy();
  }

  async #onMessage(message: RtspMessage): Promise<void> {
    const request = requestOf(message);
    if (request === undefined || !this.#isWelcome(request.uri)) {
      this.close();
      return;
    }
    const cseq = header(message, "cseq") ?? "0";
    const { method } = request;
    if (method === "DESCRIBE") {
      const base = `${request.uri.replace(/\/$/, "")}/`;
      const fields = [
        ["Content-Base", base] as const,
        ["Content-Type", "application/sdp"] as const,
      ];
      this.#answer(cseq, fields, this.#options.track.sdp);
    } else if (method === "OPTIONS" && !this.#isPlaying) {
      // Decides how the reader keeps the session alive: by GET_PARAMETER where the camera has it.
      this.#answer(cseq, [["Public", this.#options.methods]]);
    } else {
      await this.#forward(method, cseq, message);
    }
  }

  #isWelcome(uri: string): boolean {
    const path = URL.canParse(uri) ? new URL(uri).pathname : "";
    if (path !== this.#path && !path.startsWith(`${this.#path}/`)) return false;
    this.#isAccepted ||= this.#options.onWelcome();
    return this.#isAccepted;
  }

  async #forward(method: string, cseq: string, message: RtspMessage): Promise<void> {
    const { camera, trackUri, sessionUri } = this.#options;
    const own = this.#options.headersOf?.(method) ?? [];
    const replaced = new Set(own.map(([name]) => name.toLowerCase()));
    const fields = [
      ...message.headers.filter(([name]) => forwardedRequest.includes(name) && !replaced.has(name)),
      ...own,
    ];
    const uri = method === "SETUP" ? trackUri : sessionUri;
    if (method === "PLAY") {
      await this.#options.beforePlay(header(message, "session") ?? "");
      this.#isPlaying = true;
    }
    const onAnswer = (answer: RtspMessage): void => {
      const transport = header(answer, "transport");
      if (method === "SETUP" && !/interleaved/i.test(transport ?? "")) {
        camera.end(relayProblems.noTcp(camera.at));
        return;
      }
      const back = answer.headers.filter(([name]) => forwardedAnswer.includes(name));
      this.#answer(cseq, back);
    };
    const lenient = !essential.includes(method);
    const answer = await camera.request({ method, uri, headers: fields, onAnswer, lenient });
    if (isProblem(answer)) this.close();
  }

  #answer(cseq: string, fields: readonly (readonly [string, string])[], body = ""): void {
    if (!this.#socket.writable) return;
    const all = [["CSeq", cseq] as const, ...fields];
    this.#socket.write(writeMessage("RTSP/1.0 200 OK", all, body));
  }
}
