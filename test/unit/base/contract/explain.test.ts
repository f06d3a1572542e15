import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { rosLoadsSchema } from "../../../../src/robots/driver/ros-load-document.ts";
import { test } from "node:test";
import type { TSchema } from "typebox";
import { Check } from "typebox/value";
import { parse } from "yaml";
import { withDefaults } from "../../../../src/system/config/defaults.ts";
import { installDir } from "../../../../src/base/settings/install-dir.ts";
import { siteSchema } from "../../../../src/system/config/schema.ts";
import { explain } from "../../../../src/base/contract/explain.ts";
import { manifestSchema } from "../../../../src/perception/models/model-manifest.ts";
import { fc } from "../../../support/box/properties.ts";

type Tree = Record<string, unknown>;

/** Every place in `value`, as steps from the root. */
function places(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, each]) => places(each, [...path, name]))];
}

/** A copy of `value` with what is at `path` replaced, removed, or given a field more. */
function changed(value: unknown, path: string[], change: { how: string; to: unknown }): unknown {
  const copy = structuredClone(value) as Tree;
  if (path.length === 0) return change.to;
  const parent = path.slice(0, -1).reduce<Tree>((at, step) => at[step] as Tree, copy);
  const last = path.at(-1)!;
  if (change.how === "replace") parent[last] = change.to;
  else if (change.how === "remove" && !Array.isArray(parent)) delete parent[last];
  else if (typeof parent[last] === "object" && parent[last]) {
    (parent[last] as Tree)["more"] = change.to;
  }
  return copy;
}

const strange = fc.oneof(
  fc.constantFrom("", "x", "a".repeat(3000), 0, -1, 0.5, 1e9, true, false, null, [], {}, [[]]),
  fc.constantFrom("yolox", "sigmoid", "nchw", "rtsp://a/b", "0 0", [1, 2, 3], { type: "yolox" }),
);
const change = fc.record({ how: fc.constantFrom("replace", "remove", "add"), to: strange });

/** `value` with up to three changes. */
function mutations(value: unknown): fc.Arbitrary<unknown> {
  const one = fc.tuple(fc.nat(), change);
  return fc.array(one, { minLength: 1, maxLength: 3 }).map((steps) =>
    steps.reduce((at, [where, what]) => {
      const all = places(at);
      return changed(at, all[where % all.length]!, what);
    }, value),
  );
}

function yamlFile(...path: string[]): unknown {
  return parse(readFileSync(join(installDir, ...path), "utf8"));
}

function letsThrough(schema: TSchema, value: unknown): boolean {
  return explain(schema, value).length === 0;
}

test("a configuration in which nothing is found wrong is right by the schema", () => {
  const site = withDefaults(siteSchema, {});
  const seen = { right: 0, wrong: 0 };
  fc.assert(
    fc.property(mutations(site), (value) => {
      const isRight = letsThrough(siteSchema, value);
      seen[isRight ? "right" : "wrong"] += 1;
      if (isRight) assert.equal(Check(siteSchema, withDefaults(siteSchema, value)), true);
    }),
    { numRuns: 2000 },
  );
  assert.ok(seen.right > 50 && seen.wrong > 200, JSON.stringify(seen));
});

test("a model's card is taken exactly if it is right by the schema", () => {
  const cards = readdirSync(join(installDir, "models"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => yamlFile("models", name))
    .filter((card) => Check(manifestSchema, card));
  assert.ok(cards.length > 0);
  fc.assert(
    fc.property(fc.constantFrom(...cards).chain(mutations), (card) => {
      assert.equal(letsThrough(manifestSchema, card), Check(manifestSchema, card));
    }),
    { numRuns: 2000 },
  );
});

test("the fields of a ROS robot's load are explained like any others", () => {
  const pick = (more: object) => ({
    pick: { name: "lift/pick", type: "lift_msgs/action/Handle", ...more },
  });
  const good = { fields: { "shelf.name": "station.name" }, constants: { soft: true, force: 2.5 } };
  assert.deepEqual(explain(rosLoadsSchema, pick(good)), []);
  const [value] = explain(rosLoadsSchema, pick({ fields: { load_id: "load.name" } }));
  assert.deepEqual(value?.path, ["pick", "fields", "load_id"]);
  assert.match(value.message, /a value of the command/);
  const [name] = explain(rosLoadsSchema, pick({ fields: { "Load Id": "load.id" } }));
  assert.deepEqual([name?.path.at(-1), name?.isKey], ["Load Id", true]);
});
