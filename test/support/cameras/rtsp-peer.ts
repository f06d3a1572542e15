import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** One request as the peer got it. */
export interface PeerRequest {
  method: string;
  uri: string;
  /** Header names in lower case. */
  headers: ReadonlyMap<string, string>;
  /** How many requests this connection has sent, from 1. */
  count: number;
  /** The number of the connection, from 1. */
  connection: number;
}

/** What a scripted camera does with a request: an answer, raw bytes, or nothing. */
export interface PeerAnswer {
  status?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Sent as it is instead of an answer. */
  raw?: string | Buffer;
  /** Ends the connection after the answer. */
  close?: boolean;
  /** Reads nothing more of the connection after the answer. */
  stopReading?: boolean;
}

/** A camera that misbehaves as told. */
export interface RtspPeer {
  readonly url: string;
  readonly port: number;
  readonly requests: readonly PeerRequest[];
  /** Interleaved packets that clients sent, with the number of their connection from 1. */
  readonly packets: readonly { connection: number; channel: number; bytes: Buffer }[];
  /** Connections accepted so far. */
  readonly connections: number;
  /** Sends bytes on every open connection. */
  send(bytes: Buffer): void;
  /** Closes every open connection. */
  drop(): void;
  stop(): Promise<void>;
}

/** A description with one H.264 track. */
export const peerSdp = [
  "v=0",
  "o=- 1 1 IN IP4 127.0.0.1",
  "s=peer",
  "t=0 0",
  "m=video 0 RTP/AVP 96",
  "a=rtpmap:96 H264/90000",
  "a=fmtp:96 packetization-mode=1;sprop-parameter-sets=Z0IAH5WoFAFuQA==,aM48gA==",
  "a=control:track0",
  "",
].join("\r\n");

function parse(text: string, at: { count: number; connection: number }): PeerRequest {
  const [first = "", ...lines] = text.split("\r\n");
  const [method = "", uri = ""] = first.split(" ");
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  return { method, uri, headers, ...at };
}

/** Starts a scripted camera on loopback; `answer` says what each request gets (undefined: silence). */
export async function startRtspPeer(
  answer: (request: PeerRequest) => PeerAnswer | undefined,
): Promise<RtspPeer> {
  const requests: PeerRequest[] = [];
  const packets: { connection: number; channel: number; bytes: Buffer }[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    const connection = connections;
    let text = "";
    let count = 0;
    /** Takes one message or packet off the text; false when it is not complete. */
    const take = (): boolean => {
      if (text.startsWith("$")) {
        const end = 4 + text.charCodeAt(2) * 256 + text.charCodeAt(3);
        if (text.length < 4 || text.length < end) return false;
        const bytes = Buffer.from(text.slice(4, end), "latin1");
        packets.push({ connection, channel: text.charCodeAt(1), bytes });
        text = text.slice(end);
        return true;
      }
      const end = text.indexOf("\r\n\r\n");
      if (end < 0) return false;
      const request = parse(text.slice(0, end), { count: (count += 1), connection });
      text = text.slice(end + 4);
      requests.push(request);
      reply(socket, request, answer(request));
      return true;
    };
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      while (take());
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `rtsp://127.0.0.1:${port}/live`,
    port,
    requests,
    packets,
    get connections() {
      return connections;
    },
    send(bytes) {
      for (const socket of sockets) socket.write(bytes);
    },
    drop() {
      for (const socket of sockets) socket.end();
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

function reply(socket: Socket, request: PeerRequest, answer: PeerAnswer | undefined): void {
  if (answer === undefined) return;
  if (answer.raw === undefined) {
    const { status = "200 OK", headers = {}, body = "" } = answer;
    const lines = [`RTSP/1.0 ${status}`, `CSeq: ${request.headers.get("cseq") ?? 0}`];
    for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
    if (body !== "") lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
    socket.write(`${lines.join("\r\n")}\r\n\r\n${body}`);
  } else {
    socket.write(answer.raw);
  }
  if (answer.close) socket.end();
  if (answer.stopReading) socket.pause();
}

/** A well-behaved camera's answers, for scripts that misbehave only in one place. */
export function politely(request: PeerRequest): PeerAnswer {
  switch (request.method) {
    case "OPTIONS":
      return { headers: { Public: "OPTIONS, DESCRIBE, SETUP, PLAY, GET_PARAMETER, TEARDOWN" } };
    case "DESCRIBE":
      return { headers: { "Content-Type": "application/sdp" }, body: peerSdp };
    case "SETUP":
      return {
        headers: { Session: "12;timeout=60", Transport: "RTP/AVP/TCP;unicast;interleaved=0-1" },
      };
    default:
      return { headers: { Session: "12" } };
  }
}
