/**
 * Random commands through the safety gate. A program that shares no code with the gate judges the same commands
 * (bound: the gate passes none that this program refuses). Also measures the time of one check, and compares it with
 * writing the command as JSON. `scripts/bench gate 1000000` sends more commands.
 */
import { judge } from "../../../src/robots/commands/gate.ts";
import { gateCases } from "../../support/robots/gate-oracle.ts";

const count = Number(process.argv[2] ?? 100_000);
let passed = 0;
let wrong = 0;
let judgedMs = 0;
let writtenMs = 0;
let bytes = 0;
for (const { sent, now, violations } of gateCases(count)) {
  const startMs = performance.now();
  const refusal = judge(sent, now);
  const judgedAtMs = performance.now();
  bytes += JSON.stringify(sent).length;
  judgedMs += judgedAtMs - startMs;
  writtenMs += performance.now() - judgedAtMs;
  if (refusal) continue;
  passed += 1;
  if (violations().length > 0) wrong += 1;
}
const us = (ms: number): string => ((ms * 1000) / count).toFixed(2);
console.log(
  `${count} commands: ${passed} let through, ${wrong} of them outside the limits (bound 0)`,
);
console.log(
  `a judgement ${us(judgedMs)} µs, the command as JSON of ${Math.round(bytes / count)} bytes ${us(writtenMs)} µs: ` +
    (judgedMs / writtenMs).toFixed(2),
);
process.exitCode = wrong === 0 && passed > count / 20 ? 0 : 1;
