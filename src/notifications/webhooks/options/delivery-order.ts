import type { StoreKey, StoreReader, StoreTransaction } from "../../../base/core/store.ts";
import { type Delivery, deliveryKey } from "../delivery-record.ts";

/** The delivery of a camera that may be sent now, and the place of the next one that comes. */
interface Head {
  id: string;
  nextPlace: number;
}

const headKey = ({ webhookId }: Pick<Delivery, "webhookId">, camera: string): StoreKey => [
  "box",
  "webhook-head",
  webhookId,
  camera,
];

/** Prefix of a webhook's deliveries that wait for the one before them. */
export function waitPrefix(webhookId: string): StoreKey {
  return ["box", "webhook-wait", webhookId];
}

/** Key of a delivery that waits for the one before it; undefined for every other one. */
export function waitKey({ webhookId, camera, place, id }: Delivery): StoreKey | undefined {
  if (camera === undefined || place === undefined) return undefined;
  return [...waitPrefix(webhookId), camera, place, id];
}

/**
 * Returns a new delivery at its place in the order of its camera: due as it is when no delivery of
 * the camera is pending, else waiting, without a due time. Part of `tx`, as `leave` is, so that
 * after a crash the order is that of the last commit.
 */
export function enter(tx: StoreTransaction, delivery: Delivery): Delivery {
  const { camera, status } = delivery;
  if (camera === undefined || status !== "pending") return delivery;
  const key = headKey(delivery, camera);
  const head = tx.get<Head>(key);
  if (head === undefined || !isPending(tx, delivery, head.id)) {
    tx.put(key, { id: delivery.id, nextPlace: head?.nextPlace ?? 0 } satisfies Head);
    return delivery;
  }
  tx.put(key, { ...head, nextPlace: head.nextPlace + 1 });
  return { ...delivery, dueAtMs: null, place: head.nextPlace };
}

/**
 * Ends the turn of a delivery that is pending no longer: the next of its camera is returned, due
 * now; the caller stores it. Undefined when nothing waits, or when it was not this one's turn.
 */
export function leave(
  tx: StoreTransaction,
  delivery: Delivery,
  nowMs: number,
): { before: Delivery; after: Delivery } | undefined {
  const { camera, webhookId, org } = delivery;
  if (camera === undefined) return undefined;
  const key = headKey(delivery, camera);
  const head = tx.get<Head>(key);
  if (head?.id !== delivery.id) return undefined;
  const waiting = tx.range({ prefix: [...waitPrefix(webhookId), camera], limit: 1 })[0];
  const id = waiting?.key.at(-1) as string | undefined;
  const before =
    id === undefined ? undefined : tx.get<Delivery>(deliveryKey({ org, webhookId, id }));
  if (!before) {
    tx.remove(key);
    return undefined;
  }
  tx.put(key, { ...head, id: before.id });
  const { place: _place, ...rest } = before;
  return { before, after: { ...rest, dueAtMs: nowMs } };
}

function isPending(reader: StoreReader, of: Delivery, id: string): boolean {
  return reader.get<Delivery>(deliveryKey({ ...of, id }))?.status === "pending";
}
