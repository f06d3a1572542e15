import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { gatehouse } from "../../support/box/command-line.ts";
import { politely, type RtspPeer, startRtspPeer } from "../../support/cameras/rtsp-peer.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { until } from "../../support/box/wait.ts";

const query = "qu3ry-s3cret";
const path = "p4th-s3cret";
const field = "f1eld-s3cret";

describe("a camera whose address has its password in path and query", () => {
  let box: Appliance;
  let camera: RtspPeer;
  let viewer: string;
  let jobId: string;
  const where = `/user=admin_password=${path}_channel=1?auth=${query}&view=2`;

  before(async () => {
    camera = await startRtspPeer(politely);
    box = await startAppliance();
    const made = await box.post("/api/v1/keys", { name: "viewer", preset: "viewer" });
    viewer = made.body.data.key as string;
    const source = {
      type: "rtsp",
      url: `rtsp://127.0.0.1:${camera.port}${where}`,
      username: "admin",
      password: field,
    };
    const answer = await box.post("/api/v1/surveillance/streams", { stream_id: "gate", source });
    assert.equal(answer.status, 202);
    jobId = answer.body.data.job_id as string;
  });
  after(async () => {
    await box.stop();
    await camera.stop();
  });

  const isAsked = (): boolean => camera.requests.some(({ uri }) => uri.includes(where));
  const assertClean = (text: string, what: string): void => {
    for (const secret of [query, path, field]) assert.ok(!text.includes(secret), what);
  };
  const read = async (where: string, key?: string): Promise<string> => {
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
    return await (await box.fetch(`/api/v1${where}`, { headers })).text();
  };
  const urlOf = (text: string): string =>
    (JSON.parse(text) as { data: { source: { url: string } } }).data.source.url;

  test("is connected to by its whole address", async () => {
    await until(isAsked, { what: "the camera to be asked" });
  });

  test("is shown without it, and to those who may not change it by its host alone", async () => {
    const at = `rtsp://127.0.0.1:${camera.port}`;
    const stream = "/surveillance/streams/gate";
    const shown = `${at}/user=***_password=***_channel=1?auth=***&view=2`;
    assert.equal(urlOf(await read(stream)), shown);
    assert.equal(urlOf(await read(stream, viewer)), `${at}/***`);
    for (const place of [stream, "/surveillance/streams", `/jobs/${jobId}`, "/jobs", "/system"]) {
      for (const key of [undefined, viewer]) assertClean(await read(place, key), place);
    }
    for (const place of ["/system/configuration", "/audit", "/metrics"]) {
      assertClean(await read(place), place);
    }
    const probe = { url: `rtsp://127.0.0.1:9${where}` };
    const tried = await box.post("/api/v1/surveillance/probe", probe);
    assert.equal(tried.status, 200);
    assertClean(JSON.stringify(tried.body), "probe");
    assertClean(box.output(), "the log");
  });

  test("lies sealed in the store, events included, and in a backup without keys, and is connected to after a restart", async (t) => {
    const dir = await tempDir(t);
    const backup = join(dir, "backup.tar");
    const made = await gatehouse(["backup", backup, "--data-dir", box.dataDir]);
    assert.equal(made.code, 0, made.stderr);
    const files = await readdir(box.dataDir, { recursive: true, withFileTypes: true });
    const paths = files
      .filter((each) => each.isFile())
      .map((each) => join(each.parentPath, each.name));
    let seen = 0;
    for (const file of [...paths, backup]) {
      const text = await readFile(file, "latin1").catch(() => "");
      assertClean(text, file);
      if (text.includes("rtsp://127.0.0.1:")) seen += 1;
    }
    assert.ok(seen >= 2, "store and backup name the camera");
    await box.kill();
    const before = camera.requests.length;
    await box.restart();
    await until(() => camera.requests.slice(before).some(({ uri }) => uri.includes(where)), {
      what: "the camera to be asked again",
    });
  });
});
