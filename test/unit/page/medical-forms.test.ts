import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { TObject, TSchema } from "typebox";
import { Value } from "typebox/value";
import {
  analytes,
  bodyOf,
  type Draft,
  type FieldSpec,
  newDraft,
  type OperationName,
  operations,
} from "../../../console/source/views/medical/operations.ts";
import english from "../../../console/source/words/en.json" with { type: "json" };
import { clinicalSpecs } from "../../../src/health/clinical/all.ts";
import { decodeOperation } from "../../../src/health/neural/decode-operation.ts";
import { analyteNames } from "../../../src/health/units.ts";
import { closed } from "../../../src/health/schema-parts.ts";

/** Fields of every operation that the form has beside the table, or leaves to programs. */
const common = new Set(["locale", "context", "client_reference_id", "metadata"]);

const schemas = new Map<string, TObject>([
  ...clinicalSpecs.map(({ method, fields }) => [method, closed(fields)] as const),
  ["decode", decodeOperation().inputSchema as TObject],
]);
const names = Object.keys(operations) as OperationName[];

/** Names of all fields with those of objects and lists inside, such as `labs.range.low`. */
function schemaPaths(schema: TSchema, at = ""): string[] {
  const { properties, items } = schema as { properties?: Record<string, TSchema>; items?: TSchema };
  const inner =
    properties ?? (items as { properties?: Record<string, TSchema> } | undefined)?.properties;
  if (!inner) return [at];
  return Object.entries(inner)
    .filter(([name]) => at !== "" || !common.has(name))
    .flatMap(([name, each]) => schemaPaths(each, at === "" ? name : `${at}.${name}`));
}

function formPaths(fields: readonly FieldSpec[], at = ""): string[] {
  return fields.flatMap((field) => {
    const path = at === "" ? field.name : `${at}.${field.name}`;
    return "fields" in field ? formPaths(field.fields, path) : [path];
  });
}

/** A draft in which somebody has filled in every field, of lists one row. */
function filled(fields: readonly FieldSpec[]): Draft {
  return Object.fromEntries(fields.map((field) => [field.name, filledValue(field)]));
}

function filledValue(field: FieldSpec): unknown {
  switch (field.kind) {
    case "group":
      return filled(field.fields);
    case "rows":
      return [filled(field.fields)];
    case "number":
      return field.name === "value" ? 37 : (field.most ?? 1);
    case "yes":
      return true;
    case "choice":
      return field.options[0];
    case "words":
      return ["one", "two", ""];
    case "answers":
      return "1".repeat(field.count);
    case "date":
      return "2026-01-31";
    default:
      return field.name === "atc" ? "B01AA03" : "text";
  }
}

describe("the forms of medical analyses", () => {
  it("exist for every clinical and neural operation, with words", () => {
    assert.deepEqual(names.toSorted(), [...schemas.keys()].toSorted());
    assert.deepEqual(Object.keys(english.clinical.operations).toSorted(), names.toSorted());
    assert.deepEqual(Object.keys(english.clinical.hints).toSorted(), names.toSorted());
  });

  for (const name of names) {
    const fields: readonly FieldSpec[] = operations[name];

    it(`has every field of ${name}, and makes a body that the box accepts`, () => {
      const schema = schemas.get(name)!;
      assert.deepEqual(formPaths(fields).toSorted(), schemaPaths(schema).toSorted());
      const body = bodyOf(fields, filled(fields));
      assert.deepEqual([...Value.Errors(schema, body)], []);
    });

    it(`has words for every field of ${name}`, () => {
      const known = new Set(Object.keys(english.clinical.fields));
      const parts = formPaths(fields).flatMap((path) => path.split("."));
      assert.deepEqual(
        parts.filter((part) => !known.has(part)),
        [],
      );
    });
  }

  it("offer every substance whose units the box converts", () => {
    assert.deepEqual(analytes, analyteNames);
  });

  it("leave out what nobody filled in, and keep a no", () => {
    const fields: readonly FieldSpec[] = operations["decision-support"];
    assert.deepEqual(bodyOf(fields, newDraft(fields)), {});
    const vitals = { ...(newDraft(fields)["vitals"] as Draft), on_oxygen: false, pulse_bpm: 80 };
    assert.deepEqual(bodyOf(fields, { vitals }), { vitals: { on_oxygen: false, pulse_bpm: 80 } });
    assert.deepEqual(bodyOf(operations.decode, newDraft(operations.decode)), {
      signal_type: "eeg",
    });
  });
});
