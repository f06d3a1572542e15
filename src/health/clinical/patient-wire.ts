import { Type } from "typebox";
import { closed, words } from "../schema-parts.ts";

/** The facts about a person that scores need; no name or number. */
export const patientSchema = closed({
  age_years: Type.Optional(Type.Number({ minimum: 0, maximum: 130 })),
  sex: Type.Optional(words("female", "male")),
  pregnant: Type.Optional(Type.Boolean()),
});
