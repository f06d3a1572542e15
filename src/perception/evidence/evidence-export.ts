import type { Clock } from "../../base/core/clock.ts";
import type { StoreReader } from "../../base/core/store.ts";
import { setImmediate as turn } from "node:timers/promises";
import { fail } from "../../base/contract/fail.ts";
import type { Event } from "../../base/events/event.ts";
import type { Footage } from "../../cameras/recording/footage.ts";
import type { Recordings } from "../../cameras/recording/recordings.ts";
import { type ZipEntry, zipOf } from "../../cameras/recording/zip.ts";
import type { AttachedFiles } from "./attached-files.ts";
import { fileWire } from "./span-manifest-wire.ts";
import { ArchiveSums, json, type EntryMaker } from "./archive-sums.ts";
import type { Evidence } from "../incidents/evidence-port.ts";
import type { IncidentRecord } from "../incidents/incident-record.ts";
import { incidentWire } from "../incidents/incident-wire.ts";
import { getIncident } from "../incidents/incident-store.ts";

/** Incidents in one archive at most. */
export const maxExported = 100;

/** The event log as the export reads it. */
export interface EventHistory {
  /** Entries of the organisation after `afterSeq`, oldest first. */
  read(org: string, afterSeq: number, limit: number): Event[];
}

/** The parts of the appliance that the export uses. */
export interface ExportParts {
  store: StoreReader;
  clock: Clock;
  evidence: Evidence;
  recordings: Recordings;
  history: EventHistory;
  /** Files of other parts of the box that belong to incidents; none when absent. */
  attached?: Pick<AttachedFiles, "of">;
  /** The author: name of the site and version of the program. */
  maker: { site: string; version: string };
}

interface CollectedIncident {
  record: IncidentRecord;
  folder: string;
  footage: readonly Footage[];
}

/** An event in the archive. */
interface ExportedEvent extends Pick<Event, "seq" | "type" | "data"> {
  /** ISO 8601, in UTC. */
  at: string;
}

/** Entries of the event log that are read in one turn. */
const eventPage = 500;

/**
 * Writes an archive of some incidents while it is read: video, pictures, the incident, its messages, and
 * SHA-256 sums of all files. Rejects with `not_found` naming the first unknown id, and with
 * `request_too_large` for more than `maxExported`.
 */
export async function exportIncidents(
  parts: ExportParts,
  org: string,
  ids: readonly string[],
): Promise<AsyncGenerator<Buffer>> {
  if (ids.length > maxExported) {
    throw fail(
      "request_too_large",
      `incidents: are too many for one archive. Export at most ${maxExported}`,
    );
  }
  const collected: CollectedIncident[] = [];
  for (const id of new Set(ids)) {
    const record = getIncident(parts.store, org, id);
    if (!record) throw fail("not_found", `incident_id: there is no ${id}. List the incidents`);
    const clip = await parts.recordings.clip(org, id);
    collected.push({ record, folder: folderOf(record), footage: clip?.parts ?? [] });
  }
  return zipOf(entriesOf(parts, collected));
}

async function* entriesOf(
  parts: ExportParts,
  collected: readonly CollectedIncident[],
): AsyncGenerator<ZipEntry> {
  const atMs = parts.clock.wallMs();
  const archive = new ArchiveSums(atMs);
  const noted: EntryMaker = (name, body) => archive.noted(name, body);
  const eventsById = await eventsOf(parts.history, collected);
  for (const one of collected) {
    yield noted(`${one.folder}/events.json`, [json(eventsById.get(one.record.id) ?? [])]);
    yield* filesOf(parts, one, noted);
  }
  const manifest = {
    format: "gatehouse-evidence/1",
    made_at: new Date(atMs).toISOString(),
    ...parts.maker,
    incidents: collected.map(aboutIncident),
    files: archive.files().map(fileWire),
  };
  yield noted("manifest.json", [json(manifest)]);
  yield noted("README.txt", [Buffer.from(readme)]);
  yield archive.sums();
}

async function* filesOf(
  parts: ExportParts,
  { record, folder, footage }: CollectedIncident,
  noted: EntryMaker,
): AsyncGenerator<ZipEntry> {
  const { evidence, attached } = parts;
  yield noted(`${folder}/incident.json`, [json(incidentWire(record, evidence))]);
  for (const [name, asset] of [
    ["snapshot.jpg", record.snapshotAssetId],
    ["snapshot-plain.jpg", record.plainAssetId],
  ] as const) {
    const jpeg = asset ? await evidence.read(record.org, asset) : undefined;
    if (jpeg) yield noted(`${folder}/${name}`, [jpeg]);
  }
  for (const { name, assetId } of attached?.of(record.org, record.id) ?? []) {
    const bytes = await evidence.read(record.org, assetId);
    if (bytes) yield noted(`${folder}/${name}`, [bytes]);
  }
  for (const [index, part] of footage.entries()) {
    yield noted(`${folder}/${clipName(index)}`, part.read(0, part.sizeBytes - 1));
  }
}

function clipName(index: number): string {
  return index === 0 ? "clip.mp4" : `clip-part-${index + 1}.mp4`;
}

/** Returns the time span of the video, which the files lack. */
function aboutIncident({ record, folder, footage }: CollectedIncident) {
  return {
    id: record.id,
    folder,
    stream_id: record.streamId,
    type: record.type,
    clips: footage.map((part, index) => ({
      path: `${folder}/${clipName(index)}`,
      codec: part.codec,
      sound: part.hasSound,
      masked: part.isMasked,
      duration_seconds: Math.round(part.durationSec * 1000) / 1000,
      recorded: part.spans.map(({ startMs, endMs }) => ({
        from: new Date(startMs).toISOString(),
        to: new Date(endMs).toISOString(),
      })),
    })),
  };
}

/**
 * Returns the events and deliveries of each incident, by its id, as far as the event log still has them. It
 * reads the log once, in pieces, and yields between them: it may hold hundreds of thousands of entries.
 */
async function eventsOf(
  history: EventHistory,
  collected: readonly CollectedIncident[],
): Promise<Map<string, ExportedEvent[]>> {
  const found = new Map<string, ExportedEvent[]>(collected.map(({ record }) => [record.id, []]));
  const org = collected[0]?.record.org ?? "";
  for (let after = 0; ; await turn()) {
    const page = history.read(org, after, eventPage);
    for (const { seq, type, atMs, data } of page) {
      if (!type.startsWith("incident.")) continue;
      found.get(String(data["id"]))?.push({ seq, type, at: new Date(atMs).toISOString(), data });
    }
    const last = page.at(-1);
    if (!last || page.length < eventPage) return found;
    after = last.seq;
  }
}

function folderOf({ startedAtMs, streamId, type, id }: IncidentRecord): string {
  const time = new Date(startedAtMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
  const safe = streamId.replaceAll(/[^A-Za-z0-9._-]/g, "_");
  return `${time}Z-${safe}-${type}-${id.slice(0, 8)}`;
}

const readme = `Evidence of a Gatehouse appliance.

One folder for each incident:
  incident.json        the incident as the appliance knows it
  events.json          what was told of it, as far as the event log still had it
  snapshot.jpg         the picture of its opening, with what was seen drawn in
  snapshot-plain.jpg   the same without drawing
  clip.mp4             the recorded video, with pre- and post-roll, as the camera sent it
  robot-*.mcap         what the robot with this camera reported and did (MCAP; Foxglove opens it)

manifest.json says when the video was recorded and lists every file with its size and SHA-256.
Masked video was coded again to paint the privacy masks in; manifest.json says where.

To check that nothing was changed since the export:
  sha256sum -c SHA256SUMS
`;
