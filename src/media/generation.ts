import { omitUndefined } from "../base/core/omit-undefined.ts";
import type { GenerationRequest, MediaOutput } from "./generation-document.ts";
import { limits } from "../base/contract/limits.ts";
import type { JobType } from "../base/jobs/job-terms.ts";
import { fail } from "../base/contract/fail.ts";
import type { Job, JobOutcome, JsonObject } from "../base/jobs/job.ts";
import type {
  Caller,
  JobContext,
  JobHandler,
  Operation,
  PreparedJob,
} from "../base/jobs/operation.ts";
import type { ReceivedBlobs } from "../base/jobs/inputs/received-blob.ts";
import { uplinkDeadlineMs } from "../uplink/deadlines.ts";
import { checkBrand, groundingOf } from "./brand-grounding.ts";
import { type Brief, briefWire, planBrief } from "./brief.ts";
import { beginStep, draw, keepForwarded, type MediaParts } from "./drawing.ts";
import { followsReference, requestedRatio, wantedPicture } from "./picture-size.ts";
import { composePrompt } from "./prompt.ts";
import {
  type LoadedReference,
  loadReferences,
  readReferences,
  type ReferenceSource,
} from "./references.ts";

/** One kind of picture that callers can request. */
export interface GenerationKind {
  namespace: string;
  type: JobType;
  summary: string;
  path: string;
  aliases?: readonly string[];
  scope: Operation["scope"];
  inputSchema: Operation["inputSchema"];
  /** The kind in words for models; null when the prompt says it all. */
  what: string | null;
  /** Defaults for fields that the request leaves out. */
  defaults: MediaOutput;
}

/** Private input of a generation job. */
type GenerationInput = {
  request: GenerationRequest;
  references: ReferenceSource[];
};

const need = { capability: "image", dataClass: "media" } as const;
/** Concurrent jobs of one kind. */
const concurrency = 8;
/** Concurrent jobs with reference pictures: each holds up to seven, of about 1 MB. */
const concurrencyWithPictures = 2;

/** `POST` of one kind of picture: checks the request and creates a job. */
export function generationOperation(kind: GenerationKind, parts: MediaParts): Operation {
  const { namespace, type: jobType, summary, path, aliases, scope, inputSchema } = kind;
  return {
    namespace,
    method: "generate",
    summary,
    scope,
    isTool: true,
    jobType,
    path,
    ...omitUndefined({ aliases }),
    inputSchema,
    bodyLimitBytes: limits.manyPicturesBodyBytes,
    blobFields: ["reference_images[]"],
    prepare: (request: GenerationRequest, caller: Caller, blobs) =>
      prepare(parts, request, { caller, blobs }),
  };
}

function prepare(
  parts: MediaParts,
  request: GenerationRequest,
  from: { caller: Caller; blobs: ReceivedBlobs | undefined },
): PreparedJob {
  const { reference_images: texts = [], ...rest } = request;
  if (request.prompt === undefined && texts.length === 0) {
    const message =
      "prompt: is required without reference_images. Add a prompt or reference pictures";
    throw fail("invalid_request_body", message, { param: "prompt" });
  }
  if (request.brand_id === undefined) parts.uplink.requireSomewhere(need);
  else parts.uplink.require(need);
  checkBrand(parts.brands, from.caller.org, request);
  const references = readReferences(texts, parts.downloads, from.blobs);
  return {
    input: { request: rest, references },
    blobIds: references.flatMap((one) => ("blobId" in one ? [one.blobId] : [])),
    inputEcho: { ...rest, reference_image_count: references.length },
    clientReferenceId: request.client_reference_id ?? null,
    metadata: request.metadata ?? {},
    deadlineMs: uplinkDeadlineMs.media,
  };
}

/** Generates pictures of one kind, in the six steps of the contract. */
export function generationHandler(kind: GenerationKind, parts: MediaParts): JobHandler {
  return {
    type: kind.type,
    concurrency,
    bounded: { concurrency: concurrencyWithPictures, holds: hasPictures },
    gate: parts.uplink.gate(() => need),
    // Only this box has its brands.
    share: parts.uplink.share([need], ({ inputEcho }) =>
      inputEcho["brand_id"] === undefined ? need : null,
    ),
    run: (context: JobContext<GenerationInput>) => run(kind, parts, context),
  };
}

function hasPictures({ inputEcho }: Job): boolean {
  return inputEcho["reference_image_count"] !== 0 || inputEcho["brand_id"] !== undefined;
}

async function run(
  kind: GenerationKind,
  parts: MediaParts,
  context: JobContext<GenerationInput>,
): Promise<JobOutcome> {
  const { request, references: sources } = context.input;
  const output = outputOf(kind, request);
  // A remote job needs no references here, unless they determine the picture's shape.
  const shaping = followsReference(output) ? await resolve(sources, parts, context) : undefined;
  const target = wantedPicture(output, shaping?.[0]);
  const body = () => forwardedBody(parts, context);
  const remote = await parts.uplink.forward(context, { ...need, path: kind.path, body });
  if (remote) return await keepForwarded(parts, context, { remote, target });
  const references = shaping ?? (await resolve(sources, parts, context));
  await beginStep(context, "retrieve_brand");
  const { brand, logo } = await groundingOf(parts, context.job.org, request);
  await beginStep(context, "plan_brief");
  const facts = {
    prompt: request.prompt ?? "The person of the attached pictures.",
    hints: request.hints ?? {},
    brand,
    references: references.length,
  };
  const isPlanned = output.thinking_intensity !== "minimal";
  const order = { ...facts, what: kind.what ?? "a picture" };
  const brief: Brief | null = isPlanned ? await planBrief(parts.uplink, context, order) : null;
  await beginStep(context, "compose_prompt");
  const hasLogo = logo !== null;
  const prompt = composePrompt({ ...facts, what: kind.what, brief, hasLogo });
  return await draw(parts, context, {
    capability: "image",
    request: () => ({
      prompt,
      aspectRatio: requestedRatio(output, target),
      ...omitUndefined({ resolution: output.resolution, thinking: output.thinking_intensity }),
      references: [...references, ...(logo ? [logo] : [])],
    }),
    target,
    output,
    payload: { brief: briefWire(brief), composed_prompt: prompt },
  });
}

async function resolve(
  sources: readonly ReferenceSource[],
  parts: MediaParts,
  context: JobContext,
): Promise<LoadedReference[]> {
  await beginStep(context, "resolve_inputs");
  return await loadReferences(sources, parts, context);
}

function outputOf(kind: GenerationKind, { output = {} }: GenerationRequest): MediaOutput {
  return { ...kind.defaults, ...output };
}

/** Returns the request for another server: with the pictures inline, and with the brand's content in place of its id. */
async function forwardedBody(
  parts: MediaParts,
  context: JobContext<GenerationInput>,
): Promise<JsonObject> {
  const { request, references } = context.input;
  const { brand_id: id, ...rest } = request;
  const pictures = await Promise.all(references.map((source) => textOf(source, context)));
  const stored = id === undefined ? undefined : await parts.brands.grounding(context.job.org, id);
  return {
    ...rest,
    ...(pictures.length > 0 ? { reference_images: pictures } : {}),
    ...(stored ? { brand_identity: stored.identity } : {}),
  };
}

async function textOf(source: ReferenceSource, context: JobContext): Promise<string> {
  if ("url" in source) return source.url;
  if ("base64" in source) return source.base64;
  return Buffer.from(await context.blob(source.blobId)).toString("base64");
}
