import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { cameraIncidentTypes } from "../../../src/perception/behaviors/camera-event.ts";
import { behaviors } from "../../../src/perception/behaviors/registry.ts";
import { phrasesByLanguage as languages } from "../../../src/perception/incidents/summary/phrases.ts";
import { inLanguage } from "../../../src/perception/incidents/summary/record-summary.ts";
import { faultsOf } from "../../support/page/catalogs.ts";
import {
  summarise,
  summaryLocale,
  summaryLocales,
} from "../../../src/perception/incidents/summary/summary.ts";

const kinds = ["covered", "defocused", "moved"];
/** What the camera reports itself, by type and kind. */
const reported = [...cameraIncidentTypes].map(([event, type]) => [
  type,
  type === "object_detected" ? event : "camera",
]);

function facts(type: string, change: object = {}) {
  return {
    type,
    zone: "Hof 7",
    classes: ["person"],
    count: 3,
    direction: "a_to_b" as const,
    seconds: 12,
    site: null,
    ...change,
  };
}

describe("summaries", () => {
  test("every behavior and every trouble of the box has a phrase in every language", () => {
    const types = [...behaviors.keys()].flatMap((type) =>
      type === "camera_tamper" ? kinds.map((kind) => `${type}.${kind}`) : [type],
    );
    const english = languages["en"]!;
    const isPhrase = (type: string): boolean =>
      type in english.phrases || `${type}.a_to_b` in english.phrases;
    types.push(...reported.map((one) => one.join(".")));
    const without = [...types, "model_corrupt"].filter((type) => !isPhrase(type));
    assert.deepEqual(without, []);
    for (const [locale, language] of Object.entries(languages)) {
      assert.deepEqual(faultsOf(english, language), [], locale);
    }
  });

  test("no language leaves a gap, and none but English says it in English", () => {
    const all = [...behaviors.keys()].map((type) => [
      type,
      type === "camera_tamper" ? "moved" : null,
    ]);
    for (const [type, kind] of [...all, ...reported] as [string, string | null][]) {
      const details = { kind, name: "7", feature: "dwell", value: 90, low: 0, high: 40 };
      const english = summarise(facts(type, { details }));
      for (const locale of summaryLocales) {
        const text = summarise(facts(type, { details }), locale);
        assert.ok(!/undefined|null|NaN|\{/.test(text), text);
        assert.ok(/[.。]$/.test(text), text);
        if (locale !== "en") assert.notEqual(text, english, locale);
      }
    }
  });

  test("plurals are those of the language", () => {
    const crowd = (count: number, locale: string): string =>
      summarise(facts("crowding", { zone: null, count }), locale);
    assert.equal(crowd(1, "de"), "1 Person gleichzeitig im Bild.");
    assert.equal(crowd(2, "fr"), "2 personnes en même temps dans l’image.");
    assert.ok(crowd(2, "ar").includes("شخصين"));
    assert.ok(crowd(5, "ar").includes("أشخاص"));
    assert.ok(crowd(11, "ar").includes("شخصًا"));
    assert.equal(crowd(1234, "de"), "1.234 Personen gleichzeitig im Bild.");
    assert.equal(crowd(4, "zh"), "画面中同时有4名人员。");
  });

  test("durations grow with their unit and bend with their number", () => {
    const stay = (seconds: number, locale: string): string =>
      summarise(facts("loitering", { seconds }), locale);
    assert.ok(stay(1, "en").endsWith("for 1 second."));
    assert.ok(stay(119, "en").endsWith("for 119 seconds."));
    assert.ok(stay(600, "fr").endsWith("depuis 10 minutes."));
    assert.ok(stay(9000, "de").endsWith("Dauer: 3 Stunden."));
    assert.ok(stay(12, "zh").endsWith("停留了12秒钟。"));
  });

  test("a locale is taken by its language; one that is not there is English", () => {
    const asked = ["de-CH", "zh_Hant_TW", "AR", "es-419", "pt-BR", "x", undefined];
    assert.deepEqual(asked.map(summaryLocale), ["de", "zh", "ar", "es", "en", "en", "en"]);
  });

  test("classes without a name here stay as the model has them", () => {
    const text = summarise(facts("intrusion", { classes: ["forklift"] }), "de");
    assert.equal(text, "Ein Objekt (forklift) ist in der Zone „Hof 7“.");
  });

  test("figures of an anomaly are written as the language writes them", () => {
    const details = { feature: "count", value: 14.5, low: 0, high: 1234.5 };
    const text = summarise(facts("anomaly", { details }), "de");
    assert.ok(text.includes("14,5, erwartet 0 bis 1.234,5"), text);
  });

  test("a stored incident is told in another language, one of the box as it was written", () => {
    const times = { startedAtMs: 1000, lastSeenAtMs: 13_000 };
    const record = { ...facts("intrusion"), ...times, locale: "en", summary: "", streamId: "gate" };
    const german = inLanguage(record, "de-AT");
    assert.deepEqual(
      [german.locale, german.summary],
      ["de", "Eine Person ist in der Zone „Hof 7“."],
    );
    assert.equal(inLanguage(record, undefined), record);
    const ofBox = { ...record, streamId: "$box" };
    assert.equal(inLanguage(ofBox, "de"), ofBox);
  });
});
