import { type Static, type TSchema, Type } from "typebox";
import { explain } from "../../base/contract/explain.ts";

const strict = { additionalProperties: false } as const;
const channels = Type.Array(Type.Number(), { minItems: 3, maxItems: 3 });
const strides = Type.Array(Type.Integer({ minimum: 1, maximum: 256 }), {
  minItems: 1,
  maxItems: 8,
});
const nmsIou = Type.Optional(Type.Number({ minimum: 0.1, maximum: 1 }));
const output = Type.Optional(Type.String({ minLength: 1 }));
const cellOffset = Type.Optional(Type.Number());

const inputSchema = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    width: Type.Integer({ minimum: 96, maximum: 4096 }),
    height: Type.Integer({ minimum: 32, maximum: 4096 }),
    layout: Type.Union([Type.Literal("nchw"), Type.Literal("nhwc")]),
    dtype: Type.Union([Type.Literal("uint8"), Type.Literal("float32")]),
    colour: Type.Union([Type.Literal("rgb"), Type.Literal("bgr")]),
    mean: Type.Optional(channels),
    std: Type.Optional(channels),
    scale: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
    fit: Type.Union([
      Type.Literal("letterbox-topleft"),
      Type.Literal("letterbox-centre"),
      Type.Literal("stretch"),
    ]),
    pad: Type.Optional(Type.Integer({ minimum: 0, maximum: 255 })),
    batch: Type.Optional(Type.Integer({ minimum: 1, maximum: 64 })),
  },
  strict,
);

const headSchema = Type.Union([
  Type.Object({ type: Type.Literal("yolox"), strides, nms_iou: nmsIou, output }, strict),
  Type.Object(
    {
      type: Type.Literal("nanodet"),
      strides,
      nms_iou: nmsIou,
      cell_offset: cellOffset,
      output,
      // What the class channels hold; logits when absent.
      scores: Type.Optional(Type.Union([Type.Literal("logits"), Type.Literal("probabilities")])),
    },
    strict,
  ),
  Type.Object(
    { type: Type.Literal("picodet"), strides, nms_iou: nmsIou, cell_offset: cellOffset },
    strict,
  ),
  Type.Object(
    {
      type: Type.Literal("detr"),
      boxes: Type.String({ minLength: 1 }),
      logits: Type.String({ minLength: 1 }),
      activation: Type.Union([Type.Literal("sigmoid"), Type.Literal("softmax")]),
      nms_iou: nmsIou,
    },
    strict,
  ),
]);

const goldenSchema = Type.Object(
  {
    image: Type.String({ minLength: 1 }),
    boxes: Type.Array(
      Type.Object(
        { label: Type.String(), box: Type.Array(Type.Number(), { minItems: 4, maxItems: 4 }) },
        strict,
      ),
      { minItems: 1, maxItems: 50 },
    ),
    tolerance: Type.Number({ minimum: 0, maximum: 0.5 }),
  },
  strict,
);

const sha256 = Type.String({ pattern: "^[0-9a-f]{64}$" });
/** The fields of a card, with or without its file. */
const cardFields = {
  name: Type.String({ pattern: "^[a-z0-9][a-z0-9._-]{0,63}$" }),
  licence: Type.String({ minLength: 1 }),
  source: Type.String({ minLength: 1 }),
  description: Type.Optional(Type.String()),
  min_score: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  input: inputSchema,
  head: headSchema,
  labels: Type.Array(Type.String(), { minItems: 1, maxItems: 1000 }),
  groups: Type.Optional(Type.Array(Type.Array(Type.String()))),
  // Thousand million multiplications of one run, from which an unmeasured model's time is estimated.
  gmacs: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
  // mAP on COCO as published.
  accuracy: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
};

/** The card of a model whose file is there. */
export const manifestSchema = Type.Object(
  {
    ...cardFields,
    file: Type.String({ minLength: 1 }),
    sha256,
    // The file before pre-processing was added.
    original_sha256: Type.Optional(sha256),
    golden: Type.Optional(goldenSchema),
  },
  strict,
);

const catalogueSchema = Type.Object(
  {
    ...cardFields,
    download: Type.Object(
      { url: Type.String({ pattern: "^https?://" }), sha256: Type.Optional(sha256) },
      strict,
    ),
  },
  strict,
);

/** A model that can be downloaded: its card, and where the file lies. */
export type CatalogueEntry = Static<typeof catalogueSchema>;

/** A model's card as `models/<name>.yaml` holds it; `docs/development/vision.md` explains every field. */
export type ModelManifest = Static<typeof manifestSchema>;
/** The input of a model. */
export type ModelInput = ModelManifest["input"];
/** The decoding of a model's outputs. */
export type ModelHead = ModelManifest["head"];

/** Returns the manifest in `value`, or its fault: the first wrong field and the reason. */
export function checkModelManifest(
  value: unknown,
): { manifest: ModelManifest } | { problem: string } {
  const problem = firstProblem(manifestSchema, value);
  return problem === undefined ? { manifest: value as ModelManifest } : { problem };
}

/** Returns the catalogue entry in `value`, or its fault. */
export function checkCatalogueEntry(
  value: unknown,
): { entry: CatalogueEntry } | { problem: string } {
  const problem = firstProblem(catalogueSchema, value);
  return problem === undefined ? { entry: value as CatalogueEntry } : { problem };
}

function firstProblem(schema: TSchema, value: unknown): string | undefined {
  const [first] = explain(schema, value);
  return first && `${first.path.join(".") || "manifest"}: ${first.message}`;
}
