import type { PageBrand, PageLinks } from "../../../media/brands/page-port.ts";
import { fail } from "../../../base/contract/fail.ts";
import { GatehouseError } from "../../../base/core/errors.ts";
import { annotate, prepare } from "../pictures/detection-work.ts";
import { finish, reference } from "../pictures/media-work.ts";
import { thumbnail } from "../pictures/thumbnail.ts";
import { checkedPicture } from "../pictures/picture-check.ts";
import type { ComputeRequest, ComputeResults, HealthRequest, MapRequest } from "../protocol.ts";

const healthCalls: ReadonlySet<string> = new Set([
  "signals",
  "plainSamples",
  "clinical",
  "dicomFacts",
  "cleanPicture",
  "segment",
]);

function isMap(request: ComputeRequest): request is MapRequest {
  return ["gridFile", "gridCells", "floorPlan"].includes(request.call);
}

function isHealth(request: ComputeRequest): request is HealthRequest {
  return healthCalls.has(request.call);
}

/** Does one request. Rejects with `input_unreadable` when the input is at fault. */
export async function perform(
  request: ComputeRequest,
): Promise<ComputeResults[ComputeRequest["call"]]> {
  if (isHealth(request)) {
    // Loaded when the first one comes.
    const { performHealth } = await import("../health/work.ts");
    return await performHealth(request);
  }
  if (isMap(request)) return await readMap(request);
  const isPage = request.call === "pageLinks" || request.call === "pageBrand";
  try {
    if (request.call === "reference") return await reference(request.from, request.maxPixels);
    return isPage ? await readPage(request) : await readPicture(request);
  } catch (cause) {
    if (cause instanceof GatehouseError) throw cause;
    const what = isPage
      ? "page: cannot be read. Use another page"
      : "picture: is damaged or incomplete. Send it again";
    throw fail("input_unreadable", what, { cause });
  }
}

/** Loaded when the first map comes. */
async function readMap(request: MapRequest): Promise<ComputeResults[MapRequest["call"]]> {
  const { performMap } = await import("../maps/map-work.ts");
  try {
    return await performMap(request);
  } catch (cause) {
    if (cause instanceof GatehouseError) throw cause;
    const message = "picture: is damaged or incomplete. Save it again";
    throw fail("input_unreadable", message, { cause });
  }
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

async function readPicture(
  request: Exclude<Extract<ComputeRequest, { bytes: unknown }>, HealthRequest | MapRequest>,
): Promise<ComputeResults[typeof request.call]> {
  if (request.call === "inspect" && request.allowSvg) {
    const { inspectSvg, isSvg } = await import("../brand-page/inspect-picture.ts");
    if (isSvg(request.bytes)) return await inspectSvg(request.bytes);
  }
  const kind = await checkedPicture(request.bytes, request.maxPixels);
  if (request.call === "prepare") return await prepare(request);
  if (request.call === "annotate") return await annotate(request);
  if (request.call === "thumbnail") return await thumbnail(request);
  if (request.call === "finish") return await finish(request, kind);
  const { inspectPicture } = await import("../brand-page/inspect-picture.ts");
  return await inspectPicture(request.bytes, `image/${kind}`, request.maxPixels);
}
