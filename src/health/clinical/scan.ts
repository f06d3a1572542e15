import { Type } from "typebox";
import { acceptPoints, pointsSchema, clinicalSpec } from "./clinical-spec.ts";
import { closed, questionText, shortText } from "../schema-parts.ts";

/** Analyses one picture: the box reports its kind and readability, a model its content. */
export const scan = clinicalSpec({
  method: "scan",
  jobType: "clinical.scan",
  summary:
    "Examine a medical picture: the box checks format, tags and exposure, a model the content",
  fields: {
    input: closed({
      data: Type.String({
        minLength: 4,
        description: "The picture (JPEG, PNG, WebP or DICOM) as base64 or a data URL",
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
