import type { Socket } from "node:net";
import { type RtpState, interleaved } from "./rtp-packets.ts";

/** A parsed RTSP request (RFC 2326 6). */
interface RtspRequest {
  method: string;
  url: string;
  headers: ReadonlyMap<string, string>;
}

interface RtspAnswer {
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

/** The camera of a session. */
export interface RtspServed {
  /** Path of the one stream, with the leading slash. */
  path: string;
  sdp: string;
  sessionId: string;
  rtp: RtpState;
  onPlay(): void;
  onClose(): void;
}

/** Longest request head and body together, in bytes; a longer one ends the connection. */
const requestMaxBytes = 16 * 1024;

/**
 * Longest backlog of a slow client in bytes; beyond it frames are skipped up to the next key frame.
 */
const backlogMaxBytes = 1024 * 1024;

/** One client's RTSP connection; RTP goes over the same connection, interleaved. */
export class DemoRtspSession {
  readonly #socket: Socket;
  readonly #served: RtspServed;
  #pending: Buffer = Buffer.alloc(0);
  #channel = 0;
  #isSetUp = false;
  #isPlaying = false;
  /** True while it waits for a key frame. */
  #isResuming = true;
  #skipped = 0;

  constructor(socket: Socket, served: RtspServed) {
    this.#socket = socket;
    this.#served = served;
  }

  /** True when the session wants frames. */
  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  /** Frames skipped because the client was too slow. */
  get skipped(): number {
    return this.#skipped;
  }

  /** Begins to answer. The session ends with the socket. */
  open(): void {
    this.#socket.setNoDelay(true);
    this.#socket.on("data", (bytes: Buffer) => this.#onData(bytes));
    this.#socket.on("error", () => this.#socket.destroy());
    this.#socket.on("close", () => {
      this.#isPlaying = false;
      this.#served.onClose();
    });
  }

  /** Closes the connection. */
  close(): void {
    this.#socket.destroy();
  }

  /** Sends one access unit, unless the client is too far behind. */
  send(frame: { units: readonly Buffer[]; key: boolean }, ticks: number): void {
    if (!this.#isPlaying) return;
    const isBehind = this.#socket.writableLength > backlogMaxBytes;
    if (isBehind || (this.#isResuming && !frame.key)) {
      this.#isResuming = true;
      this.#skipped += 1;
      return;
    }
    this.#isResuming = false;
    const to = { state: this.#served.rtp, channel: this.#channel };
    this.#socket.write(interleaved(frame.units, ticks, to));
  }

  #onData(bytes: Buffer): void {
    this.#pending = this.#pending.length > 0 ? Buffer.concat([this.#pending, bytes]) : bytes;
    while (this.#takeOne()) {
      // every complete request or packet that has arrived is answered in order
    }
    if (this.#pending.length > requestMaxBytes + 65_540) this.#socket.destroy();
  }

  /**
   * Handles the first request or packet of the pending bytes; false when it is not complete yet.
   */
  #takeOne(): boolean {
    if (this.#socket.destroyed || this.#pending.length === 0) return false;
    if (this.#pending[0] === 0x24) return this.#takePacket();
    const end = this.#pending.indexOf("\r\n\r\n");
    if (end > requestMaxBytes || (end < 0 && this.#pending.length > requestMaxBytes)) {
      this.#socket.destroy();
      return false;
    }
    if (end < 0) return false;
    const request = parseRequest(this.#pending.toString("latin1", 0, end));
    const bodyBytes = Number(request.headers.get("content-length") ?? 0);
    if (!(bodyBytes >= 0 && bodyBytes <= requestMaxBytes)) {
      this.#socket.destroy();
      return false;
    }
    if (this.#pending.length < end + 4 + bodyBytes) return false;
    this.#pending = this.#pending.subarray(end + 4 + bodyBytes);
    this.#answer(request);
    return true;
  }

  /** Skips an interleaved packet: a receiver report, which a file played in a loop ignores. */
  #takePacket(): boolean {
    if (this.#pending.length < 4) return false;
    const size = 4 + this.#pending.readUInt16BE(2);
    if (this.#pending.length < size) return false;
    this.#pending = this.#pending.subarray(size);
    return true;
  }

  #answer(request: RtspRequest): void {
    if (request.method === "OPTIONS") {
      const methods = "OPTIONS, DESCRIBE, SETUP, PLAY, PAUSE, TEARDOWN, GET_PARAMETER";
      return this.#reply(request, "200 OK", { headers: { Public: methods } });
    }
    if (!isUnder(request.url, this.#served.path)) {
      return this.#reply(request, "404 Not Found");
    }
    const session = { Session: `${this.#served.sessionId};timeout=60` };
    switch (request.method) {
      case "DESCRIBE":
        return this.#describe(request);
      case "SETUP":
        return this.#setUp(request);
      case "PLAY":
        if (!this.#isSetUp) return this.#reply(request, "455 Method Not Valid in This State");
        this.#reply(request, "200 OK", { headers: { ...session, Range: "npt=now-" } });
        this.#isPlaying = true;
        this.#isResuming = true;
        return this.#served.onPlay();
      case "PAUSE":
        this.#isPlaying = false;
        return this.#reply(request, "200 OK", { headers: session });
      case "GET_PARAMETER":
      case "SET_PARAMETER":
        return this.#reply(request, "200 OK", { headers: session });
      case "TEARDOWN":
        this.#isPlaying = false;
        this.#reply(request, "200 OK", { headers: session });
        this.#socket.end();
        return;
      default:
        this.#reply(request, "501 Not Implemented");
    }
  }

  #describe(request: RtspRequest): void {
    const base = request.url.endsWith("/") ? request.url : `${request.url}/`;
    const headers = { "Content-Base": base, "Content-Type": "application/sdp" };
    this.#reply(request, "200 OK", { headers, body: this.#served.sdp });
  }

  #setUp(request: RtspRequest): void {
    const transport = request.headers.get("transport") ?? "";
    if (!transport.includes("RTP/AVP/TCP")) {
      return this.#reply(request, "461 Unsupported Transport");
    }
    const channel = Number(/interleaved=(\d{1,3})/.exec(transport)?.[1] ?? 0);
    if (channel > 254) return this.#reply(request, "461 Unsupported Transport");
    this.#channel = channel;
    this.#isSetUp = true;
    const ssrc = this.#served.rtp.ssrc.toString(16).toUpperCase().padStart(8, "0");
    const headers = {
      Session: `${this.#served.sessionId};timeout=60`,
      Transport: `RTP/AVP/TCP;unicast;interleaved=${channel}-${channel + 1};ssrc=${ssrc}`,
    };
    this.#reply(request, "200 OK", { headers });
  }

  #reply(request: RtspRequest, status: string, answer: RtspAnswer = {}): void {
    const { headers = {}, body = "" } = answer;
    const cseq = (request.headers.get("cseq") ?? "0").replace(/\D/g, "").slice(0, 10);
    const lines = [`RTSP/1.0 ${status}`, `CSeq: ${cseq}`, "Server: gatehouse-demo"];
    for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
    if (body) lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
    this.#socket.write(`${lines.join("\r\n")}\r\n\r\n${body}`);
  }
}

function parseRequest(head: string): RtspRequest {
  const [first = "", ...lines] = head.split("\r\n");
  const [method = "", url = ""] = first.split(" ");
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    if (colon > 0)
      headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return { method, url, headers };
}

function isUnder(url: string, path: string): boolean {
  const urlPath = /^rtsp:\/\/[^/]+(\/[^?]*)?/.exec(url)?.[1] ?? "/";
  return urlPath === path || urlPath.startsWith(`${path}/`);
}
