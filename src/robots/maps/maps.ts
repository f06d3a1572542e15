import { promisify } from "node:util";
import { inflate } from "node:zlib";
import type { Assets } from "../../base/assets/assets.ts";
import { unnamedMs } from "../../base/assets/assets.ts";
import { fail, invalidField } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import { uuidv7 } from "../../base/core/ids.ts";
import type { Store, StoreKey, StoreTransaction } from "../../base/core/store.ts";
import type { GridFile } from "./grid-file.ts";
import type { MapPicture, MapReader, MapSource, ReadGrid } from "./map-reader-port.ts";
import { mapPrefix, type MapRecord, type PlanFitting } from "./map-record.ts";
import { mapLimits } from "./map-terms.ts";
import { type GridShape, gridPlacement, Occupancy } from "./occupancy.ts";
import { fitPlan, type PlanPoint } from "./plan-fit.ts";

const unpack = promisify(inflate);
/** Bytes of cells in memory, of the grids that were asked for last. */
const cachedBytes = 80_000_000;

/** The parts of the maps. */
export interface MapsParts {
  store: Store;
  assets: Assets;
  clock: Pick<Clock, "wallMs">;
  reader: MapReader;
}

/** The words of a map from a client. */
export interface MapLabel {
  /** Of the map to change; else its name finds it. */
  id?: string;
  name: string;
  frame: string;
  level: string | null;
}

/** A map to store; the files are in place and expire by themselves unless the record names them. */
type NewMap = Pick<MapRecord, "kind" | "origin" | "heard" | "placement" | "grid" | "plan"> & {
  picture: MapRecord["picture"];
};

/** The maps of organisations: grids and floor plans with their pictures. */
export class Maps {
  readonly #parts: MapsParts;
  /** By asset; the newest last. */
  readonly #cells = new Map<string, Occupancy & { bytes?: number }>();
  readonly #sizes = new Map<string, number>();

  constructor(parts: MapsParts) {
    this.#parts = parts;
  }

  /** Returns the maps in the order of their ids. */
  list(org: string): MapRecord[] {
    const prefix = mapPrefix(org, "map");
    return this.#parts.store
      .range<MapRecord>({ prefix, limit: mapLimits.maps })
      .map(({ value }) => value);
  }

  get(org: string, id: string): MapRecord | undefined {
    return this.#parts.store.get<MapRecord>(keyOf(org, id));
  }

  /**
   * Stores a `map_server` map. Fails with `invalid_request_body` naming the field below `at`, `not_found` for an
   * unknown id, `conflict` at the limit and for a map of a robot, and as `Assets.put`.
   */
  async putGrid(
    org: string,
    label: MapLabel,
    { file, source, at = "grid" }: { file: GridFile; source: MapSource; at?: string },
  ): Promise<MapRecord> {
    const read = await readable(() => this.#parts.reader.grid(source, file.reading), `${at}.image`);
    const { resolutionM, origin } = file;
    const shape = { ...sizeOf(read), resolutionM, origin };
    return await this.#putGrid(org, { label, read, shape, origin: "upload", heard: null });
  }

  /** Stores the cells that a robot sent, under the robot and its topic; fails as `putGrid`. */
  async putHeard(
    org: string,
    heard: NonNullable<MapRecord["heard"]> & { name: string; frame: string },
    grid: GridShape & { bytes: Uint8Array },
  ): Promise<MapRecord> {
    const { bytes, ...shape } = grid;
    const { widthCells, heightCells } = shape;
    const read = await this.#parts.reader.cells({ widthCells, heightCells, bytes });
    const { robotId, topic, name, frame } = heard;
    const before = this.list(org).find(
      (map) => map.heard?.robotId === robotId && map.heard.topic === topic,
    );
    const level = before?.level ?? null;
    const label = before ? { ...before, frame } : { name: this.#freeName(org, name), frame, level };
    const from = { origin: "robot", heard: { robotId, topic } } as const;
    return await this.#putGrid(org, { label, read, shape, ...from });
  }

  /** Stores a floor plan; fails as `putGrid`, also for points that do not place it. */
  async putPlan(
    org: string,
    label: MapLabel,
    plan: { source: MapSource; points: readonly PlanPoint[]; fit: PlanFitting["fit"] },
  ): Promise<MapRecord> {
    const picture = await readable(() => this.#parts.reader.plan(plan.source), "plan.image");
    const { placement, fitting } = fitPlan(plan.points, plan.fit, picture);
    return await this.#store(org, label, {
      kind: "plan",
      origin: "upload",
      heard: null,
      placement,
      grid: null,
      plan: fitting,
      picture: await this.#keepPicture(org, picture),
    });
  }

  /**
   * Changes the words of a map, or places its floor plan again. Undefined for an unknown one; fails with
   * `invalid_request_body`, also for points of a grid.
   */
  async change(
    org: string,
    id: string,
    change: {
      name?: string;
      level?: string | null;
      plan?: { points: readonly PlanPoint[]; fit: PlanFitting["fit"] };
    },
  ): Promise<MapRecord | undefined> {
    const before = this.get(org, id);
    if (!before) return undefined;
    const { name = before.name, level = before.level, plan } = change;
    if (plan && !before.plan)
      throw invalidField(
        "plan",
        "applies to floor plans, and this map is a grid. Remove the field",
      );
    const fitted = plan ? fitPlan(plan.points, plan.fit, before.picture) : null;
    return await this.#parts.store.transact((tx) => {
      const now = tx.get<MapRecord>(keyOf(org, id)) ?? before;
      const changed = {
        ...now,
        name,
        level,
        ...(fitted ? { placement: fitted.placement, plan: fitted.fitting } : {}),
        revision: now.revision + 1,
        updatedAtMs: this.#parts.clock.wallMs(),
      };
      this.#assertName(tx, org, changed);
      tx.put(keyOf(org, id), changed);
      return changed;
    });
  }

  /** Removes a map with its files; false for an unknown one. */
  async remove(org: string, id: string): Promise<boolean> {
    return await this.#parts.store.transact(
      (tx) => {
        const before = tx.get<MapRecord>(keyOf(org, id));
        if (!before) return false;
        tx.remove(keyOf(org, id));
        this.#dropFiles(tx, before);
        return true;
      },
      { essential: true },
    );
  }

  /** Returns the PNG of a map; undefined when it is gone. */
  async picture(org: string, id: string): Promise<Uint8Array | undefined> {
    const map = this.get(org, id);
    return map && (await this.#parts.assets.read(org, map.picture.assetId));
  }

  /** Returns the grids of a frame with their cells; a level leaves out grids of other levels. */
  async gridsOf(
    org: string,
    frame: string,
    level: string | null,
  ): Promise<{ map: MapRecord; cells: Occupancy }[]> {
    const found = this.list(org).filter(
      (map) =>
        map.grid !== null &&
        map.frame === frame &&
        (level === null || map.level === null || map.level === level),
    );
    const grids = [];
    for (const map of found) {
      const cells = await this.#occupancy(map);
      if (cells) grids.push({ map, cells });
    }
    return grids;
  }

  async #occupancy({ org, grid }: MapRecord): Promise<Occupancy | undefined> {
    const { cellsAssetId: id } = grid!;
    const known = this.#cells.get(id);
    this.#cells.delete(id);
    const cells = known ?? (await this.#readCells(org, grid!));
    if (!cells) return undefined;
    this.#cells.set(id, cells);
    this.#sizes.set(id, grid!.widthCells * grid!.heightCells);
    let bytes = [...this.#cells.keys()].reduce((sum, each) => sum + this.#sizes.get(each)!, 0);
    for (const oldest of this.#cells.keys()) {
      if (bytes <= cachedBytes || oldest === id) break;
      bytes -= this.#sizes.get(oldest)!;
      this.#cells.delete(oldest);
      this.#sizes.delete(oldest);
    }
    return cells;
  }

  /** The cells of a grid, row after row from the highest; undefined for a plan, and when they are gone. */
  async cells({ org, grid }: MapRecord): Promise<Uint8Array | undefined> {
    const packed = grid && (await this.#parts.assets.read(org, grid.cellsAssetId));
    return packed ? await unpack(packed, { maxOutputLength: mapLimits.cells }) : undefined;
  }

  async #readCells(org: string, grid: NonNullable<MapRecord["grid"]>) {
    const packed = await this.#parts.assets.read(org, grid.cellsAssetId);
    if (!packed) return undefined;
    const cells = await unpack(packed, { maxOutputLength: mapLimits.cells });
    return new Occupancy(grid, cells);
  }

  async #putGrid(
    org: string,
    {
      label,
      read,
      shape,
      ...from
    }: { label: MapLabel; read: ReadGrid; shape: GridShape } & Pick<MapRecord, "origin" | "heard">,
  ): Promise<MapRecord> {
    const picture = await this.#keepPicture(org, read.picture);
    const { id: cellsAssetId } = await this.#keepFile(org, read.packedCells, {
      mime: "application/octet-stream",
      ext: "cells",
    });
    return await this.#store(org, label, {
      kind: "grid",
      ...from,
      placement: gridPlacement(shape),
      grid: { ...shape, counts: read.counts, cellsAssetId },
      plan: null,
      picture,
    });
  }

  async #keepPicture(org: string, { bytes, widthPx, heightPx }: MapPicture) {
    const { id } = await this.#keepFile(org, bytes, { mime: "image/png", ext: "png" });
    return { assetId: id, widthPx, heightPx };
  }

  /** Keeps a file that is removed by itself unless a record names it soon. */
  async #keepFile(org: string, bytes: Uint8Array, type: { mime: string; ext: string }) {
    const expiresAtMs = this.#parts.clock.wallMs() + unnamedMs;
    return await this.#parts.assets.put({ org, bytes, ...type, class: "map", expiresAtMs });
  }

  async #store(org: string, label: MapLabel, map: NewMap): Promise<MapRecord> {
    const { store, assets, clock } = this.#parts;
    return await store.transact((tx) => {
      const before = this.#before(tx, org, label);
      if (before && before.origin !== map.origin) {
        const message = `name: another map has the name ${before.name}. Choose another`;
        throw fail("conflict", message);
      }
      const nowMs = clock.wallMs();
      const { name, frame, level } = label;
      const record: MapRecord = {
        v: 1,
        id: before?.id ?? uuidv7(nowMs),
        org,
        name,
        frame,
        level,
        ...map,
        revision: (before?.revision ?? 0) + 1,
        createdAtMs: before?.createdAtMs ?? nowMs,
        updatedAtMs: nowMs,
      };
      this.#assertName(tx, org, record);
      if (!before && tx.count(mapPrefix(org, "map")) >= mapLimits.maps) {
        const message = `maps: an organisation has at most ${mapLimits.maps}. Remove one first`;
        throw fail("conflict", message);
      }
      if (before) this.#dropFiles(tx, before);
      for (const id of filesOf(record)) assets.keep(tx, org, id);
      tx.put(keyOf(org, record.id), record);
      return record;
    });
  }

  #before(tx: StoreTransaction, org: string, { id, name }: MapLabel): MapRecord | undefined {
    if (id !== undefined) {
      const found = tx.get<MapRecord>(keyOf(org, id));
      if (found) return found;
      throw fail("not_found", "id: there is no such map. Choose a listed one", { param: "id" });
    }
    return allIn(tx, org).find((map) => map.name === name);
  }

  #assertName(tx: StoreTransaction, org: string, { id, name }: MapRecord): void {
    const twin = allIn(tx, org).find((map) => map.name === name && map.id !== id);
    if (twin) throw invalidField("name", `another map has this name. Choose another`);
  }

  #freeName(org: string, name: string): string {
    const names = new Set(this.list(org).map((map) => map.name));
    for (let number = 1; ; number += 1) {
      const tried = number === 1 ? name : `${name} ${number}`;
      if (!names.has(tried)) return tried;
    }
  }

  #dropFiles(tx: StoreTransaction, map: MapRecord): void {
    for (const id of filesOf(map)) this.#parts.assets.drop(tx, map.org, id);
  }
}

function keyOf(org: string, id: string): StoreKey {
  return [...mapPrefix(org, "map"), id.toLowerCase()];
}

function allIn(tx: StoreTransaction, org: string): MapRecord[] {
  return tx.range<MapRecord>({ prefix: mapPrefix(org, "map") }).map(({ value }) => value);
}

function filesOf({ picture, grid }: MapRecord): string[] {
  return [picture.assetId, ...(grid ? [grid.cellsAssetId] : [])];
}

function sizeOf({ widthCells, heightCells }: ReadGrid) {
  return { widthCells, heightCells };
}

/** Names the field of a file that cannot be read. */
async function readable<R>(read: () => Promise<R>, at: string): Promise<R> {
  try {
    return await read();
  } catch (cause) {
    const known = GatehouseError.find(cause);
    if (known?.code !== "input_unreadable") throw cause;
    throw invalidField(at, known.message.replace(/^\w+: /, ""));
  }
}
