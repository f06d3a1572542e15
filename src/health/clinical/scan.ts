import { Type } from "typebox";
import { acceptPoints, pointsSchema, clinicalSpec } from "./clinical-spec.ts";
import { closed, questionText, shortText } from "../schema-parts.ts";

/** Analyses one picture: the box reports its kind and readability, a model its content. */
export const scan = clinicalSpec({
  method: "scan",
  jobType: "clinical.scan",
  summary: "Look at a medical picture: format, tags and exposure on the box, content by a model",
  fields: {
    input: closed({
      data: Type.String({
        minLength: 4,
        description: "Base64 or a data URL: JPEG, PNG, WebP, DICOM",
      }),
      modality: shortText(100),
    }),
    question: Type.Optional(questionText(4000)),
  },
  hasPicture: true,
  local: closed({
    picture: Type.Object({}, { additionalProperties: true }),
  }),
  compute: (_input, picture) => ({ picture }),
  narrative: {
    instructions:
      "Describe what the picture shows for the question, and what cannot be judged from it. The evidence of a " +
      "point is a path into local.picture or input.",
    schema: pointsSchema,
    accept: acceptPoints,
  },
});
