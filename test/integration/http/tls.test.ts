import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { chmod, copyFile, readFile, stat, writeFile } from "node:fs/promises";
import { type IncomingMessage, request as plainRequest } from "node:http";
import { request } from "node:https";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { connect as connectPlain, type Socket } from "node:net";
import { Duplex } from "node:stream";
import { json } from "node:stream/consumers";
import { connect, type TLSSocket } from "node:tls";
import { promisify } from "node:util";
import { newPrivateKey, signCertificate } from "../../../src/adapters/tls/certificate.ts";
import { authorityFile, authorityKeyFile, serverFile } from "../../../src/adapters/tls/files.ts";
import { OperatorTls } from "../../../src/adapters/tls/operator-tls.ts";
import { SiteTls } from "../../../src/adapters/tls/site-tls.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import type { TlsIdentity } from "../../../src/http/connections/tls-port.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { until } from "../../support/box/wait.ts";
import { Rig } from "../../support/http/rig.ts";

const run = promisify(execFile);
const dayMs = 86_400_000;

async function site(
  t: TestContext,
  options: { dir?: string; clock?: FakeClock; names?: () => string[] } = {},
) {
  const { dir = join(await tempDir(t), "tls"), clock = new FakeClock(Date.now()) } = options;
  const tls = new SiteTls({
    dir,
    names: () => ["gate.example.org"],
    clock,
    log: silentLogger,
    ...(options.names ? { allNames: options.names } : {}),
  });
  await tls.start();
  t.after(() => tls.stop());
  const ca = () => readFile(join(dir, authorityFile), "utf8");
  return { dir, clock, tls, ca };
}

/** The connection, with what is written to it sent byte by byte. */
function slowly(socket: Socket): Duplex {
  const stream = new Duplex({
    read: () => void socket.resume(),
    write(chunk: Buffer, _encoding, done) {
      for (const byte of chunk) socket.write(Buffer.from([byte]));
      done();
    },
  });
  socket.on("data", (chunk) => stream.push(chunk));
  socket.on("close", () => stream.push(null));
  stream.on("close", () => socket.destroy());
  return stream;
}

async function serving(t: TestContext, tls: TlsIdentity): Promise<Rig> {
  const rig = new Rig({ tls });
  await rig.start();
  t.after(() => rig.stop());
  return rig;
}

interface Met {
  status: number;
  cookie: string | undefined;
  certificate: string;
}

/** One request on a connection of its own; rejects as a client does that does not trust the box. */
function meet(rig: Rig, trust: { ca?: string; servername?: string }, body?: object): Promise<Met> {
  const { port } = rig.server.address()!;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: "127.0.0.1",
        port,
        path: body ? "/api/v1/session" : "/api/v1/jobs",
        method: body ? "POST" : "GET",
        agent: false,
        headers: {
          host: "localhost",
          ...(body
            ? { "content-type": "application/json" }
            : { authorization: `Bearer ${rig.key}` }),
        },
        ...trust,
      },
      (response) => {
        const socket = response.socket as TLSSocket;
        const certificate = socket.getPeerX509Certificate()!.fingerprint256;
        response.resume();
        response.on("end", () => {
          const cookie = response.headers["set-cookie"]?.[0];
          resolve({ status: response.statusCode!, cookie, certificate });
        });
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body ? JSON.stringify(body) : undefined);
  });
}

test("a client that trusts the site's authority is served over TLS, any other refuses the box", async (t) => {
  const { tls, ca } = await site(t);
  const rig = await serving(t, tls);
  assert.match(rig.server.url(), /^https:/);
  const trust = { ca: await ca() };
  const met = await meet(rig, trust);
  assert.deepEqual([met.status, met.certificate], [200, tls.describe().fingerprint_sha256]);
  assert.equal((await meet(rig, { ...trust, servername: "gate.example.org" })).status, 200);
  await assert.rejects(meet(rig, {}), { code: "SELF_SIGNED_CERT_IN_CHAIN" });
  await assert.rejects(meet(rig, { ...trust, servername: "evil.example" }), {
    code: "ERR_TLS_CERT_ALTNAME_INVALID",
  });
  const other = await site(t);
  await assert.rejects(meet(rig, { ca: await other.ca() }));
  const signedIn = await meet(rig, trust, { key: rig.key });
  assert.match(signedIn.cookie!, /; Secure$/);
});

test("plain HTTP on the TLS port is told to speak TLS; old protocols and broken handshakes do no harm", async (t) => {
  const { tls, ca } = await site(t);
  const rig = await serving(t, tls);
  const { port } = rig.server.address()!;
  const plain = plainRequest({ host: "127.0.0.1", port, path: "/healthz" });
  plain.end();
  const [refusal] = (await once(plain, "response")) as [IncomingMessage];
  const { error } = (await json(refusal)) as { error: { code: string; message: string } };
  assert.deepEqual([refusal.statusCode, error.code], [400, "malformed_request"]);
  assert.match(error.message, /^TLS: is required on this port\. .*https:/);
  const big = plainRequest({ host: "127.0.0.1", port, method: "POST", path: "/" });
  big.on("error", () => undefined).end(Buffer.alloc(1_000_000));
  const [early] = (await once(big, "response")) as [IncomingMessage];
  assert.equal(early.statusCode, 400);
  early.destroy();
  const garbage = connectPlain({ host: "127.0.0.1", port });
  garbage.on("error", () => undefined).end(Buffer.from([0x00, 0xff, 0x47]));
  await once(garbage.resume(), "close");
  const piecemeal = connectPlain({ host: "127.0.0.1", port, noDelay: true });
  await once(piecemeal, "connect");
  const slow = connect({ socket: slowly(piecemeal), servername: "localhost", ca: await ca() });
  await once(slow, "secureConnect");
  slow.destroy();
  const old = connect({
    host: "127.0.0.1",
    port,
    ca: await ca(),
    maxVersion: "TLSv1.1",
    minVersion: "TLSv1",
  });
  await once(old, "error");
  assert.equal((await meet(rig, { ca: await ca() })).status, 200);
});

test("curl and openssl accept what the box writes, and only with its authority", async (t) => {
  const { dir, tls } = await site(t);
  const rig = await serving(t, tls);
  const tools = await Promise.allSettled([run("curl", ["--version"]), run("openssl", ["version"])]);
  if (tools.some(({ status }) => status === "rejected")) {
    t.skip("curl or openssl is not installed");
    return;
  }
  const url = `https://127.0.0.1:${rig.server.address()!.port}/healthz`;
  const { stdout } = await run("curl", ["-sS", "--cacert", join(dir, authorityFile), url]);
  assert.equal((JSON.parse(stdout) as { status: string }).status, "ok");
  await assert.rejects(run("curl", ["-sS", url]), { code: 60 });
  const leaf = join(dir, "leaf.pem");
  await writeFile(leaf, tls.material().cert);
  const verified = await run("openssl", [
    "verify",
    "-x509_strict",
    "-purpose",
    "sslserver",
    "-verify_ip",
    "127.0.0.1",
    "-CAfile",
    join(dir, authorityFile),
    leaf,
  ]);
  assert.match(verified.stdout, /OK/);
});

test("the certificate is renewed at two thirds of its life, without a restart and under the same authority", async (t) => {
  const { clock, tls, ca } = await site(t);
  const rig = await serving(t, tls);
  const before = tls.describe();
  const first = await meet(rig, { ca: await ca() });
  let changes = 0;
  tls.onChange(() => (changes += 1));
  clock.jumpWall((before.renews_at! - before.not_before) * 1000 - 2 * dayMs);
  clock.advance(60_000);
  assert.equal(tls.describe().fingerprint_sha256, before.fingerprint_sha256);
  clock.jumpWall(2 * dayMs);
  clock.advance(60_000);
  await until(() => changes === 1);
  const after = tls.describe();
  assert.equal(after.ca_fingerprint_sha256, before.ca_fingerprint_sha256);
  assert.ok(after.not_after > before.not_after && after.renews_at! > before.renews_at!);
  // The client's clock is not moved: only the identity is looked at.
  const { port } = rig.server.address()!;
  const socket = connect({ host: "127.0.0.1", port, rejectUnauthorized: false });
  await once(socket, "secureConnect");
  const shown = socket.getPeerX509Certificate()!.fingerprint256;
  socket.destroy();
  assert.notEqual(shown, first.certificate);
  assert.equal(shown, after.fingerprint_sha256);
});

test("the authority is renewed with the same key, so that clients who trust the old one go on", async (t) => {
  const { clock, tls, ca } = await site(t);
  const old = new X509Certificate(await ca());
  let changes = 0;
  tls.onChange(() => (changes += 1));
  clock.jumpWall(7 * 365 * dayMs);
  clock.advance(60_000);
  await until(() => changes === 1);
  const fresh = new X509Certificate(await ca());
  assert.notEqual(fresh.fingerprint256, old.fingerprint256);
  assert.equal(fresh.subject, old.subject);
  const server = new X509Certificate(tls.material().cert);
  assert.ok(server.checkIssued(old) && server.verify(old.publicKey));
});

test("a restart keeps authority and certificate; a wrong clock or a new address makes a new certificate", async (t) => {
  let names = ["gate.local", "192.0.2.7"];
  const allNames = () => names;
  const first = await site(t, { names: allNames });
  const before = first.tls.describe();
  assert.deepEqual(before.names, names);
  const again = await site(t, { dir: first.dir, names: allNames });
  assert.deepEqual(again.tls.describe(), before);
  names = [...names, "fd00::7"];
  again.clock.advance(60_000);
  await until(() => again.tls.describe().names.includes("fd00::7"));
  assert.equal(again.tls.describe().ca_fingerprint_sha256, before.ca_fingerprint_sha256);
  const early = new FakeClock(Date.UTC(2020, 0, 1));
  const back = await site(t, { dir: first.dir, clock: early, names: allNames });
  assert.ok(back.tls.describe().not_before * 1000 <= early.wallMs());
});

test("keys and certificates of the box can be read by its user only", async (t) => {
  const { dir } = await site(t);
  for (const name of ["", authorityFile, authorityKeyFile, serverFile]) {
    assert.equal((await stat(join(dir, name))).mode & 0o077, 0, name);
  }
});

test("a damaged key or certificate is made again", async (t) => {
  const first = await site(t);
  const { ca_fingerprint_sha256: authority } = first.tls.describe();
  await writeFile(join(first.dir, serverFile), "-----BEGIN NONSENSE-----");
  const second = await site(t, { dir: first.dir });
  assert.equal(second.tls.describe().ca_fingerprint_sha256, authority);
  await writeFile(join(first.dir, authorityKeyFile), newPrivateKey());
  const third = await site(t, { dir: first.dir });
  assert.notEqual(third.tls.describe().ca_fingerprint_sha256, authority);
});

async function operatorFiles(dir: string): Promise<{ certFile: string; keyFile: string }> {
  const certFile = join(dir, "own.pem");
  const keyFile = join(dir, "own.key");
  const key = newPrivateKey();
  const nowMs = Date.now();
  const cert = await signCertificate({
    subject: "own",
    issuer: "own",
    notBeforeMs: nowMs - dayMs,
    notAfterMs: nowMs + dayMs,
    key,
    signerKey: key,
    names: ["localhost", "127.0.0.1"],
  });
  await writeFile(certFile, cert);
  await writeFile(keyFile, key, { mode: 0o600 });
  return { certFile, keyFile };
}

test("the operator's certificate is served, and replaced when its files are; an unsound one is not", async (t) => {
  const dir = await tempDir(t);
  const files = await operatorFiles(dir);
  const clock = new FakeClock();
  const warnings: unknown[] = [];
  const log = { ...silentLogger, warn: (fields: unknown) => void warnings.push(fields) };
  const tls = new OperatorTls({ ...files, clock, log });
  await tls.start();
  t.after(() => tls.stop());
  const rig = await serving(t, tls);
  const first = await meet(rig, { ca: await readFile(files.certFile, "utf8") });
  assert.deepEqual([first.status, tls.describe().mode], [200, "files"]);
  // A key without its certificate: the old pair stays, until the new certificate is there as well.
  const next = await operatorFiles(await tempDir(t));
  await copyFile(next.keyFile, files.keyFile);
  let changes = 0;
  tls.onChange(() => (changes += 1));
  clock.advance(60_000);
  await until(() => warnings.length === 1);
  assert.equal(tls.describe().fingerprint_sha256, first.certificate);
  await copyFile(next.certFile, files.certFile);
  clock.advance(60_000);
  await until(() => changes === 1);
  const second = await meet(rig, { ca: await readFile(files.certFile, "utf8") });
  assert.deepEqual([second.status, second.certificate === first.certificate], [200, false]);
});

test("the operator's key must fit and must not be open to everybody", async (t) => {
  const files = await operatorFiles(await tempDir(t));
  const start = () =>
    new OperatorTls({ ...files, clock: new FakeClock(), log: silentLogger }).start();
  await chmod(files.keyFile, 0o644);
  await assert.rejects(start(), { code: "config_invalid", message: /open to everybody/ });
  await chmod(files.keyFile, 0o600);
  await writeFile(files.keyFile, newPrivateKey());
  await assert.rejects(start(), { code: "config_invalid", message: /is not the key of/ });
  await writeFile(files.certFile, "nothing");
  await assert.rejects(start(), { code: "config_invalid", message: /not a readable certificate/ });
});
