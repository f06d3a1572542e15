import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { describe, test } from "node:test";
import { WorkerIntake } from "../../../src/adapters/body-intake/worker-intake.ts";
import { limits } from "../../../src/base/contract/limits.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";
import { smallDisk } from "../../support/box/small-disk.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { until } from "../../support/box/wait.ts";
import type { Rig } from "../../support/http/rig.ts";
import {
  limitBytes,
  path,
  picture,
  startPictureRig,
  nest,
  sendChunked,
} from "../../support/http/picture-rig.ts";

const short = picture(300).toString("base64");
const long = picture(150_000).toString("base64");

describe("large bodies", () => {
  async function files(rig: Rig): Promise<string[]> {
    return await readdir(rig.blobDir);
  }

  const post = (rig: Rig, data: string, headers: Record<string, string> = {}) =>
    rig.ask(path, { method: "POST", raw: JSON.stringify({ input: { data } }), headers });

  test("the job gets the very bytes, and they go with its input", async () => {
    const rig = await startPictureRig();
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
    const rig = await startPictureRig();
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
    const rig = await startPictureRig();
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
    const rig = await startPictureRig({ intake });
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
    const rig = await startPictureRig({ intake });
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
    const rig = await startPictureRig();
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
