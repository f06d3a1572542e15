import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { RtspFramer } from "../../../src/adapters/rtsp-relay/rtsp-framer.ts";
import {
  header,
  type RtspMessage,
  statusOf,
} from "../../../src/adapters/rtsp-relay/rtsp-message.ts";
import { until } from "../box/wait.ts";

/** Name and password of a reader. */
export interface Login {
  username: string;
  password: string;
}

/** A packet of RTP as a reader gets it. */
export interface ReceivedPacket {
  channel: number;
  sequence: number;
  rtpTime: number;
  isLast: boolean;
  payload: Buffer;
}

const md5 = (text: string): string => createHash("md5").update(text).digest("hex");

/** An RTSP reader that sends what a test says and keeps what comes. */
export class RtspClient {
  readonly #url: string;
  readonly #login: Login | undefined;
  readonly #answers: RtspMessage[] = [];
  readonly socket: Socket;
  /** RTP packets, and reports, in order of arrival. */
  readonly packets: ReceivedPacket[] = [];
  readonly reports: Buffer[] = [];
  /** Channel of the first bytes that came. */
  firstChannel: number | undefined;
  isClosed = false;
  session = "";
  #nonce: string | undefined;
  #cseq = 0;
  #data = Buffer.alloc(0);

  /** `url` without credentials. */
  constructor(url: string, login?: Login) {
    this.#url = url;
    this.#login = login;
    const { hostname, port } = new URL(url);
    this.socket = connect({ host: hostname, port: Number(port) });
    const framer = new RtspFramer({
      onMessage: (message) => this.#answers.push(message),
      onData: (bytes) => this.#take(bytes),
      onGarbage: () => this.socket.destroy(),
    });
    this.socket.on("data", (chunk: Buffer) => framer.push(chunk));
    this.socket.on("error", () => {});
    this.socket.on("close", () => (this.isClosed = true));
  }

  /** Sends a request, answers a challenge, and returns the answer. */
  async request(
    method: string,
    { path = "", fields = [] as readonly string[] } = {},
  ): Promise<RtspMessage> {
    const answer = await this.#once(method, path, fields);
    const challenge = header(answer, "www-authenticate");
    if (statusOf(answer) !== 401 || !challenge || !this.#login) return answer;
    this.#nonce = /nonce="([^"]+)"/.exec(challenge)![1]!;
    return await this.#once(method, path, fields);
  }

  /** Describes, sets up and plays the stream's video. */
  async play(transport = "RTP/AVP/TCP;unicast;interleaved=0-1"): Promise<RtspMessage> {
    await this.request("DESCRIBE");
    await this.setUp(0, transport);
    return await this.request("PLAY", { fields: [`Session: ${this.session}`] });
  }

  /** Sets up the video (track 0) or the sound (1), in the session that the first one began. */
  async setUp(track: number, transport: string): Promise<RtspMessage> {
    const session = this.session === "" ? [] : [`Session: ${this.session}`];
    const fields = [`Transport: ${transport}`, ...session];
    const answer = await this.request("SETUP", { path: `/trackID=${track}`, fields });
    this.session ||= header(answer, "session")?.split(";")[0] ?? "";
    return answer;
  }

  /** Returns this connection's answer to its challenge. */
  authorization(method: string): string {
    return this.#digest(method, this.#url);
  }

  async write(text: string | Buffer): Promise<void> {
    if (this.socket.connecting) await once(this.socket, "connect");
    this.socket.write(text);
  }

  close(): void {
    this.socket.destroy();
  }

  async #once(method: string, path: string, fields: readonly string[]): Promise<RtspMessage> {
    const uri = this.#url + path;
    this.#cseq += 1;
    const lines = [`${method} ${uri} RTSP/1.0`, `CSeq: ${this.#cseq}`, ...fields];
    const isSigned = fields.some((field) => field.startsWith("Authorization:"));
    if (this.#login && this.#nonce && !isSigned)
      lines.push(`Authorization: ${this.#digest(method, uri)}`);
    await this.write(`${lines.join("\r\n")}\r\n\r\n`);
    const seen = this.#answers.length;
    await until(() => this.#answers.length > seen || this.isClosed, {
      what: `answer to ${method}`,
    });
    const answer = this.#answers[seen];
    if (!answer) throw new Error("the server has closed the connection");
    return answer;
  }

  #digest(method: string, uri: string): string {
    const { username, password } = this.#login!;
    const hash = md5(`${username}:Gatehouse:${password}`);
    const response = md5(`${hash}:${this.#nonce}:${md5(`${method}:${uri}`)}`);
    return `Digest username="${username}", realm="Gatehouse", nonce="${this.#nonce}", uri="${uri}", response="${response}"`;
  }

  #take(bytes: Buffer): void {
    this.#data = Buffer.concat([this.#data, bytes]);
    for (;;) {
      if (this.#data.length < 4) return;
      const end = 4 + this.#data.readUInt16BE(2);
      if (this.#data.length < end) return;
      this.#keep(this.#data[1]!, Buffer.from(this.#data.subarray(4, end)));
      this.#data = this.#data.subarray(end);
    }
  }

  #keep(channel: number, packet: Buffer): void {
    this.firstChannel ??= channel;
    if (channel % 2 === 1) {
      this.reports.push(packet);
      return;
    }
    this.packets.push({
      channel,
      sequence: packet.readUInt16BE(2),
      rtpTime: packet.readUInt32BE(4),
      isLast: (packet[1]! & 0x80) !== 0,
      payload: packet.subarray(12),
    });
  }
}
