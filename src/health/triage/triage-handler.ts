import { omitUndefined } from "../../base/core/omit-undefined.ts";
import { fail } from "../../base/contract/fail.ts";
import type { Job, JobOutcome, JsonObject } from "../../base/jobs/job.ts";
import type { JobContext, JobHandler } from "../../base/jobs/operation.ts";
import { dataSetting, lackingEndpoint } from "../../uplink/lacking-endpoint.ts";
import { askAccepted } from "../accepted-answer.ts";
import type { MeasuredSignals } from "../compute-port.ts";
import type { SignalSegment } from "../eeg/signal-models.ts";
import type { HealthParts, MissingPart } from "../health-parts.ts";
import { payloadBytes } from "../payload.ts";
import { preparePicture } from "../source-picture.ts";
import { snakeCase } from "../snake-case.ts";
import { textsFor } from "../texts/texts.ts";
import { eegFindings, flagFindings } from "./eeg-findings.ts";
import { modelFindings } from "./model-findings.ts";
import { triagePrompt } from "./prompt.ts";
import { type RedFlag, redFlags } from "./red-flags.ts";
import {
  acceptReport,
  checkedReport,
  type ModelReport,
  modelReportSchema,
  type Report,
} from "./report.ts";
import { segment } from "./segmentation.ts";
import { pictureNeed, type TriageInput } from "./triage-operation.ts";
import { moreUrgent, type Urgency } from "./urgency.ts";

/** Concurrent triage jobs: each holds a picture or a recording. */
const concurrency = 4;
const recordingNeed = { capability: "text", dataClass: "health" } as const;

/** Runs triage jobs: measures on the box, then asks a model where one is allowed. */
export function triageHandler(parts: HealthParts): JobHandler {
  const needOf = ({ inputEcho }: Job) => (inputEcho["type"] === "image" ? pictureNeed : null);
  const gate = parts.uplink?.gate(needOf);
  const share = parts.uplink?.share([pictureNeed], needOf);
  return {
    type: "health.triage",
    concurrency,
    ...omitUndefined({ gate, share }),
    run(context: JobContext<TriageInput>) {
      const { input } = context;
      return input.kind === "image"
        ? ofPicture(parts, context, input)
        : ofEeg(parts, context, input);
    },
  };
}

async function ofPicture(
  parts: HealthParts,
  context: JobContext,
  input: TriageInput,
): Promise<JobOutcome> {
  await context.update({ phase: "prepare_picture" });
  const { picture, facts } = await preparePicture(input.from, parts, context);
  const { uplink } = parts;
  // The configuration has changed since the job was accepted.
  if (!uplink?.has(pictureNeed)) {
    throw fail(
      "health_triage_disabled",
      `input: ${lackingEndpoint(pictureNeed)} any more. Configure one`,
    );
  }
  await context.update({ phase: "segment" });
  const { bytes } = picture;
  const found = await segment(parts, { bytes, modality: input.modality ?? "" });
  const local = { picture: facts, segmentation: found.local };
  await context.update({ phase: "interpret", payload: { local } });
  const modelReport = await askAccepted(uplink, context, {
    dataClass: "health",
    picture: () => picture,
    step: "report",
    request: { ...triagePrompt(input, local), schema: modelReportSchema },
    accept: (value) => acceptReport(value, { context: input.context, hasPicture: true, local }),
  });
  const flags = redFlags(input.context);
  const missing = found.missing ? [found.missing] : [];
  // Last, so that a repeated job leaves no file behind.
  const overlayUrl = found.overlay ? await keepOverlay(parts, context, found.overlay) : null;
  const judged = { flags, modelReport, measured: [], seizure: null, segments: null };
  return outcome(input, { ...judged, local, missing, overlayUrl });
}

async function keepOverlay(
  { files }: Pick<HealthParts, "files">,
  { job }: Pick<JobContext, "job">,
  bytes: Uint8Array,
): Promise<string> {
  return await files.put({ org: job.org, jobId: job.id, bytes, mime: "image/png", ext: "png" });
}

async function ofEeg(
  parts: HealthParts,
  context: JobContext,
  input: TriageInput,
): Promise<JobOutcome> {
  const { classifier, eegSegmenter, mainsHz } = parts.settings;
  await context.update({ phase: "measure" });
  const file = await payloadBytes(input.from, context);
  const signals = await parts.compute.signals(
    { file },
    {
      signalType: "eeg",
      mainsHz,
      ...(classifier ? { net: classifier } : {}),
      ...(eegSegmenter ? { segmenter: eegSegmenter } : {}),
    },
  );
  const { seizure, isClassified, missing } = modelFindings(parts.settings, signals);
  const local = localOf(signals, input.detail);
  const { texts } = textsFor(input.locale);
  const measured = eegFindings(signals, isClassified, texts);
  const segments = signals.segmentation?.segments ?? null;
  const flags = redFlags(input.context);
  await context.update({ phase: "interpret", payload: { local } });
  const { uplink } = parts;
  const known = { flags, measured, seizure, segments, local, missing, overlayUrl: null };
  if (!uplink?.has(recordingNeed)) {
    missing.push({
      part: "interpretation",
      reason: lackingEndpoint(recordingNeed),
      setting: dataSetting,
    });
    return outcome(input, { ...known, modelReport: null });
  }
  const modelReport = await askAccepted(uplink, context, {
    dataClass: "health",
    step: "report",
    request: { ...triagePrompt(input, local), schema: modelReportSchema },
    accept: (value) => acceptReport(value, { context: input.context, hasPicture: false, local }),
  });
  return outcome(input, { ...known, modelReport });
}

/** `brief` leaves the channels out. The segments themselves are in the report. */
function localOf(
  { analysis, verdict, segmentation }: MeasuredSignals,
  detail: "brief" | "full",
): JsonObject {
  const { channels, ...rest } = analysis;
  const body = detail === "brief" ? rest : { ...rest, channels };
  const { segments: _, ...figures } = segmentation ?? { segments: [] };
  return {
    ...(snakeCase(body) as JsonObject),
    classifier: verdict && snakeCase(verdict),
    segmentation: segmentation && snakeCase(figures),
  };
}

interface Parts {
  flags: readonly RedFlag[];
  modelReport: ModelReport | null;
  measured: Report["findings"];
  seizure: boolean | null;
  /** The segments of an EEG that a model has divided. */
  segments: readonly SignalSegment[] | null;
  local: JsonObject;
  missing: readonly MissingPart[];
  overlayUrl: string | null;
}

/** Writes the report: the fixed texts and the floor of urgency are ours, whatever the model answers. */
function outcome(input: TriageInput, parts: Parts): JobOutcome {
  const { flags, modelReport, measured, seizure, segments, local, missing, overlayUrl } = parts;
  const { language, texts } = textsFor(input.locale);
  // Without a judgement there is no "low".
  const judged: Urgency = modelReport?.urgency ?? "standard";
  const floors: Urgency[] = [
    ...flags.map((each) => each.urgency),
    ...(seizure ? ["critical" as const] : []),
  ];
  const urgency = floors.reduce(moreUrgent, judged);
  const isRaised = urgency !== judged;
  const report = checkedReport({
    urgency,
    confidence: modelReport?.confidence ?? 0,
    findings: [...flagFindings(flags, texts), ...measured, ...(modelReport?.findings ?? [])],
    care_guidance: modelReport?.care_guidance ?? texts.measuredOnly,
    // Texts for a lower urgency would contradict the floor.
    referral_guidance:
      modelReport && !isRaised ? modelReport.referral_guidance : texts.referral[urgency],
    warning_signs: [...(modelReport?.warning_signs ?? []), ...texts.warningSigns],
    locale: modelReport ? input.locale : language,
    segmentation_overlay_url: overlayUrl,
    seizure_detected: seizure,
    segments: snakeCase(segments) as Report["segments"],
    disclaimer: texts.disclaimer,
  });
  const redFlagList = flags.map((each) => ({ ...each }));
  return {
    payload: {
      output: report,
      local,
      red_flags: redFlagList,
      missing: missing.map((each) => ({ ...each })),
    },
  };
}
