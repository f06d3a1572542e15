import { omitUndefined } from "../../base/core/omit-undefined.ts";
import { invalidField } from "../../base/contract/fail.ts";
import { type Static, Type } from "typebox";
import { limits } from "../../base/contract/limits.ts";
import type { JsonObject } from "../../base/jobs/job.ts";
import type { Operation, PreparedJob } from "../../base/jobs/operation.ts";
import { defineOperation } from "../../base/jobs/operation.ts";
import type { ReceivedBlobs } from "../../base/jobs/inputs/received-blob.ts";
import { uplinkDeadlineMs } from "../../uplink/deadlines.ts";
import { closed, words } from "../schema-parts.ts";
import { commonFields, contextOf, passedOn } from "../common-fields.ts";
import { recordingBounds } from "../eeg/recording.ts";
import { type Payload, payloadKind, receivePayload } from "../payload.ts";

/** Body of `POST /neural/decode` (decisions section 4). */
const bodySchema = closed({
  signal_type: words("eeg", "emg", "ecog", "ecg"),
  data: Type.Union(
    [
      Type.String({ minLength: 4 }),
      Type.Array(Type.Array(Type.Number(), { minItems: 1 }), {
        minItems: 1,
        maxItems: recordingBounds.channels,
      }),
    ],
    {
      description:
        "Base64 of an EDF or BDF file; base64 of little-endian float32 samples in microvolts, one channel after the other; or a list of channels",
    },
  ),
  channel_count: Type.Optional(Type.Integer({ minimum: 1, maximum: recordingBounds.channels })),
  sample_rate_hz: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, maximum: recordingBounds.sampleRateHz }),
  ),
  channel_labels: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 80 }), {
      maxItems: recordingBounds.channels,
    }),
  ),
  ...commonFields,
});
type Body = Static<typeof bodySchema>;

/** The input of a decode job. */
export type DecodeInput = {
  signalType: Body["signal_type"];
  /** A file with the caller's description, or samples with the necessary facts. */
  data:
    | { file: Payload; said: { channelCount?: number; sampleRateHz?: number } }
    | { floats: Payload; raw: RawFacts }
    | { lists: number[][]; raw: RawFacts };
};

/** Facts that raw samples do not contain. */
type RawFacts = {
  channelCount: number;
  sampleRateHz: number;
  labels: string[] | null;
};

/** `POST /neural/decode`. */
export function decodeOperation(): Operation {
  return defineOperation({
    namespace: "neural",
    method: "decode",
    summary: "Measure a neural signal, and decode it with the configured model",
    scope: "neural:write",
    isTool: true,
    jobType: "neural.decode",
    path: "/neural/decode",
    inputSchema: bodySchema,
    bodyLimitBytes: limits.mediaBodyBytes,
    blobFields: ["data"],
    prepare: (body, _caller, blobs) => prepare(body, blobs),
  });
}

const dataField = { param: "data", forms: "a data URL, base64, or a list of channels" };

function prepare(body: Body, blobs: ReceivedBlobs | undefined): PreparedJob {
  contextOf(body);
  const { data, blobIds, echo } = dataOf(body, blobs);
  const input: DecodeInput = { signalType: body.signal_type, data };
  return {
    input,
    blobIds,
    inputEcho: { signal_type: body.signal_type, ...echo },
    ...passedOn(body),
    deadlineMs: uplinkDeadlineMs.neural,
  };
}

function dataOf(
  body: Body,
  blobs: ReceivedBlobs | undefined,
): { data: DecodeInput["data"]; blobIds: string[]; echo: JsonObject } {
  if (typeof body.data !== "string") {
    const raw = rawFacts(body, body.data.length);
    const lengths = new Set(body.data.map((channel) => channel.length));
    if (lengths.size > 1)
      throw invalidField(
        "data",
        "has channels with different numbers of samples. Send as many for each",
      );
    return {
      data: { lists: body.data, raw },
      blobIds: [],
      echo: { source: "list", ...echoOf(raw) },
    };
  }
  const { from, sizeBytes, head } = receivePayload(body.data, dataField, blobs);
  const blobIds = "blobId" in from ? [from.blobId] : [];
  const kind = payloadKind(head);
  if (kind === "edf" || kind === "bdf") {
    const { channel_count: channelCount, sample_rate_hz: sampleRateHz } = body;
    if (body.channel_labels)
      throw invalidField("channel_labels", "is not for a file, which holds its own. Leave it out");
    const said = omitUndefined({ channelCount, sampleRateHz });
    const data = { file: from, said };
    return { data, blobIds, echo: { source: kind, bytes: sizeBytes } };
  }
  const raw = rawFacts(body, undefined);
  if (sizeBytes === 0 || sizeBytes % (4 * raw.channelCount) !== 0) {
    throw invalidField(
      "data",
      "is neither an EDF file nor whole float32 samples for each channel. Send one of them",
    );
  }
  return {
    data: { floats: from, raw },
    blobIds,
    echo: { source: "float32", bytes: sizeBytes, ...echoOf(raw) },
  };
}

function rawFacts(body: Body, listed: number | undefined): RawFacts {
  const {
    channel_count: count = listed,
    sample_rate_hz: sampleRateHz,
    channel_labels: labels,
  } = body;
  if (count === undefined)
    throw invalidField("channel_count", "is missing. Send it with raw samples");
  if (sampleRateHz === undefined)
    throw invalidField("sample_rate_hz", "is missing. Send it with raw samples");
  if (listed !== undefined && count !== listed) {
    throw invalidField(
      "channel_count",
      `is ${count}, and data has ${listed} channels. Make them equal`,
    );
  }
  if (labels && labels.length !== count) {
    throw invalidField(
      "channel_labels",
      `has ${labels.length} labels for ${count} channels. Send one for each channel`,
    );
  }
  return { channelCount: count, sampleRateHz, labels: labels ?? null };
}

function echoOf({ channelCount, sampleRateHz }: RawFacts): JsonObject {
  return { channel_count: channelCount, sample_rate_hz: sampleRateHz };
}
