import { fail } from "../base/contract/fail.ts";
import type { MediaOutput } from "./generation-document.ts";
import { mockCloudName } from "../uplink/uplink-terms.ts";
import type { JobOutcome, JsonObject } from "../base/jobs/job.ts";
import type { JobContext } from "../base/jobs/operation.ts";
import type { ImageWish, Requests } from "../uplink/requests.ts";
import type { ForwardedJob, Uplink } from "../uplink/uplink-port.ts";
import type { WantedPicture } from "./picture-port.ts";
import type { MediaBrands } from "./ports.ts";
import type { ReferenceParts } from "./references.ts";
import type { Results } from "./results.ts";
import { type MediaPhase, mediaPhases } from "./media-terms.ts";

/** The parts of the handlers of media jobs. */
export interface MediaParts extends ReferenceParts {
  uplink: Uplink;
  brands: MediaBrands;
  results: Results;
}

/** A request for a new or changed picture. */
export interface Drawing<C extends "image" | "image_edit"> {
  capability: C;
  request(): Requests[C];
  target: WantedPicture;
  /** The caller's `output`; absent for changes, which follow their source. */
  output?: MediaOutput;
  /** Further fields of the job's payload. */
  payload: JsonObject;
}

/** Largest picture of another server, in bytes. */
const maxPictureBytes = 64 * 1024 * 1024;

/** Shows which of the six steps starts. */
export async function beginStep(context: JobContext, phase: MediaPhase): Promise<void> {
  context.signal.throwIfAborted();
  await context.update({ phase, progress: mediaPhases.indexOf(phase) / mediaPhases.length });
}

/**
 * The last two steps: requests the picture, verifies it and stores it. Requests an unreadable picture a
 * second time; then it rejects with `upstream_answer_invalid`, and otherwise as `Uplink.ask` does.
 */
export async function draw<C extends "image" | "image_edit">(
  { uplink, results }: MediaParts,
  context: JobContext,
  drawing: Drawing<C>,
): Promise<JobOutcome> {
  const { capability, request, target, output = {} } = drawing;
  for (const step of ["generate", "generate_again"]) {
    await beginStep(context, "generate");
    const answer = await uplink.ask(context, { capability, dataClass: "media", step, request });
    await context.update({ routing: answer.routing });
    await beginStep(context, "verify_and_store");
    const [picture] = answer.pictures;
    const isPlaceholder = answer.routing.endpoint === mockCloudName;
    const payload = {
      ...drawing.payload,
      revised_prompt: answer.revisedPrompt,
      ...(isPlaceholder ? { placeholder: true } : {}),
    };
    const unsupported = answer.unsupported.filter((wish) => isAsked(output, wish));
    const result = { target, unsupported, payload };
    const outcome = picture && (await results.keep(context.job, picture, result));
    if (outcome) return outcome;
  }
  throw fail(
    "upstream_answer_invalid",
    "picture: the endpoint sent an unreadable picture twice. Use another endpoint",
    {
      retryable: false,
    },
  );
}

/** `auto` requests nothing: any shape is right. */
function isAsked(output: MediaOutput, wish: ImageWish): boolean {
  const value = output[wish];
  return value !== undefined && value !== "auto";
}

/** Stores the picture of a job that another server did. */
export async function keepForwarded(
  { results }: MediaParts,
  context: JobContext,
  as: { remote: ForwardedJob; target: WantedPicture },
): Promise<JobOutcome> {
  const { remote, target } = as;
  await context.update({ routing: remote.routing });
  await beginStep(context, "verify_and_store");
  const { image_url: url } = remote.payload;
  const picture = typeof url === "string" ? await remote.download(url, maxPictureBytes) : undefined;
  const result = { target, unsupported: [], payload: {} };
  const outcome = picture && (await results.keep(context.job, picture, result));
  if (outcome) return outcome;
  throw fail(
    "upstream_answer_invalid",
    "picture: the other server's job has no readable picture. Submit the job again",
    {
      retryable: false,
    },
  );
}
