import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import sharp from "sharp";
import { type Appliance, startAppliance } from "../support/box/appliance.ts";
import { until } from "../support/box/wait.ts";

let box: Appliance;

before(async () => {
  box = await startAppliance();
});

after(() => box.stop());

const files = (): Promise<string[]> => readdir(join(box.dataDir, "blobs"));

/** A picture of some megabytes: noise does not compress. */
async function noise(sidePx: number): Promise<string> {
  const plain = {
    create: { width: sidePx, height: sidePx, channels: 3, background: "#777" },
  } as const;
  const noisy = { ...plain.create, noise: { type: "gaussian", mean: 120, sigma: 60 } } as const;
  return (await sharp({ create: noisy }).png().toBuffer()).toString("base64");
}

test("a large picture is looked at like a small one", async () => {
  const data = await noise(900);
  assert.ok(data.length > 2_000_000);
  const answer = await box.post("/api/v1/surveillance/streams", {
    input: { data, mime_type: "image/png" },
  });
  assert.equal(answer.status, 202, JSON.stringify(answer.body));
  const path = `/api/v1/jobs/${answer.body.data.job_id}?wait_for_completion=true`;
  const { body } = await box.get(path);
  assert.equal(body.status, "completed", JSON.stringify(body));
  assert.equal(body.data.payload.output.width, 900);
  assert.equal(body.data.payload.input.input.bytes, Buffer.from(data, "base64").length);
});

test("kill -9 while bodies come in leaves no file after the restart, and keeps those of jobs", async () => {
  const kept = (await files()).length;
  const { port } = new URL(box.url);
  const data = await noise(300);
  const head =
    `POST /api/v1/surveillance/streams HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${box.key}\r\n` +
    `Content-Type: application/json\r\nContent-Length: 9000000\r\n\r\n{"input":{"data":"`;
  const senders = [0, 1, 2].map(() => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(head + data);
    return socket;
  });
  await until(async () => (await files()).length === kept + 3, { what: "three growing files" });
  await box.kill();
  for (const sender of senders) sender.destroy();
  assert.equal((await files()).length, kept + 3);
  await box.restart();
  assert.equal((await files()).length, kept);
});
