import type { PlaneFit } from "../../base/geo/plane-fit.ts";
import type { PointM } from "../../base/geo/line.ts";
import type { NurbsCurve } from "../../base/geo/nurbs.ts";
import type { StoreKey } from "../../base/core/store.ts";
import type { CellCounts } from "./grid-cells.ts";
import type { FrameTie } from "./frame-ties.ts";
import type { MapKind, MapOrigin, PlaceKind } from "./map-terms.ts";
import type { GridShape, Placement } from "./occupancy.ts";

/** A point of a floor plan with its place and the error of the fit there, in metres. */
export interface PlacedPoint {
  /** Fractions of the picture, origin top left. */
  imageNorm: PointM;
  mapM: PointM;
  errorM: number;
}

/** How a floor plan was placed. */
export interface PlanFitting {
  fit: Exclude<PlaneFit, "rigid">;
  points: readonly PlacedPoint[];
}

/** One map of an organisation; files hold its picture and cells. */
export interface MapRecord {
  v: 1;
  id: string;
  org: string;
  name: string;
  frame: string;
  level: string | null;
  kind: MapKind;
  origin: MapOrigin;
  /** The robot that it was heard from, and on which topic; null for uploads. */
  heard: { robotId: string; topic: string } | null;
  placement: Placement;
  grid: (GridShape & { counts: CellCounts; cellsAssetId: string }) | null;
  plan: PlanFitting | null;
  picture: { assetId: string; widthPx: number; heightPx: number };
  /** Grows by one with each change. */
  revision: number;
  createdAtMs: number;
  updatedAtMs: number;
}

/** A stored tie of two frames; `errorsM` of a fit at its points, null for one that was given. */
export interface FrameRecord extends FrameTie {
  v: 1;
  org: string;
  errorsM: readonly number[] | null;
  revision: number;
  updatedAtMs: number;
}

interface Named {
  v: 1;
  id: string;
  org: string;
  /** Unique among those of its sort. */
  name: string;
  frame: string;
  level: string | null;
  /** The layout file that it came from; null for others. */
  layoutId: string | null;
  /** Id of the door or lift whose ground it is; null or absent for other ground. */
  door?: string | null;
  revision: number;
  createdAtMs: number;
  updatedAtMs: number;
}

/** A position with a name, to which robots are sent. */
export interface PlaceRecord extends Named {
  kind: PlaceKind;
  xM: number;
  yM: number;
  /** Null: any heading. */
  yawRad: number | null;
}

/** A way that robots drive along. */
export interface CorridorRecord extends Named {
  /** Of a curved corridor: points of its curve, close enough to stand for it. */
  points: readonly PointM[];
  /** Null or absent: straight from point to point. */
  curve?: NurbsCurve | null;
  /** True: only from the first point to the last. */
  isOneWay: boolean;
  /** True: one robot at a time. */
  isExclusive: boolean;
  maxSpeedMps: number | null;
  widthM: number | null;
  /** Names of its ends; corridors with the same name of an end meet there. Null for an end without a name. */
  from: string | null;
  to: string | null;
}

/** Places and corridors by their sort. */
export interface RouteRecords {
  place: PlaceRecord;
  corridor: CorridorRecord;
}

/** Place or corridor. */
export type RouteSort = keyof RouteRecords;

/** Prefix of the keys of a sort of records of maps. */
export function mapPrefix(org: string, sort: "map" | "frame" | RouteSort): StoreKey {
  return [org, `robot-${sort}`];
}
