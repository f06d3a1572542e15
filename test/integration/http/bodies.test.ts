import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { text as textOf } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { Type } from "typebox";
import { WorkerIntake } from "../../../src/adapters/body-intake/worker-intake.ts";
import { limits } from "../../../src/base/contract/limits.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import type { Operation } from "../../../src/base/jobs/operation.ts";
import { readPicture } from "../../../src/perception/pictures/picture-input.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";
import { smallDisk } from "../../support/box/small-disk.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { until } from "../../support/box/wait.ts";
import type { HttpAnswer } from "../../support/http/ask.ts";
import { Rig, type RigOptions } from "../../support/http/rig.ts";

const path = "/api/v1/pictures";
const limitBytes = 4 * 1024 * 1024;

/** Takes one picture as the stream operation does, and numbers and free JSON beside it. */
const pictures: Operation = {
  namespace: "test",
  method: "picture",
  summary: "Take a picture",
  scope: "jobs:write",
  jobType: "image.generation",
  path: "/pictures",
  inputSchema: Type.Object(
    {
      input: Type.Object(
        {
          data: Type.String({ minLength: 1, maxLength: 4_000_000 }),
          mime_type: Type.Optional(Type.String()),
        },
        { additionalProperties: false },
      ),
      n: Type.Optional(Type.Number({ maximum: 1e300 })),
      text: Type.Optional(Type.String({ maxLength: 20 })),
      free: Type.Optional(Type.Unknown()),
    },
    { additionalProperties: false },
  ),
  bodyLimitBytes: limitBytes,
  blobFields: ["input.data"],
  prepare: (wire: { input: { data: string }; n?: number; free?: unknown }, _caller, blobs) => {
    const { mimeType, sizeBytes, from } = readPicture(wire.input, blobs);
    const echo = {
      mimeType,
      sizeBytes,
      n: wire.n ?? null,
      free: JSON.stringify(wire.free ?? null),
    };
    return { inputEcho: echo, input: { ...from }, blobIds: "blobId" in from ? [from.blobId] : [] };
  },
} as Operation;

async function startRig(options: RigOptions = {}): Promise<Rig> {
  const rig = new Rig({ ...options, quotas: { createsPerMinute: 100_000, ...options.quotas } });
  rig.jobs.operations.register(pictures);
  rig.jobs.register({
    type: "image.generation",
    concurrency: 4,
    run: async ({ input, blob }) => {
      const bytes =
        typeof input["blobId"] === "string"
          ? Buffer.from(await blob(input["blobId"]))
          : Buffer.from(String(input["base64"]), "base64");
      return { payload: { sum: bytes.reduce((sum, byte) => (sum + byte) % 65_521, 0) } };
    },
  });
  return await rig.start();
}

/** A JPEG head and `bytes` of anything: as far as the API looks. */
function picture(bytes: number): Buffer {
  const content = Buffer.alloc(bytes, "gatehouse");
  Buffer.from([0xff, 0xd8, 0xff, 0xe0]).copy(content);
  return content;
}

const short = picture(300).toString("base64");
const long = picture(150_000).toString("base64");

/** Bodies with DATA where the picture stands, and what is the answer to each. */
const table: Record<string, { text: string; status: number; code?: string; param?: string }> = {
  "a picture": { text: '{"input":{"data":"DATA"}}', status: 202 },
  "slashes escaped": { text: '{"input":{"data":"SLASHES"}}', status: 202 },
  "a data URL": { text: '{"input":{"data":"data:image\\/jpeg;base64,DATA"}}', status: 202 },
  "an escaped name": { text: '{"\\u0069nput":{"d\\u0061ta":"DATA"}}', status: 202 },
  "the type given": { text: '{"input":{"data":"DATA","mime_type":"image/jpg"}}', status: 202 },
  "the last of two names counts": {
    text: '{"input":{"data":"!!!!"},"input":{"data":"nonsense","data":"DATA"}}',
    status: 202,
  },
  "the last of two names is bad": {
    text: '{"input":{"data":"DATA","data":"!!!!"}}',
    status: 400,
    code: "invalid_request_body",
    param: "input.data",
  },
  "32 levels": { text: `{"input":{"data":"DATA"},"free":${nest(31)}}`, status: 202 },
  "33 levels": {
    text: `{"input":{"data":"DATA"},"free":${nest(32)}}`,
    status: 400,
    code: "body_too_deep",
  },
  "the largest number": { text: '{"input":{"data":"DATA"},"n":1e300}', status: 202 },
  "a number beyond all": {
    text: '{"input":{"data":"DATA"},"n":1e400}',
    status: 400,
    code: "invalid_request_body",
    param: "n",
  },
  "the smallest number and a negative zero": {
    text: '{"n":-0,"free":[5e-324,-1e-400,0.1,9007199254740993],"input":{"data":"DATA"}}',
    status: 202,
  },
  "a number with a leading zero": {
    text: '{"input":{"data":"DATA"},"n":01}',
    status: 400,
    code: "invalid_json",
  },
  "a letter too many": bad('{"input":{"data":"DATAA"}}', "input.data"),
  "the URL alphabet": bad('{"input":{"data":"-_AADATA"}}', "input.data"),
  "padding in the middle": bad('{"input":{"data":"AA==DATA"}}', "input.data"),
  "no picture": bad('{"input":{"data":"AAAADATA"}}', "input.data"),
  "a data URL that is no base64": bad('{"input":{"data":"data:image/jpeg,DATA"}}', "input.data"),
  "another type given": bad('{"input":{"data":"DATA","mime_type":"image/png"}}', "input.mime_type"),
  "another type in the URL": bad(
    '{"input":{"data":"data:image/png;base64,DATA"}}',
    "input.mime_type",
  ),
  "an unknown field": bad('{"input":{"data":"DATA","extra":1}}', "input.extra"),
  "the picture in a field of another meaning": bad(
    '{"input":{"data":"DATA"},"text":"DATA"}',
    "text",
  ),
  "a number for a picture": bad('{"input":{"data":5},"free":"DATA"}', "input.data"),
  "no picture at all": bad('{"input":{"mime_type":"DATA"}}', "input.data"),
  "a list": bad('["DATA"]', ""),
  "a token of our own making": bad(
    '{"input":{"data":"blob:01900000-0000-7000-8000-000000000001"},"free":"DATA"}',
    "input.data",
  ),
  "a forbidden name": bad('{"input":{"data":"DATA"},"free":{"__proto__":1}}', "__proto__"),
  "too many members": {
    text: `{"input":{"data":"DATA"},"free":{${Array.from({ length: 2001 }, (_, at) => `"k${at}":1`).join(",")}}}`,
    status: 400,
    code: "invalid_request_body",
  },
  "a line break in the string": invalidJson('{"input":{"data":"DATA\n"}}'),
  "a bad escape": invalidJson('{"input":{"data":"DATA\\x"}}'),
  "half an escape": invalidJson('{"input":{"data":"DATA\\u12"}}'),
  "an end inside of the string": invalidJson('{"input":{"data":"DATA'),
  "an end outside of it": invalidJson('{"input":{"data":"DATA"'),
  "something behind": invalidJson('{"input":{"data":"DATA"}}]'),
  "two strings side by side": invalidJson('{"input":{"data":"DATA""DATA"}}'),
  "the other bracket": invalidJson('{"input":{"data":"DATA"]}'),
};

function bad(text: string, param: string) {
  return { text, status: 400, code: "invalid_request_body", ...(param === "" ? {} : { param }) };
}

function invalidJson(text: string) {
  return { text, status: 400, code: "invalid_json" };
}

function nest(levels: number): string {
  return "[".repeat(levels) + "]".repeat(levels);
}

function filled(text: string, data: string): string {
  return text.replaceAll("SLASHES", data.replaceAll("/", "\\/")).replaceAll("DATA", data);
}

function sendChunked(rig: Rig, text: string): Promise<{ status: number; json: unknown }> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      {
        port: rig.server.address()!.port,
        path,
        method: "POST",
        headers: { authorization: `Bearer ${rig.key}`, "content-type": "application/json" },
      },
      (response) => {
        const status = response.statusCode!;
        textOf(response).then((body) => resolve({ status, json: JSON.parse(body) }), reject);
      },
    );
    outgoing.on("error", reject);
    const half = Math.floor(text.length / 2);
    outgoing.write(text.slice(0, half));
    outgoing.end(text.slice(half));
  });
}

describe("one answer to a body, however it arrives", () => {
  let rig: Rig;
  before(async () => {
    rig = await startRig();
  });
  after(() => rig.stop());

  /** What callers see of an answer, apart from ids, times and the size of the picture. */
  async function seen(answer: { status: number; json: unknown }): Promise<unknown> {
    // oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
    const json = answer.json as any;
    if (json.error) {
      const { code, message, param, details, retryable } = json.error;
      return { status: answer.status, code, message, param, details, retryable };
    }
    const job = rig.jobs.get("default", json.data.job_id)!;
    const { sizeBytes: _size, ...echo } = job.inputEcho;
    return { status: answer.status, type: json.data.type, echo };
  }

  for (const [what, { text, status, code, param }] of Object.entries(table)) {
    test(what, async () => {
      const small = filled(text, short);
      const padded = " ".repeat(limits.blobStringBytes) + small;
      const ways = {
        "in one piece": await rig.ask(path, { method: "POST", raw: small }),
        "through the intake": await rig.ask(path, { method: "POST", raw: padded }),
        "without a length": await sendChunked(rig, small),
        "with a large picture": await rig.ask(path, { method: "POST", raw: filled(text, long) }),
      };
      const first = await seen(ways["in one piece"]);
      assert.deepEqual(
        { status: ways["in one piece"].status, ...pick(ways["in one piece"]) },
        {
          status,
          ...(code === undefined ? {} : { code }),
          ...(param === undefined ? {} : { param }),
        },
      );
      for (const [way, answer] of Object.entries(ways)) {
        assert.deepEqual(await seen(answer), first, way);
      }
    });
  }

  function pick({ json }: HttpAnswer): { code?: string; param?: string } {
    if (!json.error) return {};
    const { code, param } = json.error;
    return { code, ...(param === undefined ? {} : { param }) };
  }
});

describe("large bodies", () => {
  async function files(rig: Rig): Promise<string[]> {
    return await readdir(rig.blobDir);
  }

  const post = (rig: Rig, data: string, headers: Record<string, string> = {}) =>
    rig.ask(path, { method: "POST", raw: JSON.stringify({ input: { data } }), headers });

  test("the job gets the very bytes, and they go with its input", async () => {
    const rig = await startRig();
    try {
      const content = picture(1_000_003);
      const answer = await post(rig, content.toString("base64"));
      assert.equal(answer.status, 202);
      assert.equal((await files(rig)).length, 1);
      const id = answer.json.data.job_id as string;
      const done = await rig.ask(`/api/v1/jobs/${id}?wait_for_completion=true`);
      const sum = content.reduce((total, byte) => (total + byte) % 65_521, 0);
      assert.equal(done.json.data.payload.sum, sum);
      assert.equal((await rig.ask(`/api/v1/jobs/${id}`, { method: "DELETE" })).status, 200);
      assert.deepEqual(await files(rig), []);
    } finally {
      await rig.stop();
    }
  });

  test("a repeated key with the same picture replays, with another it does not; neither leaves a file", async () => {
    const rig = await startRig();
    try {
      const key = { "idempotency-key": "one" };
      const first = await post(rig, long, key);
      const again = await post(rig, long, key);
      assert.equal(again.headers["idempotent-replayed"], "true");
      assert.equal(again.json.data.job_id, first.json.data.job_id);
      const other = await post(rig, picture(150_003).toString("base64"), key);
      assert.equal(other.json.error.code, "idempotency_key_mismatch");
      await until(async () => (await files(rig)).length === 1, { what: "one file" });
    } finally {
      await rig.stop();
    }
  });

  test("what belongs to a refused body is deleted", async () => {
    const rig = await startRig();
    try {
      const data = picture(300_000).toString("base64");
      const refused = [
        `{"input":{"data":"${data}"},"extra":1}`,
        `{"input":{"data":"${data}"}`,
        `{"input":{"data":"${data}"},"free":${nest(40)}}`,
        `{"input":{"data":"${data}","mime_type":"image/png"}}`,
        `{"input":{"data":"${data}","data":"${short}x"}}`,
      ];
      for (const raw of refused) {
        assert.equal((await rig.ask(path, { method: "POST", raw })).status, 400);
      }
      const long1 = `{"input":{"data":"${data}"},"free":"${"x".repeat(limits.bodyBytes)}"}`;
      const tooLong = await rig.ask(path, { method: "POST", raw: long1 });
      assert.equal(tooLong.json.error.code, "request_too_large");
      const beyond = await sendChunked(rig, JSON.stringify({ free: "x".repeat(limitBytes) }));
      assert.equal(beyond.status, 413);
      const { error } = beyond.json as { error: { message: string } };
      assert.match(error.message, /larger than (4|1) MiB/);
      await until(async () => (await files(rig)).length === 0, { what: "an empty folder" });
    } finally {
      await rig.stop();
    }
  });

  test("a sender that stops is answered after a while, one that leaves leaves nothing", async (t) => {
    const dir = await tempDir(t);
    const clock = new FakeClock();
    const intake = new WorkerIntake({ dir, clock, log: silentLogger });
    const rig = await startRig({ intake });
    try {
      const head =
        `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${rig.key}\r\n` +
        `Content-Type: application/json\r\nContent-Length: 3000000\r\n\r\n{"input":{"data":"`;
      const stalled = connect(rig.server.address()!.port, "127.0.0.1");
      stalled.write(head + picture(300_000).toString("base64"));
      await until(async () => (await readdir(dir)).length === 1, { what: "a file that grows" });
      let answer = "";
      stalled.on("data", (chunk: Buffer) => (answer += chunk.toString()));
      // What is still on its way to the box begins the silence again.
      await until(
        () => {
          clock.advance(15_000);
          return answer.includes("request_timeout");
        },
        { what: "an answer" },
      );
      assert.match(answer, /^HTTP\/1.1 408 [^]*request_timeout/);
      await until(async () => (await readdir(dir)).length === 0, { what: "an empty folder" });
      const leaving = connect(rig.server.address()!.port, "127.0.0.1");
      leaving.write(head + picture(300_000).toString("base64"));
      await until(async () => (await readdir(dir)).length === 1, { what: "a file that grows" });
      leaving.destroy();
      await until(async () => (await readdir(dir)).length === 0, { what: "an empty folder" });
      stalled.destroy();
    } finally {
      await rig.stop();
      await intake.stop();
    }
  });

  test("a full disk refuses the body as a job that could not be stored, and is left as it was", async (t) => {
    const dir = await smallDisk(t, 1);
    if (dir === undefined) {
      t.skip("no file system may be mounted here");
      return;
    }
    const intake = new WorkerIntake({ dir, clock: systemClock, log: silentLogger });
    const rig = await startRig({ intake });
    try {
      const refused = await post(rig, picture(2_000_000).toString("base64"));
      assert.equal(refused.status, 500);
      assert.equal(refused.json.error.code, "job_create_failed");
      assert.equal(refused.json.error.details[0].rule, "storage_full");
      assert.deepEqual(await readdir(dir), []);
      assert.equal((await post(rig, long)).status, 202);
    } finally {
      await rig.stop();
      await intake.stop();
    }
  });

  test("a key has four large bodies under way at most, also when they only trickle", async () => {
    const rig = await startRig();
    try {
      const head =
        `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${rig.key}\r\n` +
        `Content-Type: application/json\r\nContent-Length: 2000000\r\n\r\n{"input":{"data":"`;
      const senders = Array.from({ length: 4 }, () => {
        const socket = connect(rig.server.address()!.port, "127.0.0.1");
        socket.write(head + picture(100_000).toString("base64"));
        return socket;
      });
      await until(async () => (await files(rig)).length === 4, { what: "four bodies" });
      const large = picture(1_000_000).toString("base64");
      const fifth = await post(rig, large);
      assert.equal(fifth.status, 503);
      assert.equal(fifth.json.error.code, "overloaded");
      assert.equal(fifth.headers["retry-after"], "1");
      const other = await rig.newKey(["jobs:write"]);
      const raw = JSON.stringify({ input: { data: large } });
      assert.equal((await rig.ask(path, { method: "POST", raw, key: other })).status, 202);
      senders[0]!.destroy();
      await until(async () => (await post(rig, large)).status === 202, { what: "room again" });
      for (const sender of senders) sender.destroy();
    } finally {
      await rig.stop();
    }
  });
});
