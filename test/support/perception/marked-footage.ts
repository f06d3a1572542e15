import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { readModelPicture } from "../../../src/adapters/drawing/model-picture.ts";
import { Detector } from "../../../src/adapters/inference/onnx/detector.ts";
import { boxToNorm } from "../../../src/adapters/inference/onnx/fit.ts";
import { iou } from "../../../src/adapters/inference/onnx/heads/nms.ts";
import { OnnxExecutor } from "../../../src/adapters/inference/onnx/onnx-executor.ts";
import type { BoxNorm } from "../../../src/base/contract/geometry.ts";
import { uuidv7 } from "../../../src/base/core/ids.ts";
import type { Store } from "../../../src/base/core/store.ts";
import type { IncidentRecord } from "../../../src/perception/incidents/incident-record.ts";
import { putIncident } from "../../../src/perception/incidents/incident-store.ts";
import type { InstalledModel } from "../../../src/perception/models/installed-model.ts";
import { readManifests } from "../../../src/perception/models/read-manifests.ts";
import { tempDir } from "../box/temp-dir.ts";
import { runFfmpeg } from "../cameras/video-fragments.ts";
import { installSharedModel, sharedDir } from "../inference/shared-models.ts";
import type { IncidentVerdict } from "../../../src/perception/incidents/incident-terms.ts";

/** The box's own models. */
export const shippedModels = join(import.meta.dirname, "../../../models");
/** Score of an alarm, of a site that is set to miss little: at the default of 0.4 a good model raises hardly a false one. */
export const siteScore = 0.25;

/** One box of the shipped model on one picture, judged by a second model. */
export interface JudgedAlarm {
  jpeg: Uint8Array;
  atMs: number;
  label: string;
  boxNorm: BoxNorm;
  verdict: IncidentVerdict;
}

interface Seen {
  label: string;
  boxNorm: BoxNorm;
}

const vehicles = ["car", "bus", "truck"];

/**
 * The alarms that the shipped model raises on `seconds` pictures of a shared video, one a second. A person's place is
 * taken by YOLOX-nano: an alarm is real where it reports the same thing, false where it reports nothing.
 */
export async function judgedAlarms(
  t: Pick<TestContext, "after">,
  video: string,
  seconds: number,
): Promise<JudgedAlarm[]> {
  const dir = await tempDir(t);
  installSharedModel(dir, "yolox_nano_416");
  const judge = await opened((await readManifests([dir])).models[0]!);
  const shipped = await opened((await readManifests([shippedModels])).models[0]!);
  t.after(() => Promise.all([judge.close(), shipped.close()]));
  const frames = await tempDir(t);
  const file = join(sharedDir, "video", video);
  await runFfmpeg(["-i", file, "-vf", "fps=1", "-t", `${seconds}`, join(frames, "%04d.jpg")]);
  const alarms: JudgedAlarm[] = [];
  for (const [index, name] of readdirSync(frames).toSorted().entries()) {
    const jpeg = readFileSync(join(frames, name));
    const truth = await boxesOf(judge, jpeg, 0.2);
    for (const box of await boxesOf(shipped, jpeg, siteScore)) {
      const verdict = verdictOn(box, truth);
      if (verdict) alarms.push({ jpeg, atMs: index * 1000, ...box, verdict });
    }
  }
  return alarms;
}

async function opened(model: InstalledModel): Promise<Detector> {
  return await Detector.load(model, new OnnxExecutor({ threads: 1 }));
}

async function boxesOf(detector: Detector, jpeg: Uint8Array, minScore: number): Promise<Seen[]> {
  const { pixels, fit } = await readModelPicture(jpeg, detector.input);
  const [boxes] = await detector.detect([pixels], minScore);
  return boxes!.flatMap((box) => {
    const boxNorm = boxToNorm(box, fit);
    return boxNorm ? [{ label: detector.labels[box.classIndex]!, boxNorm }] : [];
  });
}

function verdictOn(box: Seen, truth: readonly Seen[]): IncidentVerdict | undefined {
  const overlap = (other: Seen): number => iou(cornersOf(box.boxNorm), cornersOf(other.boxNorm));
  const isSame = ({ label }: Seen): boolean =>
    label === box.label || (vehicles.includes(label) && vehicles.includes(box.label));
  if (truth.some((one) => isSame(one) && overlap(one) >= 0.3)) return "true_positive";
  return truth.every((one) => overlap(one) < 0.1) ? "false_positive" : undefined;
}

function cornersOf([x1, y1, x2, y2]: BoxNorm) {
  return { x1, y1, x2, y2 };
}

/** Stores an incident of `stream_id` with its verdict, as the appliance would; gives its id. */
export async function putMarked(
  store: Store,
  stream: { org: string; streamId: string },
  alarm: Omit<JudgedAlarm, "jpeg"> & { plainAssetId: string },
): Promise<string> {
  const { label, boxNorm, atMs, verdict, plainAssetId } = alarm;
  const record: IncidentRecord = {
    v: 1,
    id: uuidv7(),
    ...stream,
    jobId: "job",
    type: "intrusion",
    rule: "intrusion",
    zone: null,
    state: "resolved",
    severity: "warning",
    classes: [label],
    confidence: 0.5,
    trackIds: [1],
    count: 1,
    direction: null,
    startedAtMs: atMs,
    openedAtMs: atMs,
    lastSeenAtMs: atMs,
    resolvedAtMs: atMs,
    acknowledgedAtMs: null,
    verdict,
    locale: "en",
    summary: "",
    snapshotAssetId: plainAssetId,
    plainAssetId,
    pictured: [{ label, boxNorm }],
    site: null,
    groupKey: null,
    lastBoxNorm: boxNorm,
  };
  await store.transact((tx) => putIncident(tx, record));
  return record.id;
}
