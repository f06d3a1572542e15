import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { RtspFramer } from "../../../../src/adapters/rtsp-relay/rtsp-framer.ts";
import {
  header,
  requestOf,
  type RtspMessage,
  writeMessage,
} from "../../../../src/adapters/rtsp-relay/rtsp-message.ts";
import { startRtspServer, type RtspServerOptions } from "../rtsp-server.ts";

/** A camera's documents: the one of each frame or null for none, in a loop. `@UTC@` becomes the time of the frame. */
export type MetadataScript = readonly (string | null)[];

/** What a test camera with a metadata track sends, and how. */
export interface MetadataCameraOptions extends RtspServerOptions {
  metadata: MetadataScript;
  /** Frames by which the metadata lags behind its video; default 2: a camera's analysis takes time. */
  lagFrames?: number;
}

/** A running camera whose RTSP session has a metadata track beside video and sound. Always `stop()` it. */
export interface MetadataCamera {
  readonly url: string;
  /** RTSP connections so far. */
  readonly connections: number;
  /** RTSP sessions that set the metadata track up so far. */
  readonly metadataSessions: number;
  /** Goes on with other documents on the running connections; empty: none. */
  switchMetadata(documents: MetadataScript): void;
  stop(): Promise<void>;
}

const payloadType = 107;
const packetBytes = 1200;
const ntpToUnixSec = 2_208_988_800;

/** Starts a camera as ONVIF Profile M describes it: a real RTSP server whose sessions get one track more. */
export async function startMetadataCamera(options: MetadataCameraOptions): Promise<MetadataCamera> {
  const { metadata, lagFrames = 2, ...video } = options;
  const upstream = await startRtspServer({ size: "320x240", fps: 10, ...video });
  const state = { documents: metadata, lagFrames, connections: 0, sessions: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    state.connections += 1;
    const behind = connect({ host: "127.0.0.1", port: upstream.port });
    for (const one of [socket, behind]) {
      sockets.add(one);
      one.on("error", () => {});
      one.on("close", () => {
        sockets.delete(one);
        socket.destroy();
        behind.destroy();
      });
    }
    join(socket, behind, state);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: upstream.url.replace(`:${upstream.port}`, `:${port}`),
    get connections() {
      return state.connections;
    },
    get metadataSessions() {
      return state.sessions;
    },
    switchMetadata(documents) {
      state.documents = documents;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await upstream.stop();
    },
  };
}

interface CameraState {
  documents: MetadataScript;
  lagFrames: number;
  connections: number;
  sessions: number;
}

/** Connects a client with the server behind, and adds the track. */
function join(client: Socket, behind: Socket, state: CameraState): void {
  let track: MetadataTrack | undefined;
  let sessionId: string | undefined;
  const fromClient = new RtspFramer({
    onMessage: (message) => {
      const { method, uri } = requestOf(message)!;
      if (method !== "SETUP" || !uri.endsWith("/metadata")) {
        behind.write(bytesOf(message));
        return;
      }
      const transport = header(message, "transport") ?? "";
      const channel = /^RTP\/AVP\/TCP;unicast;interleaved=(\d+)-\d+$/.exec(transport)?.[1];
      const cseq = header(message, "cseq") ?? "";
      const isSession = header(message, "session")?.split(";")[0] === sessionId;
      const status =
        channel === undefined
          ? "461 Unsupported Transport"
          : isSession
            ? "200 OK"
            : "454 Session Not Found";
      client.write(
        writeMessage(`RTSP/1.0 ${status}`, [
          ["CSeq", cseq],
          ["Session", sessionId ?? ""],
          ["Transport", transport],
        ]),
      );
      if (status !== "200 OK") return;
      state.sessions += 1;
      track = new MetadataTrack(client, Number(channel), state);
    },
    onData: (bytes) => void behind.write(bytes),
    onGarbage: () => client.destroy(),
  });
  client.on("data", (chunk: Buffer) => fromClient.push(chunk));
  let held = Buffer.alloc(0);
  behind.on("data", (chunk: Buffer) => {
    held = Buffer.concat([held, chunk]);
    for (let part = nextPart(held); part; part = nextPart(held)) {
      held = held.subarray(part.length);
      if (part[0] === 0x24) {
        client.write(part);
        track?.onFrame(part[1]!, part.subarray(4));
      } else {
        const text = part.toString("latin1");
        sessionId ??= /^session: *([^;\r]+)/im.exec(text)?.[1];
        client.write(withTrack(text));
      }
    }
  });
}

function bytesOf({ startLine, headers, body }: RtspMessage): string {
  return writeMessage(startLine, headers, body.toString("latin1"));
}

/** One message or interleaved frame at the start of `bytes`; undefined while it is not whole. */
function nextPart(bytes: Buffer): Buffer | undefined {
  if (bytes[0] === 0x24) {
    const end = bytes.length < 4 ? Infinity : 4 + bytes.readUInt16BE(2);
    return bytes.length < end ? undefined : bytes.subarray(0, end);
  }
  const headEnd = bytes.indexOf("\r\n\r\n");
  if (headEnd === -1) return undefined;
  const length = /^content-length: *(\d+)/im.exec(bytes.toString("latin1", 0, headEnd))?.[1];
  const end = headEnd + 4 + Number(length ?? 0);
  return bytes.length < end ? undefined : bytes.subarray(0, end);
}

/** Adds the track to a description; returns other messages as they are. */
function withTrack(text: string): string {
  const headEnd = text.indexOf("\r\n\r\n") + 4;
  const body = text.slice(headEnd);
  if (!body.startsWith("v=0")) return text;
  const track = [
    `m=application 0 RTP/AVP ${payloadType}`,
    `a=rtpmap:${payloadType} vnd.onvif.metadata/90000`,
    "a=control:metadata",
    "a=recvonly",
    "",
  ].join("\r\n");
  const head = text.slice(0, headEnd).replace(/^content-length:.*\r\n/im, "");
  const described = body + track;
  return `${head.slice(0, -2)}Content-Length: ${described.length}\r\n\r\n${described}`;
}

/** The metadata of one session: a document for each frame of video, by the clock of the video's reports. */
class MetadataTrack {
  readonly #client: Socket;
  readonly #channel: number;
  readonly #state: CameraState;
  #sequence = 0;
  #lastRtpTime: number | undefined;
  #frames = 0;
  readonly #late: { rtpTime: number; utcSec: number; document: string }[] = [];
  #report: { ntpSec: number; rtpTime: number } | undefined;

  constructor(client: Socket, channel: number, state: CameraState) {
    this.#client = client;
    this.#channel = channel;
    this.#state = state;
  }

  /** Follows the video: each new RTP time is a frame; reports say when it was. */
  onFrame(channel: number, packet: Buffer): void {
    if (channel === 1 && packet[1] === 200) this.#onReport(packet);
    if (channel !== 0) return;
    const rtpTime = packet.readUInt32BE(4);
    if (rtpTime === this.#lastRtpTime) return;
    this.#lastRtpTime = rtpTime;
    const { documents, lagFrames } = this.#state;
    const document = documents[this.#frames % documents.length];
    this.#frames += 1;
    if (typeof document === "string") {
      this.#late.push({ rtpTime, utcSec: this.#utcOf(rtpTime), document });
    } else this.#late.push({ rtpTime, utcSec: 0, document: "" });
    if (this.#late.length <= lagFrames) return;
    const due = this.#late.shift()!;
    const utc = new Date(due.utcSec * 1000).toISOString();
    if (due.document !== "") this.#send(due.document.replaceAll("@UTC@", utc), rtpTime);
  }

  #onReport(packet: Buffer): void {
    const ntpSec = packet.readUInt32BE(8) + packet.readUInt32BE(12) / 2 ** 32;
    this.#report = { ntpSec, rtpTime: packet.readUInt32BE(16) };
    const own = Buffer.from(packet.subarray(0, 28));
    own.writeUInt32BE(0x6d657461, 4);
    own.writeUInt16BE(6, 2);
    own[0] = 0x80;
    this.#frame(this.#channel + 1, own);
  }

  #utcOf(rtpTime: number): number {
    if (!this.#report) return Date.now() / 1000;
    const sinceSec = ((rtpTime - this.#report.rtpTime) | 0) / 90_000;
    return this.#report.ntpSec - ntpToUnixSec + sinceSec;
  }

  #send(document: string, rtpTime: number): void {
    const bytes = Buffer.from(document);
    for (let at = 0; at < bytes.length; at += packetBytes) {
      const isLast = at + packetBytes >= bytes.length;
      const head = Buffer.alloc(12);
      head[0] = 0x80;
      head[1] = payloadType | (isLast ? 0x80 : 0);
      head.writeUInt16BE((this.#sequence += 1) & 0xffff, 2);
      head.writeUInt32BE(rtpTime, 4);
      head.writeUInt32BE(0x6d657461, 8);
      this.#frame(this.#channel, Buffer.concat([head, bytes.subarray(at, at + packetBytes)]));
    }
  }

  #frame(channel: number, packet: Buffer): void {
    const head = Buffer.from([0x24, channel, packet.length >> 8, packet.length & 0xff]);
    this.#client.write(Buffer.concat([head, packet]));
  }
}
