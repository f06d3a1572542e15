import { type Static, Type } from "typebox";
import { readDocument } from "../read-document.ts";

const needsSchema = Type.Object({
  v: Type.Integer({ minimum: 1 }),
  /** Names of the needs of jobs that the box can meet. */
  needs: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 }),
});

/** Returns the needs that a box can meet; none for a record that this version cannot read. */
export function readNeeds(value: string | null | undefined): readonly string[] {
  return readDocument<Static<typeof needsSchema>>(needsSchema, value)?.needs ?? [];
}
