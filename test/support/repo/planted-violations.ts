import { importPlants, type Plant } from "./planted-imports.ts";

const doc = "/** Documented. */\n";

/** A function of `lines` statements. */
function longFunction(lines: number): string {
  return `export function long(): void {\n${"  Math.random();\n".repeat(lines)}}\n`;
}

/** What each rule must catch. */
export const plants: readonly Plant[] = [
  ...importPlants,
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
  "src/robots/load-document.ts": `${doc}export const a = 1;`,
  "src/automation/rules/rule-document.ts": `${doc}export const a = 1;`,
  "src/perception/core/stream-terms.ts": `${doc}export const a = 1;`,
  "src/robots/wire/drive.ts": `${doc}export type A = number;\n${doc}export const a = 1;`,
  "src/http/route.ts": `${doc}export const a = 1;`,
  "src/base/contract/answers.ts": `${doc}export const a = 1;`,
  "src/cameras/source.ts": `${doc}export type A = number;`,
};
