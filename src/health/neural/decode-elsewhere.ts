import type { JsonObject } from "../../base/jobs/job.ts";
import { omitUndefined } from "../../base/core/omit-undefined.ts";
import { type Static, Type } from "typebox";
import { fail } from "../../base/contract/fail.ts";
import { limits } from "../../base/contract/limits.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import type { JobContext } from "../../base/jobs/operation.ts";
import type { ForwardedJob, Uplink } from "../../uplink/uplink-port.ts";
import { closed } from "../schema-parts.ts";
import type { SignalInput } from "../compute-port.ts";
import type { HealthParts } from "../health-parts.ts";
import { shapeProblem } from "../shape.ts";
import type { DecodeInput } from "./decode-operation.ts";

/** The schema of a decoded signal, decoded on the box or by an endpoint. */
const decodedSchema = closed({
  label: Type.String({ minLength: 1, maxLength: 100 }),
  score: Type.Number({ minimum: 0, maximum: 1 }),
  scores: Type.Record(Type.String(), Type.Number({ minimum: 0, maximum: 1 })),
  from_sec: Type.Number(),
  windows: Type.Integer({ minimum: 1 }),
  model: Type.String({ maxLength: 500 }),
});

/** A decoded signal. */
export type DecodedSignal = Static<typeof decodedSchema>;

/** The result of decoding: the class, or the reason for its absence. */
export type DecodeOutcome = { decoded: DecodedSignal } | { reason: string };

/** Decoding servers are endpoints of the route of texts; their class of data is `neural`. */
export const elsewhereNeed = { capability: "text", dataClass: "neural" } as const;

const path = "/neural/decode";

/**
 * Has another server with this API decode; a file's samples and labels alone are sent. Rejects as
 * `Uplink.forward` does, and with `upstream_answer_invalid` for anything but a decoded signal.
 */
export async function decodeElsewhere(
  { uplink, compute }: { uplink: Uplink } & Pick<HealthParts, "compute">,
  context: JobContext,
  signal: { input: SignalInput; signalType: DecodeInput["signalType"] },
): Promise<DecodeOutcome> {
  const { input, signalType } = signal;
  const maxBytes = limits.pictureBytes;
  const body = async (): Promise<JsonObject> => {
    const raw =
      "file" in input
        ? await compute.plainSamples(input.file, { signalType, maxBytes })
        : input.raw;
    const { channelCount, sampleRateHz, labels, data } = raw;
    return {
      signal_type: signalType,
      data: data instanceof Uint8Array ? Buffer.from(data).toString("base64") : data,
      channel_count: channelCount,
      sample_rate_hz: sampleRateHz,
      ...omitUndefined({ channel_labels: labels }),
    };
  };
  try {
    const remote = await uplink.forward(context, { ...elsewhereNeed, path, body });
    if (!remote) return { reason: "the next endpoint of the route does no whole jobs" };
    await context.update({ routing: remote.routing });
    return outcomeOf(remote);
  } catch (error) {
    const known = GatehouseError.find(error);
    // Plain samples cannot represent the recording: nothing has been sent.
    if (known?.code === "model_unavailable") return { reason: known.message };
    throw error;
  }
}

function outcomeOf({ payload, routing }: ForwardedJob): DecodeOutcome {
  const { decoded, reason } = (payload["output"] ?? {}) as { decoded?: unknown; reason?: unknown };
  if (decoded === null && typeof reason === "string") {
    return { reason: `${routing.endpoint}: ${reason.slice(0, 300)}` };
  }
  const problem = shapeProblem(decodedSchema, decoded);
  if (problem === null) return { decoded: decoded as DecodedSignal };
  const message = `${routing.endpoint}: its answer holds no decoded signal (${problem}). Correct the endpoint`;
  throw fail("upstream_answer_invalid", message, { retryable: false });
}
