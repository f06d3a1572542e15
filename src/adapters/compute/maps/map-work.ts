import { readFile, stat } from "node:fs/promises";
import { promisify } from "node:util";
import { deflate } from "node:zlib";
import { fail } from "../../../base/contract/fail.ts";
import { GatehouseError } from "../../../base/core/errors.ts";
import { encodePng } from "../../../base/core/png.ts";
import { checkGridSize, type GridReading } from "../../../robots/maps/grid-file.ts";
import {
  type CellCounts,
  cellsOf,
  type GridPixels,
  shownCells,
} from "../../../robots/maps/grid-cells.ts";
import type { MapPicture, MapSource, ReadGrid } from "../../../robots/maps/map-reader-port.ts";
import { mapLimits, unknownCell, wallPercent } from "../../../robots/maps/map-terms.ts";
import { isPgm, readPgm } from "../../../robots/maps/pgm.ts";
import { loadSharp } from "../../drawing/draw-jpeg.ts";
import type { ComputeResults, MapRequest } from "../protocol.ts";
import { checkedPicture } from "../pictures/picture-check.ts";

const pack = promisify(deflate);
/** Largest file of a map, in bytes: a 16-bit PGM of the most cells. */
const mostBytes = mapLimits.cells * 2 + 4096;
/** A grey that shows on light and on dark ground (WCAG 1.4.11: at least 3:1 on both). */
const wallColour = [115, 131, 153] as const;
/** Opacity of unknown cells, 0 to 255. */
const unknownOpacity = 44;
/** Of a floor plan as SVG. */
const planBounds = { bytes: 4 * 1024 * 1024, elements: 50_000 };

/** Does one piece of work on a map. Rejects with `input_unreadable` when the input is at fault. */
export async function performMap(request: MapRequest): Promise<ComputeResults[MapRequest["call"]]> {
  switch (request.call) {
    case "gridFile":
      return await gridFile(await bytesOf(request.source), request.reading);
    case "gridCells": {
      const { widthCells, heightCells, bytes } = request;
      return await packed(bytes, { widthCells, heightCells });
    }
    case "floorPlan":
      return await floorPlan(await bytesOf(request.source));
  }
}

async function bytesOf(source: MapSource): Promise<Uint8Array> {
  if (source instanceof Uint8Array) return source;
  try {
    const { size } = await stat(source.file);
    if (size > mostBytes)
      throw fail("input_unreadable", `picture: has ${size} bytes. Send at most ${mostBytes}`);
    return await readFile(source.file);
  } catch (cause) {
    if (cause instanceof GatehouseError) throw cause;
    throw fail("input_unreadable", "picture: is no longer stored. Send it again", { cause });
  }
}

async function gridFile(bytes: Uint8Array, reading: GridReading): Promise<ReadGrid> {
  const pixels = isPgm(bytes) ? greyPixels(bytes) : await colourPixels(bytes);
  const { widthPx: widthCells, heightPx: heightCells } = pixels;
  return await packed(cellsOf(pixels, reading), { widthCells, heightCells });
}

function greyPixels(bytes: Uint8Array): GridPixels {
  const { most, ...grey } = readPgm(bytes, checkSize);
  return { ...grey, most, channels: 1, hasOpacity: false };
}

async function colourPixels(bytes: Uint8Array): Promise<GridPixels> {
  await checkedPicture(bytes, mapLimits.cells);
  const sharp = await loadSharp();
  const options = { limitInputPixels: mapLimits.cells, failOn: "error" } as const;
  const { width, height, hasAlpha } = await sharp(bytes, options).metadata();
  checkSize(width, height);
  const samples = await sharp(bytes, options)
    .toColourspace("srgb")
    .ensureAlpha()
    .raw({ depth: "uchar" })
    .toBuffer();
  return {
    widthPx: width,
    heightPx: height,
    channels: 4,
    hasOpacity: hasAlpha,
    most: 255,
    samples,
  };
}

/** As `checkGridSize`, for a picture. */
function checkSize(widthPx: number, heightPx: number): void {
  try {
    checkGridSize(widthPx, heightPx, "picture");
  } catch (cause) {
    throw fail("input_unreadable", (cause as Error).message, { cause });
  }
}

async function packed(
  cells: Uint8Array,
  size: { widthCells: number; heightCells: number },
): Promise<ReadGrid> {
  const visible = shownCells(cells, size, mapLimits.picturePx);
  const { widthPx, heightPx } = visible;
  const palette = colours();
  const [packedCells, bytes] = await Promise.all([
    pack(cells, { level: 3 }),
    encodePng({ ...visible, channels: 1, palette }),
  ]);
  return { ...size, packedCells, counts: counted(cells), picture: { bytes, widthPx, heightPx } };
}

/** Free cells let the ground through; the more occupied, the less. */
function colours(): Uint8Array {
  return Uint8Array.from({ length: 256 * 4 }, (_, at) => {
    const cell = at >> 2;
    const part = at & 3;
    if (part < 3) return wallColour[part]!;
    if (cell === unknownCell) return unknownOpacity;
    return cell > 100 ? 255 : Math.round((cell / 100) * 255);
  });
}

function counted(cells: Uint8Array): CellCounts {
  const counts = { free: 0, occupied: 0, unknown: 0 };
  for (const cell of cells) {
    if (cell === unknownCell) counts.unknown += 1;
    else if (cell >= wallPercent) counts.occupied += 1;
    else counts.free += 1;
  }
  return counts;
}

async function floorPlan(bytes: Uint8Array): Promise<MapPicture> {
  const { isSvg } = await import("../brand-page/inspect-picture.ts");
  const sharp = await loadSharp();
  const side = mapLimits.picturePx;
  const drawing = isSvg(bytes) ? await drawn(bytes, side) : null;
  if (!drawing) await checkedPicture(bytes, mapLimits.cells);
  const options = { failOn: "error", limitInputPixels: mapLimits.cells } as const;
  const source = drawing
    ? sharp(drawing.svg, { ...options, density: drawing.density })
    : sharp(bytes, options).autoOrient();
  const { data, info } = await source
    .resize(side, side, { fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .png()
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, widthPx: info.width, heightPx: info.height };
}

/** The drawing without anything that loads or runs, and the density that paints it at its largest. */
async function drawn(bytes: Uint8Array, side: number): Promise<{ svg: Buffer; density: number }> {
  const { safeSvg } = await import("../brand-page/safe-svg.ts");
  const svg = Buffer.from(await safeSvg(bytes, planBounds));
  const sharp = await loadSharp();
  const { width, height } = await sharp(svg, { density: 72, limitInputPixels: false }).metadata();
  if (!width || !height) {
    const message = "drawing: has no size. Give it a width and a height or a viewBox";
    throw fail("input_unreadable", message);
  }
  const density = Math.max(1, Math.min(2400, (72 * side) / Math.max(width, height)));
  return { svg, density: Math.floor(density * 100) / 100 };
}
