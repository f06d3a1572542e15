import { readFile } from "node:fs/promises";
import { type AddressInfo, type Server, type Socket, createServer } from "node:net";
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { Clock, Timer } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import { type ClipFrame, type H264Clip, readH264Clip } from "./h264-clip.ts";
import { DemoRtspSession } from "./rtsp-session.ts";

/** The drawn scene of the demo: the yard by day. */
export const sceneFile = fileURLToPath(new URL("scene.mp4", import.meta.url));

/** The demo's other drawn scene: the yard's gate at night. */
export const gateFile = fileURLToPath(new URL("gate.mp4", import.meta.url));

const clockHz = 90_000;

/** Bound of clients; the server closes further connections. */
const maxClients = 16;

/**
 * Longest backlog of frames to send at once after the process was blocked; older frames are
 * skipped.
 */
const maxLateFrames = 50;

/** The parts of a demo camera. */
export interface DemoCameraOptions {
  clock: Clock;
  log: Logger;
  /** The clip to show; the yard when absent. */
  file?: string;
  /** Last part of its address; `yard` when absent. */
  name?: string;
  /**
   * Called with each frame as it is sent: its number over all loops, and its due time, monotonic.
   */
  onFrame?(n: number, dueMs: number): void;
}

/**
 * A camera without hardware: an RTSP server on loopback that plays a clip in a loop, as one live
 * picture for all its clients, RTP over TCP only. Without clients it stops, and the next client
 * starts the clip at its beginning; with clients, timestamps continue across the loop. A new client
 * gets the pictures since the last key frame at once.
 */
export class DemoCamera implements Part {
  readonly #options: DemoCameraOptions;
  readonly #sessions = new Set<DemoRtspSession>();
  #server: Server | undefined;
  #clip: H264Clip | undefined;
  #port = 0;
  #timer: Timer | undefined;
  /** Monotonic time of the first frame of the present showing. */
  #shownSinceMs = 0;
  #skippedByGone = 0;
  /** Number of the next frame since `#shownSinceMs`, over all loops. */
  #next = 0;

  constructor(options: DemoCameraOptions) {
    this.#options = options;
  }

  /** Address of the camera; valid after `start`. */
  get url(): string {
    return `rtsp://127.0.0.1:${this.#port}/${this.#name}`;
  }

  get #name(): string {
    return this.#options.name ?? "yard";
  }

  /** Number of connected clients. */
  get clients(): number {
    return this.#sessions.size;
  }

  /** Number of the next frame of the present showing; 0 before it begins. */
  get framesSent(): number {
    return this.#next;
  }

  /** Frames skipped for slow clients since the start. */
  get framesSkipped(): number {
    let frames = this.#skippedByGone;
    for (const session of this.#sessions) frames += session.skipped;
    return frames;
  }

  /** Reads the clip and listens on a free port of 127.0.0.1. */
  async start(): Promise<void> {
    this.#clip = withParameterSets(readH264Clip(await readFile(this.#options.file ?? sceneFile)));
    const server = createServer((socket) => this.#onClient(socket));
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(0, "127.0.0.1", resolve);
    });
    this.#port = (server.address() as AddressInfo).port;
    this.#options.log.info({ url: this.url }, "demo camera listens");
  }

  /** Closes every connection and the port. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    this.#timer?.cancel();
    for (const session of this.#sessions) session.close();
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  #onClient(socket: Socket): void {
    if (this.#sessions.size >= maxClients) {
      socket.destroy();
      return;
    }
    const clip = this.#clip!;
    const session: DemoRtspSession = new DemoRtspSession(socket, {
      path: `/${this.#name}`,
      sdp: sdpOf(clip, this.#name),
      sessionId: randomBytes(8).toString("hex"),
      rtp: {
        sequence: randomBytes(2).readUInt16BE(),
        ssrc: randomBytes(4).readUInt32BE(),
        offset: randomBytes(4).readUInt32BE(),
      },
      onPlay: () => this.#onPlay(session),
      onClose: () => this.#onGone(session),
    });
    this.#sessions.add(session);
    session.open();
  }

  #onPlay(session: DemoRtspSession): void {
    const isFirst = [...this.#sessions].every((other) => other === session || !other.isPlaying);
    if (isFirst) {
      this.#shownSinceMs = this.#options.clock.monoMs();
      this.#next = 0;
    }
    const clip = this.#clip!;
    let from = Math.max(0, this.#next - 1);
    while (from > 0 && !clip.frames[from % clip.frames.length]!.key) from -= 1;
    for (let n = from; n < this.#next; n += 1) session.send(...this.#frameAt(n));
    this.#tick();
  }

  #onGone(session: DemoRtspSession): void {
    this.#sessions.delete(session);
    this.#skippedByGone += session.skipped;
  }

  /** Returns frame `n` of an endless loop, and its time, which never goes back. */
  #frameAt(n: number): [frame: ClipFrame, ticks: number] {
    const clip = this.#clip!;
    const frame = clip.frames[n % clip.frames.length]!;
    return [frame, Math.floor(n / clip.frames.length) * clip.ticks + frame.ticks];
  }

  /** Sends the due frames and schedules the next one while there are clients. */
  #tick(): void {
    this.#timer?.cancel();
    const { clock } = this.#options;
    const nowTicks = ((clock.monoMs() - this.#shownSinceMs) / 1000) * clockHz;
    const oldest = this.#next;
    while (this.#frameAt(this.#next)[1] <= nowTicks) this.#next += 1;
    for (let n = Math.max(oldest, this.#next - maxLateFrames); n < this.#next; n += 1) {
      const [frame, ticks] = this.#frameAt(n);
      this.#options.onFrame?.(n, this.#shownSinceMs + (ticks / clockHz) * 1000);
      for (const session of this.#sessions) session.send(frame, ticks);
    }
    if (![...this.#sessions].some((session) => session.isPlaying)) return;
    const waitMs = ((this.#frameAt(this.#next)[1] - nowTicks) / clockHz) * 1000;
    this.#timer = clock.after(Math.max(1, waitMs), () => this.#tick());
  }
}

/** Puts the parameter sets before every key frame, so that a decoder can begin at each of them. */
function withParameterSets(clip: H264Clip): H264Clip {
  const frames = clip.frames.map((frame) =>
    frame.key ? { ...frame, units: [clip.sps, clip.pps, ...frame.units] } : frame,
  );
  return { ...clip, frames };
}

/** The stream's description (RFC 4566, RFC 6184 8.1). */
function sdpOf({ sps, pps }: H264Clip, name: string): string {
  const profile = sps.subarray(1, 4).toString("hex").toUpperCase();
  const sets = `${sps.toString("base64")},${pps.toString("base64")}`;
  return [
    "v=0",
    "o=- 0 0 IN IP4 127.0.0.1",
    `s=Gatehouse demo ${name}`,
    "c=IN IP4 0.0.0.0",
    "t=0 0",
    "a=control:*",
    "a=range:npt=now-",
    "m=video 0 RTP/AVP 96",
    "a=rtpmap:96 H264/90000",
    `a=fmtp:96 packetization-mode=1;profile-level-id=${profile};sprop-parameter-sets=${sets}`,
    "a=control:track1",
    "",
  ].join("\r\n");
}
