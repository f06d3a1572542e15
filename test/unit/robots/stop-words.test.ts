import assert from "node:assert/strict";
import { test } from "node:test";
import { readTask } from "../../../src/robots/tasks/words/grammar.ts";

const sentences = [
  "stop",
  "cancel",
  "Stop!",
  "please stop the robot now",
  "stop moving",
  "Stop right there",
  "stop the patrol",
  "emergency halt",
  "don't move",
  "Not-Aus!",
  "Nothalt",
  "halte an",
  "Stehen bleiben!",
  "nicht bewegen",
  "hör auf",
  "stoppez",
  "arrête de patrouiller",
  "arrêt d'urgence",
  "ne bouge plus",
  "párate",
  "detén el robot",
  "parada de emergencia",
  "no te muevas",
  "Halt!",
  "Stopp, sofort",
  "arrête-toi",
  "Arrêtez le robot",
  "¡Para!",
  "detente ahora",
  "fermati",
  "zatrzymaj",
  "стоп",
  "停止",
  "止まれ",
  "정지",
  "توقف",
  "रुको",
  "bleib stehen!",
  "stop at the gate",
];

test("a sentence that begins with stop, in any of many languages, is refused with the way to the stop", () => {
  for (const sentence of sentences) {
    const reading = readTask(sentence, ["yard", "gate"], "en");
    assert.equal("rule" in reading && reading.rule, "stop", sentence);
    assert.match("problem" in reading ? reading.problem : "", /Press Stop .* \/stop$|\/stop$/);
  }
});

test("a way that ends with a stop is the way; a stop of anything else is refused with the way to the stop", () => {
  for (const sentence of [
    "go to the gate and stop",
    "fahre zum gate und stopp",
    "go to (1, 2), then stop",
  ]) {
    const reading = readTask(sentence, ["gate"], "en");
    assert.equal("phrases" in reading && reading.phrases.length, 1, sentence);
  }
  for (const sentence of ["follow the person and stop", 'go to the gate, stop and say "hello"']) {
    const reading = readTask(sentence, ["gate"], "en");
    assert.equal("rule" in reading && reading.rule, "stop", sentence);
  }
});
