import type { Socket } from "node:net";
import { SerialLane } from "../../base/concurrency/serial-lane.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { RestreamPath, RestreamSource } from "../../cameras/restream/restream-port.ts";
import { RtspFramer } from "../rtsp-relay/rtsp-framer.ts";
import { header, requestOf, type RtspMessage, writeMessage } from "../rtsp-relay/rtsp-message.ts";
import { Admission } from "./admission.ts";
import { type OpenedSender, ReaderTransport, sessionSec } from "./reader-transport.ts";
import { RtspSession } from "./rtsp-session.ts";
import { refusalOf, RtspRefusal, type RtspStatus, statusLine } from "./rtsp-status.ts";
import { sessionDescription, trackNames } from "./session-description.ts";
import type { HeldVideo, SharedVideos } from "./shared-videos.ts";
import { restreamPathOf, streamAddress, trackOf } from "./stream-address.ts";

/** The parts that a connection is built from. */
export interface RtspConnectionParts {
  socket: Socket;
  source: RestreamSource;
  videos: SharedVideos;
  clock: Clock;
  log: Logger;
  /** False over TLS: packets by UDP would leave it. */
  isUdpAllowed: boolean;
  /** Takes a reader's place; throws `too_many_streams` when all are taken. Call the result to give it back. */
  takePlace(): () => void;
  /** The caller is known. */
  onAdmitted(): void;
  onClosed(): void;
}

type Fields = readonly (readonly [string, string])[];

/** A request with its parts read. */
interface Request {
  method: string;
  uri: string;
  cseq: string;
  message: RtspMessage;
}

/** An answer besides its status 200 and `CSeq`; `onSent` runs when it is on its way. */
interface Answer {
  fields?: Fields;
  body?: string;
  onSent?: () => void;
}

const methods = "OPTIONS, DESCRIBE, SETUP, PLAY, PAUSE, GET_PARAMETER, SET_PARAMETER, TEARDOWN";
/** A client must have a session this long after it connected; a half-open connection costs no more. */
const setupMs = 15_000;
/** Requests that may wait for their answer: players send one at a time. */
const maxWaiting = 16;

/** One RTSP connection (RFC 2326): at most one session, of one stream. */
export class RtspConnection {
  readonly #parts: RtspConnectionParts;
  readonly #admission: Admission;
  readonly #lane = new SerialLane();
  #held: { path: RestreamPath; video: HeldVideo } | undefined;
  #session: RtspSession | undefined;
  #transport: ReaderTransport | undefined;
  #leavePlace: (() => void) | undefined;
  #waiting = 0;
  #setupTimer: Timer | undefined;
  #isClosed = false;

  constructor(parts: RtspConnectionParts) {
    this.#parts = parts;
    this.#admission = new Admission(parts);
  }

  /** Answers the requests that arrive. Call it once. */
  start(): void {
    const { socket, clock } = this.#parts;
    const framer = new RtspFramer({
      onMessage: (message) => this.#queue(message),
      // The reader's reports say nothing that the server needs, except that it is there.
      onData: () => this.#transport?.noteLife(),
      onGarbage: () => this.#closeAfter(400),
    });
    this.#setupTimer = clock.after(setupMs, () => {
      if (!this.#session) this.close();
    });
    socket.setNoDelay(true);
    socket.setKeepAlive(true, sessionSec * 1000);
    socket.on("data", (chunk: Buffer) => framer.push(chunk));
    socket.on("error", () => {});
    socket.on("close", () => this.close());
  }

  /** Ends the session and the connection. Idempotent. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#setupTimer?.cancel();
    this.#teardown();
    this.#parts.socket.destroy();
    this.#parts.onClosed();
  }

  /** Answers come in the order of the requests. */
  #queue(message: RtspMessage): void {
    this.#transport?.noteLife();
    this.#waiting += 1;
    if (this.#waiting > maxWaiting) {
      this.close();
      return;
    }
    void this.#lane.run(async () => {
      if (!this.#isClosed) await this.#handle(message);
      this.#waiting -= 1;
    });
  }

  async #handle(message: RtspMessage): Promise<void> {
    const line = requestOf(message);
    const cseq = header(message, "cseq");
    if (!line || cseq === undefined) {
      this.#closeAfter(400);
      return;
    }
    try {
      const { fields = [], body, onSent } = await this.#answer({ ...line, cseq, message });
      this.#write(200, [["CSeq", cseq], ...fields], body);
      onSent?.();
    } catch (error) {
      this.#refuse(cseq, error);
    }
  }

  async #answer(request: Request): Promise<Answer> {
    const required = header(request.message, "require");
    if (required !== undefined) {
      throw new RtspRefusal(551, `Require: ${required} is unknown. Leave it out`, [
        ["Unsupported", required],
      ]);
    }
    switch (request.method) {
      case "OPTIONS":
        return { fields: [["Public", methods]] };
      case "DESCRIBE":
        return this.#describe(request);
      case "SETUP":
        return await this.#setup(request);
      case "PLAY":
        return this.#play(request);
      case "PAUSE":
        this.#sessionOf(request).pause();
        return {};
      case "TEARDOWN":
        this.#sessionOf(request);
        this.#teardown();
        return {};
      // Clients ask for nothing with these; they keep the session alive (RFC 2326 10.8).
      case "GET_PARAMETER":
      case "SET_PARAMETER":
        return {};
      default:
        throw new RtspRefusal(405, `${request.method} is unknown. Use one of ${methods}`, [
          ["Allow", methods],
        ]);
    }
  }

  #describe(request: Request): Answer {
    const { path, video } = this.#videoOf(request);
    const address = this.#parts.socket.localAddress ?? "0.0.0.0";
    const fields: Fields = [
      ["Content-Base", `${streamAddress(request.uri)}/`],
      ["Content-Type", "application/sdp"],
      ["Cache-Control", "no-cache"],
    ];
    const { format, sound } = video.shared;
    const tracks = { video: format, sound: sound?.format };
    return { fields, body: sessionDescription(tracks, { name: path.streamId, address }) };
  }

  async #setup(request: Request): Promise<Answer> {
    const session = this.#session && this.#sessionOf(request);
    const { video } = this.#videoOf(request);
    const track = trackOf(request.uri);
    if (session?.isPlaying || session?.tracks.includes(track)) {
      throw new RtspRefusal(455, "SETUP: the session has this track, or plays. Tear it down first");
    }
    const source = track === "video" ? video.shared : video.shared.sound;
    if (!source) throw new RtspRefusal(404, "address: the stream has no sound. Read the video");
    const leave = session ? undefined : this.#parts.takePlace();
    try {
      const { sender, reply } = await this.#openSender(request);
      this.#leavePlace ??= leave;
      this.#session ??= this.#newSession(video);
      this.#session.addTrack(track, sender);
      const ssrc = source.ssrc.toString(16).padStart(8, "0").toUpperCase();
      return {
        fields: [
          ["Transport", `${reply};ssrc=${ssrc};mode="PLAY"`],
          ["Session", `${this.#session.id};timeout=${sessionSec}`],
        ],
      };
    } catch (error) {
      leave?.();
      throw error;
    }
  }

  async #openSender({ message }: Request): Promise<OpenedSender> {
    const transport = this.#transport ?? new ReaderTransport(this.#parts);
    const opened = await transport.open(header(message, "transport") ?? "");
    if (this.#isClosed) {
      // The connection has ended while the ports were bound; nothing else gives them back.
      opened.sender.close();
      throw new RtspRefusal(454, "Session: the connection has ended. Connect again");
    }
    this.#transport = transport;
    return opened;
  }

  #newSession({ shared }: HeldVideo): RtspSession {
    return new RtspSession({
      clock: this.#parts.clock,
      video: shared,
      mayGoOn: () => this.#admission.isValid() && this.#transport!.isAlive(),
      onEnd: () => this.close(),
    });
  }

  #play(request: Request): Answer {
    const session = this.#sessionOf(request);
    this.#admission.admit(request);
    const positions = this.#held!.video.shared.positions();
    const base = streamAddress(request.uri);
    const info = session.tracks.map((track) => {
      const { sequence, rtpTime } = positions[track]!;
      return `url=${base}/${trackNames[track]};seq=${sequence};rtptime=${rtpTime}`;
    });
    return {
      fields: [
        ["Session", `${session.id};timeout=${sessionSec}`],
        ["Range", "npt=now-"],
        ["RTP-Info", info.join(",")],
      ],
      onSent: () => session.play(),
    };
  }

  #sessionOf({ message }: Request): RtspSession {
    const id = header(message, "session")?.split(";")[0]?.trim();
    if (this.#session && id === this.#session.id) return this.#session;
    throw new RtspRefusal(454, "Session: is not one of this connection. Send SETUP first");
  }

  /** Returns the video that the request names, open from now on; one connection reads one video. */
  #videoOf(request: Request): { path: RestreamPath; video: HeldVideo } {
    const { org } = this.#admission.admit(request);
    const path = restreamPathOf(request.uri);
    if (!path) {
      throw new RtspRefusal(
        404,
        "address: is not /<stream_id> or /<stream_id>/sub. Use one of them",
      );
    }
    const held = this.#held;
    if (held && held.path.streamId === path.streamId && held.path.track === path.track) return held;
    if (this.#session)
      throw new RtspRefusal(
        455,
        "address: the session reads another stream. Open another connection",
      );
    const video = this.#parts.videos.hold(org, path);
    held?.video.release();
    this.#held = { path, video };
    return this.#held;
  }

  #teardown(): void {
    this.#session?.close();
    this.#session = undefined;
    this.#transport = undefined;
    this.#leavePlace?.();
    this.#leavePlace = undefined;
    this.#held?.video.release();
    this.#held = undefined;
  }

  #refuse(cseq: string, error: unknown): void {
    const refusal = refusalOf(error);
    if (!refusal) {
      this.#parts.log.error({ error: describeError(error) }, "an RTSP request failed");
      this.#closeAfter(500, cseq);
      return;
    }
    const { status, headers, message } = refusal;
    const fields: Fields = [["CSeq", cseq], ...headers, ["Content-Type", "text/plain"]];
    this.#write(status, fields, `${message}\r\n`);
    if (this.#admission.isRefused) this.#parts.socket.end();
  }

  #closeAfter(status: RtspStatus, cseq = "0"): void {
    this.#write(status, [["CSeq", cseq]]);
    this.#parts.socket.end();
    this.#parts.clock.after(1000, () => this.close());
  }

  #write(status: RtspStatus, fields: Fields, body = ""): void {
    const { socket } = this.#parts;
    if (!socket.writable) return;
    socket.write(writeMessage(statusLine(status), [...fields, ["Server", "Gatehouse"]], body));
  }
}
