import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Check } from "typebox/schema";
import { rankPassages } from "../../../src/health/passages.ts";
import { NotAcceptable } from "../../../src/health/accepted-answer.ts";
import { clinicalSpecs } from "../../../src/health/clinical/all.ts";
import type { ClinicalSpec } from "../../../src/health/clinical/clinical-spec.ts";
import { valueAt } from "../../../src/health/evidence.ts";
import { closed } from "../../../src/health/schema-parts.ts";
import { isSameSubstance, normalName } from "../../../src/health/medicine-names.ts";
import type { JsonObject } from "../../../src/base/jobs/job.ts";

function spec(method: string): ClinicalSpec {
  return clinicalSpecs.find((each) => each.method === method)!;
}

/** What the box computes, held to the operation's own schemas. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
function compute(method: string, input: JsonObject, picture: JsonObject | null = null): any {
  const { fields, check, local, compute: work } = spec(method);
  assert.ok(Check(closed(fields), input), `${method} takes the input`);
  check?.(input);
  const result = work(input, picture);
  assert.ok(Check(local, result), `${method} gives what it says: ${JSON.stringify(result)}`);
  return result;
}

function refusal(method: string, input: JsonObject): string | undefined {
  try {
    spec(method).check?.(input);
  } catch (error) {
    return (error as { param?: string }).param;
  }
  return undefined;
}

describe("clinical operations on the box", () => {
  test("there are the eight of the contract, each with a type of its own", () => {
    assert.deepEqual(clinicalSpecs.map(({ jobType }) => jobType).toSorted(), [
      "clinical.adherence",
      "clinical.decision_support",
      "clinical.medication_check",
      "clinical.notes",
      "clinical.research",
      "clinical.risk",
      "clinical.scan",
      "clinical.wellness",
    ]);
  });

  test("decision support: scores, and values against their range in its own unit", () => {
    const range = { low: 3.9, high: 5.6, unit: "mmol/L" };
    const lab = (value: number, unit: string) => ({
      name: "G",
      value,
      unit,
      analyte: "glucose",
      range,
    });
    const { labs, news2 } = compute("decision-support", {
      vitals: { pulse_bpm: 70 },
      labs: [lab(180, "mg/dL"), lab(3.9, "mmol/L"), lab(3.89, "mmol/L"), lab(5.6, "mmol/L")],
    });
    assert.deepEqual(
      labs.map(({ position }: { position: string }) => position),
      ["high", "within", "low", "within"],
    );
    assert.equal(news2.score, null);
    const bare = compute("decision-support", { labs: [{ name: "X", value: 1, unit: "U" }] });
    assert.deepEqual([bare.labs[0].position, bare.news2], [null, null]);
  });

  test("decision support refuses units that do not fit, naming the field", () => {
    const of = (lab: JsonObject): string | undefined =>
      refusal("decision-support", { labs: [{ name: "X", value: 1, unit: "mg/dL", ...lab }] });
    assert.equal(of({ range: { low: 1, unit: "mmol/L" } }), "labs[0].analyte");
    assert.equal(of({ analyte: "glucose", unit: "kg" }), "labs[0].unit");
    assert.equal(of({ analyte: "glucose", range: { unit: "kg" } }), "labs[0].range.unit");
    assert.equal(of({ range: { low: 2, high: 1 } }), "labs[0].range.low");
    assert.equal(of({ range: { low: 1, high: 1 } }), undefined);
  });

  test("risk: the sickest first, a chart that is not complete before the low ones", () => {
    const chart = {
      respiratory_rate: 16,
      spo2_percent: 98,
      on_oxygen: false,
      systolic_mmhg: 120,
      pulse_bpm: 70,
      consciousness: "alert",
      temperature: { value: 37, unit: "C" },
    };
    const { patients } = compute("risk", {
      patients: [
        { id: "low", vitals: chart },
        { id: "unknown", vitals: { pulse_bpm: 70 } },
        {
          id: "high",
          vitals: { ...chart, respiratory_rate: 30, spo2_percent: 85, on_oxygen: true },
        },
        { id: "single", vitals: { ...chart, pulse_bpm: 140 } },
      ],
    });
    assert.deepEqual(
      patients.map(({ id, rank }: { id: string; rank: number }) => [rank, id]),
      [
        [1, "high"],
        [2, "unknown"],
        [3, "single"],
        [4, "low"],
      ],
    );
    const twice = { id: "a", vitals: {} };
    assert.equal(refusal("risk", { patients: [twice, twice] }), "patients[1].id");
  });

  test("medication check: same substance, listed group, same subgroup; each pair once", () => {
    const {
      duplicates,
      allergy_matches: allergies,
      interactions,
    } = compute("medication-check", {
      medications: [
        { name: "Ibuprofen 400 mg", atc: "M01AE01" },
        { name: "Naproxen sodium", atc: "M01AE02" },
        { name: "Nurofen", ingredients: ["ibuprofen lysine"] },
        { name: "Augmentin", ingredients: ["Amoxicillin trihydrate", "clavulanic acid"] },
        { name: "Warfarin" },
      ],
      allergies: [{ substance: "penicillins" }, { substance: "Amoxicilline".slice(0, 11) }],
      groups: [{ name: "Penicillins", members: ["amoxicillin", "ampicillin"] }],
      interactions: [{ a: "warfarin", b: "ibuprofen", note: "bleeding" }],
    });
    assert.deepEqual(
      duplicates.map(({ medications, by }: { medications: string[]; by: string }) => [
        by,
        ...medications,
      ]),
      [
        ["atc", "Ibuprofen 400 mg", "Naproxen sodium"],
        ["substance", "Ibuprofen 400 mg", "Nurofen"],
      ],
    );
    assert.deepEqual(allergies, [
      { medication: "Augmentin", allergy: "penicillins", by: "group Penicillins" },
      { medication: "Augmentin", allergy: "Amoxicillin", by: "name" },
    ]);
    assert.deepEqual(interactions, [
      { medications: ["Warfarin", "Ibuprofen 400 mg"], reason: "bleeding" },
      { medications: ["Warfarin", "Nurofen"], reason: "bleeding" },
    ]);
  });

  test("names of medicines: salts and strengths do not matter, the substance does", () => {
    assert.equal(normalName("Métformine  Chlorhydrate 500mg"), "metformine");
    assert.ok(isSameSubstance(normalName("Valproate sodium"), normalName("sodium valproate")));
    assert.ok(!isSameSubstance(normalName("potassium chloride"), normalName("sodium chloride")));
    assert.ok(!isSameSubstance(normalName("morphine"), normalName("apomorphine")));
    assert.ok(!isSameSubstance("", "anything"));
  });

  test("adherence: per medicine, and on how many days all were at hand", () => {
    const fill = (date: string, days_supply: number) => ({ date, days_supply });
    const { medications, all_covered: all } = compute("adherence", {
      period: { from: "2026-01-01", to: "2026-01-10" },
      medications: [
        { name: "A", fills: [fill("2026-01-01", 10)] },
        { name: "B", fills: [fill("2026-01-03", 4)] },
      ],
    });
    assert.deepEqual([medications[0].pdc, medications[1].pdc, all], [1, 0.5, 0.5]);
    const wrong = (period: JsonObject) =>
      refusal("adherence", { period, medications: [{ name: "A", fills: [] }] });
    assert.equal(wrong({ from: "2026-02-30", to: "2026-03-01" }), "period.from");
    assert.equal(wrong({ from: "2026-02-03", to: "2026-02-01" }), "period.to");
    assert.equal(wrong({ from: "2001-02-03", to: "2026-02-01" }), "period.to");
  });

  test("notes: by their headings, with places that hold the text", () => {
    const text =
      "Seen today.\nS: headache\n  since Monday\nO: RR 120/80\nBeurteilung: Migräne\nP: rest";
    const { sections, unassigned } = compute("notes", { text });
    assert.deepEqual(
      [...sections.subjective, ...sections.objective, ...sections.assessment, ...sections.plan].map(
        (each: { text: string }) => each.text,
      ),
      ["headache", "since Monday", "RR 120/80", "Migräne", "rest"],
    );
    for (const { text: said, start, end } of [...sections.subjective, ...unassigned]) {
      assert.equal(text.slice(start, end), said);
    }
    assert.equal(unassigned[0].text, "Seen today.");
  });

  test("research: the sentences that speak of the question, quoted with their places", () => {
    const sources = [
      { id: "a", text: "Beta blockers slow the heart. Apples are red." },
      { id: "b", text: "Nothing of this. Beta blockers are not for acute asthma!" },
    ];
    const { passages } = compute("research", { question: "beta blockers in asthma", sources });
    assert.equal(passages[0].source_id, "b");
    assert.match(passages[0].quote, /acute asthma/);
    for (const { source_id: id, quote, start, end } of passages) {
      assert.equal(sources.find((each) => each.id === id)!.text.slice(start, end), quote);
    }
    assert.ok(!passages.some(({ quote }: { quote: string }) => quote.includes("Apples")));
  });

  test("a temperature that its unit makes impossible, and a request about nothing, are refused", () => {
    const vitals = (value: number, unit: string) => ({ temperature: { value, unit } });
    const param = "vitals.temperature.value";
    assert.equal(refusal("decision-support", { vitals: vitals(99, "C") }), param);
    assert.equal(refusal("decision-support", { vitals: vitals(37, "F") }), param);
    assert.equal(refusal("decision-support", { vitals: vitals(99, "F") }), undefined);
    assert.equal(refusal("decision-support", { vitals: vitals(47, "C") }), undefined);
    assert.equal(refusal("decision-support", { vitals: vitals(47.1, "C") }), param);
    const patients = [{ id: "a", vitals: vitals(102, "C") }];
    assert.equal(refusal("risk", { patients }), `patients[0].${param}`);
    assert.equal(refusal("decision-support", { patient: { age_years: 4 } }), "vitals");
  });

  test("wellness: scores, and whether harm to oneself was spoken of", () => {
    const calm = compute("wellness", { phq9: [3, 3, 3, 3, 3, 3, 3, 3, 0] });
    assert.deepEqual([calm.scores.phq9.score, calm.asks_about_self_harm], [24, false]);
    assert.equal(
      compute("wellness", { phq9: [0, 0, 0, 0, 0, 0, 0, 0, 1] }).asks_about_self_harm,
      true,
    );
    for (const text of [
      "I want to kill myself",
      "Ich will mich umbringen",
      "أريد أن أموت",
      "我不想活了",
    ]) {
      assert.equal(compute("wellness", { text }).asks_about_self_harm, true, text);
    }
    assert.equal(compute("wellness", { text: "I sleep badly" }).asks_about_self_harm, false);
    assert.equal(refusal("wellness", {}), "phq9");
    assert.equal(Check(closed(spec("wellness").fields), { phq9: [1, 2] }), false);
    assert.equal(Check(closed(spec("wellness").fields), { gad7: [0, 0, 0, 0, 0, 0, 4] }), false);
  });

  test("scan: what is known of the picture", () => {
    const input = { input: { data: "AAAA", modality: "X-ray" } };
    assert.deepEqual(compute("scan", input, { width_px: 5 }), { picture: { width_px: 5 } });
  });
});

describe("what a model may add", () => {
  const accept = (
    method: string,
    value: JsonObject,
    about: { input: JsonObject; local: JsonObject },
  ) => spec(method).narrative.accept(value, about);

  test("points need evidence that is a path into the data", () => {
    const about = { input: { vitals: { pulse_bpm: 70 } }, local: { labs: [{ position: null }] } };
    const points = (...evidence: string[]) => ({ summary: "s", points: [{ text: "t", evidence }] });
    assert.ok(
      accept("decision-support", points("input.vitals.pulse_bpm", "local.labs[0].position"), about),
    );
    for (const wrong of [
      "input.vitals.spo2",
      "local.labs[1]",
      "pulse",
      "",
      "input.vitals.constructor",
    ]) {
      assert.throws(() => accept("decision-support", points(wrong), about), NotAcceptable, wrong);
    }
    assert.equal(valueAt({ a: [{ b: 1 }] }, "a[0].b"), 1);
  });

  test("SOAP items need words that occur in the note, and get their places", () => {
    const input = { text: "Complains of headache. RR 120/80." };
    const item = (quote: string) => [{ text: "t", quote }];
    const rest = { objective: [], assessment: [], plan: [] };
    const given = { subjective: item("headache"), ...rest };
    const shown = accept("notes", given, { input, local: {} }) as { subjective: JsonObject[] };
    assert.deepEqual(shown.subjective[0], { text: "t", quote: "headache", start: 13, end: 21 });
    const invented = { subjective: item("fever"), ...rest };
    assert.throws(() => accept("notes", invented, { input, local: {} }), NotAcceptable);
  });

  test("statements of research need a quote of the source that they name", () => {
    const input = { sources: [{ id: "a", text: "Aspirin thins blood." }] };
    const of = (source_id: string, quote: string) => ({
      answer: "x",
      statements: [{ text: "t", source_id, quote }],
    });
    assert.ok(accept("research", of("a", "thins blood"), { input, local: {} }));
    assert.throws(
      () => accept("research", of("b", "thins blood"), { input, local: {} }),
      NotAcceptable,
    );
    assert.throws(
      () => accept("research", of("a", "cures all"), { input, local: {} }),
      NotAcceptable,
    );
  });
});

test("a language tag whose later parts are of no known form divides texts by its language", () => {
  const sources = [{ id: "a", text: "Rest is advised. Walks are not." }];
  const [best] = rankPassages("Is rest advised?", sources, "en-USA-x1");
  assert.equal(best?.text, "Rest is advised.");
});
