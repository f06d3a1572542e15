import assert from "node:assert/strict";
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect, type Socket } from "node:net";
import { after, before, describe, type TestContext, test } from "node:test";
import { connect as connectTls } from "node:tls";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { authorityFile } from "../../../src/adapters/tls/files.ts";
import { SiteTls } from "../../../src/adapters/tls/site-tls.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { rover } from "../../support/robots/make-robots.ts";
import { until } from "../../support/box/wait.ts";
import { Rig } from "../../support/http/rig.ts";

const stop = "/api/v1/robots/rover/stop";
const elsewhere = "127.0.0.2";

/** Connections that have been accepted by the server; whatever ends them is no error. */
async function silent(t: TestContext, port: number, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  t.after(() => sockets.forEach((socket) => socket.destroy()));
  while (sockets.length < count) {
    const some = Array.from({ length: Math.min(200, count - sockets.length) }, () => {
      const socket = connect({ port, host: "127.0.0.1", localAddress: "127.0.0.1" });
      return socket.on("error", () => undefined).resume();
    });
    await Promise.all(some.map((socket) => once(socket, "connect")));
    sockets.push(...some);
  }
  return sockets;
}

interface From {
  method?: string;
  localAddress?: string;
  headers?: Record<string, string>;
}

/** One request on a connection of its own; its status, or the code of the failure. */
function ask(rig: Rig, path: string, from: From = {}): Promise<number | string> {
  const { port } = rig.server.address()!;
  return new Promise((resolve) => {
    const headers = from.headers ?? { authorization: `Bearer ${rig.key}` };
    const outgoing = httpRequest(
      { agent: false, host: "127.0.0.1", port, path, ...from, headers },
      (response) => response.resume().once("end", () => resolve(response.statusCode!)),
    );
    outgoing.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    outgoing.end();
  });
}

async function signedIn(rig: Rig): Promise<Record<string, string>> {
  const body = { key: rig.key };
  const { headers, json } = await rig.ask("/api/v1/session", { method: "POST", key: null, body });
  const cookie = headers["set-cookie"]![0]!.split(";")[0]!;
  return { cookie, "x-csrf-token": json.data.csrf_token };
}

const open = (sockets: readonly Socket[]): number =>
  sockets.filter((socket) => !socket.destroyed).length;

describe("connections", () => {
  const rig = new Rig({ quotas: { createsPerMinute: 100_000, readsPerMinute: 100_000 } });
  before(async () => {
    await rig.start();
    await rig.ask("/api/v1/robots/rover", { method: "PUT", body: rover });
    const status = "/api/v1/robots/rover/status";
    await until(async () => (await rig.ask(status)).json.status === "online");
  });
  after(() => rig.stop());

  test("sixteen hundred silent connections of one address hold up nobody's stop", async (t) => {
    const page = await signedIn(rig);
    const sockets = await silent(t, rig.server.address()!.port, 1600);
    const stops = await Promise.all([
      ...Array.from({ length: 45 }, () =>
        ask(rig, stop, { method: "POST", localAddress: elsewhere }),
      ),
      ...Array.from({ length: 5 }, () => ask(rig, stop, { method: "POST", headers: page })),
    ]);
    assert.deepEqual(
      stops,
      Array.from({ length: 50 }, () => 200),
    );
    await until(() => open(sockets) <= 64, { what: "no more than 64 of them are left" });
    const { dropped } = rig.services.counts().connections;
    assert.ok(dropped >= 1600 - 64, String(dropped));
    assert.equal(await ask(rig, "/api/v1/jobs", { localAddress: elsewhere }), 200);
  });

  test("connections on which a key was accepted are not counted against their address", async (t) => {
    const sockets = await silent(t, rig.server.address()!.port, 80);
    const answered = sockets.map((socket) => once(socket, "data"));
    const head = `GET /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${rig.key}\r\n\r\n`;
    for (const socket of sockets) socket.write(head);
    await Promise.all(answered);
    const before = rig.services.counts().connections.dropped;
    // More than 64 strangers make the server look for connections to drop.
    const strangers = await silent(t, rig.server.address()!.port, 70);
    await until(() => open(strangers) <= 64);
    assert.equal(open(sockets), 80);
    assert.ok(rig.services.counts().connections.dropped - before >= 6);
  });
});

test("requests of a key that fill the box leave room for stops and for the page", async (t) => {
  // Connections take half of the files at most; a reserve of 50 is within that half.
  const room = 150;
  const quotas = { createsPerMinute: 100_000 };
  const rig = await new Rig({ openFiles: 2 * (room + 50), quotas }).start();
  t.after(() => rig.stop());
  const page = await signedIn(rig);
  await rig.ask("/api/v1/robots/rover", { method: "PUT", body: rover });
  const status = "/api/v1/robots/rover/status";
  await until(async () => (await rig.ask(status)).json.status === "online");
  const sockets = await silent(t, rig.server.address()!.port, room);
  const head =
    `POST /api/v1/surveillance/streams HTTP/1.1\r\nHost: localhost\r\n` +
    `Authorization: Bearer ${rig.key}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`;
  for (const socket of sockets) socket.write(head);
  const own = { localAddress: elsewhere };
  await until(async () => (await ask(rig, "/api/v1/jobs", own)) === 503, { what: "a full box" });
  assert.equal(await ask(rig, stop, { method: "POST", ...own }), 200);
  assert.equal(await ask(rig, "/api/v1/jobs", { headers: page, ...own }), 200);
  assert.equal(await ask(rig, "/healthz", { headers: {}, ...own }), 200);
  assert.equal(open(sockets), room, "none of the accepted requests was dropped");
});

test("silent connections to the TLS port are bounded, and callers with a key keep theirs", async (t) => {
  const dir = join(await tempDir(t), "tls");
  const tls = new SiteTls({ dir, names: () => [], clock: systemClock, log: silentLogger });
  await tls.start();
  t.after(() => tls.stop());
  const rig = await new Rig({ tls }).start();
  t.after(() => rig.stop());
  const { port } = rig.server.address()!;
  const ca = await readFile(join(dir, authorityFile), "utf8");
  const caller = connectTls({ host: "127.0.0.1", port, ca });
  t.after(() => caller.destroy());
  const answered = once(caller, "data");
  caller.write(
    `GET /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${rig.key}\r\n\r\n`,
  );
  await answered;
  const sockets = await silent(t, port, 80);
  await until(() => open(sockets) <= 64);
  assert.equal(open([caller]), 1);
});

test("headers that do not come within ten seconds end their connection", async (t) => {
  const rig = await new Rig().start();
  t.after(() => rig.stop());
  const [mute, slow] = await silent(t, rig.server.address()!.port, 2);
  const chunks: Buffer[] = [];
  slow!.on("data", (chunk: Buffer) => chunks.push(chunk));
  slow!.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n");
  // Ten seconds are promised; a busy machine gets some more.
  await until(() => open([mute!, slow!]) === 0, { deadlineMs: 19_000 });
  assert.match(Buffer.concat(chunks).toString(), /^HTTP\/1\.1 408 .*"request_timeout"/s);
});
