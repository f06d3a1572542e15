import type { ErrorCode } from "../../base/contract/error-codes.ts";
import type {
  FetchedPage,
  FetchedSheet,
  InspectedPicture,
  PageBrand,
  PageLinks,
} from "../../media/brands/page-port.ts";
import type { ModelInput } from "../../perception/models/model-manifest.ts";
import type {
  FinishedPicture,
  PictureSource,
  SizePx,
  WantedPicture,
} from "../../media/picture-port.ts";
import type {
  CleanPicture,
  DicomFacts,
  HealthCompute,
  MeasuredSignals,
  Segmentation,
  SegmentationModel,
} from "../../health/compute-port.ts";
import type { PlainSamples } from "../../health/eeg/plain-samples.ts";
import type { GridReading } from "../../robots/maps/grid-file.ts";
import type { MapPicture, MapSource, ReadGrid } from "../../robots/maps/map-reader-port.ts";
import type { JsonObject } from "../../base/jobs/job.ts";
import type { Overlay, PrivacyMasks } from "../../perception/core/vision-port.ts";
import type { Picture } from "../../uplink/requests.ts";
import type { ModelPicture } from "../drawing/model-picture.ts";

type Signals = Parameters<HealthCompute["signals"]>;
type Plain = Parameters<HealthCompute["plainSamples"]>;

/** Work on texts and recordings about people's health. */
export type HealthRequest =
  | { call: "signals"; input: Signals[0]; options: Signals[1] }
  | { call: "plainSamples"; file: Plain[0]; options: Plain[1] }
  | { call: "clinical"; method: string; input: JsonObject; picture: JsonObject | null }
  | { call: "dicomFacts"; bytes: Uint8Array }
  | { call: "cleanPicture"; bytes: Uint8Array; maxPixels: number; maxSidePx: number }
  | { call: "segment"; bytes: Uint8Array; net: SegmentationModel };

/** Work on maps of robots. */
export type MapRequest =
  | { call: "gridFile"; source: MapSource; reading: GridReading }
  | { call: "gridCells"; widthCells: number; heightCells: number; bytes: Uint8Array }
  | { call: "floorPlan"; source: MapSource };

/** One piece of untrusted work; answered by one `ComputeAnswer`. */
export type ComputeRequest =
  | HealthRequest
  | MapRequest
  | {
      call: "prepare";
      bytes: Uint8Array;
      input: ModelInput;
      masks: PrivacyMasks;
      maxPixels: number;
    }
  | {
      call: "annotate";
      bytes: Uint8Array;
      masks: PrivacyMasks;
      overlay: Overlay;
      maxWidthPx: number;
      maxPixels: number;
    }
  | { call: "thumbnail"; bytes: Uint8Array; maxBytes: number; maxPixels: number }
  | { call: "inspect"; bytes: Uint8Array; allowSvg: boolean; maxPixels: number }
  | { call: "pageLinks"; page: FetchedPage }
  | { call: "pageBrand"; page: FetchedPage; sheets: readonly FetchedSheet[] }
  | { call: "reference"; from: PictureSource; maxPixels: number }
  | { call: "finish"; bytes: Uint8Array; target: WantedPicture; maxPixels: number };

/** The result of each call. */
export interface ComputeResults {
  prepare: ModelPicture;
  annotate: Uint8Array;
  thumbnail: Uint8Array;
  inspect: InspectedPicture;
  pageLinks: PageLinks;
  pageBrand: PageBrand;
  reference: Picture & SizePx;
  finish: FinishedPicture;
  gridFile: ReadGrid;
  gridCells: ReadGrid;
  floorPlan: MapPicture;
  signals: MeasuredSignals;
  plainSamples: PlainSamples;
  clinical: JsonObject;
  dicomFacts: DicomFacts;
  cleanPicture: CleanPicture;
  segment: Segmentation;
}

/** The answer to the one request that is in work. */
type ComputeAnswer = { ok: true; value: unknown } | { ok: false; code: ErrorCode; message: string };

/** The messages of a child: first that it is loaded, then its answers. */
export type ComputeMessage = { loaded: true } | ComputeAnswer;
