/** A planted violation. */
export interface Plant {
  /** Where the violation stands; its folder decides which rules hold. */
  file: string;
  code: string;
  /** Rules that must fire there; none for code that must pass. */
  rules: string[];
}

const doc = "/** Documented. */\n";

/** What the import table must catch, and what it must leave alone. */
export const importPlants: readonly Plant[] = [
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
    rules: ["house/layers"],
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
  // The domain owns the documents that it checks and stores.
  {
    file: "src/automation/rules/d.ts",
    code: 'import "./rule-document.ts";\nimport "../../robots/order-document.ts";',
    rules: [],
  },
  {
    file: "src/robots/order-document.ts",
    code: 'import "typebox";\nimport "./drive-terms.ts";\nimport "./load-document.ts";\nimport "../base/core/ids.ts";\nvoid { load_id: 1 };',
    rules: [],
  },
  {
    file: "src/robots/a-document.ts",
    code: 'import "./wire/drive.ts";',
    rules: ["house/layers"],
  },
  {
    file: "src/robots/b-document.ts",
    code: 'import "./fleet/robots.ts";',
    rules: ["house/layers"],
  },
  { file: "src/robots/wire/d.ts", code: 'import "../load-document.ts";', rules: [] },
  { file: "src/robots/i.ts", code: 'import "typebox";', rules: ["house/layers"] },
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
];
