import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach } from "node:test";
import { RtspRelay, type RtspRelayOptions } from "../../../src/adapters/rtsp-relay/rtsp-relay.ts";
import { isRelaySession, type RelaySession } from "../../../src/cameras/relay-port.ts";
import { type SourceProblem, type SourceSpec } from "../../../src/cameras/source.ts";
import { type PeerAnswer, type PeerRequest, type RtspPeer, startRtspPeer } from "./rtsp-peer.ts";

/** Runs after each test, the newest first. */
export const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** A camera that answers each request as `answer` says; undefined for none. */
export async function peerWith(
  answer: (request: PeerRequest) => PeerAnswer | undefined,
): Promise<RtspPeer> {
  const peer = await startRtspPeer(answer);
  cleanups.push(() => peer.stop());
  return peer;
}

/** Opens a relay to `url`; it is closed after the test. */
export async function open(
  url: string,
  more: Partial<SourceSpec> = {},
  options: RtspRelayOptions = {},
): Promise<RelaySession | SourceProblem> {
  const source: SourceSpec = { kind: "rtsp", url, ...more };
  const opened = await new RtspRelay(options).open(source, new AbortController().signal);
  if (isRelaySession(opened)) cleanups.push(() => opened.close());
  return opened;
}

/** The problem of a relay that does not open. */
export async function refusal(...args: Parameters<typeof open>): Promise<SourceProblem> {
  const opened = await open(...args);
  assert.ok(!isRelaySession(opened), "the relay opened");
  return opened;
}

/** The session of a relay that opens. */
export async function session(...args: Parameters<typeof open>): Promise<RelaySession> {
  const opened = await open(...args);
  assert.ok(isRelaySession(opened), JSON.stringify(opened));
  return opened;
}

/** A reader that sends raw requests to the relay and collects what comes. */
export class Reader {
  readonly socket: Socket;
  received = Buffer.alloc(0);
  #cseq = 0;

  constructor(url: string) {
    this.socket = connect({ host: "127.0.0.1", port: Number(new URL(url).port) });
    this.socket.on("error", () => {});
    this.socket.on("data", (chunk: Buffer) => {
      this.received = Buffer.concat([this.received, chunk]);
    });
    cleanups.push(() => this.socket.destroy());
  }

  async ask(method: string, uri: string, headers = ""): Promise<string> {
    const before = this.received.length;
    this.socket.write(`${method} ${uri} RTSP/1.0\r\nCSeq: ${(this.#cseq += 1)}\r\n${headers}\r\n`);
    for (;;) {
      const text = this.received.subarray(before).toString("latin1");
      if (text.includes("\r\n\r\n")) return text;
      if (this.socket.destroyed) return "";
      const change = Promise.race([once(this.socket, "data"), once(this.socket, "close")]);
      await change.catch(() => this.socket.destroy());
    }
  }
}

/** The header of a SETUP for interleaved media. */
export const transport = "Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\n";
