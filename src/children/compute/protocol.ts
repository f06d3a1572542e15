import type {
  FetchedPage,
  FetchedSheet,
  InspectedPicture,
  PageBrand,
  PageLinks,
} from "../../brands/page-port.ts";
import type { ModelInput } from "../../contract/model-manifest.ts";
import type {
  FinishedPicture,
  PictureSource,
  SizePx,
  WantedPicture,
} from "../../media/picture-port.ts";
import type { Overlay, PrivacyMasks } from "../../perception/vision-port.ts";
import type { Picture } from "../../uplink/requests.ts";
import type { ModelPicture } from "../drawing/model-picture.ts";

/** One piece of untrusted work; answered by one `ComputeAnswer`. */
export type ComputeRequest =
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
  | { call: "inspect"; bytes: Uint8Array; allowSvg: boolean; maxPixels: number }
  | { call: "pageLinks"; page: FetchedPage }
  | { call: "pageBrand"; page: FetchedPage; sheets: readonly FetchedSheet[] }
  | { call: "reference"; from: PictureSource; maxPixels: number }
  | { call: "finish"; bytes: Uint8Array; wanted: WantedPicture; maxPixels: number };

/** What each call gives. */
export interface ComputeResults {
  prepare: ModelPicture;
  annotate: Uint8Array;
  inspect: InspectedPicture;
  pageLinks: PageLinks;
  pageBrand: PageBrand;
  reference: Picture & SizePx;
  finish: FinishedPicture;
}

/** The answer to the one request that is in work. */
export type ComputeAnswer =
  | { ok: true; value: unknown }
  | { ok: false; code: string; message: string };
