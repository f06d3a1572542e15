import assert from "node:assert/strict";
import { describe, test, type TestContext } from "node:test";
import type { Store } from "../../src/base/core/store.ts";

/** What every implementation of the store port promises; `open` gives a new, empty one. */
export function storeConformance(name: string, open: (t: TestContext) => Promise<Store>): void {
  describe(`${name} as a store`, () => {
    test("gives back what was put, and nothing after it was removed", async (t) => {
      const store = await open(t);
      const value = { v: 1, list: [1, "two", null, { deep: true }], text: "äß\u0000€" };
      await store.transact((tx) => tx.put(["org", "a"], value));
      assert.deepEqual(store.get(["org", "a"]), value);
      await store.transact((tx) => tx.remove(["org", "a"]));
      assert.equal(store.get(["org", "a"]), undefined);
    });

    test("resolves with the result of the work", async (t) => {
      const store = await open(t);
      assert.equal(await store.transact(() => 42), 42);
    });

    test("keeps nothing of a transaction that throws, and rejects with the same error", async (t) => {
      const store = await open(t);
      await store.transact((tx) => tx.put(["org", "a"], 1));
      const error = new RangeError("no");
      const attempt = store.transact((tx) => {
        tx.put(["org", "a"], 2);
        tx.put(["org", "b"], 2);
        tx.remove(["org", "a"]);
        throw error;
      });
      await assert.rejects(attempt, (caught) => caught === error);
      assert.equal(store.get(["org", "a"]), 1);
      assert.equal(store.get(["org", "b"]), undefined);
    });

    test("one that throws undoes nothing of those that run beside it", async (t) => {
      const store = await open(t);
      const attempts = Array.from({ length: 60 }, (_, index) =>
        store.transact((tx) => {
          tx.put(["org", index], index);
          tx.put(["org", "sum"], (tx.get<number>(["org", "sum"]) ?? 0) + 1);
          if (index % 3 === 0) throw new RangeError(String(index));
        }),
      );
      const settled = await Promise.allSettled(attempts);
      for (const [index, { status }] of settled.entries()) {
        assert.equal(status, index % 3 === 0 ? "rejected" : "fulfilled");
        assert.equal(store.get(["org", index]), index % 3 === 0 ? undefined : index);
      }
      assert.equal(store.get(["org", "sum"]), 40);
    });

    test("reads inside a transaction see its own writes", async (t) => {
      const store = await open(t);
      await store.transact((tx) => tx.put(["org", "old"], 0));
      await store.transact((tx) => {
        tx.put(["org", "a"], 1);
        tx.remove(["org", "old"]);
        assert.equal(tx.get(["org", "a"]), 1);
        assert.deepEqual(
          tx.range({ prefix: ["org"] }).map(({ key }) => key),
          [["org", "a"]],
        );
        assert.equal(tx.count(["org"]), 1);
      });
    });

    test("ranges are ordered: numbers by value before strings, and stay below their prefix", async (t) => {
      const store = await open(t);
      const parts = [10, 2, -1, 1.5, "b", "a", "ab", "a".repeat(40), "é", "\uffff"];
      await store.transact((tx) => {
        for (const part of parts) tx.put(["org", "k", part], part);
        tx.put(["org", "ka", 1], "other");
        tx.put(["org", "k"], "the prefix itself");
        tx.put(["orh", "k", 1], "other");
      });
      const found = store.range({ prefix: ["org", "k"], after: ["org", "k"] });
      assert.deepEqual(
        found.map(({ value }) => value),
        [-1, 1.5, 2, 10, "a", "a".repeat(40), "ab", "b", "é", "\uffff"],
      );
      assert.equal(store.count(["org", "k"]), parts.length + 1);
    });

    test("ranges keep to after, before, limit and direction", async (t) => {
      const store = await open(t);
      await store.transact((tx) => {
        for (let i = 0; i < 10; i += 1) tx.put(["org", "n", i], i);
      });
      const read = (options: object): unknown[] =>
        store.range({ prefix: ["org", "n"], ...options }).map(({ value }) => value);
      assert.deepEqual(read({ limit: 3 }), [0, 1, 2]);
      assert.deepEqual(read({ reverse: true, limit: 3 }), [9, 8, 7]);
      assert.deepEqual(read({ after: ["org", "n", 7] }), [8, 9]);
      assert.deepEqual(read({ before: ["org", "n", 2] }), [0, 1]);
      assert.deepEqual(read({ after: ["org", "n", 2], before: ["org", "n", 5] }), [3, 4]);
      assert.deepEqual(
        read({ after: ["org", "n", 2], before: ["org", "n", 5], reverse: true }),
        [4, 3],
      );
    });

    test("hooks run once, in the order of the transactions, before they resolve", async (t) => {
      const store = await open(t);
      const ran: number[] = [];
      const attempts = Array.from({ length: 50 }, async (_, index) => {
        await store.transact((tx) => {
          tx.put(["org", index], index);
          tx.afterCommit(() => ran.push(index));
          if (index % 10 === 0) throw new RangeError("no");
        });
        assert.ok(ran.includes(index));
      });
      await Promise.allSettled(attempts);
      const expected = Array.from({ length: 50 }, (_, index) => index).filter((i) => i % 10 !== 0);
      assert.deepEqual(ran, expected);
    });
  });
}
