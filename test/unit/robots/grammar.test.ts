import assert from "node:assert/strict";
import { test } from "node:test";
import { readTask } from "../../../src/robots/tasks/words/grammar.ts";
import { lexicons, shownVerbs } from "../../../src/robots/tasks/words/lexicons.ts";
import { fillIn } from "../../../src/base/core/catalog.ts";
import { refused, understood } from "../../support/robots/task-sentences.ts";
import type { Phrase } from "../../../src/robots/tasks/words/phrases.ts";

const zones = ["yard", "north yard", "gate", "Tor 3", "entrepôt", "almacén"];

function shownStay(phrase: Extract<Phrase, { kind: "observe" | "look_for" | "count" }>): string {
  const what = "label" in phrase ? ` ${phrase.label}` : "";
  const where = phrase.isHere ? "here" : phrase.zones.join("+");
  return `${phrase.kind}(${where})${what}${phrase.seconds ?? "-"}s`;
}

function shown(phrase: Phrase): string {
  const speed =
    "maxSpeedMps" in phrase && phrase.maxSpeedMps !== null ? `@${phrase.maxSpeedMps}` : "";
  switch (phrase.kind) {
    case "patrol":
      return `patrol(${phrase.zones.join("+")})x${phrase.laps ?? "-"}${speed}`;
    case "observe":
    case "look_for":
    case "count":
      return shownStay(phrase) + speed;
    case "go_zone":
      return `go(${phrase.zone})${speed}`;
    case "go_point":
      return `go(${phrase.xM},${phrase.yM})${speed}`;
    case "follow":
      return `follow(${phrase.label})${phrase.seconds ?? "-"}s${speed}`;
    case "say":
      return `say(${phrase.message})`;
    case "wait":
      return `wait(${phrase.seconds})`;
    case "limit":
      return `limit${speed}`;
    default:
      return `${phrase.kind}${speed}`;
  }
}

function read(sentence: string, locale = "en"): string {
  const reading = readTask(sentence, zones, locale);
  if ("problem" in reading) return `refused ${reading.rule}`;
  return `${reading.language}: ${reading.phrases.map(shown).join(" > ")}`;
}

test("tasks in four languages become what was said, in its order", () => {
  for (const [sentence, expected] of understood) assert.equal(read(sentence), expected, sentence);
});

test("what is not understood to the last word is refused whole, with the reason", () => {
  for (const [sentence, rule] of refused) {
    assert.equal(read(sentence), `refused ${rule}`, sentence);
  }
  assert.ok(understood.length + refused.length >= 170);
});

test("two goals in one sentence are refused with two steps that are understood, in each language", () => {
  const goals: [string, string][] = [
    ["go to the gate and the yard", "en: go(gate) > go(yard)"],
    ["go to (1, 2) and the yard", "en: go(yard) > go(1,2)"],
    ["fahre zum Tor 3 und gate", "de: go(Tor 3) > go(gate)"],
    ["va à l'entrepôt et gate", "fr: go(entrepôt) > go(gate)"],
    ["ve al almacén y gate", "es: go(almacén) > go(gate)"],
  ];
  for (const [sentence, plan] of goals) {
    const reading = readTask(sentence, zones, "en");
    assert.ok("problem" in reading && reading.rule === "two_goals", sentence);
    const offered = /“(.*)”/.exec(reading.problem)![1]!;
    assert.equal(read(offered), plan, offered);
  }
});

test("the examples of each language are understood in it", () => {
  for (const { language, examples } of lexicons) {
    for (const sentence of examples.map((text) => fillIn(text, { zone: "yard" }))) {
      assert.ok(read(sentence).startsWith(`${language}: `), `${sentence}: ${read(sentence)}`);
    }
  }
});

test("a name that two zones share is ambiguous, and a longer name wins over a shorter one", () => {
  const twins = readTask("go to the hall", ["Hall", "hall"], "en");
  assert.deepEqual("rule" in twins && twins.rule, "ambiguous");
  assert.equal(read("go to the north yard"), "en: go(north yard)");
  assert.equal(read("patrol the yard", "de"), "en: patrol(yard)x-");
});

test("a refusal shows words with the accents that they were written with", () => {
  const reading = readTask("Zähle die Schlüssel", zones, "de");
  assert.ok("problem" in reading);
  assert.equal(reading.problem, "“schlüssel” is not understood");
  assert.deepEqual(reading.understood, ["zähle", "die"]);
  assert.ok(shownVerbs("de").includes("zähle") && shownVerbs("de").includes("kehre zurück"));
});
