import { withoutSecrets } from "../../base/secrets/address-secrets.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Store, StoreKey, StoreReader, StoreTransaction } from "../../base/core/store.ts";
import type { StoredView } from "./view-watch.ts";

/** As stored, about 30 KiB; bytes in base64. */
interface ViewRecord extends Omit<StoredView, "luma" | "detail"> {
  /** The camera's address, without secrets: another camera's view is not tampering. */
  sourceUrl: string;
  luma: string;
  detail: string;
}

/** The owner of the view. */
export interface ViewOwner {
  org: string;
  streamId: string;
  sourceUrl: string;
}

/** Returns the view that this source usually showed before a restart; undefined when unknown. */
export function loadView(store: StoreReader, owner: ViewOwner): StoredView | undefined {
  const record = store.get<ViewRecord>(viewKey(owner.org, owner.streamId));
  if (record?.sourceUrl !== withoutSecrets(owner.sourceUrl)) return undefined;
  const { columns, rows, basis } = record;
  const [luma, detail] = [bytes(record.luma), bytes(record.detail)];
  const isWhole = luma.length === columns * rows && detail.length === luma.length;
  return isWhole ? { columns, rows, basis, luma, detail } : undefined;
}

/** Stores the view; a failure only costs the learning time after the next restart. */
export async function saveView(
  parts: { store: Store; log: Logger },
  owner: ViewOwner,
  { columns, rows, basis, luma, detail }: StoredView,
): Promise<void> {
  const text = (values: Uint8Array): string => Buffer.from(values).toString("base64");
  const { org, streamId } = owner;
  const sourceUrl = withoutSecrets(owner.sourceUrl);
  const shape = { columns, rows, basis };
  const record: ViewRecord = { sourceUrl, ...shape, luma: text(luma), detail: text(detail) };
  try {
    await parts.store.transact((tx) => tx.put(viewKey(org, streamId), record));
  } catch (error) {
    parts.log.debug({ error: describeError(error) }, "the usual view is not stored now");
  }
}

/** Forgets the stream's view. */
export function removeView(tx: StoreTransaction, org: string, streamId: string): void {
  tx.remove(viewKey(org, streamId));
}

function viewKey(org: string, streamId: string): StoreKey {
  return [org, "view", streamId];
}

function bytes(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, "base64"));
}
