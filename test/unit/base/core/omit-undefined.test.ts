import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { omitUndefined } from "../../../../src/base/core/omit-undefined.ts";

test("leaves out undefined fields and keeps null, false, zero and the empty string", () => {
  const fields = { a: undefined, b: null, c: false, d: 0, e: "" };

  const present = omitUndefined(fields);

  deepEqual(present, { b: null, c: false, d: 0, e: "" });
  equal("a" in present, false);
});

test("gives a type that fits an object whose optional fields may not be undefined", () => {
  interface Options {
    kind: "one" | "two";
    limit?: number;
    labels?: readonly string[];
  }
  const limitOf = (value: number): number | undefined => (value > 0 ? value : undefined);

  const options: Options = omitUndefined({ kind: "two", limit: limitOf(0), labels: ["cat"] });

  deepEqual(options, { kind: "two", labels: ["cat"] });
});
