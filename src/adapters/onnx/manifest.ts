import { readdir, readFile } from "node:fs/promises";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { Type, type Static } from "typebox";
import { Value } from "typebox/value";
import { parse } from "yaml";
import { fail } from "../../contract/fail.ts";
import { describeError } from "../../core/errors.ts";

const strict = { additionalProperties: false } as const;
const channels = Type.Array(Type.Number(), { minItems: 3, maxItems: 3 });
const strides = Type.Array(Type.Integer({ minimum: 1, maximum: 256 }), {
  minItems: 1,
  maxItems: 8,
});
const nmsIou = Type.Optional(Type.Number({ minimum: 0.1, maximum: 1 }));
const output = Type.Optional(Type.String({ minLength: 1 }));

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

const gridHead = { strides, nms_iou: nmsIou, cell_offset: Type.Optional(Type.Number()) };
const headSchema = Type.Union([
  Type.Object({ type: Type.Literal("yolox"), strides, nms_iou: nmsIou, output }, strict),
  Type.Object({ type: Type.Literal("nanodet"), ...gridHead, output }, strict),
  Type.Object({ type: Type.Literal("picodet"), ...gridHead }, strict),
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

const manifestSchema = Type.Object(
  {
    name: Type.String({ pattern: "^[a-z0-9][a-z0-9._-]{0,63}$" }),
    file: Type.String({ minLength: 1 }),
    sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
    licence: Type.String({ minLength: 1 }),
    source: Type.String({ minLength: 1 }),
    description: Type.Optional(Type.String()),
    min_score: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    input: inputSchema,
    head: headSchema,
    labels: Type.Array(Type.String(), { minItems: 1, maxItems: 1000 }),
    groups: Type.Optional(Type.Array(Type.Array(Type.String()))),
    golden: Type.Optional(goldenSchema),
  },
  strict,
);

/** A model's card as `models/<name>.yaml` holds it; `docs/vision.md` explains every field. */
export type ModelManifest = Static<typeof manifestSchema>;
/** How the model wants its pictures. */
export type ModelInput = ModelManifest["input"];
/** How the model's outputs are read. */
export type ModelHead = ModelManifest["head"];

/** A manifest and where it lies; paths inside it are relative to that directory. */
export interface InstalledModel {
  manifest: ModelManifest;
  /** Absolute path of the weights. */
  filePath: string;
  /** Absolute path of the golden picture, or undefined. */
  goldenPath: string | undefined;
}

/** A manifest that cannot be used, with the reason for the operator. */
export interface BrokenManifest {
  path: string;
  reason: string;
}

/**
 * Checks the text of one manifest. Throws `model_unavailable` naming the first field at fault.
 * `path` is where the text lies; relative paths in it count from there.
 */
export function parseManifest(text: string, path: string): InstalledModel {
  let value: unknown;
  try {
    value = parse(text, { maxAliasCount: 100 });
  } catch (cause) {
    throw fail("model_unavailable", `${path}: not YAML: ${describeError(cause)}`, { cause });
  }
  if (!Value.Check(manifestSchema, value)) {
    const [first] = Value.Errors(manifestSchema, value);
    const where = first?.instancePath.replaceAll("/", ".").replace(/^\./, "") || "manifest";
    throw fail("model_unavailable", `${path}: ${where}: ${first?.message ?? "wrong shape"}`);
  }
  const base = dirname(path);
  const at = (name: string): string => (isAbsolute(name) ? name : resolve(base, name));
  return {
    manifest: value,
    filePath: at(value.file),
    goldenPath: value.golden ? at(value.golden.image) : undefined,
  };
}

/**
 * Reads every `*.yaml` of `dirs` in order of directory, then name; a name seen twice counts once,
 * the first wins. Missing directories are skipped; broken manifests are returned, not thrown.
 */
export async function readManifests(
  dirs: readonly string[],
): Promise<{ models: InstalledModel[]; broken: BrokenManifest[] }> {
  const models = new Map<string, InstalledModel>();
  const broken: BrokenManifest[] = [];
  for (const dir of dirs) {
    const names = await readdir(dir).catch(() => []);
    for (const name of names.filter((one) => one.endsWith(".yaml")).sort()) {
      const path = join(dir, name);
      try {
        const model = parseManifest(await readFile(path, "utf8"), path);
        if (!models.has(model.manifest.name)) models.set(model.manifest.name, model);
      } catch (error) {
        broken.push({ path, reason: describeError(error) });
      }
    }
  }
  return { models: [...models.values()], broken };
}
