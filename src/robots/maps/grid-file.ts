import { parseDocument } from "yaml";
import { invalidField } from "../../base/contract/fail.ts";
import { type GridMode, gridModes, mapLimits } from "./map-terms.ts";

/** The cells of a grid by the brightness of its pixels. */
export interface GridReading {
  mode: GridMode;
  /** Bright pixels are occupied instead of dark ones. */
  isNegated: boolean;
  /** Shares of darkness, 0 to 1. */
  freeBelow: number;
  occupiedAbove: number;
}

/** Place and orientation of the lower left corner of a grid, in metres and radians of its frame. */
export interface GridOrigin {
  xM: number;
  yM: number;
  yawRad: number;
}

/** A `map_server` file: how to read its picture, and where the picture lies. */
export interface GridFile {
  reading: GridReading;
  resolutionM: number;
  origin: GridOrigin;
  /** The name of its picture, as written. */
  image: string;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads the YAML of a ROS 2 `map_server` (nav2_map_server, `loadMapYaml`): every field that it needs must be there, and
 * fields without a meaning are left alone. Fails with `invalid_request_body` naming the field below `at`.
 */
export function readGridFile(text: string, at: string): GridFile {
  const fields = fieldsOf(text, at);
  const number = (name: string): number => finite(fields[name], `${at}.${name}`);
  const resolutionM = number("resolution");
  checkResolution(resolutionM, `${at}.resolution`);
  const { image } = fields;
  if (typeof image !== "string" || image === "")
    throw invalidField(`${at}.image`, "names no picture. Add the name of the PGM or PNG file");
  const [freeBelow, occupiedAbove] = [number("free_thresh"), number("occupied_thresh")];
  if (freeBelow < 0 || occupiedAbove > 1 || freeBelow >= occupiedAbove) {
    throw invalidField(
      `${at}.free_thresh`,
      `${freeBelow} and occupied_thresh ${occupiedAbove} are not 0 ≤ free_thresh < occupied_thresh ≤ 1. Correct them`,
    );
  }
  return {
    reading: { mode: modeOf(fields, at), isNegated: negated(fields, at), freeBelow, occupiedAbove },
    resolutionM,
    origin: originOf(fields["origin"], `${at}.origin`),
    image,
  };
}

/** Fails with `invalid_request_body` unless cells of this side make a map. */
export function checkResolution(resolutionM: number, at: string): void {
  const { leastResolutionM: least, mostResolutionM: most } = mapLimits;
  if (resolutionM >= least && resolutionM <= most) return;
  throw invalidField(at, `is ${resolutionM} m. A cell has between ${least} and ${most} m`);
}

/** Fails with `invalid_request_body` for a grid without cells, or with more than the box keeps. */
export function checkGridSize(widthCells: number, heightCells: number, at: string): void {
  const isSize = (cells: number): boolean =>
    Number.isInteger(cells) && cells > 0 && cells <= mapLimits.sideCells;
  if (isSize(widthCells) && isSize(heightCells) && widthCells * heightCells <= mapLimits.cells)
    return;
  throw invalidField(
    at,
    `has ${widthCells} × ${heightCells} cells. Send 1 to ${mapLimits.sideCells} a side and at most ${mapLimits.cells / 1e6} million`,
  );
}

/** Returns the number; fails with `invalid_request_body` for NaN, infinity and anything else. */
export function finite(value: unknown, at: string): number {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw invalidField(at, `is ${describe(value)}. It must be a finite number`);
}

function fieldsOf(text: string, at: string): Fields {
  if (text.length > mapLimits.yamlCharacters)
    throw invalidField(at, `is longer than ${mapLimits.yamlCharacters} characters. Shorten it`);
  const document = parseDocument(text, { uniqueKeys: true });
  const [error] = document.errors;
  if (error) {
    const [where = ""] = error.message.split("\n");
    throw invalidField(at, `is not YAML (${where.slice(0, 150)}). Correct the file`);
  }
  const value = toPlain(document, at);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw invalidField(at, "has no fields. Send the text of a map_server file");
}

/** Aliases that multiply are refused by the parser when it makes values. */
function toPlain(document: ReturnType<typeof parseDocument>, at: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 10 });
  } catch (cause) {
    const error = invalidField(at, "has aliases that multiply. Write the values out");
    throw Object.assign(error, { cause });
  }
}

function originOf(value: unknown, at: string): GridOrigin {
  if (!Array.isArray(value) || value.length !== 3)
    throw invalidField(at, "does not have three values. Write [x, y, yaw]");
  const [xM, yM, yawRad] = value.map((one, index) => finite(one, `${at}[${index}]`)) as [
    number,
    number,
    number,
  ];
  return { xM, yM, yawRad };
}

function modeOf(fields: Fields, at: string): GridMode {
  const { mode = "trinary" } = fields;
  const known = gridModes.find((each) => each === mode);
  if (known) return known;
  throw invalidField(`${at}.mode`, `is ${describe(mode)}. Use one of ${gridModes.join(", ")}`);
}

function negated({ negate }: Fields, at: string): boolean {
  if (typeof negate === "boolean") return negate;
  if (negate === 0 || negate === 1) return negate === 1;
  throw invalidField(`${at}.negate`, `is ${describe(negate)}. Use 0 or 1`);
}

function describe(value: unknown): string {
  if (typeof value === "number") return String(value);
  return value === undefined ? "missing" : JSON.stringify(value).slice(0, 40);
}
