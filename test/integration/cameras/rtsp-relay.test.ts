import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { afterEach, suite, test } from "node:test";
import { RtspRelay, type RtspRelayOptions } from "../../../src/adapters/rtsp-relay/rtsp-relay.ts";
import { isRelaySession, type RelaySession } from "../../../src/cameras/relay-port.ts";
import type { SourceProblem, SourceSpec } from "../../../src/cameras/source.ts";
import {
  type PeerAnswer,
  type PeerRequest,
  politely,
  type RtspPeer,
  startRtspPeer,
} from "../../support/cameras/rtsp-peer.ts";

import { until } from "../../support/box/wait.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function peerWith(
  answer: (request: PeerRequest) => PeerAnswer | undefined,
): Promise<RtspPeer> {
  const peer = await startRtspPeer(answer);
  cleanups.push(() => peer.stop());
  return peer;
}

async function open(
  url: string,
  more: Partial<SourceSpec> = {},
  options: RtspRelayOptions = {},
): Promise<RelaySession | SourceProblem> {
  const source: SourceSpec = { kind: "rtsp", url, ...more };
  const opened = await new RtspRelay(options).open(source, new AbortController().signal);
  if (isRelaySession(opened)) cleanups.push(() => opened.close());
  return opened;
}

async function refusal(...args: Parameters<typeof open>): Promise<SourceProblem> {
  const opened = await open(...args);
  assert.ok(!isRelaySession(opened), "the relay opened");
  return opened;
}

async function session(...args: Parameters<typeof open>): Promise<RelaySession> {
  const opened = await open(...args);
  assert.ok(isRelaySession(opened), JSON.stringify(opened));
  return opened;
}

/** A reader that sends raw requests to the relay and collects what comes. */
class Reader {
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

const transport = "Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\n";

suite("what the relay says of a camera that cannot be used", () => {
  test("a redirect is refused and nobody is called", async () => {
    const victim = await peerWith(politely);
    for (const method of ["OPTIONS", "DESCRIBE"]) {
      const peer = await peerWith((request) =>
        request.method === method
          ? { status: "302 Moved Temporarily", headers: { Location: victim.url } }
          : politely(request),
      );
      assert.equal((await refusal(peer.url)).code, "stream_redirect_refused");
    }
    assert.equal(victim.connections, 0);
  });

  test("a redirect that comes later, or as a request, ends the session", async () => {
    const victim = await peerWith(politely);
    const moved = { status: "301 Moved", headers: { Location: victim.url } };
    const late = await peerWith((request) =>
      request.method === "SETUP" ? moved : politely(request),
    );
    const first = await session(late.url);
    assert.equal(await new Reader(first.url).ask("SETUP", `${first.url}/track`, transport), "");
    assert.equal(first.problem()?.code, "stream_redirect_refused");
    const pushy = await peerWith((request) =>
      request.method === "SETUP"
        ? { raw: `REDIRECT ${victim.url} RTSP/1.0\r\nCSeq: 1\r\nLocation: ${victim.url}\r\n\r\n` }
        : politely(request),
    );
    const second = await session(pushy.url);
    assert.equal(await new Reader(second.url).ask("SETUP", `${second.url}/track`, transport), "");
    assert.equal(second.problem()?.code, "stream_redirect_refused");
    assert.equal(victim.connections, 0);
  });

  const statuses: readonly (readonly [string, string])[] = [
    ["404 Not Found", "stream_not_found"],
    ["454 Session Not Found", "stream_not_found"],
    ["400 Bad Request", "stream_not_found"],
    ["403 Forbidden", "stream_auth_failed"],
    ["401 Unauthorized", "stream_auth_failed"],
    ["453 Not Enough Bandwidth", "stream_unreachable"],
    ["503 Service Unavailable", "stream_unreachable"],
    ["461 Unsupported Transport", "stream_broken"],
  ];
  for (const [status, code] of statuses) {
    test(`${status} to DESCRIBE is ${code}`, async () => {
      const peer = await peerWith((request) =>
        request.method === "DESCRIBE" ? { status } : politely(request),
      );
      const problem = await refusal(peer.url);
      assert.equal(problem.code, code);
      assert.match(problem.message, new RegExp(`127\\.0\\.0\\.1:${peer.port}`));
    });
  }

  test("a camera that has only UDP is said to need TCP", async () => {
    for (const answer of [
      { status: "461 Unsupported Transport" },
      { headers: { Session: "1", Transport: "RTP/AVP;unicast;client_port=5000-5001" } },
    ]) {
      const peer = await peerWith((request) =>
        request.method === "SETUP" ? answer : politely(request),
      );
      const opened = await session(peer.url);
      assert.equal(await new Reader(opened.url).ask("SETUP", `${opened.url}/track`, transport), "");
      assert.match(opened.problem()?.message ?? "", /UDP only/);
    }
  });

  test("garbage, a huge header and an early end are told apart", async () => {
    const http = await peerWith(() => ({ raw: "HTTP/1.1 400 Bad Request\r\n\r\n" }));
    assert.equal((await refusal(http.url)).code, "stream_broken");
    const huge = await peerWith(() => ({ raw: `RTSP/1.0 200 OK\r\nX: ${"y".repeat(40_000)}` }));
    assert.equal((await refusal(huge.url)).code, "stream_broken");
    const shy = await peerWith(() => ({ raw: "", close: true }));
    const shyly = await refusal(shy.url);
    assert.equal(shyly.code, "stream_unreachable");
    assert.match(shyly.message, /without an answer.*rtsps/);
    const rude = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => socket.resetAndDestroy());
    });
    rude.listen(0, "127.0.0.1");
    await once(rude, "listening");
    cleanups.push(() => rude.close());
    const { port } = rude.address() as AddressInfo;
    assert.match((await refusal(`rtsp://127.0.0.1:${port}/live`)).message, /without an answer/);
  });

  test("a port that speaks no TLS is not taken for one with a bad certificate", async () => {
    const plain = createServer((socket) => {
      socket.on("error", () => {});
      socket.end("RTSP/1.0 400 Bad Request\r\n\r\n");
    });
    plain.listen(0, "127.0.0.1");
    await once(plain, "listening");
    cleanups.push(() => plain.close());
    const { port } = plain.address() as AddressInfo;
    const problem = await refusal(`rtsps://127.0.0.1:${port}/live`, { kind: "rtsps" });
    assert.equal(problem.code, "stream_unreachable");
    assert.match(problem.message, /cannot be talked to over TLS/);
  });

  test("a camera that is connected but silent is given up, whichever answer it owes", async () => {
    for (const method of ["OPTIONS", "DESCRIBE"]) {
      const peer = await peerWith((request) =>
        request.method === method ? undefined : politely(request),
      );
      const problem = await refusal(peer.url, {}, { answerTimeoutMs: 100 });
      assert.equal(problem.code, "stream_unreachable");
      assert.match(problem.message, /does not answer/);
    }
  });

  test("a port where nobody listens refuses, and a name that does not exist is named", async () => {
    const peer = await startRtspPeer(politely);
    await peer.stop();
    const closed = await refusal(peer.url);
    assert.equal(closed.code, "stream_unreachable");
    assert.match(closed.message, /refuses the connection/);
    const unknown = await refusal("rtsp://no-such-camera.invalid/live");
    assert.equal(unknown.code, "stream_unreachable");
  });

  test("a camera that accepts and never speaks TLS is given up after the connect timeout", async () => {
    const mute = createServer((socket) => void cleanups.push(() => socket.destroy()));
    mute.listen(0, "127.0.0.1");
    await once(mute, "listening");
    cleanups.push(() => mute.close());
    const { port } = mute.address() as AddressInfo;
    const url = `rtsps://127.0.0.1:${port}/live`;
    const problem = await refusal(url, { kind: "rtsps" }, { connectTimeoutMs: 200 });
    assert.equal(problem.code, "stream_unreachable");
    assert.match(problem.message, /does not answer/);
  });

  test("an address outside the allowed networks is never dialled", async () => {
    const peer = await peerWith(politely);
    const options = { allowedNetworks: ["10.0.0.0/8", "fd00::/8"] };
    assert.equal((await refusal(peer.url, {}, options)).code, "forbidden_address");
    const named = peer.url.replace("127.0.0.1", "localhost");
    assert.equal((await refusal(named, {}, options)).code, "forbidden_address");
    assert.equal(peer.connections, 0);
    await session(peer.url, {}, { allowedNetworks: ["127.0.0.0/8"] });
  });

  test("a URL of another kind is refused", async () => {
    for (const url of ["http://127.0.0.1/", "rtsp:", "not a url", "file:///etc/passwd"]) {
      assert.equal((await refusal(url)).code, "stream_unreachable");
    }
  });
});

suite("signing in through the relay", () => {
  const who = { username: "technician", password: "s3cr:t pass" };

  function digestPeer(nonces: readonly string[]): Promise<RtspPeer> {
    let at = 0;
    return peerWith((request) => {
      const given = request.headers.get("authorization") ?? "";
      const nonce = nonces[at]!;
      const ha1 = sha256(`${who.username}:cam:${who.password}`);
      const ha2 = sha256(`${request.method}:${request.uri}`);
      const field = (name: string): string | undefined =>
        new RegExp(`${name}="?([^",]+)`).exec(given)?.[1];
      const middle = `${nonce}:${field("nc")}:${field("cnonce")}:auth`;
      if (given && field("response") === sha256(`${ha1}:${middle}:${ha2}`)) {
        if (at < nonces.length - 1) at += 1;
        return politely(request);
      }
      const stale = given === "" ? "" : ", stale=true";
      const challenge = `Digest realm="cam", nonce="${nonce}", qop="auth", algorithm=SHA-256${stale}`;
      return { status: "401 Unauthorized", headers: { "WWW-Authenticate": challenge } };
    });
  }

  test("answers a SHA-256 challenge and follows a nonce that goes stale with every request", async () => {
    const peer = await digestPeer(["n1", "n2", "n3", "n4"]);
    const opened = await session(peer.url, who);
    const reader = new Reader(opened.url);
    assert.match(await reader.ask("SETUP", `${opened.url}/track`, transport), /^RTSP\/1\.0 200/);
    assert.match(await reader.ask("PLAY", opened.url), /^RTSP\/1\.0 200/);
    const counts = peer.requests.map((each) => each.headers.get("authorization"));
    assert.ok(counts.some((each) => each?.includes("nc=00000001")));
  });

  test("tries a wrong password once, and says so without it", async () => {
    const peer = await digestPeer(["n1"]);
    const problem = await refusal(peer.url, { username: "technician", password: "guess" });
    assert.equal(problem.code, "stream_auth_failed");
    assert.equal(peer.requests.length, 2);
    assert.doesNotMatch(JSON.stringify(problem), /guess|technician/);
  });

  test("asks for a password where none is set", async () => {
    const peer = await digestPeer(["n1"]);
    assert.match((await refusal(peer.url)).message, /none is set/);
  });

  test("the password never passes to the reader, nor in the clear to a Digest camera", async () => {
    const peer = await digestPeer(["n1"]);
    const opened = await session(peer.url, who);
    const reader = new Reader(opened.url);
    await reader.ask("DESCRIBE", opened.url);
    await reader.ask("SETUP", `${opened.url}/track`, transport);
    assert.doesNotMatch(reader.received.toString("latin1"), /technician|s3cr|Authorization|cam"/);
    assert.doesNotMatch(JSON.stringify(peer.requests.map((each) => [...each.headers])), /s3cr/);
    assert.doesNotMatch(opened.url, /technician|s3cr/);
  });
});

suite("what the relay passes on", () => {
  test("only one reader with the token gets in", async () => {
    const peer = await peerWith(politely);
    const opened = await session(peer.url);
    const stranger = new Reader(opened.url);
    const { origin } = new URL(opened.url.replace("rtsp:", "http:"));
    assert.equal(await stranger.ask("OPTIONS", `${origin.replace("http:", "rtsp:")}/guess`), "");
    const reader = new Reader(opened.url);
    assert.match(await reader.ask("OPTIONS", opened.url), /Public: .*GET_PARAMETER/);
    const second = new Reader(opened.url);
    assert.equal(await second.ask("OPTIONS", opened.url), "");
    assert.match(await reader.ask("DESCRIBE", opened.url), /a=control:track/);
  });

  test("the camera sees its own URIs, the reader only the relay's", async () => {
    const peer = await peerWith((request) =>
      request.method === "DESCRIBE"
        ? { ...politely(request), headers: { "Content-Base": "rtsp://192.168.9.9/live/" } }
        : politely(request),
    );
    const opened = await session(peer.url);
    const reader = new Reader(opened.url);
    const described = await reader.ask("DESCRIBE", opened.url);
    assert.match(described, new RegExp(`Content-Base: ${opened.url.replaceAll("/", "\\/")}/`));
    await reader.ask("SETUP", `${opened.url}/track`, transport);
    await reader.ask("PLAY", `${opened.url}/`, "Session: 12\r\nRange: npt=0.000-\r\n");
    await reader.ask("GET_PARAMETER", `${opened.url}/`, "Session: 12\r\n");
    assert.deepEqual(
      peer.requests.map(
        (each) => `${each.method} ${each.uri} ${each.headers.get("session") ?? ""}`,
      ),
      [
        `OPTIONS ${peer.url} `,
        `DESCRIBE ${peer.url} `,
        "SETUP rtsp://192.168.9.9/live/track0 ",
        "PLAY rtsp://192.168.9.9/live/ 12",
        "GET_PARAMETER rtsp://192.168.9.9/live/ 12",
      ],
    );
    assert.doesNotMatch(reader.received.toString("latin1"), /192\.168/);
  });

  test("the answer to PLAY comes before the data behind it, byte for byte", async () => {
    const data = Buffer.concat(
      [1200, 0, 65_000, 7].map((length, index) => {
        const head = Buffer.from([0x24, index % 2, length >> 8, length & 255]);
        return Buffer.concat([head, Buffer.alloc(length, index)]);
      }),
    );
    const peer = await peerWith((request) => {
      if (request.method !== "PLAY") return politely(request);
      const cseq = request.headers.get("cseq");
      const answer = Buffer.from(`RTSP/1.0 200 OK\r\nCSeq: ${cseq}\r\nSession: 12\r\n\r\n`);
      return { raw: Buffer.concat([answer, data]) };
    });
    const opened = await session(peer.url);
    const reader = new Reader(opened.url);
    await reader.ask("SETUP", `${opened.url}/track`, transport);
    const before = reader.received.length;
    await reader.ask("PLAY", opened.url);
    const headEnd = (): number => reader.received.indexOf("\r\n\r\n", before) + 4;
    while (reader.received.length < headEnd() + data.length) await once(reader.socket, "data");
    assert.match(reader.received.toString("latin1", before, headEnd()), /^RTSP\/1\.0 200 OK/);
    assert.deepEqual(reader.received.subarray(headEnd()), data);
  });

  test("a keep-alive that the camera does not know is no reason to end", async () => {
    const peer = await peerWith((request) =>
      request.method === "GET_PARAMETER" ? { status: "501 Not Implemented" } : politely(request),
    );
    const opened = await session(peer.url);
    const reader = new Reader(opened.url);
    await reader.ask("SETUP", `${opened.url}/track`, transport);
    await reader.ask("PLAY", opened.url);
    assert.match(await reader.ask("GET_PARAMETER", opened.url), /^RTSP\/1\.0 200/);
    assert.equal(opened.problem(), null);
  });

  test("the camera's end ends the reader, and the reader's end ends the camera's connection", async () => {
    const peer = await startRtspPeer(politely);
    const first = await session(peer.url);
    const reader = new Reader(first.url);
    await reader.ask("OPTIONS", first.url);
    const closed = once(reader.socket, "close");
    await peer.stop();
    await closed;
    assert.equal(first.problem()?.code, "stream_unreachable");
    const other = await peerWith(politely);
    const second = await session(other.url);
    const leaver = new Reader(second.url);
    await leaver.ask("OPTIONS", second.url);
    leaver.socket.destroy();
    await assert.doesNotReject(other.stop());
    assert.equal(second.problem(), null);
  });
});

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

test("reports of the camera reach the reader only after the first media, however they are cut", async () => {
  const frame = (channel: number, packet: readonly number[]): Buffer =>
    Buffer.from([0x24, channel, 0, packet.length, ...packet]);
  const report = frame(1, [0x80, 200, 0, 1, 9, 9, 9, 9]);
  const media = frame(0, [0x80, 0xe0, 0, 1, 7, 7]);
  const peer = await peerWith(politely);
  const relayed = await session(peer.url);
  const reader = new Reader(relayed.url);
  await reader.ask("SETUP", `${relayed.url}/track`, transport);
  await reader.ask("PLAY", relayed.url);
  const before = reader.received.length;
  peer.send(report);
  peer.send(report.subarray(0, 5));
  peer.send(Buffer.concat([report.subarray(5), media.subarray(0, 3)]));
  peer.send(Buffer.concat([media.subarray(3), report]));
  const expected = Buffer.concat([media, report]);
  await until(() => reader.received.length >= before + expected.length, { what: "the media" });
  assert.deepEqual(reader.received.subarray(before), expected);
});
