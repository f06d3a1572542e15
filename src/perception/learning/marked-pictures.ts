import { setImmediate as turn } from "node:timers/promises";
import type { StoreReader } from "../../base/core/store.ts";
import type { Evidence } from "../incidents/evidence-port.ts";
import type { IncidentRecord } from "../incidents/incident-record.ts";
import { matchingIncidents } from "../incidents/incident-list.ts";
import { getIncident } from "../incidents/incident-store.ts";
import type { MarkedPicture } from "./learning-port.ts";
import { listMisses } from "./miss-record.ts";

/** Newest marked incidents and misses of one camera that are used. */
export const maxPerCamera = 300;
/** Newest ones of the organisation. */
export const maxPictures = 3000;

/** A marked picture before it is read. */
export interface StoredPicture extends Omit<MarkedPicture, "jpeg"> {
  /** The incident's or the miss's id. */
  id: string;
  assetId: string;
}

/**
 * The organisation's incidents with a verdict, and its misses, newest first; bounded for each camera and together.
 * Incidents without a picture or without objects on it are left out.
 */
export async function markedPictures(store: StoreReader, org: string): Promise<StoredPicture[]> {
  const counts = new Map<string, number>();
  const sources: StoredPicture[] = [];
  const take = (source: StoredPicture): void => {
    const count = counts.get(source.streamId) ?? 0;
    if (count >= maxPerCamera || sources.length >= maxPictures) return;
    counts.set(source.streamId, count + 1);
    sources.push(source);
  };
  // Several marks of one held picture share it.
  const missed = Map.groupBy(listMisses(store, org), ({ pictureAssetId }) => pictureAssetId);
  for (const [assetId, misses] of missed) {
    const { id, streamId, atMs } = misses[0]!;
    const objects = misses.map(
      ({ label, boxNorm }) => ({ label, boxNorm, marking: "miss" }) as const,
    );
    take({ id, streamId, atMs, assetId, objects });
  }
  for (const match of matchingIncidents(store, org, {})) {
    if (sources.length >= maxPictures) break;
    // Others have their turn after each piece of the index.
    if (!match) await turn();
    const source = match && sourceOf(getIncident(store, org, match.id));
    if (source) take(source);
  }
  return sources;
}

function sourceOf(record: IncidentRecord | undefined): StoredPicture | undefined {
  const { verdict, plainAssetId, pictured = [] } = record ?? {};
  if (!record || !verdict || !plainAssetId || pictured.length === 0) return undefined;
  const marking = verdict === "true_positive" ? "real" : "false_alarm";
  const objects = pictured.map((one) => ({ ...one, marking }) as const);
  const { id, streamId, startedAtMs } = record;
  return { id, streamId, atMs: startedAtMs, assetId: plainAssetId, objects };
}

/** Reads the pictures one by one, as they are taken; those that retention has removed are left out. */
export async function* readPictures(
  evidence: Pick<Evidence, "read">,
  org: string,
  sources: readonly StoredPicture[],
): AsyncGenerator<MarkedPicture> {
  for (const { assetId, streamId, atMs, objects } of sources) {
    const jpeg = await evidence.read(org, assetId);
    if (jpeg) yield { streamId, atMs, objects, jpeg };
  }
}
