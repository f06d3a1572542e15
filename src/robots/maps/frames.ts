import { fail, invalidField } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Store, StoreKey } from "../../base/core/store.ts";
import { fitPlanes, type PointPair } from "../../base/geo/plane-fit.ts";
import { FrameTree, type FrameTie } from "./frame-ties.ts";
import { type FrameRecord, mapPrefix } from "./map-record.ts";
import { mapLimits } from "./map-terms.ts";

/** A tie from a client: its values, or points that are known in both frames; null for what was not sent. */
export interface TieOrder {
  frame: string;
  parent: string;
  xM: number | null;
  yM: number | null;
  yawRad: number | null;
  pairs: readonly PointPair[] | null;
}

/** The map frames of organisations with their places in each other. */
export class Frames {
  readonly #store: Store;
  readonly #clock: Pick<Clock, "wallMs">;

  constructor({ store, clock }: { store: Store; clock: Pick<Clock, "wallMs"> }) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Returns the ties in the order of their frames' names. */
  list(org: string): FrameRecord[] {
    const prefix = mapPrefix(org, "frame");
    return this.#store
      .range<FrameRecord>({ prefix, limit: mapLimits.frames })
      .map(({ value }) => value);
  }

  /** Returns the frames as they lie in each other now. */
  tree(org: string): FrameTree {
    return new FrameTree(this.list(org));
  }

  /**
   * Ties a frame to its parent. Fails with `invalid_request_body` for values and points together, points that give no
   * place, and a parent that leads back to the frame; with `conflict` at the limit.
   */
  async put(org: string, order: TieOrder): Promise<FrameRecord> {
    const { frame, parent } = order;
    const { tie, errorsM } = tieOf(order);
    return await this.#store.transact((tx) => {
      const prefix = mapPrefix(org, "frame");
      const ties = tx.range<FrameRecord>({ prefix }).map(({ value }) => value);
      const before = ties.find((each) => each.frame === frame);
      new FrameTree(ties.filter((each) => each !== before)).check({ frame, parent }, "parent");
      if (!before && ties.length >= mapLimits.frames) {
        const message = `frames: an organisation has at most ${mapLimits.frames}. Remove one first`;
        throw fail("conflict", message);
      }
      const revision = (before?.revision ?? 0) + 1;
      const updatedAtMs = this.#clock.wallMs();
      const record: FrameRecord = { v: 1, org, ...tie, errorsM, revision, updatedAtMs };
      tx.put(keyOf(org, frame), record);
      return record;
    });
  }

  /** Unties a frame; false for one without a tie. */
  async remove(org: string, frame: string): Promise<boolean> {
    return await this.#store.transact(
      (tx) => {
        const isThere = tx.get(keyOf(org, frame)) !== undefined;
        tx.remove(keyOf(org, frame));
        return isThere;
      },
      { essential: true },
    );
  }
}

function tieOf({ frame, parent, pairs, ...values }: TieOrder): {
  tie: FrameTie;
  errorsM: readonly number[] | null;
} {
  const { xM, yM, yawRad } = values;
  if (!pairs) {
    if (xM === null || yM === null) {
      const missing = xM === null ? "x" : "y";
      throw invalidField(missing, "is missing. Send x, y and yaw, or points");
    }
    return { tie: { frame, parent, xM, yM, yawRad: yawRad ?? 0 }, errorsM: null };
  }
  if (xM !== null || yM !== null || yawRad !== null)
    throw invalidField("points", "and x, y, yaw exclude each other. Send one of them");
  const fitted = fitPlanes(pairs, "rigid");
  if (!fitted)
    throw invalidField(
      "points",
      "lie in one point, so they place nothing. Choose points far apart",
    );
  const [cos, , x, sin, , y] = fitted.matrix;
  return {
    tie: { frame, parent, xM: x, yM: y, yawRad: Math.atan2(sin, cos) },
    errorsM: fitted.errors,
  };
}

function keyOf(org: string, frame: string): StoreKey {
  return [...mapPrefix(org, "frame"), frame];
}
