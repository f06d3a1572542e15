import assert from "node:assert/strict";
import { test } from "node:test";
import { fail } from "../../src/base/contract/fail.ts";
import { type Module, ModuleList, type Start, StartedModules } from "../../src/module.ts";

const start: Start = async (_name, part) => part;

function context(): { name: string; modules: StartedModules } {
  return { name: "gate", modules: new StartedModules() };
}

test("modules start in their order, each with the context and the parts of those before it", async () => {
  const order: string[] = [];
  const list = ModuleList.empty<ReturnType<typeof context>>()
    .add(async (_start, { name }): Promise<Module<{ length: number }>> => {
      order.push("first");
      return { parts: { length: name.length } };
    })
    .add(async (_start, { name, length }): Promise<Module<{ text: string }>> => {
      order.push("second");
      return { parts: { text: `${name} ${length}` } };
    });
  const { text, length } = await list.start(start, context());
  assert.deepEqual([order, text, length], [["first", "second"], "gate 4", 4]);
});

test("what the modules give is read together, and the worst alarms come first", async () => {
  const given = context();
  const alarm = { message: "look at it" };
  const handler = { type: "run", concurrency: 1, run: async () => ({}) } as const;
  await ModuleList.empty<ReturnType<typeof context>>()
    .add(async () => ({
      parts: {},
      metrics: () => [{ name: "gatehouse_cameras", value: 2 }],
      alarms: () => [
        { ...alarm, code: "audit_lost", severity: "warning" },
        { ...alarm, code: "files_unnamed", severity: "warning" },
      ],
      expansions: { brand: () => ({ id: "b" }) },
    }))
    .add(async () => ({
      parts: {},
      metrics: async () => [{ name: "gatehouse_ready", value: 1 }],
      alarms: (org) => [{ ...alarm, code: "vision_down", severity: "critical", message: org }],
      expansions: { ad: () => ({ id: "a" }) },
      operations: [{ handler }],
    }))
    .start(start, given);
  const readings = await given.modules.readings();
  assert.deepEqual(
    readings.map(({ name }) => name),
    ["gatehouse_cameras", "gatehouse_ready"],
  );
  assert.deepEqual(
    given.modules.alarms("acme").map(({ code, message }) => [code, message]),
    [
      ["vision_down", "acme"],
      ["files_unnamed", "look at it"],
      ["audit_lost", "look at it"],
    ],
  );
  assert.deepEqual(Object.keys(given.modules.expansions()), ["brand", "ad"]);
  assert.deepEqual(given.modules.operations(), [{ handler }]);
});

test("the first module that cannot start ends the start, and no later one begins", async () => {
  let later = false;
  const list = ModuleList.empty<ReturnType<typeof context>>()
    .add(() => Promise.reject(fail("store_damaged", "the store is damaged")))
    .add(async () => {
      later = true;
      return { parts: {} };
    });
  await assert.rejects(list.start(start, context()), { code: "store_damaged" });
  assert.equal(later, false);
});
