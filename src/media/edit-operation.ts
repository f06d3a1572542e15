import { omitUndefined } from "../base/core/omit-undefined.ts";
import { type EditRequest, editRequestSchema } from "./wire/media.ts";
import { fail } from "../base/contract/fail.ts";
import type { JobOutcome, JsonObject } from "../base/jobs/job.ts";
import type {
  Caller,
  JobContext,
  JobHandler,
  Operation,
  PreparedJob,
} from "../base/jobs/operation.ts";
import { defineOperation } from "../base/jobs/operation.ts";
import { uplinkDeadlineMs } from "../uplink/deadlines.ts";
import { beginStep, draw, keepForwarded, type MediaParts } from "./drawing.ts";
import { nearestRatio } from "./picture-size.ts";
import type { KeptPicture, SourceJobReader } from "./ports.ts";
import { checkSource, pictureTypes, SourceGate, sourceIdOf, sourcePicture } from "./source-job.ts";
import { aspectRatios } from "./media-terms.ts";

/** The parts of picture changes. */
export interface ChangeParts extends MediaParts {
  jobs: SourceJobReader;
}

const need = { capability: "image_edit", dataClass: "media" } as const;
const concurrency = 4;
/** Smaller pictures are sent as they are; larger ones are scaled down first. */
const plainSidePx = 2048;
const plainBytes = 6 * 1024 * 1024;

/** `POST /campaigns/edit`: changes a picture that a job has generated or is generating. */
export function editOperation(parts: ChangeParts): Operation {
  return defineOperation({
    namespace: "campaigns",
    method: "edit",
    summary: "Change a picture that a job has generated or is still generating",
    scope: "media:write",
    isTool: true,
    jobType: "image.edit",
    path: "/campaigns/edit",
    inputSchema: editRequestSchema,
    prepare: (request, caller) => prepare(parts, request, caller),
  });
}

function prepare(parts: ChangeParts, request: EditRequest, caller: Caller): PreparedJob {
  const { client_reference_id: reference, metadata } = request;
  const { param, value: id } = oneOf(request, "source_job_id", "ad_id");
  const prompt = oneOf(request, "prompt", "instructions").value;
  parts.uplink.require(need);
  const sourceId = id.toLowerCase();
  checkSource(parts.jobs, { org: caller.org, id: sourceId, param }, pictureTypes);
  const input = { source_job_id: sourceId, prompt };
  return changeJob({ input, client_reference_id: reference, metadata });
}

/** Accepts a job that changes a picture: `input` names the source as `source_job_id`, and is shown. */
export function changeJob(of: {
  input: JsonObject;
  client_reference_id: string | undefined;
  metadata: { readonly [name: string]: string } | undefined;
}): PreparedJob {
  const { input, client_reference_id: reference, metadata } = of;
  const echoed = {
    ...omitUndefined({ client_reference_id: reference, metadata }),
  };
  return {
    input,
    inputEcho: { ...input, reference_image_count: 0, ...echoed },
    clientReferenceId: reference ?? null,
    metadata: metadata ?? {},
    deadlineMs: uplinkDeadlineMs.media,
  };
}

/** Returns the value of the one of two equal fields that the request has. */
function oneOf<K extends "source_job_id" | "ad_id" | "prompt" | "instructions">(
  request: EditRequest,
  name: K,
  alias: K,
): { param: string; value: string } {
  const value = request[name];
  const other = request[alias];
  if (value !== undefined && other !== undefined) {
    throw fail("invalid_request_body", `${alias}: stands beside ${name}. Send one of the two`, {
      param: alias,
    });
  }
  if (value !== undefined) return { param: name, value };
  if (other !== undefined) return { param: alias, value: other };
  throw fail("invalid_request_body", `${name}: is required. Add the field`, { param: name });
}

/** Runs the edits; a job waits until its source has ended. */
export function editHandler(parts: ChangeParts): JobHandler {
  return {
    type: "image.edit",
    concurrency,
    gate: changeGate(parts),
    async run(context: JobContext<{ prompt: string }>) {
      await beginStep(context, "resolve_inputs");
      const source = await sourceOf(parts, context);
      await beginStep(context, "compose_prompt");
      const { prompt } = context.input;
      return await change(parts, context, { source, prompt });
    },
  };
}

/** The gate of jobs that change pictures. */
export function changeGate({ jobs, uplink }: ChangeParts): SourceGate {
  return new SourceGate(
    jobs,
    uplink.gate(() => need),
  );
}

/** Returns the picture that the job builds on; rejects as `sourcePicture` does. */
export function sourceOf(
  { jobs, results }: ChangeParts,
  { job, input }: JobContext,
): Promise<KeptPicture> {
  return sourcePicture(jobs, results, { org: job.org, id: sourceIdOf(input) });
}

/** Requests the changed picture; the result has the source's size. */
export async function change(
  parts: ChangeParts,
  context: JobContext,
  { source, prompt }: { source: KeptPicture; prompt: string },
): Promise<JobOutcome> {
  const { widthPx, heightPx } = source;
  const target = { aspect: widthPx / heightPx, size: { widthPx, heightPx } };
  const aspectRatio = nearestRatio(source, aspectRatios);
  const isPlain = Math.max(widthPx, heightPx) <= plainSidePx && source.bytes.length <= plainBytes;
  const { bytes, mediaType } = isPlain ? source : await parts.pictures.reference(source.bytes);
  const sent = { bytes, mediaType };
  // Another server does not know this box's jobs: it receives the picture itself, and generates a new one from it.
  const body = () => ({
    prompt: prompt.slice(0, 5000),
    reference_images: [Buffer.from(bytes).toString("base64")],
    output: { aspect_ratio: aspectRatio },
  });
  const path = "/images/generations";
  const remote = await parts.uplink.forward(context, { ...need, path, body });
  if (remote) return await keepForwarded(parts, context, { remote, target });
  return await draw(parts, context, {
    capability: "image_edit",
    request: () => ({ prompt, aspectRatio, source: sent }),
    target,
    payload: { source_job_id: sourceIdOf(context.input), composed_prompt: prompt },
  });
}
