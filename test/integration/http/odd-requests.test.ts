import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readdirSync } from "node:fs";
import { Agent, METHODS, request } from "node:http";
import { connect } from "node:net";
import { after, before, describe, test } from "node:test";
import type { LogFields, Logger } from "../../../src/base/core/logger.ts";
import { scopes } from "../../../src/base/contract/scopes.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";
import { rover } from "../../support/robots/make-robots.ts";
import { until } from "../../support/box/wait.ts";
import { Rig } from "../../support/http/rig.ts";

/** A log that keeps what it is told from warnings up. */
class KeptLog implements Logger {
  readonly lines: { fields: LogFields; message: string }[] = [];
  readonly seen: string[] = [];
  debug(_: LogFields, message: string): void {
    this.seen.push(message);
  }
  info(): void {}
  warn(fields: LogFields, message: string): void {
    this.lines.push({ fields, message });
  }
  error(fields: LogFields, message: string): void {
    this.lines.push({ fields, message });
  }
  child(): Logger {
    return this;
  }
}

describe("odd requests", () => {
  const log = new KeptLog();
  const rig = new Rig({ log, quotas: { createsPerMinute: 100_000 } });
  before(async () => void (await rig.start()));
  after(() => rig.stop());

  /** What the box answers to bytes as they are; the connection is closed after. */
  async function raw(text: string): Promise<string> {
    const socket = connect(rig.server.address()!.port, "127.0.0.1");
    let answer = "";
    socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
    socket.on("error", () => undefined);
    socket.write(text);
    await once(socket, "close");
    return answer;
  }

  test("a method that a route does not take is refused as such, whatever it carries", async () => {
    const offered = ["GET", "HEAD", "POST"];
    const bodies = [
      "",
      "Content-Length: 2\r\n\r\n{}",
      "Content-Type: text/x\r\nContent-Length: 2\r\n\r\n{}",
    ];
    for (const method of [...METHODS, "BREW"].filter((one) => !offered.includes(one))) {
      for (const body of bodies) {
        const head =
          `${method} /api/v1/keys HTTP/1.1\r\nHost: localhost\r\n` +
          `Authorization: Bearer ${rig.key}\r\nConnection: close\r\n`;
        const answer = await raw(`${head}${body === "" ? "\r\n" : body}`);
        assert.match(
          answer,
          /^HTTP\/1\.1 40[05] .*"(method_not_allowed|malformed_request)"/s,
          method,
        );
      }
    }
    assert.deepEqual(log.lines, []);
  });

  test("a request without a Host, and one that expects what nobody knows, get the envelope", async () => {
    const key = `Authorization: Bearer ${rig.key}\r\nConnection: close\r\n`;
    for (const [head, word] of [
      ["", "Host"],
      ["Host: localhost\r\nExpect: 200-maybe\r\n", "Expect"],
    ] as const) {
      for (const path of ["/healthz", "/api/v1/keys"]) {
        const answer = await raw(`GET ${path} HTTP/1.1\r\n${head}${key}\r\n`);
        const [first = "", body = ""] = answer.split("\r\n\r\n");
        assert.match(first, /^HTTP\/1\.1 400 .*x-request-id: req_/is);
        const { object, error } = JSON.parse(body) as {
          object: string;
          error: { code: string; message: string };
        };
        assert.deepEqual([object, error.code], ["error", "malformed_request"]);
        assert.match(error.message, new RegExp(`^${word}: `));
      }
    }
  });

  test("a client that breaks off its body is no error of the box", async () => {
    for (const [path, announced] of [
      ["/api/v1/keys", 100],
      ["/api/v1/surveillance/streams", 200_000],
    ] as const) {
      const socket = connect(rig.server.address()!.port, "127.0.0.1");
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${rig.key}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${announced}\r\n\r\n{"name": `,
      );
      const told = log.seen.length;
      await once(socket, "connect");
      // An answer on a later connection shows that the server has read what came.
      await rig.ask("/healthz", { key: null });
      socket.resetAndDestroy();
      await until(() => log.seen.length > told || log.lines.length > 0, { what: "a line of it" });
    }
    assert.deepEqual(log.lines, []);
  });

  test("without a free file descriptor the answer is 503 and says when to try again", async (t) => {
    const { id } = await rig.assets.put({
      org: "default",
      bytes: Buffer.from("0123456789"),
      mime: "image/jpeg",
      ext: "jpg",
      class: "evidence",
      expiresAtMs: Date.now() + 3_600_000,
    });
    const path = rig.assets.url("default", id)!.slice(rig.server.url().length);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const shell = spawn("sh", { stdio: ["pipe", "pipe", "inherit"] });
    t.after(() => {
      agent.destroy();
      shell.kill();
    });
    const limit = async (files: number): Promise<void> => {
      shell.stdin.write(`prlimit --pid ${process.pid} --nofile=${files}: && echo done\n`);
      await once(shell.stdout, "data");
    };
    const get = (): Promise<{ status: number; text: string }> =>
      new Promise((resolve, reject) => {
        const { port } = rig.server.address()!;
        const asked = request({ agent, host: "127.0.0.1", port, path }, (answer) => {
          let text = "";
          answer.on("data", (chunk: Buffer) => (text += chunk.toString()));
          answer.on("end", () => resolve({ status: answer.statusCode!, text }));
        });
        asked.on("error", reject).end();
      });
    assert.equal((await get()).status, 200);
    const highest = Math.max(...readdirSync("/proc/self/fd").map(Number));
    await limit(highest + 2);
    const held: number[] = [];
    let refused = await get();
    try {
      // The box opens and closes files of its own meanwhile: what becomes free is taken again.
      await until(async () => {
        takeDescriptors(held);
        refused = await get();
        return refused.status !== 200;
      });
    } finally {
      held.forEach(closeSync);
      await limit(20_000);
    }
    assert.deepEqual([refused.status, JSON.parse(refused.text).error.code], [503, "overloaded"]);
    assert.equal((await get()).status, 200);
  });
});

/** Opens files until this process may open no more. */
function takeDescriptors(held: number[]): void {
  try {
    for (;;) held.push(openSync("/dev/null", "r"));
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, "EMFILE");
  }
}

test("a clock beyond the end of a key keeps nobody from stopping a robot", async (t) => {
  const clock = new FakeClock(Date.now());
  const rig = await new Rig({ clock }).start();
  t.after(() => rig.stop());
  const { token } = await rig.keys.create({
    org: "default",
    name: "x",
    scopes,
    expiresInMs: 60_000,
  });
  const revoked = await rig.keys.create({ org: "default", name: "y", scopes });
  await rig.keys.revoke(revoked.key.id);
  await rig.ask("/api/v1/robots/rover", { method: "PUT", body: rover });
  const signIn = { method: "POST", key: null, body: { key: token } };
  const { headers, json } = await rig.ask("/api/v1/session", signIn);
  const cookie = headers["set-cookie"]![0]!.split(";")[0]!;
  const page = { cookie, "x-csrf-token": json.data.csrf_token };
  // Ten years: the page session is past its end as well.
  clock.jumpWall(10 * 365 * 86_400_000);
  const stop = "/api/v1/robots/rover/stop";
  const asked = await Promise.all([
    rig.ask(stop, { method: "POST", key: token }),
    rig.ask(stop, { method: "POST", key: null, headers: page }),
    rig.ask(stop, { method: "POST", key: revoked.token }),
    rig.ask("/api/v1/jobs", { key: token }),
    rig.ask("/api/v1/robots/rover/lease", { method: "POST", key: null, headers: page, body: {} }),
  ]);
  assert.deepEqual(
    asked.map(({ status, json: answer }) => answer.error?.code ?? status),
    [200, 200, "api_key_revoked", "api_key_expired", "session_expired"],
  );
});
