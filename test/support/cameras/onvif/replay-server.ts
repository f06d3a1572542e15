import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { sceneFile } from "../../../../src/system/demo/demo-camera.ts";
import { type H264Clip, readH264Clip } from "../../../../src/system/demo/h264-clip.ts";
import { interleaved, type RtpState } from "../../../../src/system/demo/rtp-packets.ts";

/** What a camera's card has: the demo's scene in a loop, in Unix milliseconds of the camera's clock. */
export interface CardRecording {
  fromMs: number;
  toMs: number;
}

/** How a replay deviates from the standard. */
export interface ReplayQuirks {
  /** Sends no times. */
  noTimes?: boolean;
  /** The connection breaks after so many frames; counts over all replays. */
  breaksAfter?: number;
}

const clockHz = 90_000;
const ntpToUnixSec = 2_208_988_800;
const firstFrameBytes = 4;
const rtpBytes = 12;

/**
 * A strict RTSP server of a camera's stored video (ONVIF Replay): it wants `Require: onvif-replay` with SETUP and PLAY,
 * an absolute range and `Rate-Control: no`, and sends the true time of each frame in the header extension.
 */
export class ReplayServer {
  /** The newest `Range` of a PLAY, newest last. */
  readonly ranges: string[] = [];
  /** Frames sent over all replays. */
  frames = 0;
  card: CardRecording = { fromMs: 0, toMs: 0 };
  readonly quirks: ReplayQuirks = {};
  readonly #server: Server = createServer((socket) => this.#onClient(socket));
  readonly #clip: H264Clip;
  readonly #sockets = new Set<Socket>();

  private constructor(clip: H264Clip) {
    this.#clip = clip;
  }

  static async start(): Promise<ReplayServer> {
    const server = new ReplayServer(readH264Clip(await readFile(sceneFile)));
    server.#server.listen(0, "127.0.0.1");
    await once(server.#server, "listening");
    return server;
  }

  get url(): string {
    return `rtsp://127.0.0.1:${(this.#server.address() as AddressInfo).port}/card/1`;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }

  #onClient(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => this.#sockets.delete(socket));
    let text = "";
    socket.on("data", (bytes: Buffer) => {
      // Reports of the reader are no requests.
      if (bytes[0] === 0x24) return;
      text += bytes.toString("latin1");
      for (let end = text.indexOf("\r\n\r\n"); end >= 0; end = text.indexOf("\r\n\r\n")) {
        this.#answer(socket, text.slice(0, end));
        text = text.slice(end + 4);
      }
    });
  }

  #answer(socket: Socket, request: string): void {
    const [first = ""] = request.split("\r\n");
    const method = first.split(" ")[0]!;
    const header = (name: string): string =>
      new RegExp(`^${name}: *(.*)$`, "im").exec(request)?.[1]?.trim() ?? "";
    const reply = (status: string, fields: readonly string[] = [], body = ""): void => {
      const length = body === "" ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
      const lines = [`RTSP/1.0 ${status}`, `CSeq: ${header("CSeq")}`, ...fields, ...length];
      socket.write(`${lines.join("\r\n")}\r\n\r\n${body}`);
    };
    const session = "Session: 77;timeout=60";
    const isReplay = header("Require") === "onvif-replay";
    if ((method === "SETUP" || method === "PLAY") && !isReplay)
      return reply("551 Option not supported");
    switch (method) {
      case "OPTIONS":
        return reply("200 OK", ["Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN"]);
      case "DESCRIBE":
        return reply(
          "200 OK",
          [`Content-Base: ${this.url}/`, "Content-Type: application/sdp"],
          this.#sdp(),
        );
      case "SETUP":
        return reply("200 OK", [session, "Transport: RTP/AVP/TCP;unicast;interleaved=0-1"]);
      case "PLAY": {
        const range = /^clock=(\d{8}T\d{6}(?:\.\d+)?Z)-(\d{8}T\d{6}(?:\.\d+)?Z)$/.exec(
          header("Range"),
        );
        if (!range || header("Rate-Control") !== "no") return reply("457 Invalid Range");
        this.ranges.push(header("Range"));
        reply("200 OK", [session, `Range: ${header("Range")}`]);
        void this.#play(socket, { fromMs: timeOf(range[1]!), toMs: timeOf(range[2]!) });
        return undefined;
      }
      default:
        return reply("200 OK", [session]);
    }
  }

  #sdp(): string {
    const { sps, pps } = this.#clip;
    const sets = `${sps.toString("base64")},${pps.toString("base64")}`;
    return [
      "v=0",
      "o=- 0 0 IN IP4 127.0.0.1",
      "s=card",
      "t=0 0",
      "a=control:*",
      "m=video 0 RTP/AVP 96",
      "a=rtpmap:96 H264/90000",
      `a=fmtp:96 packetization-mode=1;profile-level-id=${sps.subarray(1, 4).toString("hex")};sprop-parameter-sets=${sets}`,
      "a=control:track1",
      "",
    ].join("\r\n");
  }

  /** From the key frame at or before the begin of the range, as cameras do; says nothing at the end. */
  async #play(socket: Socket, span: CardRecording): Promise<void> {
    const { frames, ticks, sps, pps } = this.#clip;
    const timeAt = (n: number): number =>
      this.card.fromMs +
      ((Math.floor(n / frames.length) * ticks + frames[n % frames.length]!.ticks) * 1000) / clockHz;
    let n = 0;
    while (timeAt(n + 1) <= span.fromMs) n += 1;
    while (n > 0 && !frames[n % frames.length]!.key) n -= 1;
    // As a camera numbers them: by a clock of its own.
    const state: RtpState = { sequence: 9, ssrc: 5, offset: 12_345 };
    for (let sent = 0; timeAt(n) < Math.min(span.toMs, this.card.toMs); n += 1, sent += 1) {
      if (socket.destroyed) return;
      const { units, key } = frames[n % frames.length]!;
      const all = key ? [sps, pps, ...units] : units;
      const packets = interleaved(all, sent * 9000, { state, channel: 0 });
      this.frames += 1;
      if (this.quirks.breaksAfter !== undefined && this.frames > this.quirks.breaksAfter) {
        delete this.quirks.breaksAfter;
        socket.destroy();
        return;
      }
      const timed = this.quirks.noTimes ? packets : withTime(packets, timeAt(n));
      if (!socket.write(timed)) await once(socket, "drain").catch(() => undefined);
    }
  }
}

/** Adds the extension with the time to each packet. */
function withTime(packets: Buffer, unixMs: number): Buffer {
  const extension = Buffer.alloc(16);
  extension.writeUInt16BE(0xabac, 0);
  extension.writeUInt16BE(3, 2);
  const sec = Math.floor(unixMs / 1000);
  extension.writeUInt32BE(sec + ntpToUnixSec, 4);
  extension.writeUInt32BE(Math.floor(((unixMs - sec * 1000) / 1000) * 2 ** 32), 8);
  const parts: Buffer[] = [];
  for (let at = 0; at < packets.length;) {
    const size = packets.readUInt16BE(at + 2);
    const packet = packets.subarray(at + firstFrameBytes, at + firstFrameBytes + size);
    const head = Buffer.from(packet.subarray(0, rtpBytes));
    head[0] = head[0]! | 0x10;
    const frame = Buffer.from([0x24, packets[at + 1]!, 0, 0]);
    frame.writeUInt16BE(size + extension.length, 2);
    parts.push(frame, head, extension, packet.subarray(rtpBytes));
    at += firstFrameBytes + size;
  }
  return Buffer.concat(parts);
}

/** `20261123T190000.5Z` as Unix milliseconds. */
function timeOf(clock: string): number {
  return Date.parse(
    clock.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})/, "$1-$2-$3T$4:$5:$6"),
  );
}
