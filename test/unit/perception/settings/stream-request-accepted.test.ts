import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { SourceSpec } from "../../../../src/cameras/source.ts";
import { tinyJpeg } from "../../../support/perception/fake-vision.ts";
import { prepareStream as prepare } from "../../../support/perception/prepare-stream.ts";

const camera = { url: "rtsp://10.0.0.9/stream1", type: "rtsp" };
const picture = Buffer.from(tinyJpeg).toString("base64");

describe("an accepted request for a stream", () => {
  test("shows no credentials and keeps them for the handler", async () => {
    const job = await prepare({
      stream_id: "gate",
      source: { url: "rtsp://ad%40min:s3cret@10.0.0.9:554/a?b=1", type: "rtsp" },
      client_reference_id: "r",
      metadata: { a: "b" },
    });
    assert.ok(!JSON.stringify(job.inputEcho).includes("s3cret"));
    assert.ok(!JSON.stringify(job.inputEcho).includes("ad@min"));
    assert.deepEqual(job.inputEcho["source"], {
      type: "rtsp",
      url: "rtsp://10.0.0.9:554/***",
      fps_cap: 5,
    });
    assert.equal(job.isInputSealed, true);
    const { source } = job.input as unknown as { source: SourceSpec };
    assert.deepEqual(source, {
      kind: "rtsp",
      url: "rtsp://10.0.0.9:554/a?b=1",
      username: "ad@min",
      password: "s3cret",
    });
    assert.deepEqual(job.tags, { streamId: "gate" });
    assert.equal(job.deadlineMs, null);
  });

  test("prefers the fields to the address for credentials", async () => {
    const job = await prepare({
      source: { url: "rtsps://u:old@cam.local/", type: "rtsps", username: "v", password: "new" },
    });
    const { source } = job.input as unknown as { source: SourceSpec };
    assert.deepEqual([source.username, source.password], ["v", "new"]);
  });

  test("makes a stream id when there is none", async () => {
    const job = await prepare({ source: camera });
    assert.match(job.tags!["streamId"]!, /^stream-[0-9a-f-]{36}$/);
  });

  test("takes a picture as base64 and as a data URL, and shows its size only", async () => {
    for (const data of [picture, `data:image/jpeg;base64,${picture}`]) {
      const job = await prepare({ input: { data, mime_type: "image/jpeg" } });
      assert.deepEqual(job.inputEcho["input"], { mime_type: "image/jpeg", bytes: tinyJpeg.length });
    }
  });
});
