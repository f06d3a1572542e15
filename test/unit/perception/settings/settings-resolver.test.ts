import assert from "node:assert/strict";
import { test } from "node:test";
import { settingsOf } from "../../../../src/perception/settings/stream-settings.ts";
import { SettingsResolver } from "../../../../src/perception/settings/settings-resolver.ts";
import { FakeVision } from "../../../support/perception/fake-vision.ts";
import { requestOf, settingsContext } from "../../../support/perception/perception-fixtures.ts";

const yard = { org: "default", streamId: "yard" };

/** A resolver that counts how often it asks the detector for classes, and the policies. */
async function counted() {
  const vision = new FakeVision();
  const context = await settingsContext(vision);
  const counts = { resolved: 0, policies: 0 };
  const labelsOf = (model: string): readonly string[] | undefined => {
    counts.resolved += 1;
    return vision.labelsOf(model);
  };
  const watched = { labelsOf, status: () => vision.status() };
  const resolver = new SettingsResolver(
    { ...context, vision: watched },
    {
      addTo: (_stream, _settings, own) => {
        counts.policies += 1;
        return { ...own, warnings: [...own.warnings, `policy ${counts.policies}`] };
      },
    },
  );
  const body = {
    source: { type: "rtsp", url: "rtsp://cam/1" },
    behaviors: [{ type: "intrusion" }],
  };
  const settings = settingsOf(requestOf(body), context.defaults);
  return { resolver, counts, settings, vision };
}

test("settings that were checked are not resolved again for the run or for readers", async () => {
  const { resolver, counts, settings } = await counted();
  const own = resolver.check(yard, settings);
  const once = counts.resolved;
  const run = resolver.effective(yard, structuredClone(settings));
  assert.equal(resolver.own(yard, settings), own);
  assert.equal(resolver.effective(yard, settings), run);
  assert.deepEqual([counts.resolved, counts.policies], [once, 1]);
});

test("changed settings, and those of another stream, are resolved by themselves", async () => {
  const { resolver, settings } = await counted();
  const first = resolver.own(yard, settings);
  const changed = resolver.own(yard, { ...settings, behaviors: [] });
  assert.deepEqual([first.plans.length, changed.plans.length], [1, 0]);
  assert.notEqual(resolver.own({ ...yard, org: "other" }, settings), changed);
});

test("changed policies of an organisation are taken over without resolving its streams", async () => {
  const { resolver, counts, settings } = await counted();
  const before = resolver.effective(yard, settings);
  const once = counts.resolved;
  resolver.forget("other");
  assert.equal(resolver.effective(yard, settings), before);
  resolver.forget("default");
  assert.match(resolver.effective(yard, settings).warnings.at(-1)!, /policy 2/);
  assert.equal(counts.resolved, once);
});

test("changed models are taken over once the resolver forgets what it resolved", async () => {
  const { resolver, settings, vision } = await counted();
  const named = { ...settings, model: "dog" };
  assert.equal(resolver.effective(yard, named).model, "motion");
  vision.models.set("dog", ["dog"]);
  assert.equal(resolver.effective(yard, named).model, "motion");
  resolver.forget();
  assert.equal(resolver.effective(yard, named).model, "dog");
});
