import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { suite, test } from "node:test";
import { politely, startRtspPeer } from "../../support/cameras/rtsp-peer.ts";
import {
  cleanups,
  peerWith,
  Reader,
  refusal,
  session,
  transport,
} from "../../support/cameras/relay-reader.ts";

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
