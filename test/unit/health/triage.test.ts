import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { NotAcceptable } from "../../../src/health/accepted-answer.ts";
import { fillIn } from "../../../src/base/core/catalog.ts";
import { faultsOf, sentences } from "../../support/page/catalogs.ts";
import { healthTexts, textsFor } from "../../../src/health/texts/texts.ts";
import { redFlags } from "../../../src/health/triage/red-flags.ts";
import { acceptReport, checkedReport } from "../../../src/health/triage/report.ts";
import { modelFindings } from "../../../src/health/triage/model-findings.ts";
import { moreUrgent, urgencies } from "../../../src/health/triage/urgency.ts";
import type { JsonObject } from "../../../src/base/jobs/job.ts";

function flags(context: JsonObject): string[] {
  return redFlags(context).map(({ id, urgency }) => `${id} ${urgency}`);
}

describe("red flags", () => {
  test("are found in six languages, in texts and in names", () => {
    const said: readonly (readonly [string, string])[] = [
      ["he has chest pain", "chest_pain urgent"],
      ["douleur thoracique depuis hier", "chest_pain urgent"],
      ["starke Brustschmerzen", "chest_pain urgent"],
      ["dolor torácico", "chest_pain urgent"],
      ["ألم في الصدر", "chest_pain urgent"],
      ["患者胸痛", "chest_pain urgent"],
      ["status epilepticus", "status_epilepticus critical"],
      ["癫痫持续状态", "status_epilepticus critical"],
      ["Verdacht auf Schlaganfall", "stroke_signs critical"],
      ["suicidal thoughts", "self_harm critical"],
      ["worst headache of her life", "thunderclap_headache critical"],
    ];
    for (const [text, expected] of said) {
      assert.deepEqual(flags({ symptoms: [text] }), [expected], text);
    }
    assert.deepEqual(flags({ chest_pain: true }), ["chest_pain urgent"]);
    assert.deepEqual(flags({ notes: { deep: ["facial droop"] } }), ["stroke_signs critical"]);
  });

  test("a denial in words raises them all the same, a denial as data does not", () => {
    assert.deepEqual(flags({ symptoms: "no chest pain" }), ["chest_pain urgent"]);
    assert.deepEqual(flags({ chest_pain: false }), []);
    assert.deepEqual(flags({ chest_pain: "no" }), []);
    assert.deepEqual(flags({ symptoms: "a rash" }), []);
  });

  test("come from vital signs at the boundaries of the scores", () => {
    const vitals = {
      respiratory_rate: 24,
      spo2_percent: 93,
      on_oxygen: false,
      systolic_mmhg: 120,
      pulse_bpm: 91,
      consciousness: "alert",
      temperature: { value: 37, unit: "C" },
    };
    assert.deepEqual(flags({ vitals }), ["news2 urgent"]);
    assert.deepEqual(flags({ vitals: { ...vitals, pulse_bpm: 90 } }), []);
    const worse = { ...vitals, on_oxygen: true };
    assert.deepEqual(flags({ vitals: worse }), ["news2 critical"]);
    assert.deepEqual(flags({ vitals: { spo2_percent: 92 } }), []);
    assert.deepEqual(flags({ vitals: { spo2_percent: 91 } }), ["hypoxia critical"]);
    assert.deepEqual(flags({ vitals: { spo2_percent: 900, pulse_bpm: "fast" } }), []);
  });

  test("fever below three months is critical", () => {
    assert.deepEqual(flags({ age_months: 2, temperature_c: 38 }), ["infant_fever critical"]);
    assert.deepEqual(flags({ age_months: 3, temperature_c: 38 }), []);
    assert.deepEqual(flags({ age: 0.1, temperature_c: 38.5 }), ["infant_fever critical"]);
    assert.deepEqual(flags({ age_months: 2, temperature_c: 37.9 }), []);
  });
});

describe("reports of a model", () => {
  const context = { symptoms: ['cough for "3" days'] };
  const base = { context, hasPicture: true, local: { median: { spike: 1 } } };
  const report = (...evidence: string[]) => ({
    urgency: "low",
    confidence: 0.5,
    findings: [{ title: "t", summary: "s", confidence: 1, evidence }],
    care_guidance: "c",
    referral_guidance: "r",
    warning_signs: [],
  });

  test("are taken with evidence that is there", () => {
    for (const evidence of [
      "picture: opacity in the left lower zone",
      "context: cough for",
      'context: "cough for "3" days"',
      "local.median.spike",
    ]) {
      assert.ok(acceptReport(report(evidence), base), evidence);
    }
  });

  test("are refused with evidence that is not", () => {
    for (const evidence of [
      "context: fever",
      "picture: x",
      "local.median.other",
      "I am sure",
      "context:",
    ]) {
      assert.throws(() => acceptReport(report(evidence), base), NotAcceptable, evidence);
    }
    assert.throws(() => acceptReport(report(), base), NotAcceptable);
    const blind = { ...base, hasPicture: false };
    assert.throws(() => acceptReport(report("picture: a shadow on it"), blind), NotAcceptable);
  });

  test("prose, an invented urgency and further fields are refused", () => {
    const good = report("context: cough");
    assert.throws(() => acceptReport("Looks fine to me.", base), NotAcceptable);
    assert.throws(() => acceptReport({ ...good, urgency: "panic" }, base), NotAcceptable);
    assert.throws(() => acceptReport({ ...good, confidence: 2 }, base), NotAcceptable);
    assert.throws(() => acceptReport({ ...good, disclaimer: "none needed" }, base), NotAcceptable);
    assert.throws(() => checkedReport({} as never), { code: "report_invalid" });
  });
});

test("the more urgent of two urgencies wins", () => {
  for (const [index, one] of urgencies.entries()) {
    for (const other of urgencies.slice(index)) assert.equal(moreUrgent(other, one), one);
  }
});

test("the texts of all languages are whole, and have the places that are filled in", () => {
  const english = healthTexts["en"]!;
  const source = new Map(sentences(english));
  assert.deepEqual(Object.keys(healthTexts).toSorted(), ["ar", "de", "en", "es", "fr", "zh"]);
  for (const [language, texts] of Object.entries(healthTexts)) {
    assert.deepEqual(faultsOf(english, texts), [], language);
    if (language === "en") continue;
    const copied = [...sentences(texts)].filter(([path, text]) => text === source.get(path));
    assert.deepEqual(copied, [], language);
  }
  assert.equal(textsFor("de-CH").language, "de");
  assert.equal(textsFor("xx").language, "en");
  assert.equal(fillIn("{a} {b}", { a: 1 }), "1 {b}");
});

test("one net that finds a seizure is enough, and that there is none takes all of them", () => {
  const place = { from: { path: "a" }, sampleRateHz: 1, windowSec: 1, channels: 1 };
  const net = { ...place, channelLabels: null, classes: ["seizure"], threshold: 0.5 };
  const steps = { stepSec: 1, hopSec: 1, background: null, joinSec: 0, minSec: 0 };
  const both = { classifier: net, eegSegmenter: { ...net, ...steps } };
  const told = (score: number | null, segments: number | null, settings: object = both) => {
    const said = { fromSec: 0, windows: 1, note: "" };
    const found = { label: "seizure", seconds: 0, longest: null, highestScore: 0 };
    const { seizure, missing } = modelFindings(settings as typeof both, {
      verdict: score === null ? null : { ...said, scores: { seizure: score } },
      netProblem: score === null ? "away" : null,
      segmentation:
        segments === null
          ? null
          : { ...said, segments: [], leftOut: 0, classes: [{ ...found, segments }], coveredSec: 1 },
      segmentationProblem: segments === null ? "gone" : null,
    });
    return [seizure, ...missing.map(({ part, reason }) => `${part}: ${reason}`)];
  };
  assert.deepEqual(told(0.4, 0), [false]);
  assert.deepEqual(told(0.5, 0), [true]);
  assert.deepEqual(told(0.4, 1), [true]);
  assert.deepEqual(told(null, 1), [true, "classifier: away"]);
  assert.deepEqual(told(null, 0), [null, "seizure_detected: away"]);
  assert.deepEqual(told(0.4, null), [null, "seizure_detected: gone", "segments: gone"]);
  const stages = { ...both, eegSegmenter: { ...both.eegSegmenter, classes: ["sleep"] } };
  assert.deepEqual(told(0.4, null, stages), [false, "segments: gone"]);
});
