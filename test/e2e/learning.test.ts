import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { loadSharp } from "../../src/adapters/drawing/draw-jpeg.ts";
import type { FootageSet } from "../../src/perception/learning/footage-wire.ts";
import { type Appliance, startAppliance } from "../support/box/appliance.ts";
import { tempDir } from "../support/box/temp-dir.ts";
import { until } from "../support/box/wait.ts";
import { type RtspServer, startRtspServer } from "../support/cameras/rtsp-server.ts";

const base = "/api/v1/surveillance";
const launcher = fileURLToPath(new URL("../../scripts/gatehouse", import.meta.url));
const scene = fileURLToPath(new URL("../../src/system/demo/scene.mp4", import.meta.url));
const deadlineMs = 90_000;

let box: Appliance;
let camera: RtspServer;

function models(...args: string[]): Promise<{ code: number; stderr: string; stdout: string }> {
  const all = ["models", ...args, "--data-dir", box.dataDir];
  return new Promise((resolve) => {
    execFile(launcher, all, { timeout: deadlineMs }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
    );
  });
}

before(async () => {
  camera = await startRtspServer({ file: scene, fps: 10 });
  box = await startAppliance({ yaml: "limits: { reads_per_minute: 1000000 }" });
  const answer = await box.post(`${base}/streams`, {
    stream_id: "yard",
    source: { type: "rtsp", url: camera.url, fps_cap: 5 },
    detect: ["person", "car"],
    motion: { mode: "always" },
    behaviors: [{ type: "intrusion", zone: "all", seconds: 1 }],
    context: { zones: { all: { xyxy: [0, 0, 1, 1] } } },
    masks: [
      {
        polygon: [
          [0, 0],
          [0.2, 0],
          [0.2, 0.2],
          [0, 0.2],
        ],
      },
    ],
  });
  assert.equal(answer.status, 202, JSON.stringify(answer.body));
});

after(async () => {
  await box?.stop();
  await camera?.stop();
});

test("nothing marked is nothing to learn from or to export", async (t) => {
  const learning = await models("learn");
  assert.notEqual(learning.code, 0);
  assert.match(learning.stderr, /no incident with a picture is marked/);
  const path = join(await tempDir(t), "set.zip");
  assert.match((await models("export-footage", path)).stderr, /none with a picture is marked/);
});

/** The held picture; while the decoder is behind its camera the box answers 503: ask again. */
async function heldOnceDecoded(): Promise<Response> {
  const body = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
  let held: Response | undefined;
  const isHeld = async (): Promise<boolean> => {
    held = await box.fetch(`${base}/streams/yard/hold-picture`, body);
    if (held.status !== 503) assert.equal(held.status, 200);
    return held.status === 200;
  };
  await until(isHeld, { deadlineMs, what: "a held picture" });
  return held!;
}

test("verdicts and misses of a running camera become a COCO set with its masks burnt in", async (t) => {
  let incident: { id: string } | undefined;
  const hasPicture = async (): Promise<boolean> => {
    const { data } = (await box.get(`${base}/incidents?stream_id=yard`)).body.data;
    incident = data.find((one: { snapshot_url: string | null }) => one.snapshot_url);
    return incident !== undefined;
  };
  await until(hasPicture, { deadlineMs, what: "an incident with a picture" });
  await box.post(`${base}/incidents/${incident!.id}/verdict`, { verdict: "false_positive" });
  const held = await heldOnceDecoded();
  const heldPicture = Buffer.from(await held.arrayBuffer());
  const miss = await box.post(`${base}/streams/yard/mark-missed-object`, {
    label: "car",
    box: [0, 0.4, 0.3, 0.7],
    picture_id: held.headers.get("x-picture-id"),
  });
  assert.equal(miss.status, 200, JSON.stringify(miss.body));
  const flat = await box.post(`${base}/streams/yard/mark-missed-object`, {
    label: "car",
    box: [0.3, 0.4, 0.3, 0.7],
  });
  assert.deepEqual([flat.status, flat.body.error!.param], [400, "box"]);
  const listed = await box.get(`${base}/streams/yard/missed-objects`);
  assert.equal(listed.body.data.data[0].id, miss.body.data.id);

  const folder = join(await tempDir(t), "set");
  const written = await models("export-footage", folder);
  assert.equal(written.code, 0, written.stderr);
  const set = JSON.parse(readFileSync(join(folder, "annotations.json"), "utf8")) as FootageSet;
  assert.equal(set.images.length, 2);
  assert.deepEqual(
    readdirSync(join(folder, "images")).toSorted(),
    set.images.map((one) => one.file_name).toSorted(),
  );
  const [missed] = set.annotations;
  const image = set.images.find(({ id }) => id === missed!.image_id)!;
  assert.deepEqual(
    [missed!.verdict, set.categories.find(({ id }) => id === missed!.category_id)!.name],
    ["missed", "car"],
  );
  assert.deepEqual(readFileSync(join(folder, "images", image.file_name)), heldPicture);
  assert.ok(Math.abs(missed!.bbox[2] - 0.3 * image.width) < 1, missed!.bbox.join(", "));
  assert.ok(set.false_alarms.length > 0);
  const sharp = await loadSharp();
  for (const { file_name: name, width } of set.images) {
    const corner = { left: 8, top: 8, width: Math.floor(width / 10), height: 20 };
    const cut = await sharp(join(folder, "images", name))
      .extract(corner)
      .png()
      .toBuffer();
    const { channels } = await sharp(cut).stats();
    assert.ok(
      channels.every(({ mean }) => mean < 8),
      `${name} shows what the mask hides`,
    );
  }
  const zip = join(await tempDir(t), "set.zip");
  assert.equal((await models("export-footage", zip)).code, 0);
  assert.equal(readFileSync(zip).readUInt32LE(0), 0x04034b50);
  assert.match((await models("export-footage", zip)).stderr, /exists already/);

  const few = await models("learn");
  assert.match(few.stderr, /yard: nothing is changed, because/);
  const { work, learnt } = (await box.get(`${base}/models`)).body.data;
  assert.deepEqual([work.state, work.error.code, learnt], ["failed", "learning_refused", null]);
  assert.match((await models("learn", "--undo")).stderr, /nothing learnt is in force/);
  const removed = await box.fetch(`${base}/missed-objects/${miss.body.data.id}`, {
    method: "DELETE",
  });
  assert.equal(removed.status, 200);
  assert.equal((await box.get(`${base}/streams/yard/missed-objects`)).body.data.data.length, 0);
});
