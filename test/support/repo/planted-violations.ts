/** A planted violation. */
export interface Plant {
  /** Where the violation stands; its folder decides which rules hold. */
  file: string;
  code: string;
  /** Rules that must fire there; none for code that must pass. */
  rules: string[];
}

const doc = "/** Documented. */\n";

/** A function of `lines` statements. */
function longFunction(lines: number): string {
  return `export function long(): void {\n${"  Math.random();\n".repeat(lines)}}\n`;
}

/** What each rule must catch. */
export const plants: readonly Plant[] = [
  // The import table: modules, rooms, roles.
  { file: "src/base/core/a.ts", code: 'import "../events/event.ts";', rules: ["house/layers"] },
  {
    file: "src/base/contract/a.ts",
    code: 'import type { Store } from "../jobs/job.ts";\nexport type A = Store;',
    rules: ["house/layers", "house/exported-doc"],
  },
  {
    file: "src/http/a.ts",
    code: 'import "../adapters/lmdb/lmdb-store.ts";',
    rules: ["house/layers"],
  },
  { file: "src/robots/b.ts", code: 'import "../system/config/load.ts";', rules: ["house/layers"] },
  {
    file: "src/robots/c.ts",
    code: 'void import("../system/config/load.ts");',
    rules: ["house/layers"],
  },
  {
    file: "src/base/jobs/a.ts",
    code: 'export type * from "../../cameras/source.ts";',
    rules: ["house/layers", "house/no-re-export"],
  },
  {
    file: "src/base/jobs/b.ts",
    code: 'let a: import("../../cameras/source.ts").A;\nvoid a;',
    rules: ["house/layers"],
  },
  {
    file: "src/perception/incidents/a.ts",
    code: 'import type { StreamTask } from "../streams/stream-task.ts";\nlet a: StreamTask;\nvoid a!;',
    rules: ["house/layers"],
  },
  {
    file: "src/automation/rules/cycle-a.ts",
    code: `import type { B } from "./cycle-b.ts";\n${doc}export type A = B[];`,
    rules: ["import(no-cycle)"],
  },
  {
    file: "src/automation/rules/cycle-b.ts",
    code: `import type { A } from "./cycle-a.ts";\n${doc}export type B = A | null;`,
    rules: ["import(no-cycle)"],
  },
  {
    file: "src/cameras/a.ts",
    code: 'import "../perception/tracking/tracker.ts";',
    rules: ["house/layers"],
  },
  {
    file: "src/adapters/ffmpeg/a.ts",
    code: 'import "../lmdb/lmdb-store.ts";',
    rules: ["house/layers"],
  },
  {
    file: "src/adapters/compute/a.ts",
    code: 'import { a } from "../../perception/tracking/tracker.ts";\nvoid a;',
    rules: ["house/layers"],
  },
  {
    file: "src/adapters/compute/b.ts",
    code: 'import type { A } from "../../perception/core/vision-port.ts";\nvoid (1 as A);',
    rules: [],
  },
  {
    file: "src/adapters/vision/child/decoding/a.ts",
    code: 'import type { FeedInit } from "../protocol.ts";\nvoid (1 as FeedInit);',
    rules: ["house/layers"],
  },
  {
    file: "src/adapters/vision/a.ts",
    code: 'import "../compute/compute-pool.ts";',
    rules: ["house/layers"],
  },
  { file: "src/novel/a.ts", code: 'import "../base/core/ids.ts";', rules: ["house/layers"] },
  {
    file: "src/base/jobs/c.ts",
    code: 'import "../../../scripts/test.ts";',
    rules: ["house/layers"],
  },
  {
    file: "src/appliance.ts",
    code: 'import "./adapters/lmdb/lmdb-store.ts";\nimport "fastify";',
    rules: [],
  },
  {
    file: "src/robots/module.ts",
    code: 'import "../adapters/lmdb/lmdb-store.ts";',
    rules: [],
  },
  { file: "src/robots/d.ts", code: 'import "./module.ts";', rules: ["house/layers"] },
  {
    file: "src/robots/doctor-checks.ts",
    code: 'import { ok } from "../system/doctor/check.ts";\nvoid ok;',
    rules: [],
  },
  {
    file: "src/robots/g.ts",
    code: 'import { ok } from "../system/doctor/check.ts";\nvoid ok;',
    rules: ["house/layers"],
  },
  { file: "src/robots/h.ts", code: 'import "./doctor-checks.ts";', rules: ["house/layers"] },
  {
    file: "src/system/backup/b.ts",
    code: 'import "../../robots/doctor-checks.ts";',
    rules: ["house/layers"],
  },
  { file: "src/robots/f.ts", code: 'import "./routes/robots.ts";', rules: ["house/layers"] },
  {
    file: "src/http/b.ts",
    code: 'import type { Robots } from "../robots/robots.ts";\nvoid (1 as Robots);',
    rules: ["house/layers"],
  },
  {
    file: "src/http/c.ts",
    code: 'import "../base/keys/routes/keys.ts";',
    rules: ["house/layers"],
  },
  { file: "src/http/d.ts", code: 'import "./routes/page.ts";', rules: [] },
  { file: "src/robots/e.ts", code: 'import "../http/route.ts";', rules: ["house/layers"] },
  {
    file: "src/robots/commands/a.ts",
    code: 'import "../bounds/bounds.ts";',
    rules: ["house/layers"],
  },
  { file: "src/robots/bounds/a.ts", code: 'import "../commands/gate.ts";', rules: [] },
  {
    file: "src/robots/tasks/words/a.ts",
    code: 'import "../plans/plan.ts";',
    rules: ["house/layers"],
  },
  { file: "src/robots/tasks/plans/a.ts", code: 'import "../words/grammar.ts";', rules: [] },
  { file: "src/robots/routes/a.ts", code: 'import "../../http/route.ts";', rules: [] },
  {
    file: "src/robots/wire/a.ts",
    code: 'import "../robot.ts";',
    rules: ["house/layers"],
  },
  {
    file: "src/robots/wire/b.ts",
    code: 'import "../../base/contract/answers.ts";\nimport "typebox";',
    rules: [],
  },
  // The domain and the wire share terms.
  {
    file: "src/robots/teleop/b.ts",
    code: 'import type { A } from "../wire/drive.ts";\nvoid (1 as A);',
    rules: ["house/layers"],
  },
  {
    file: "src/robots/fleet/b.ts",
    code: 'import { a } from "../wire/drive.ts";\nvoid a;',
    rules: ["house/layers"],
  },
  {
    file: "src/robots/fleet/c.ts",
    code: 'import type { A } from "../wire/drive.ts";\nvoid (1 as A);',
    rules: [],
  },
  { file: "src/robots/teleop/drive-wire.ts", code: 'import "../wire/drive.ts";', rules: [] },
  {
    file: "src/robots/teleop/c.ts",
    code: 'import "../drive-terms.ts";\nimport "../../perception/core/stream-terms.ts";',
    rules: [],
  },
  {
    file: "src/robots/teleop/drive-terms.ts",
    code: 'import "../drive-terms.ts";\nimport "../../base/core/ids.ts";',
    rules: [],
  },
  { file: "src/robots/a-terms.ts", code: 'import "./wire/drive.ts";', rules: ["house/layers"] },
  { file: "src/robots/b-terms.ts", code: 'import "./fleet/robots.ts";', rules: ["house/layers"] },
  { file: "src/robots/wire/c.ts", code: 'import "../drive-terms.ts";', rules: [] },
  {
    file: "src/uplink/site-settings.ts",
    code: 'import "../robots/site-settings.ts";',
    rules: [],
  },
  // Packages have a home.
  { file: "src/base/events/a.ts", code: 'import "lmdb";', rules: ["house/layers"] },
  { file: "src/perception/a.ts", code: 'import "onnxruntime-node";', rules: ["house/layers"] },
  { file: "src/base/jobs/d.ts", code: 'import "left-pad";', rules: ["house/layers"] },
  { file: "src/adapters/lmdb/a.ts", code: 'import "lmdb";\nimport "node:fs";', rules: [] },
  // The other house rules.
  { file: "src/base/core/b.ts", code: 'throw new Error("x");', rules: ["house/no-bare-error"] },
  { file: "src/base/core/c.ts", code: 'throw TypeError("x");', rules: ["house/no-bare-error"] },
  {
    file: "src/robots/coded.ts",
    code: 'throw new GatehouseError("not_found", "x");',
    rules: ["house/no-bare-error"],
  },
  {
    file: "src/base/core/coded.ts",
    code: 'throw new GatehouseError("x", "part: is gone. Try again");',
    rules: [],
  },
  // snake_case stays on the wire.
  { file: "src/robots/snake-a.ts", code: "void { stream_id: 1 };", rules: ["house/no-snake-case"] },
  {
    file: "src/robots/snake-b.ts",
    code: "interface A {\n  stream_id: string;\n}\nlet a: A;\nvoid a!;",
    rules: ["house/no-snake-case"],
  },
  {
    file: "src/robots/snake-c.ts",
    code: "void process.memory_usage;",
    rules: ["house/no-snake-case"],
  },
  { file: "src/robots/snake-wire.ts", code: "void { stream_id: 1 };", rules: [] },
  { file: "src/robots/snake-record.ts", code: "void { stream_id: 1 };", rules: [] },
  { file: "src/robots/wire/snake.ts", code: "void { stream_id: 1 };", rules: [] },
  { file: "src/robots/snake-operation.ts", code: "void { stream_id: 1 };", rules: [] },
  { file: "src/system/admin/snake.ts", code: "void { stream_id: 1 };", rules: [] },
  { file: "src/robots/snake-log.ts", code: 'log.warn({ robot_id: 1 }, "");', rules: [] },
  {
    file: "src/robots/snake-e.ts",
    code: "tell({ robot_id: 1 });",
    rules: ["house/no-snake-case"],
  },
  { file: "src/adapters/ros/snake.ts", code: "void { stream_id: 1 };", rules: [] },
  { file: "src/robots/snake-d.ts", code: 'void { "a_b": 1, A_B: 2 };', rules: [] },
  { file: "src/base/core/d.ts", code: "export const a = 1;", rules: ["house/exported-doc"] },
  {
    file: "src/base/core/e.ts",
    code: "// not a doc comment\nexport function f(): void {}",
    rules: ["house/exported-doc"],
  },
  { file: "src/base/core/f.ts", code: "void process.env.HOME;", rules: ["house/no-process-env"] },
  {
    file: "src/base/core/g.ts",
    code: 'void process["env"];\nconst { env } = process;\nvoid env;',
    rules: ["house/no-process-env"],
  },
  {
    file: "src/base/core/h.ts",
    code: 'import { env } from "node:process";\nvoid env;',
    rules: ["house/no-process-env"],
  },
  { file: "src/system/config/a.ts", code: "void process.env;", rules: [] },
  { file: "src/base/jobs/e.ts", code: "process.exit(1);", rules: ["house/no-process-exit"] },
  { file: "src/cli/a.ts", code: 'process.exit(1);\nconsole.log("x");', rules: [] },
  {
    file: "src/base/core/i.ts",
    code: 'export { a } from "./ids.ts";',
    rules: ["house/no-re-export"],
  },
  // Names, casts and messages.
  ...[
    "const told = 1;\nvoid told;",
    "((made: number) => made)(1);",
    "let a: (kept: 1) => void;\nvoid a!;",
  ].map((code, at) => ({ file: `src/name-${at}.ts`, code, rules: ["house/plain-names"] })),
  {
    file: "src/name-pattern.ts",
    code: "const { a: [seen] = [1], ...given } = { a: [2] };\nvoid [seen, given];",
    rules: ["house/plain-names"],
  },
  { file: "src/name-field.ts", code: "void { told: 1, made: 2 };", rules: [] },
  {
    file: "src/case-a.ts",
    code: "const MAX_SEC = 1;\nvoid MAX_SEC;",
    rules: ["house/constant-case"],
  },
  { file: "src/case-b.ts", code: "const maxSec = 1;\nvoid maxSec;", rules: [] },
  {
    file: "src/cast-a.ts",
    code: "void (1 as unknown as string);",
    rules: ["house/no-double-cast"],
  },
  { file: "src/cast-b.ts", code: "void (JSON.parse(String(1)) as unknown);", rules: [] },
  ...[
    'invalidField("a", "must be 1");',
    'invalidField("a", `must be ${1 + 1}. `);',
    'fail("conflict", "The run is over. Start another one");',
    'fail("conflict", `run: ${String(1)} is over`);',
    'const text = "run: it is over";\nfail("conflict", text);',
    'fail("conflict", Math.random() > 1 ? "run: it is over. Start another" : "over");',
    'new GatehouseError("conflict", "run: it is" + " over");',
  ].map((code, at) => ({ file: `src/message-${at}.ts`, code, rules: ["house/message-form"] })),
  {
    file: "src/message-right.ts",
    code: [
      'invalidField("a", "must be 1. Send 1");',
      'fail("conflict", "outputs.webhook_url: the run is over. Start another one");',
      'fail("conflict", `${String(1)}: ${String(2)} is over. Start ${String(3)}`);',
      'fail("conflict", String(1));',
      'fail("internal_error", "a defect");',
    ].join("\n"),
    rules: [],
  },
  // The rules of oxlint that this house chose.
  { file: "src/base/core/j.ts", code: 'console.log("x");', rules: ["eslint(no-console)"] },
  {
    file: "src/base/core/k.ts",
    code: `${doc}export default 1;`,
    rules: ["import(no-default-export)"],
  },
  {
    file: "src/base/core/l.ts",
    code: `${doc}export function f(a: any): void {\n  void a;\n}`,
    rules: ["typescript(no-explicit-any)"],
  },
  {
    file: "src/base/core/m.ts",
    code: 'import { writeFile } from "node:fs/promises";\nwriteFile("a", "");',
    rules: ["typescript(no-floating-promises)"],
  },
  {
    file: "test/unit/sleeps.ts",
    code: "await new Promise((done) => setTimeout(done, 1));",
    rules: ["house/no-sleep"],
  },
  {
    file: "test/unit/sleeps-too.ts",
    code: 'import { setTimeout as sleep } from "node:timers/promises";\nawait sleep(1);',
    rules: ["house/no-sleep"],
  },
  {
    file: "src/base/core/n.ts",
    code: 'import { on } from "node:events";\nvoid on;\nsetTimeout(async () => {}, 1);',
    rules: ["typescript(no-misused-promises)"],
  },
  { file: "src/base/core/o.ts", code: 'throw "text";', rules: ["typescript(only-throw-error)"] },
  {
    file: "src/base/core/p.ts",
    code: `${doc}export function f(a: "x" | "y"): void {\n  switch (a) {\n    case "x":\n  }\n}`,
    rules: ["typescript(switch-exhaustiveness-check)"],
  },
  {
    file: "src/base/core/q.ts",
    code: `import { P } from "./parts.ts";\n${doc}export type A = P;`,
    rules: ["typescript(consistent-type-imports)"],
  },
  { file: "src/base/core/r.ts", code: 'import "fs";', rules: ["unicorn(prefer-node-protocol)"] },
  { file: "src/base/core/CamelCase.ts", code: "void 0;", rules: ["unicorn(filename-case)"] },
  {
    file: "src/base/core/s.ts",
    code: `${doc}export function f(a: 1, b: 2, c: 3, d: 4): void {\n  void [a, b, c, d];\n}`,
    rules: ["eslint(max-params)"],
  },
  {
    file: "src/base/core/t.ts",
    code: doc + longFunction(70),
    rules: ["eslint(max-lines-per-function)"],
  },
  {
    file: "src/base/core/u.ts",
    code: "Math.random();\n".repeat(410),
    rules: ["eslint(max-lines)"],
  },
  {
    file: "src/base/core/v.ts",
    code: `for (;;) {\n  if (Math.random()) {\n    for (;;) {\n      if (Math.random()) {\n        for (;;) {\n          void 0;\n        }\n      }\n    }\n  }\n}`,
    rules: ["eslint(max-depth)"],
  },
  {
    file: "src/base/core/w.ts",
    code: `${doc}export const f = (a: number): boolean =>\n  ${Array.from({ length: 16 }, (_, at) => `a === ${at}`).join(" || ")};`,
    rules: ["eslint(complexity)"],
  },
  { file: "src/base/core/x.ts", code: 'import "./y.ts";', rules: ["import(no-cycle)"] },
  { file: "src/base/core/y.ts", code: 'import "./x.ts";', rules: ["import(no-cycle)"] },
  { file: "src/base/core/z.ts", code: "void (1 == Math.random());", rules: ["eslint(eqeqeq)"] },
  // What the rules must leave alone.
  {
    file: "test/unit/a.test.ts",
    code: 'import { test } from "node:test";\ntest("a", async () => {});\nconsole.log(new Error("x"));',
    rules: [],
  },
];

/** Sound files that plants import, so that type-aware rules can resolve them. */
export const sound: Record<string, string> = {
  "src/base/core/parts.ts": `${doc}export interface P {\n  a: 1;\n}`,
  "src/base/core/ids.ts": `${doc}export const a = 1;`,
  "src/perception/core/vision-port.ts": `${doc}export type A = number;`,
  "src/robots/site-settings.ts": `${doc}export const a = 1;`,
  "src/robots/drive-terms.ts": `${doc}export const a = 1;`,
  "src/perception/core/stream-terms.ts": `${doc}export const a = 1;`,
  "src/robots/wire/drive.ts": `${doc}export type A = number;\n${doc}export const a = 1;`,
  "src/http/route.ts": `${doc}export const a = 1;`,
  "src/base/contract/answers.ts": `${doc}export const a = 1;`,
  "src/cameras/source.ts": `${doc}export type A = number;`,
};
