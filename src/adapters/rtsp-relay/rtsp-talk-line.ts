import { randomBytes } from "node:crypto";
import type { SourceProblem } from "../../cameras/source.ts";
import type { TalkCodec, TalkLine, TalkPacket } from "../../cameras/talk/talk-port.ts";
import type { CameraConnection } from "./camera-connection.ts";
import { relayProblems } from "./relay-problems.ts";

/** What a line sends on. */
export interface RtspTalkLineParts {
  camera: CameraConnection;
  codec: TalkCodec;
  payloadType: number;
  /** Interleaved channel of the packets. */
  channel: number;
  /** URI of the session. */
  uri: string;
  session: string;
  keepAliveMs: number;
}

/** Speech that may wait for a camera that does not read: two seconds with the headers of its packets. */
const maxUnsentBytes = 16 * 1024;
/** The longest time that a camera may take to end the session. */
const goodbyeMs = 1000;
/** Interleaved head (RFC 2326 10.12) and fixed header of RTP (RFC 3550 5.1). */
const headBytes = 4;
const rtpBytes = 12;
const version2 = 0x80;
const marker = 0x80;

/** One RTSP session in the state of playing: numbers the packets and keeps the session alive. */
export class RtspTalkLine implements TalkLine {
  readonly #parts: RtspTalkLineParts;
  readonly #ssrc = randomBytes(4);
  #sequence = randomBytes(2).readUInt16BE();
  #timestamp = randomBytes(4).readUInt32BE();
  #isFirst = true;
  #timer: NodeJS.Timeout | undefined;
  #closed: Promise<void> | undefined;

  constructor(parts: RtspTalkLineParts) {
    this.#parts = parts;
  }

  get codec(): TalkCodec {
    return this.#parts.codec;
  }

  /** Keeps the session alive; a camera that stops reading does not answer and loses the connection. */
  start(): void {
    this.#timer = setInterval(() => void this.#ask("OPTIONS"), this.#parts.keepAliveMs);
  }

  send({ payload, gapSamples }: TalkPacket): void {
    const { camera, channel, payloadType } = this.#parts;
    if (this.#closed || camera.closeReason) return;
    if (camera.unsentBytes > maxUnsentBytes) return camera.end(relayProblems.notReading(camera.at));
    this.#timestamp = (this.#timestamp + gapSamples) >>> 0;
    const head = Buffer.alloc(headBytes + rtpBytes);
    head[0] = 0x24;
    head[1] = channel;
    head.writeUInt16BE(rtpBytes + payload.length, 2);
    head[4] = version2;
    // The first packet after silence (RFC 3551 4.1).
    head[5] = payloadType | (this.#isFirst || gapSamples > 0 ? marker : 0);
    head.writeUInt16BE(this.#sequence, 6);
    head.writeUInt32BE(this.#timestamp, 8);
    this.#ssrc.copy(head, 12);
    camera.sendData(Buffer.concat([head, payload]));
    this.#isFirst = false;
    this.#sequence = (this.#sequence + 1) & 0xffff;
    this.#timestamp = (this.#timestamp + payload.length) >>> 0;
  }

  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  /** The connection has ended; calls `onEnd` unless this side closed the line. */
  lose(problem: SourceProblem, onEnd: (problem: SourceProblem) => void): void {
    clearInterval(this.#timer);
    if (!this.#closed) onEnd(problem);
  }

  async #close(): Promise<void> {
    clearInterval(this.#timer);
    const { camera } = this.#parts;
    const end = (): void => camera.end(relayProblems.lost(camera.at));
    const late = setTimeout(end, goodbyeMs);
    await this.#ask("TEARDOWN");
    clearTimeout(late);
    end();
  }

  async #ask(method: string): Promise<void> {
    const { camera, uri, session } = this.#parts;
    await camera.request({ method, uri, headers: [["Session", session]], lenient: true });
  }
}
