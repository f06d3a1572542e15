import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import {
  patchSettings,
  settingsOf,
  switchedRecording,
} from "../../../../src/perception/settings/stream-settings.ts";
import {
  resolveSettings,
  type SettingsContext,
} from "../../../../src/perception/settings/resolve-settings.ts";
import { FakeVision } from "../../../support/perception/fake-vision.ts";
import {
  codedError,
  requestOf,
  settingsContext,
} from "../../../support/perception/perception-fixtures.ts";

const camera = { url: "rtsp://10.0.0.9/stream1", type: "rtsp" };
const yard = { yard: { xyxy: [0.1, 0.1, 0.9, 0.9] } };

let context: SettingsContext;
before(async () => {
  context = await settingsContext();
});

describe("settings", () => {
  const resolve = (body: unknown, vision?: FakeVision) => {
    const settings = settingsOf(requestOf(body), context.defaults);
    return resolveSettings(settings, vision ? { ...context, vision } : context);
  };

  test("a profile gives classes and behaviors, over the whole frame without zones", () => {
    const { labels, behaviors } = resolve({ source: camera, profile: "residential_perimeter" });
    assert.deepEqual([...labels].toSorted(), ["car", "person"]);
    assert.deepEqual(
      behaviors.map((one) => [one.type, one.zone]),
      [
        ["intrusion", undefined],
        ["loitering", undefined],
      ],
    );
  });

  test("a recording that is turned on has the mode of before, `incidents` if there was none", () => {
    const off = settingsOf(requestOf({ source: camera, recording: { mode: "off" } }), {
      ...context.defaults,
      recording: { mode: "continuous", preSec: 5, postSec: 10 },
    });
    const on = switchedRecording(off, true);
    assert.equal(on.recording?.mode, "incidents");
    const patched = patchSettings(on, { recording: { mode: "continuous", pre_seconds: 3 } });
    const turnedOff = patchSettings(switchedRecording(patched, false), {
      recording: { mode: "off", pre_seconds: 4 },
    });
    assert.deepEqual(turnedOff.recording, {
      mode: "off",
      preSec: 4,
      postSec: 10,
      formerMode: "continuous",
    });
    const again = switchedRecording(turnedOff, true);
    assert.deepEqual(again.recording, { mode: "continuous", preSec: 4, postSec: 10 });
    assert.deepEqual(switchedRecording(again, true).recording, again.recording);
  });

  test("without a cooldown in the request a track may raise the same behavior again after 10 s", () => {
    assert.equal(resolve({ source: camera }).alerts.cooldownSec, 10);
    const own = { source: camera, alerts: { cooldown_seconds: 60 } };
    assert.equal(resolve(own).alerts.cooldownSec, 60);
  });

  test("a profile's behaviors apply to each zone and line of the request", () => {
    const zones = {
      ...yard,
      lawn: { xyxy: [0, 0, 0.5, 0.5] },
      gate: {
        line: [
          [0, 0.5],
          [1, 0.5],
        ],
      },
    };
    const { behaviors } = resolve({
      source: camera,
      profile: "residential_perimeter",
      context: { zones },
    });
    assert.deepEqual(
      behaviors.map((one) => `${one.type} ${one.zone ?? one.line}`),
      [
        "intrusion yard",
        "intrusion lawn",
        "loitering yard",
        "loitering lawn",
        "line_crossing gate",
      ],
    );
  });

  test("explicit behaviors override the profile's, an empty list does not", () => {
    const own = [{ type: "crowding", min_count: 2 }];
    assert.equal(
      resolve({ source: camera, profile: "smart_city", behaviors: own }).behaviors.length,
      1,
    );
    assert.equal(
      resolve({ source: camera, profile: "smart_city", behaviors: [] }).behaviors.length,
      2,
    );
  });

  test("all eight profiles of the contract can be run", () => {
    assert.equal(context.profiles.size, 8);
    for (const name of context.profiles.keys()) {
      const zones = {
        ...yard,
        gate: {
          line: [
            [0, 0.5],
            [1, 0.5],
          ],
        },
      };
      assert.ok(
        resolve({ source: camera, profile: name, context: { zones } }).plans.length >= 3,
        name,
      );
    }
  });

  test("classes that only some models see are a warning", () => {
    const { labels, warnings } = resolve({ source: camera, detect: ["person", "yak"] });
    assert.deepEqual(labels, ["person"]);
    assert.match(warnings.join(), /cannot see yak/);
  });

  test("without any class, people and vehicles are looked for", () => {
    const { labels } = resolve({ source: camera, behaviors: [{ type: "intrusion" }] });
    assert.deepEqual([...labels].toSorted(), ["bicycle", "car", "person"]);
  });

  test("behaviors that all name classes ask for no others", () => {
    const { labels } = resolve({
      source: camera,
      behaviors: [{ type: "intrusion", classes: ["dog"] }],
    });
    assert.deepEqual(labels, ["dog"]);
  });

  test("without a model, motion stands for every class, and the answer says so", () => {
    const vision = new FakeVision();
    vision.models.delete("auto");
    const { model, labels, warnings, plans } = resolve(
      {
        source: camera,
        detect: ["forklift"],
        behaviors: [{ type: "intrusion", classes: ["forklift"] }],
      },
      vision,
    );
    assert.equal(model, "motion");
    assert.deepEqual(labels, []);
    assert.match(warnings.join(), /class `motion`, which stands for every class/);
    assert.equal(plans[0]!.spec.matches("motion"), true);
  });

  test("behaviors bring the classes that they are about, as far as the model sees them", () => {
    const { labels, warnings, plans } = resolve({
      source: camera,
      behaviors: [{ type: "stopped_vehicle", seconds: 5 }, { type: "fall" }],
    });
    assert.deepEqual([...labels].toSorted(), ["bicycle", "car", "person"]);
    assert.deepEqual(warnings, []);
    assert.equal(plans[0]!.spec.matches("person"), false);
  });

  test("a behavior about people is refused on a model that sees none", () => {
    const vision = new FakeVision();
    vision.models.set("auto", ["pallet"]);
    assert.throws(
      () => resolve({ source: camera, behaviors: [{ type: "fall" }] }, vision),
      /behaviors\[0\].*cannot see person/,
    );
  });

  test("missing equipment needs a model with such classes", async () => {
    const body = { source: camera, behaviors: [{ type: "ppe_missing" }] };
    const refusal = (more: object, vision?: FakeVision) =>
      codedError(() => resolve({ ...body, ...more }, vision));
    const none = await refusal({});
    assert.deepEqual([none.code, none.param], ["feature_disabled", "behaviors[0].type"]);
    assert.match(none.message, /has a class for `ppe_missing`.*models\.default/);
    const named = { behaviors: [{ type: "ppe_missing", classes: ["no-helmet"] }] };
    assert.equal((await refusal(named)).code, "feature_disabled");
    assert.equal((await refusal({ ...named, model: "motion" })).code, "feature_disabled");
    const vision = new FakeVision();
    vision.models.set("site-ppe", ["no-helmet"]);
    const other = await refusal({}, vision);
    assert.deepEqual([other.code, other.param], ["invalid_request_body", "behaviors[0].type"]);
    assert.match(other.message, /Use `site-ppe`/);
    vision.models.set("auto", ["person", "helmet", "no-helmet", "NO-Safety Vest"]);
    const { plans, labels } = resolve(body, vision);
    assert.deepEqual(labels, ["no-helmet", "NO-Safety Vest"]);
    assert.equal(plans[0]!.spec.matches("helmet"), false);
  });

  test("what mere motion cannot show is a warning", () => {
    const vision = new FakeVision();
    vision.models.delete("auto");
    const { warnings } = resolve({ source: camera, behaviors: [{ type: "fall" }] }, vision);
    assert.match(warnings.join(), /`fall` needs a detection model/);
  });

  test("an unsupported locale is answered in English", () => {
    const { alerts } = resolve({ source: camera, output: { locale: "tlh" } });
    assert.equal(alerts.locale, "en");
  });

  test("the language is that of output.locale, else of context.locale", () => {
    const localeOf = (body: object) => resolve({ source: camera, ...body }).alerts.locale;
    const inContext = { context: { locale: "de-CH" } };
    assert.equal(localeOf(inContext), "de");
    assert.equal(localeOf({ ...inContext, output: { locale: "fr" } }), "fr");
    assert.equal(localeOf({}), "en");
  });

  test("a change replaces what it names and keeps the rest", () => {
    const settings = settingsOf(
      requestOf({ source: camera, alerts: { cooldown_seconds: 5 } }),
      context.defaults,
    );
    const changed = patchSettings(settings, {
      alerts: { group_by: "zone" },
      source: { fps_cap: 2 },
      context: { site: "north" },
    });
    assert.deepEqual(changed.alerts, { minSeverity: "info", cooldownSec: 5, groupBy: "zone" });
    assert.deepEqual([changed.fpsCap, changed.site], [2, "north"]);
  });

  test("a change switches anomaly detection on, tunes it, and switches it off", () => {
    const off = settingsOf(requestOf({ source: camera }), context.defaults);
    const tuned = patchSettings(off, { anomaly: { sensitivity: 0.9 } });
    assert.equal("anomaly" in tuned, false, "a sensitivity alone does not enable it");
    const on = patchSettings(off, { anomaly: { enabled: true } });
    assert.equal(on.anomaly, 0.5);
    assert.equal(patchSettings(on, { anomaly: { sensitivity: 0.9 } }).anomaly, 0.9);
    assert.equal(patchSettings(on, { detect: ["person"] }).anomaly, 0.5);
    assert.equal("anomaly" in patchSettings(on, { anomaly: { enabled: false } }), false);
  });

  test("the block adds one anomaly behavior, also after a client sends back the behaviors that it read", () => {
    const block = { anomaly: { enabled: true, sensitivity: 0.9 } };
    const first = settingsOf(requestOf({ source: camera, ...block }), context.defaults);
    const [added] = resolveSettings(first, context).behaviors;
    assert.deepEqual(added, { type: "anomaly", sensitivity: 0.9 });
    const behaviors = [{ type: "intrusion" }, added!];
    const saved = patchSettings(first, { behaviors });
    assert.deepEqual(resolveSettings(saved, context).behaviors, behaviors);
    const removed = patchSettings(saved, { behaviors: [], anomaly: { enabled: false } });
    assert.deepEqual(resolveSettings(removed, context).behaviors, []);
  });

  test("a calibration gives zones their size in metres, as far as they lie on the ground", () => {
    const marks = [
      [0, 1],
      [1, 1],
      [0.75, 0.5],
      [0.25, 0.5],
    ] as const;
    const ground = [
      [0, 0],
      [10, 0],
      [10, 20],
      [0, 20],
    ] as const;
    const points = marks.map((image, at) => ({ image, map: ground[at]! }));
    const behaviors = [{ type: "speeding", zone: "road", max_mps: 5 }];
    const onRoad = (xyxy: number[], more: object = {}) =>
      resolve({ source: camera, behaviors, context: { zones: { road: { xyxy } } }, ...more });
    const calibrated = { calibration: { frame: "map", points } };
    const plan = onRoad([0.4, 0.5, 0.6, 0.9], calibrated).plans[0]!;
    const [x, y] = plan.spec.zone!.toMetres!([0.5, 0.5]);
    assert.deepEqual([Math.round(x), Math.round(y)], [5, 20]);
    assert.deepEqual(plan.spec.zone!.toMetres!([0.5, 0.01]), [Infinity, Infinity]);
    const isRefused = { param: "behaviors[0].zone", message: /no size/ };
    assert.throws(() => onRoad([0.4, 0.5, 0.6, 0.9]), isRefused, "without a calibration");
    assert.throws(() => onRoad([0.4, 0, 0.6, 0.9], calibrated), isRefused, "up to the sky");
    const nearer = points.map(({ image, map: [mapX, mapY] }) => ({ image, map: [mapX, mapY / 2] }));
    const moved = onRoad([0.4, 0.5, 0.6, 0.9], { calibration: { frame: "map", points: nearer } });
    assert.notEqual(moved.plans[0]!.fingerprint, plan.fingerprint, "the rule starts again");
  });
});
