import type { PtzOrder } from "../../../../src/perception/ptz/ptz-order.ts";

/** An order by Ann. */
export function byAnn(order: PtzOrder): { order: PtzOrder; by: string } {
  return { order, by: "Ann" };
}
