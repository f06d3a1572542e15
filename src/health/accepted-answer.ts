import { fail } from "../base/contract/fail.ts";
import { GatehouseError } from "../base/core/errors.ts";
import type { JobContext } from "../base/jobs/operation.ts";
import { type DataClass, mockCloudName } from "../uplink/uplink-terms.ts";
import { EndpointFailure } from "../uplink/endpoint-port.ts";
import type { Picture, TextRequest } from "../uplink/requests.ts";
import type { Uplink } from "../uplink/uplink-port.ts";

/** The reason why a model's answer was not accepted, sent to the model once. */
export class NotAcceptable extends Error {
  /** The field and its fault, without any part of the answer; the job shows it. */
  readonly publicReason: string;

  constructor(reason: string, publicReason: string) {
    super(reason);
    this.publicReason = publicReason;
  }
}

/** A question whose answer must fit a schema and pass a check. */
export interface AcceptedAsk<T> {
  dataClass: DataClass;
  /** With it the question goes to a vision endpoint. */
  picture?: () => Picture | Promise<Picture>;
  step: string;
  request: TextRequest & { schema: object };
  /** Returns the answer as it is used; throws `NotAcceptable`. */
  accept(value: unknown): T;
}

/**
 * Asks a model; repeats the question once with the reason when the answer is not acceptable. Rejects with
 * `report_invalid`, the field and the reason when the second answer is not either, and as `Uplink.ask` does.
 */
export async function askAccepted<T>(
  uplink: Uplink,
  context: JobContext,
  ask: AcceptedAsk<T>,
): Promise<T> {
  const problem = await attempt(uplink, context, { ...ask, problem: null });
  if ("accepted" in problem) return problem.accepted;
  const again = await attempt(uplink, context, { ...ask, problem: problem.reason });
  if ("accepted" in again) return again.accepted;
  const message = "The model answered so although it was told why; nothing of its answer is kept";
  throw fail("report_invalid", `${again.publicReason}. ${message}`.slice(0, 500));
}

async function attempt<T>(
  uplink: Uplink,
  context: JobContext,
  ask: AcceptedAsk<T> & { problem: string | null },
): Promise<{ accepted: T } | { reason: string; publicReason: string }> {
  const { dataClass, picture, problem, request } = ask;
  const step = problem === null ? ask.step : `${ask.step}_repair`;
  const prompt =
    problem === null
      ? request.prompt
      : `${request.prompt}\n\nYour previous answer was not accepted: ${problem}. Answer again, without that fault.`;
  try {
    const textRequest = { ...request, prompt };
    const { value, routing } = picture
      ? await uplink.ask(context, {
          capability: "vision",
          dataClass,
          step,
          request: async () => ({ ...textRequest, pictures: [await picture()] }),
        })
      : await uplink.ask(context, {
          capability: "text",
          dataClass,
          step,
          request: () => textRequest,
        });
    await context.update({
      routing: { ...routing, tried: [...routing.tried] },
      ...(routing.endpoint === mockCloudName ? { payload: { placeholder: true } } : {}),
    });
    return { accepted: ask.accept(value) };
  } catch (error) {
    if (error instanceof NotAcceptable)
      return { reason: error.message, publicReason: error.publicReason };
    const known = GatehouseError.find(error);
    if (known?.code !== "upstream_answer_invalid") throw error;
    const fault = known.cause instanceof EndpointFailure ? known.cause.shapeFault : null;
    const reason = `it is not JSON of the schema${fault === null ? "" : ` (${fault})`}`;
    return { reason, publicReason: fault ?? "the answer: is not JSON of the schema" };
  }
}
