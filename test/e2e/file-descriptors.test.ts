import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { test, type TestContext } from "node:test";
import sharp from "sharp";
import { type Appliance, type Envelope, startAppliance } from "../support/box/appliance.ts";
import { until } from "../support/box/wait.ts";

const grain = { type: "gaussian", mean: 128, sigma: 60 } as const;
const noise = { width: 500, height: 400, channels: 3, background: "#777", noise: grain } as const;
/** Larger than what is held in memory: the box decodes it into a file. */
const largeData = (await sharp({ create: noise }).png().toBuffer()).toString("base64");

const robot = "/api/v1/robots/rover";
const streams = "/api/v1/surveillance/streams";
const yaml = "robots: [{ id: rover, driver: sim }]";

function limitFiles(box: Appliance, files: number): void {
  execFileSync("prlimit", ["--pid", String(box.pid), `--nofile=${files}:`]);
}

/** Asks over one connection that stays open, so that no further one has to be accepted. */
function clientOf(t: TestContext, box: Appliance) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => agent.destroy());
  return (
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; retryAfter?: string; body: Envelope }> =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${box.key}`,
        ...(body ? { "content-type": "application/json" } : {}),
      };
      const asked = request(box.url + path, { agent, method, headers }, (answer) => {
        let text = "";
        answer.on("data", (chunk: Buffer) => (text += chunk.toString()));
        answer.on("end", () => {
          const { statusCode: status = 0, headers: told } = answer;
          const again = told["retry-after"];
          const whole = { status, body: JSON.parse(text) as Envelope };
          resolve(again === undefined ? whole : { ...whole, retryAfter: again });
        });
      });
      asked.on("error", reject).end(body ? JSON.stringify(body) : undefined);
    });
}

test("a box without a free file descriptor answers 503 where it needs one, and goes on stopping robots", async (t) => {
  const box = await startAppliance({ yaml });
  t.after(() => box.stop());
  const ask = clientOf(t, box);
  const picture = { input: { data: largeData } };
  await until(async () => (await ask("GET", `${robot}/status`)).body.status === "online");
  const first = await ask("POST", streams, picture);
  assert.equal(first.status, 202, JSON.stringify(first.body));
  const job = `/api/v1/jobs/${first.body.data.job_id}`;
  const ended = await ask("GET", `${job}?wait_for_completion=true&timeout_seconds=60`);
  assert.equal(ended.body.status, "completed", JSON.stringify(ended.body));

  limitFiles(box, 3);
  const refused = await ask("POST", streams, picture);
  assert.deepEqual(
    [refused.status, refused.body.error?.code, refused.retryAfter],
    [503, "overloaded", "1"],
  );
  const system = await ask("GET", "/api/v1/system");
  assert.deepEqual([system.status, system.body.error?.code], [503, "overloaded"]);
  // The store is open already: what it holds is read, and a stop is recorded.
  for (const [method, path] of [
    ["GET", job],
    ["GET", "/healthz"],
    ["POST", `${robot}/stop`],
  ] as const) {
    const answer = await ask(method, path);
    assert.equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`);
  }

  limitFiles(box, 16_384);
  assert.equal((await ask("POST", streams, picture)).status, 202);
});

test("connections take half of the file descriptors at most: beyond that they are answered with 503, and robots are stopped", async (t) => {
  const many = "limits: { readers_per_key: 500, readers: 500, reads_per_minute: 100000 }";
  const box = await startAppliance({ yaml: `${yaml}\n${many}`, openFiles: 256 });
  t.after(() => box.stop());
  await until(async () => (await box.get(`${robot}/status`)).body.status === "online");
  const { hostname, port } = new URL(box.url);
  const heads: string[] = [];
  const open = (): void => {
    const socket = connect(Number(port), hostname);
    t.after(() => socket.destroy());
    socket.on("error", () => undefined);
    socket.once("data", (chunk: Buffer) => heads.push(chunk.toString()));
    socket.write(
      `GET /api/v1/surveillance/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${box.key}\r\n\r\n`,
    );
  };
  await until(async () => {
    open();
    return heads.some((head) => head.startsWith("HTTP/1.1 503"));
  });
  assert.match(
    heads.find((head) => head.startsWith("HTTP/1.1 503"))!,
    /retry-after: 1\r\n/,
  );
  assert.equal((await box.post(`${robot}/stop`)).status, 200);
  assert.doesNotMatch(box.output(), /EMFILE/);
});
