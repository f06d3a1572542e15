import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { fail } from "../../../../src/base/contract/fail.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { ModelChoice } from "../../../../src/perception/models/model-choice.ts";
import { modelFolders } from "../../../../src/perception/models/model-folders.ts";
import { BoxIncidents, boxStreamId } from "../../../../src/perception/incidents/box-incidents.ts";
import { BoxModels } from "../../../../src/perception/models/service/box-models.ts";
import { installDog } from "../../../support/inference/dog-model.ts";
import { PerceptionRig } from "../../../support/perception/perception-rig.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { until } from "../../../support/box/wait.ts";

const page = { limit: 20, offset: 0 };

/** A box with one model of its own, called `dog`. */
async function makeBox(t: TestContext) {
  const rig = await PerceptionRig.make(t);
  const dataDir = await tempDir(t);
  const folders = modelFolders(join(dataDir, "shipped"), dataDir);
  mkdirSync(folders.own);
  installDog(folders.own, "dog");
  const choice = new ModelChoice({ store: rig.parts.store, configured: () => "auto" });
  const asked: string[] = [];
  const start = () => {
    const models = new BoxModels({
      ...rig.parts,
      log: silentLogger,
      folders,
      choice,
      incidents: new BoxIncidents(rig.parts, "default"),
      running: rig.running,
      vision: {
        prepareModel(name) {
          asked.push(name);
          return name === "bad"
            ? Promise.reject(fail("model_unavailable", "bad cannot be used"))
            : Promise.resolve();
        },
        reloadModels: () => Promise.resolve(),
        status: () => ({ models: [] }),
      },
    });
    models.start();
    t.after(() => models.stop());
    return models;
  };
  const open = () => rig.listed("default", { type: "model_corrupt" }, page).items;
  return { rig, file: join(folders.own, "dog.onnx"), start, open, asked };
}

test("a file that rots is found within the hour, told once, and set aside", async (t) => {
  const { rig, file, start, open } = await makeBox(t);
  const models = start();
  await until(() => models.state().checkedAtMs !== null);
  assert.deepEqual(models.state().damaged, []);
  const good = readFileSync(file);
  writeFileSync(file, Buffer.concat([good, Buffer.from([0])]));
  rig.clock.advance(3_600_000);
  await until(() => open().length === 1, { what: "the incident" });
  const [incident] = open();
  assert.equal(incident!.severity, "critical");
  assert.equal(incident!.stream_id, boxStreamId);
  assert.match(incident!.summary, /model dog is damaged.*dog\.onnx\.corrupt.*install it again/);
  assert.deepEqual(models.state().damaged, [
    { name: "dog", state: "quarantined", file: "dog.onnx" },
  ]);
  rig.clock.advance(3_600_000);
  await models.verify();
  assert.equal(open().length, 1, "one incident for as long as it lasts");
  writeFileSync(file, good);
  await models.reload();
  await until(() => open()[0]!.state === "resolved", { what: "the end of the incident" });
  await until(() => rig.told().length === 2, { what: "both events" });
  assert.deepEqual(rig.told(), ["created model_corrupt", "resolved model_corrupt"]);
});

test("a restart does not tell the same damage twice", async (t) => {
  const { file, start, open } = await makeBox(t);
  writeFileSync(file, "rotten");
  const before = start();
  await until(() => open().length === 1);
  await before.stop();
  const after = start();
  await after.verify();
  await after.stop();
  assert.equal(open().length, 1);
  assert.equal(open()[0]!.state, "open");
});

test("a model that the detector refuses has its file looked at once", async (t) => {
  const { file, start, open } = await makeBox(t);
  const models = start();
  await models.verify();
  writeFileSync(file, "rotten");
  models.noteRefused(["dog"]);
  await until(() => open().length === 1);
});

test("the chosen model is taken over by running streams that name none, at once and for good", async (t) => {
  const { rig, start, asked } = await makeBox(t);
  const models = start();
  const plain = { source: { type: "rtsp", url: "rtsp://cam/1" } };
  await rig.submit({ ...plain, stream_id: "one" });
  await rig.submit({ ...plain, stream_id: "two", model: "fake" });
  const modelOf = (id: string) => rig.vision.stream(id).options.model;
  await until(() => rig.running.all().length === 2, { what: "both streams" });
  rig.vision.models.set("dog", ["cat", "dog"]);
  const state = await models.use("dog");
  assert.deepEqual([state.default, state.chosen, asked], ["dog", "dog", ["dog"]]);
  assert.equal(modelOf("default/one"), "dog");
  assert.equal(modelOf("default/two"), "fake");
  await assert.rejects(models.use("bad"), { code: "model_unavailable" });
  assert.equal(models.state().default, "dog");
  assert.equal(modelOf("default/one"), "dog");
  const again = await models.use(null);
  assert.deepEqual([again.default, again.chosen], ["auto", null]);
  assert.equal(modelOf("default/one"), "auto");
});

test("streams that began before the detector was there get its model when it is; one that names a model is told to wait", async (t) => {
  const { rig, start } = await makeBox(t);
  const models = start();
  const known = [...rig.vision.models];
  rig.vision.state = "starting";
  for (const name of ["auto", "fake"]) rig.vision.models.delete(name);
  const plain = { source: { type: "rtsp", url: "rtsp://cam/1" } };
  await assert.rejects(rig.submit({ ...plain, stream_id: "named", model: "fake" }), {
    code: "detector_unavailable",
  });
  await rig.submit({ ...plain, stream_id: "one" });
  await until(() => rig.running.all().length === 1, { what: "the stream" });
  const eye = rig.vision.stream("default/one");
  assert.equal(eye.options.model, "motion");
  for (const [name, labels] of known) rig.vision.models.set(name, labels);
  rig.vision.state = "up";
  models.noteUp();
  assert.equal(eye.options.model, "auto");
  await rig.submit({ ...plain, stream_id: "named", model: "fake" });
});
