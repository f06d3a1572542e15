import { readFile } from "node:fs/promises";
import type { PageBrand, PageLinks } from "../../../media/brands/page-port.ts";
import { fail } from "../../../base/contract/fail.ts";
import { GatehouseError } from "../../../base/core/errors.ts";
import type { Overlay, PrivacyMasks } from "../../../perception/core/vision-port.ts";
import { drawJpeg, loadSharp } from "../drawing/draw-jpeg.ts";
import { type ModelPicture, readModelPicture } from "../drawing/model-picture.ts";
import { paintMasks } from "../drawing/paint-masks.ts";
import { finish, reference } from "./media-work.ts";
import { type PictureKind, pictureKind } from "./picture-check.ts";
import {
  type ComputeRequest,
  type ComputeResults,
  type HealthRequest,
  isHealth,
} from "./protocol.ts";

/** Does one request. Rejects with `input_unreadable` when the input is at fault. */
export async function perform(
  request: ComputeRequest,
): Promise<ComputeResults[ComputeRequest["call"]]> {
  if (isHealth(request)) {
    // Loaded when the first one comes.
    const { performHealth } = await import("../health/work.ts");
    return await performHealth(request);
  }
  const isPage = request.call === "pageLinks" || request.call === "pageBrand";
  try {
    if (request.call === "reference") return await readReference(request);
    return isPage ? await readPage(request) : await readPicture(request);
  } catch (cause) {
    if (cause instanceof GatehouseError) throw cause;
    const what = isPage ? "the page cannot be read" : "the picture is damaged or incomplete";
    throw fail("input_unreadable", what, { cause });
  }
}

/**
 * Resolves for one JPEG, PNG or WebP picture of at most `maxPixels`, by its header. Rejects with
 * `input_unreadable`.
 */
export async function checkedPicture(bytes: Uint8Array, maxPixels: number): Promise<PictureKind> {
  const kind = pictureKind(bytes);
  await checkHeader(bytes, kind, maxPixels);
  return kind;
}

/** Loaded when the first page comes: pictures of cameras need none of it. */
async function readPage(
  request: Extract<ComputeRequest, { page: unknown }>,
): Promise<PageLinks | PageBrand> {
  const { readBrand, readLinks } = await import("../brand-page/read-page.ts");
  return request.call === "pageLinks"
    ? await readLinks(request.page)
    : await readBrand(request.page, request.sheets);
}

async function readReference({
  from,
  maxPixels,
}: Extract<ComputeRequest, { call: "reference" }>): Promise<ComputeResults["reference"]> {
  const bytes = from instanceof Uint8Array ? from : await readStored(from.file);
  await checkHeader(bytes, pictureKind(bytes), maxPixels);
  return await reference(bytes, maxPixels);
}

async function readStored(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw fail("input_unreadable", "the picture is no longer stored", { cause });
  }
}

async function readPicture(
  request: Exclude<Extract<ComputeRequest, { bytes: unknown }>, HealthRequest>,
): Promise<ComputeResults[typeof request.call]> {
  if (request.call === "inspect" && request.allowSvg) {
    const { inspectSvg, isSvg } = await import("../brand-page/inspect-picture.ts");
    if (isSvg(request.bytes)) return await inspectSvg(request.bytes);
  }
  const kind = await checkedPicture(request.bytes, request.maxPixels);
  if (request.call === "prepare") return await prepare(request);
  if (request.call === "annotate") return await annotate(request);
  if (request.call === "finish") return await finish(request, kind);
  const { inspectPicture } = await import("../brand-page/inspect-picture.ts");
  return await inspectPicture(request.bytes, `image/${kind}`, request.maxPixels);
}

/** Looks at the header only: nothing is decoded before its size and frame count are known. */
async function checkHeader(bytes: Uint8Array, kind: PictureKind, maxPixels: number): Promise<void> {
  const sharp = await loadSharp();
  const {
    format,
    width,
    height,
    pages = 1,
  } = await sharp(bytes, {
    limitInputPixels: false,
  }).metadata();
  if (format !== kind) throw fail("input_unreadable", "the picture's content contradicts itself");
  if (pages > 1) throw fail("input_unreadable", "the picture has several frames");
  if (width * height > maxPixels) {
    const megapixels = Math.floor(maxPixels / 1e6);
    throw fail(
      "input_unreadable",
      `the picture has ${width} × ${height} pixels; at most ${megapixels} megapixels are read`,
    );
  }
}

async function prepare(request: {
  bytes: Uint8Array;
  input: Parameters<typeof readModelPicture>[1];
  masks: PrivacyMasks;
  maxPixels: number;
}): Promise<ModelPicture> {
  const { bytes, input, masks, maxPixels } = request;
  const picture = await readModelPicture(bytes, input, maxPixels);
  paintMasks(picture.pixels, { ...picture.fit, rowPx: input.width }, masks);
  return picture;
}

async function annotate(request: {
  bytes: Uint8Array;
  masks: PrivacyMasks;
  overlay: Overlay;
  maxWidthPx: number;
  maxPixels: number;
}): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const options = { limitInputPixels: request.maxPixels, failOn: "error" } as const;
  const { data, info } = await sharp(request.bytes, options)
    .autoOrient()
    .resize({ width: request.maxWidthPx, withoutEnlargement: true })
    .flatten({ background: { r: 128, g: 128, b: 128 } })
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const size = { widthPx: info.width, heightPx: info.height };
  paintMasks(data, { ...size, rowPx: info.width, offsetXPx: 0, offsetYPx: 0 }, request.masks);
  return drawJpeg({ pixels: data, ...size }, request.overlay);
}
