import { Type } from "typebox";
import { closed, words } from "../schema-parts.ts";

/** What scores need to know of a person; no name, no number. */
export const patientSchema = closed({
  age_years: Type.Optional(Type.Number({ minimum: 0, maximum: 130 })),
  sex: Type.Optional(words("female", "male")),
  pregnant: Type.Optional(Type.Boolean()),
});
