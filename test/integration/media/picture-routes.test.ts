import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { WebSocket } from "ws";
import type { ErrorCode } from "../../../src/base/contract/error-codes.ts";
import { fail } from "../../../src/base/contract/fail.ts";
import { openSse } from "../../support/http/sse.ts";
import { fakeStreams, jpeg } from "../../support/perception/fake-streams.ts";
import { incidentId, Rig } from "../../support/http/rig.ts";
import { until } from "../../support/box/wait.ts";

const stream = "/api/v1/surveillance/streams/gate";

describe("pictures, files and the page", () => {
  let directory: string;
  let rig: Rig;
  let signed = "";
  let refusal: ErrorCode | undefined;
  const sent: Buffer[] = [];

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), "gatehouse-http-"));
    await mkdir(join(directory, "page/lib"), { recursive: true });
    await writeFile(join(directory, "page/index.html"), "<!doctype html>page");
    await writeFile(join(directory, "page/lib/app.js"), "export {};");
    await mkdir(join(directory, "page/assets"));
    await writeFile(join(directory, "page/assets/app-1a2b.js"), "export {};");
    await writeFile(join(directory, "page/assets/app-1a2b.js.gz"), gzipSync("export {};"));
    await writeFile(
      join(directory, "page/assets/app-1a2b.js.br"),
      brotliCompressSync("export {};"),
    );
    await writeFile(join(directory, "page/.hidden.js"), "secret");
    await writeFile(join(directory, "page/notes.md"), "secret");
    await writeFile(join(directory, "outside.js"), "secret");
    await symlink(join(directory, "outside.js"), join(directory, "page/link.js"));
    const streams = fakeStreams(() => {
      if (refusal) throw fail(refusal, "not now");
    });
    rig = await new Rig({ pageDir: join(directory, "page"), streams }).start();
    const asset = await rig.assets.put({
      org: "default",
      bytes: Buffer.from("0123456789"),
      mime: "image/jpeg",
      ext: "jpg",
      class: "evidence",
      expiresAtMs: Date.now() + 3_600_000,
    });
    const url = rig.assets.url("default", asset.id)!;
    assert.ok(url.startsWith(`${rig.server.url()}/api/v1/assets/`));
    signed = url.slice(rig.server.url().length);
  });
  after(async () => {
    await rig.stop();
    await rm(directory, { recursive: true, force: true });
  });

  test("streams and profiles are read, changed and removed under their ids", async () => {
    const list = await rig.ask("/api/v1/surveillance/streams?limit=5");
    assert.deepEqual([list.json.object, list.json.data.data[0].stream_id], ["list", "gate"]);
    const one = await rig.ask(stream);
    assert.deepEqual(
      [one.json.object, one.json.status, one.json.created_at],
      ["surveillance.stream", "connecting", 1_700_000_000],
    );
    const profiles = await rig.ask("/api/v1/surveillance/profiles");
    assert.equal(profiles.json.data.data[0].name, "parking_lot");
    const patched = await rig.ask(stream, { method: "PATCH", body: { detect: ["person"] } });
    assert.equal(patched.status, 200);
    const unknown = await rig.ask(stream, { method: "PATCH", body: { profile: "parking_lot" } });
    assert.deepEqual(
      [unknown.status, unknown.json.error.code, unknown.json.error.param],
      [400, "invalid_request_body", "profile"],
    );
    assert.equal((await rig.ask(stream, { method: "DELETE" })).status, 200);
  });

  test("incidents are listed, read, acknowledged and resolved", async () => {
    const base = "/api/v1/surveillance/incidents";
    const list = await rig.ask(`${base}?state=open&severity=warning&from=1&to=2.5&limit=1`);
    assert.equal(list.json.data.data[0].id, incidentId);
    const one = await rig.ask(`${base}/${incidentId}`);
    assert.deepEqual([one.json.object, one.json.status], ["surveillance.incident", "open"]);
    assert.equal((await rig.post(`${base}/${incidentId}/acknowledge`)).status, 200);
    assert.equal((await rig.post(`${base}/${incidentId}/resolve`)).json.status, "resolved");
    const extra = await rig.post(`${base}/${incidentId}/resolve`, { why: "x" });
    assert.deepEqual([extra.status, extra.json.error.param], [400, "why"]);
  });

  test("snapshots are JPEG pictures that nobody may keep or interpret otherwise", async () => {
    for (const path of [
      `${stream}/snapshot.jpg?width=640`,
      `/api/v1/surveillance/incidents/${incidentId}/snapshot.jpg`,
    ]) {
      const answer = await rig.ask(path);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers["content-type"], "image/jpeg");
      assert.equal(answer.headers["x-content-type-options"], "nosniff");
      assert.equal(answer.headers["content-length"], String(jpeg.length));
    }
    const wide = await rig.ask(`${stream}/snapshot.jpg?width=99999`);
    assert.equal(wide.json.error.param, "width");
  });

  test("what a picture has to wait for is told with the status of the error table", async () => {
    for (const [code, status] of [
      ["stream_not_ready", 409],
      ["detector_unavailable", 503],
      ["storage_full", 507],
    ] as const) {
      refusal = code;
      const answer = await rig.ask(`${stream}/snapshot.jpg`);
      assert.deepEqual([answer.status, answer.json.error.code], [status, code]);
      assert.equal(answer.json.error.retryable, true);
      for (const form of ["live.mjpeg", "live-video.mp4"]) {
        const live = await rig.ask(`${stream}/${form}`);
        assert.deepEqual([live.status, live.json.error.code], [status, code]);
      }
    }
    refusal = undefined;
    assert.equal((await rig.ask(`${stream}/snapshot.jpg`)).status, 200);
  });

  test("a live view sends picture after picture and ends its source when the viewer leaves", async () => {
    const { port } = rig.server.address()!;
    const outgoing = request({
      host: "127.0.0.1",
      port,
      path: `${stream}/live.mjpeg?fps=10`,
      headers: { authorization: `Bearer ${rig.key}` },
    });
    outgoing.on("error", () => undefined);
    outgoing.on("response", (response) => {
      assert.equal(
        response.headers["content-type"],
        "multipart/x-mixed-replace; boundary=gatehouse-frame",
      );
      assert.ok(response.headers["x-ratelimit-limit"]);
      response.on("error", () => undefined);
      response.on("data", (chunk: Buffer) => sent.push(chunk));
    });
    outgoing.end();
    const parts = (): number =>
      Buffer.concat(sent).toString("latin1").split("--gatehouse-frame").length - 1;
    await until(() => parts() >= 3, { what: "three pictures" });
    assert.match(
      Buffer.concat(sent).toString("latin1"),
      /^--gatehouse-frame\r\nContent-Type: image\/jpeg\r\nContent-Length: 4\r\n\r\n/,
    );
    outgoing.destroy();
    await until(() => rig.services.counts().liveViews.open === 0, { what: "no open view" });
  });

  test("over a WebSocket each picture is a message, and views leave the places of event streams alone", async () => {
    const address = rig.server.url().replace(/^http/, "ws") + `${stream}/live.mjpeg?fps=10`;
    const headers = { authorization: `Bearer ${rig.key}` };
    const sockets = Array.from({ length: 20 }, () => new WebSocket(address, { headers }));
    const [socket] = sockets as [WebSocket];
    const got: { data: Buffer; isBinary: boolean }[] = [];
    socket.on("message", (data: Buffer, isBinary) => got.push({ data, isBinary }));
    await until(() => got.length >= 3, { what: "three pictures" });
    assert.ok(got.every(({ data, isBinary }) => isBinary && data.length === 4));
    await until(() => rig.services.counts().liveViews.open === 20, { what: "all views" });
    const refused = await rig.ask(`${stream}/live.mjpeg`);
    assert.deepEqual([refused.status, refused.json.error.code], [429, "too_many_streams"]);
    const events = await openSse(`${rig.server.url()}/api/v1/surveillance/events`, headers);
    events.close();
    for (const each of sockets) each.close();
    await until(() => rig.services.counts().liveViews.open === 0, { what: "no open view" });
  });

  test("a signed file needs no key, comes in ranges, and cannot run anything", async () => {
    const path = signed;
    const whole = await rig.ask(path, { key: null });
    assert.deepEqual([whole.status, whole.text], [200, "0123456789"]);
    assert.equal(whole.headers["content-type"], "image/jpeg");
    assert.match(String(whole.headers["content-security-policy"]), /^sandbox/);
    assert.equal(whole.headers["x-content-type-options"], "nosniff");
    const part = await rig.ask(path, { key: null, headers: { range: "bytes=2-4" } });
    assert.deepEqual(
      [part.status, part.text, part.headers["content-range"]],
      [206, "234", "bytes 2-4/10"],
    );
    const beyond = await rig.ask(path, { key: null, headers: { range: "bytes=10-" } });
    assert.deepEqual([beyond.status, beyond.json.error.code], [416, "range_not_satisfiable"]);
    assert.equal(beyond.headers["content-range"], "bytes */10");
    const head = await rig.ask(path, { key: null, method: "HEAD" });
    assert.deepEqual([head.status, head.text, head.headers["content-length"]], [200, "", "10"]);
  });

  test("a wrong signature, a missing file and a strange name are all told apart from nothing", async () => {
    const [address = "", exp = "", sig = ""] = signed.split(/[?&]/);
    const later = `exp=${Number(exp.slice(4)) + 1}`;
    const missing = address.replace(/[0-9a-f]{4}\.jpg/, "0000.jpg");
    for (const path of [
      address,
      `${address}?${exp}`,
      `${address}?${exp}&sig=bad`,
      `${address}?${later}&${sig}`,
      `${address.replace(".jpg", ".png")}?${exp}&${sig}`,
      `${missing}?${exp}&${sig}`,
    ]) {
      const answer = await rig.ask(path, { key: null });
      assert.deepEqual([answer.status, answer.json.error.code], [404, "not_found"], path);
    }
    for (const name of ["..%2f..%2fetc%2fpasswd", "a1", "a1.jpg.exe", "%00.jpg"]) {
      const answer = await rig.ask(`/api/v1/assets/${name}?sig=good`, { key: null });
      assert.equal(answer.json.error.code, "invalid_path_parameter", name);
    }
  });

  test("the page's files are served without a key under a strict policy", async () => {
    for (const [path, type] of [
      ["/", "text/html; charset=utf-8"],
      ["/index.html", "text/html; charset=utf-8"],
      ["/lib/app.js", "text/javascript; charset=utf-8"],
    ] as const) {
      const answer = await rig.ask(path, { key: null });
      assert.deepEqual([answer.status, answer.headers["content-type"]], [200, type]);
      const policy = String(answer.headers["content-security-policy"]);
      assert.match(policy, /^default-src 'self';/);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.equal(answer.headers["referrer-policy"], "no-referrer");
    }
  });

  test("files with a hash in their name are kept for ever, others are asked for again", async () => {
    const hashed = await rig.ask("/assets/app-1a2b.js", { key: null });
    assert.match(String(hashed.headers["cache-control"]), /max-age=31536000, immutable/);
    const page = await rig.ask("/", { key: null });
    assert.equal(page.headers["cache-control"], "no-cache");
    const etag = String(page.headers["etag"]);
    const again = await rig.ask("/", { key: null, headers: { "if-none-match": etag } });
    assert.equal(again.status, 304);
  });

  test("a file is sent in the best coding that the client takes", async () => {
    for (const [accepted, coding] of [
      ["gzip, deflate, br", "br"],
      ["gzip;q=1.0, br;q=0", "gzip"],
      ["identity", undefined],
    ] as const) {
      const headers = { "accept-encoding": accepted };
      const answer = await rig.ask("/assets/app-1a2b.js", { key: null, headers });
      assert.equal(answer.headers["content-encoding"], coding, accepted);
      assert.match(String(answer.headers["content-type"]), /^text\/javascript/);
    }
  });

  test("a page that is not built says how to build it, and the API goes on", async () => {
    const bare = await new Rig({ pageDir: join(directory, "nothing-here") }).start();
    try {
      const answer = await bare.ask("/", { key: null });
      assert.equal(answer.status, 503);
      assert.match(answer.text, /scripts\/build-page\.ts/);
      assert.equal((await bare.ask("/healthz", { key: null })).status, 200);
    } finally {
      await bare.stop();
    }
  });

  test("nothing else of the disk is served, whatever the path", async () => {
    for (const path of [
      "/.hidden.js",
      "/notes.md",
      "/link.js",
      "/outside.js",
      "/../outside.js",
      "/%2e%2e/outside.js",
      "/lib/..%2f..%2foutside.js",
      "/lib/%00",
      "//etc/passwd",
    ]) {
      const answer = await rig.ask(path, { key: null });
      assert.equal(answer.json?.error.code, "not_found", path);
      assert.doesNotMatch(answer.text, /secret/);
    }
  });
});
