import type { SettingsResolver } from "../settings/settings-resolver.ts";
import { isNetworkCamera, type SourceSpec } from "../../cameras/source.ts";
import { fail, invalidField } from "../../base/contract/fail.ts";
import { limits } from "../../base/contract/limits.ts";
import { type StreamRequest, streamRequestSchema } from "../settings/stream-document.ts";
import type { Clock } from "../../base/core/clock.ts";
import { uuidv7 } from "../../base/core/ids.ts";
import type { StoreReader, StoreTransaction } from "../../base/core/store.ts";
import { endlessAttempts, type JsonObject } from "../../base/jobs/job.ts";
import type { Caller, Operation, PreparedJob } from "../../base/jobs/operation.ts";
import type { ReceivedBlobs } from "../../base/jobs/inputs/received-blob.ts";
import { incidentsPath } from "../incidents/incidents-path.ts";
import {
  type IncidentReceivers,
  namedReceiver,
  receiverWarnings,
} from "../incidents/incident-receivers.ts";
import { type PictureInput, readPicture } from "../pictures/picture-input.ts";
import { streamForm } from "../settings/stream-form.ts";
import {
  forReader,
  getStream,
  listStreams,
  putStream,
  shownSource,
  type ShownSource,
} from "../settings/stream-record.ts";
import { refuseCameraModel } from "../models/model-selection.ts";
import { settingsOf, type StreamSettings } from "../settings/stream-settings.ts";
import {
  type CheckSource,
  checkedSource,
  readSource,
  readSubSource,
} from "../settings/stream-source.ts";

/** The input of a stream job; private, so it may hold credentials. */
export type StreamJobInput =
  | {
      mode: "live" | "file";
      streamId: string;
      source: SourceSpec;
      /** A smaller stream of the same camera, which is analysed in place of the main one. */
      sub?: SourceSpec;
      settings: StreamSettings;
    }
  | { mode: "picture"; streamId: string; picture: PictureSource; settings: StreamSettings };

/** The place of a single picture's bytes. */
type PictureSource = PictureInput["from"];

/** The parts of the appliance that the operation uses. */
export interface StreamOperationParts {
  resolver: SettingsResolver;
  clock: Pick<Clock, "wallMs">;
  checkSource: CheckSource;
  /** Returns true while the job may still run; called inside the transaction that claims a stream id. */
  isJobLive(store: StoreReader, org: string, jobId: string): boolean;
  receivers: IncidentReceivers;
}

/** `POST /surveillance/streams`: checks a request and makes a stream job of it. */
export function streamOperation(parts: StreamOperationParts): Operation {
  return {
    namespace: "surveillance",
    method: "analyze",
    summary: "Watch a camera or a file, or analyse one picture",
    scope: "surveillance:write",
    isTool: true,
    jobType: "surveillance.stream",
    path: "/surveillance/streams",
    inputSchema: streamRequestSchema,
    bodyLimitBytes: limits.mediaBodyBytes,
    blobFields: ["input.data"],
    prepare: (input: StreamRequest, caller: Caller, blobs) =>
      prepare(parts, input, { caller, blobs }),
    checkStep: refuseLive,
  };
}

/** Returns why a chain cannot use it: a step would wait for a live stream for ever (decisions, section 7). */
function refuseLive({ source }: JsonObject): void {
  const type = (source as JsonObject | undefined)?.["type"];
  if (typeof type !== "string" || type === "file") return;
  throw invalidField("source.type", "is a live stream, which does not end. Use a file in a run");
}

async function prepare(
  parts: StreamOperationParts,
  request: StreamRequest,
  from: { caller: Caller; blobs: ReceivedBlobs | undefined },
): Promise<PreparedJob> {
  const { caller, blobs } = from;
  if ((request.source === undefined) === (request.input === undefined)) {
    const param = request.source === undefined ? "source" : "input";
    throw invalidField(
      param,
      "is missing, or both source and input are there. Send exactly one of them",
    );
  }
  const settings = settingsOf(request, parts.resolver.context.defaults);
  const streamId = request.stream_id ?? `stream-${uuidv7(parts.clock.wallMs())}`;
  const { warnings } = parts.resolver.check({ org: caller.org, streamId }, settings);
  const url = namedReceiver(settings);
  if (url !== undefined) parts.receivers.check(url);
  const job = request.input
    ? preparePicture(request.input, { streamId, settings, blobs })
    : await prepareSource(parts, request.source!, { streamId, settings, org: caller.org });
  return {
    input: job.input,
    // The addresses of a camera and of a receiver are for their connections only.
    isInputSealed: job.shown !== null || url !== undefined,
    blobIds: job.blobIds,
    inputEcho: echoOf(request, { ...job.echo, stream_id: streamId }),
    clientReferenceId: request.client_reference_id ?? null,
    metadata: request.metadata ?? {},
    tags: { streamId },
    warnings: [
      ...streamForm(request).warnings,
      ...warnings,
      ...deliveryWarnings(parts, caller.org, settings),
    ],
    ...(job.shown === null ? {} : { deadlineMs: null, maxAttempts: endlessAttempts }),
    ...(job.input.mode === "live" ? { resultUrl: incidentsPath(streamId) } : {}),
    onAccept(tx, { id: jobId }) {
      refuseRunning(parts, tx, { org: caller.org, streamId });
      if (job.shown !== null) {
        putStream(tx, {
          v: 1,
          org: caller.org,
          streamId,
          jobId,
          source: job.shown,
          settings,
          createdAtMs: parts.clock.wallMs(),
          endedAtMs: null,
          lastError: null,
        });
      }
      return claimReceiver(parts, tx, caller.org, url);
    },
  };
}

/** A stream that a live job holds is refused with `conflict`. */
function refuseRunning(
  { isJobLive }: StreamOperationParts,
  tx: StoreTransaction,
  { org, streamId }: { org: string; streamId: string },
): void {
  const holder = getStream(tx, org, streamId);
  if (holder?.endedAtMs !== null || !isJobLive(tx, org, holder.jobId)) return;
  const message = `stream_id: \`${streamId}\` is running already. Stop it or choose another id`;
  throw fail("conflict", message, { param: "stream_id" });
}

/** Accepts an address without a webhook: the job creates one. */
function deliveryWarnings(
  { receivers }: StreamOperationParts,
  org: string,
  settings: StreamSettings,
): string[] {
  const url = namedReceiver(settings);
  if (url !== undefined && !receivers.knows(org, url)) return [];
  return receiverWarnings(receivers, org, settings);
}

function claimReceiver(
  { receivers }: StreamOperationParts,
  tx: StoreTransaction,
  ...[org, url]: [org: string, url: string | undefined]
): JsonObject | undefined {
  if (url === undefined) return undefined;
  const inUse = (): string[] =>
    listStreams(tx, org)
      .filter(({ endedAtMs }) => endedAtMs === null)
      .flatMap(({ settings }) => settings.webhookUrl ?? []);
  const secret = receivers.claim(tx, org, { url, inUse });
  return secret === undefined ? undefined : { webhook_secret: secret };
}

interface PreparedRequest {
  input: StreamJobInput;
  echo: JsonObject;
  blobIds: string[];
  /** The source for callers who may change it: without secrets of known forms. */
  shown: ShownSource | null;
}

function preparePicture(
  wire: NonNullable<StreamRequest["input"]>,
  common: { streamId: string; settings: StreamSettings; blobs: ReceivedBlobs | undefined },
): PreparedRequest {
  const { streamId, settings, blobs } = common;
  refuseTimes(settings.behaviors);
  refuseCameraModel(settings.model);
  const { mimeType, sizeBytes, from } = readPicture(wire, blobs);
  return {
    input: { mode: "picture", streamId, settings, picture: from },
    echo: { input: { mime_type: mimeType, bytes: sizeBytes } },
    blobIds: "blobId" in from ? [from.blobId] : [],
    shown: null,
  };
}

/** A single picture is judged when it arrives, so no schedule, mode or cooldown can suspend a behavior. */
function refuseTimes(behaviors: StreamSettings["behaviors"]): void {
  for (const [index, behavior] of behaviors.entries()) {
    for (const field of ["schedule", "modes", "cooldown_seconds"] as const) {
      if (behavior[field] === undefined) continue;
      throw invalidField(`behaviors[${index}].${field}`, "is not for a picture. Leave it out");
    }
  }
}

async function prepareSource(
  parts: StreamOperationParts,
  wire: NonNullable<StreamRequest["source"]>,
  { org, ...common }: { streamId: string; settings: StreamSettings; org: string },
): Promise<PreparedRequest> {
  const main = readSource(wire, org);
  const source = await checkedSource(parts.checkSource, main, "source.url");
  const askedSub = readSubSource(wire, main);
  const sub = askedSub && (await checkedSource(parts.checkSource, askedSub, "source.sub_url"));
  const { kind: type } = main;
  const { fpsCap, model } = common.settings;
  if (!isNetworkCamera(main)) refuseCameraModel(model);
  const shownConfig = shownSource(type, main.url, askedSub?.url);
  const live = { ...common, source, ...(sub ? { sub } : {}) };
  return {
    input: { mode: type === "file" ? "file" : "live", ...live },
    echo: { source: { ...forReader(shownConfig), fps_cap: fpsCap } },
    blobIds: [],
    shown: shownConfig,
  };
}

/** The request as answers show it: without credentials, pictures and the receiver's address. */
function echoOf(request: StreamRequest, replaced: JsonObject): JsonObject {
  const {
    source: _source,
    input: _input,
    client_reference_id: _reference,
    metadata: _metadata,
    outputs,
    ...rest
  } = request;
  const { webhook_url: _url, ...shownOutputs } = outputs ?? {};
  const echo = { ...rest, ...(outputs ? { outputs: shownOutputs } : {}) };
  return { ...echo, ...replaced };
}
