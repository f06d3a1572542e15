import assert from "node:assert/strict";
import { test } from "node:test";
import type { Part } from "../../../../src/base/core/parts.ts";
import {
  LiveSettings,
  RestoreFailure,
  standIn,
} from "../../../../src/base/settings/live-settings.ts";

interface Config {
  readonly name: string;
  readonly limits: { readonly reads: number; readonly inner?: { readonly deep: number } };
  readonly hosts: readonly string[];
}

const first: Config = Object.freeze({
  name: "one",
  limits: Object.freeze({ reads: 1, inner: Object.freeze({ deep: 1 }) }),
  hosts: Object.freeze(["a"]),
});

const start = async <P extends Part>(_name: string, part: P): Promise<P> => {
  await part.start?.(new AbortController().signal);
  return part;
};

/** A part that notes what happens to it. */
class Server implements Part {
  readonly name: string;
  readonly #notes: string[];

  constructor(name: string, notes: string[]) {
    this.name = name;
    this.#notes = notes;
  }

  start(): void {
    if (this.name === "taken") throw new Error("the port is taken");
    this.#notes.push(`start ${this.name}`);
  }

  stop(): void {
    this.#notes.push(`stop ${this.name}`);
  }

  shown(): string {
    return this.name;
  }
}

test("a view changes in place, with its inner objects, and keeps its own fields", async () => {
  const live = new LiveSettings(first);
  const clock = { isClock: true };
  const view = live.view(({ limits, hosts }) => ({ limits, hosts, sum: limits.reads + 1 }), {
    clock,
  });
  const { limits } = view;
  await live.apply({ ...first, limits: { reads: 7 }, hosts: ["a", "b"] });
  assert.deepEqual(view, { limits: { reads: 7 }, hosts: ["a", "b"], sum: 8, clock });
  assert.equal(view.limits, limits, "whoever holds an inner object sees the change");
  assert.equal(view.clock, clock);
  await live.apply(first);
  assert.equal(limits.inner?.deep, 1);
  assert.equal(first.limits.reads, 1, "the configuration itself never changes");
});

test("a part is replaced when its settings change, and only then; its stand-in is always the present one", async () => {
  const notes: string[] = [];
  const live = new LiveSettings(first);
  const slot = await live.part(start, {
    name: "server",
    select: ({ name }) => name,
    make: (name) => (name === "none" ? undefined : new Server(name, notes)),
  });
  const server = standIn(slot);
  await live.apply({ ...first, hosts: ["b"] });
  await live.apply({ ...first, name: "two" });
  assert.equal(server.shown(), "two");
  await live.apply({ ...first, name: "none" });
  assert.equal(slot.current, undefined);
  assert.deepEqual(notes, ["start one", "stop one", "start two", "stop two"]);
});

test("when a part refuses a setting, everything returns to the former settings", async () => {
  const notes: string[] = [];
  const live = new LiveSettings(first);
  const view = live.view(({ limits }) => ({ reads: limits.reads }));
  const followed: string[] = [];
  live.follow(
    ({ hosts }) => hosts,
    ({ hosts }) => void followed.push(hosts.join()),
  );
  const slot = await live.part(start, {
    name: "server",
    select: ({ name }) => name,
    make: (name) => new Server(name, notes),
  });
  const next: Config = { name: "taken", limits: { reads: 9 }, hosts: ["b"] };
  await assert.rejects(live.apply(next), /the port is taken/);
  assert.equal(view.reads, 1);
  assert.deepEqual(followed, ["b", "a"]);
  assert.equal(slot.current?.name, "one");
  assert.equal(live.affected(first), 0);
  assert.equal(live.affected(next), 3);
});

test("settings that cannot be derived change nothing", async () => {
  const live = new LiveSettings(first);
  const view = live.view(({ limits }) => ({ reads: limits.reads }));
  live.view(({ name }) => {
    if (name === "bad") throw new Error("no such name");
    return { name };
  });
  await assert.rejects(live.apply({ ...first, name: "bad", limits: { reads: 5 } }), /no such name/);
  assert.equal(view.reads, 1);
});

test("a part that cannot return to the former settings asks for a restart", async () => {
  const live = new LiveSettings(first);
  let calls = 0;
  live.follow(
    ({ name }) => name,
    () => {
      calls += 1;
      throw new Error("broken");
    },
  );
  await assert.rejects(live.apply({ ...first, name: "two" }), RestoreFailure);
  assert.equal(calls, 2);
});
