import { maskFilter } from "../../../../base/geo/mask-filter.ts";
import type { PrivacyMasks } from "../../../../perception/core/vision-port.ts";
import { planarBytes, type PlanarPicture } from "./model-pixels.ts";

/** The luma grid for the motion gate: cells over the whole picture. */
export interface GridSize {
  columns: number;
  rows: number;
}

/** Most cells across; each is about 1 % of the picture's width. */
const gridColumns = 96;

/** The grid for a picture of that size: 96 cells across, square cells, 16–96 rows. */
export function gridFor(widthPx: number, heightPx: number): GridSize {
  const rows = Math.round((gridColumns * heightPx) / widthPx);
  return { columns: gridColumns, rows: Math.min(96, Math.max(16, rows)) };
}

/** The purpose of a decoder's pictures. */
export type DecodedPicture =
  /** For a model: planar YUV 4:2:0 of limited range, without the input's padding. */
  | ({ kind: "model" } & PlanarPicture)
  /** Only the motion grid, and below it the fine structure of its cells; grey. */
  | { kind: "grid"; grid: GridSize }
  /** A picture for people, RGB. */
  | { kind: "view"; widthPx: number; heightPx: number };

/** Selects the frames to turn into pictures. */
export interface FrameChoice {
  /** At most this many a second of media time. */
  fpsCap: number | null;
  /** Only frames later than this, in seconds of media time. */
  afterPtsSec: number | null;
  /** Painted black before the pictures get their size. */
  masks: PrivacyMasks;
}

/** Bytes of a raw picture that `decoderArgs` asks for. */
export function rawBytes(picture: DecodedPicture): number {
  switch (picture.kind) {
    case "model":
      return planarBytes(picture.fit);
    case "grid":
      return picture.grid.columns * 2 * picture.grid.rows;
    case "view":
      return picture.widthPx * picture.heightPx * 3;
  }
}

/**
 * ffmpeg's arguments for turning fragments on stdin into NUT raw video on stdout. One thread and
 * no frame-rate probing, so that a frame comes out before the next goes in; edit lists are ignored
 * and times copied, so that they stay the fragments' own; the microsecond time base keeps them.
 */
export function decoderArgs(
  picture: DecodedPicture,
  choice: FrameChoice,
  hardware: readonly string[] = [],
): string[] {
  return [
    ...words("-hide_banner -nostats -loglevel error -protocol_whitelist pipe"),
    ...hardware,
    ...(picture.kind === "model" && hardware.length === 0 ? withoutLoopFilter : []),
    ...words("-threads 1 -fpsprobesize 0 -ignore_editlist 1 -f mov -i pipe:0"),
    ...words("-map 0:v:0 -copyts -filter_threads 1"),
    "-vf",
    filterOf(picture, choice),
    ...words("-c:v rawvideo -threads 1 -enc_time_base 1:1000000 -f nut pipe:1"),
  ];
}

/**
 * A model sees no blocking at its size, and the filter takes up to a sixth of the decoder's time
 * (docs/development/benchmarks.md). Its errors grow until the next key frame, where the picture jumps: pictures for
 * people and grids that are all that motion is judged by stay exact.
 */
const withoutLoopFilter: readonly string[] = ["-skip_loop_filter", "all"];

function words(text: string): string[] {
  return text.split(" ");
}

function filterOf(picture: DecodedPicture, choice: FrameChoice): string {
  const steps = [selectOf(choice), maskFilter(choice.masks), pictureFilter(picture)];
  return steps.filter((step) => step !== undefined && step !== "").join(",");
}

/**
 * Frames are chosen by their time: one for each period of 1/fpsCap that starts. Counting would
 * drift with cameras that do not keep their rate.
 */
function selectOf({ fpsCap, afterPtsSec }: FrameChoice): string | undefined {
  const terms: string[] = [];
  if (afterPtsSec !== null) terms.push(`gt(t,${afterPtsSec.toFixed(6)})`);
  if (fpsCap !== null) {
    const period = (time: string): string => `floor(${time}*${fpsCap}+0.001)`;
    terms.push(`(isnan(prev_selected_t)+gt(${period("t")},${period("prev_selected_t")}))`);
  }
  return terms.length === 0 ? undefined : `select='${terms.join("*")}'`;
}

function pictureFilter(picture: DecodedPicture): string {
  switch (picture.kind) {
    case "view":
      return `scale=${picture.widthPx}:${picture.heightPx}:flags=bilinear,format=rgb24`;
    case "grid":
      return gridFilter(picture.grid);
    case "model":
      return modelFilter(picture);
  }
}

/** Pixels across a cell of the picture whose edges are the grid's fine structure. */
const detailScale = 4;

function gridFilter({ columns, rows }: GridSize): string {
  const cells = `scale=${columns}:${rows}:flags=area`;
  const fine = `scale=${columns * detailScale}:${rows * detailScale}:flags=area,format=gray`;
  return [
    `split[a][b];[a]${cells},format=gray[luma]`,
    `[b]${fine},sobel=scale=0.5,${cells},format=gray[detail]`,
    "[luma][detail]vstack",
  ].join(";");
}

/** Video that is coded in another way than `matrix` and limited range is converted. */
function modelFilter({ fit, matrix }: PlanarPicture): string {
  const colour = `out_color_matrix=${matrix}:out_range=limited`;
  return `scale=${fit.widthPx}:${fit.heightPx}:flags=bilinear:${colour},format=yuv420p`;
}
