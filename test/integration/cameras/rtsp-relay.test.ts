import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { suite, test } from "node:test";
import { politely, type RtspPeer, startRtspPeer } from "../../support/cameras/rtsp-peer.ts";
import {
  peerWith,
  Reader,
  refusal,
  session,
  transport,
} from "../../support/cameras/relay-reader.ts";
import { until } from "../../support/box/wait.ts";

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
