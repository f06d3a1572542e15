import type { Store } from "../../base/core/store.ts";
import type { Logger } from "../../base/core/logger.ts";
import { type EventAppender, IncidentWriter } from "../incidents/incident-writer.ts";
import type { Footage } from "../../cameras/recording/footage.ts";
import type { Clip, RecordedSpan, Recordings } from "../../cameras/recording/recordings.ts";
import { exportIncidents, type ExportParts } from "./evidence-export.ts";
import { exportSpan } from "./span-export.ts";
import type { TimeLapse } from "../../cameras/recording/time-lapse.ts";
import { SmallPictures } from "../incidents/small-pictures.ts";
import type { Overlay, Vision } from "../core/vision-port.ts";
import type { IncidentRecord } from "../incidents/incident-record.ts";
import { getIncident } from "../incidents/incident-store.ts";
import { type Page } from "../core/page.ts";
import type { RunningStreams } from "../streams/running-streams.ts";
import { getStream } from "../settings/stream-record.ts";

/** Recorded video that can be read in parts. */
export interface Video {
  contentType: string;
  sizeBytes: number;
  /** True when the recording is complete. */
  isFinal: boolean;
  /** Videos of other formats in the same span, this one included. */
  parts: number;
  /** Bytes from `start` to `end`, both inclusive. */
  read(start: number, end: number): AsyncGenerator<Buffer>;
}

/** Signs and checks addresses that need no key. */
export interface ClipSigner {
  sign(id: string, ext: string, expSec: number): string;
  verify(address: { id: string; ext: string; exp: string; sig: string }): boolean;
  /** Returns the box's address for clients, without a slash at the end. */
  publicUrl(): string;
}

/** The stored evidence of an incident, with addresses that need no key; null where it has none. */
export interface StoredEvidence {
  incident: Pick<IncidentRecord, "id" | "streamId" | "isProtected">;
  snapshotUrl: string | null;
  plainSnapshotUrl: string | null;
  clip: (Clip & { url: string | null }) | null;
}

/** A span of time in Unix seconds. */
export interface SpanSec {
  from: number;
  to: number;
}

type Parts = ExportParts & {
  store: Store;
  events: EventAppender;
  log: Logger;
  vision: Pick<Vision, "still">;
};

/** Width of a preview. */
const previewWidthPx = 320;
const noOverlay: Overlay = { boxes: [], zones: [] };

/** Lists, plays and keeps recordings. Each call is bound to one organisation. */
export class RecordingService {
  readonly #parts: Parts;
  readonly #running: RunningStreams;
  readonly #previews = new SmallPictures();

  constructor(parts: Parts, running: RunningStreams) {
    this.#parts = parts;
    this.#running = running;
  }

  /** Returns the stream's recordings, oldest first; undefined for an unknown stream. */
  list(
    org: string,
    streamId: string,
    request: { span: SpanSec; limit: number; offset: number },
  ): Page<RecordedSpan> | undefined {
    if (!this.#isKnown(org, streamId, request.span)) return undefined;
    const { span, limit, offset } = request;
    const all = this.#parts.recordings.list({ org, streamId }, spanMs(span));
    const items = all.slice(offset, offset + limit);
    const hasMore = offset + items.length < all.length;
    return { items, total: all.length, hasMore, nextCursor: null };
  }

  /** Returns the video of a span; undefined where nothing is recorded, and for an unknown stream. */
  async play(
    org: string,
    streamId: string,
    request: { span: SpanSec; part: number },
  ): Promise<Video | undefined> {
    const span = spanMs(request.span);
    const parts = await this.#parts.recordings.footage({ org, streamId }, span);
    const isFinal = span.toMs < this.#parts.clock.wallMs() - 60_000;
    return videoOf(parts, { part: request.part, isFinal });
  }

  /** Returns the video of an incident so far; undefined when it has none (any more). */
  async clip(org: string, incidentId: string, part: number): Promise<Video | undefined> {
    const clip = await this.#parts.recordings.clip(org, incidentId);
    return clip && videoOf(clip.parts, { part, isFinal: clip.isComplete });
  }

  /** Returns the stored evidence of an incident; undefined for an unknown one. */
  async evidence(org: string, incidentId: string): Promise<StoredEvidence | undefined> {
    const record = getIncident(this.#parts.store, org, incidentId);
    if (!record) return undefined;
    const { evidence, recordings } = this.#parts;
    const clip = await recordings.clip(org, incidentId);
    const url = (asset: string | null | undefined): string | null =>
      asset === null || asset === undefined ? null : evidence.url(org, asset);
    return {
      incident: record,
      snapshotUrl: url(record.snapshotAssetId),
      plainSnapshotUrl: url(record.plainAssetId),
      clip: clip ? { ...clip, url: evidence.clipUrl(record) } : null,
    };
  }

  /** Protects an incident and its evidence, or ends the protection; undefined for an unknown one. */
  async protect(
    org: string,
    incidentId: string,
    isProtected: boolean,
  ): Promise<StoredEvidence | undefined> {
    const { store, evidence, recordings } = this.#parts;
    const stored = getIncident(store, org, incidentId);
    if (!stored) return undefined;
    const runner = this.#running.get(org, stored.streamId);
    const open = runner?.judge.incidents.openRecord(incidentId);
    const target = open ?? stored;
    target.isProtected = isProtected;
    const writer = (open && runner?.evidence.writer) ?? new IncidentWriter(this.#parts, evidence);
    writer.write(target, "kept");
    await writer.stored(incidentId);
    for (const asset of [target.snapshotAssetId, target.plainAssetId]) {
      if (asset) await evidence.keep(org, asset, isProtected);
    }
    for (const { assetId } of this.#parts.attached?.of(org, incidentId) ?? []) {
      await evidence.keep(org, assetId, isProtected);
    }
    await recordings.protect(org, incidentId, isProtected);
    return await this.evidence(org, incidentId);
  }

  /**
   * A small picture of the recorded key frame at or before a time, and the frame's own time; undefined where nothing
   * is recorded. Codes: `overloaded`, `detector_unavailable`.
   */
  async preview(
    org: string,
    streamId: string,
    atMs: number,
  ): Promise<{ jpeg: Uint8Array; atMs: number } | undefined> {
    const { recordings, vision } = this.#parts;
    const frame = await recordings.keyFrame({ org, streamId }, atMs);
    if (!frame) return undefined;
    const { id, init, fragment } = frame;
    const still = { init, fragments: [fragment], masks: [], overlay: noOverlay };
    const make = async (): Promise<Uint8Array> =>
      (await vision.still({ ...still, maxWidthPx: previewWidthPx })).jpeg;
    const jpeg = await this.#previews.of(`${org}/${streamId}/${id}`, make);
    return jpeg && { jpeg, atMs: fragment.wallMs };
  }

  /** A time-lapse of at most 1800 key frames; undefined where nothing is recorded. */
  async timeLapse(org: string, streamId: string, span: SpanSec): Promise<TimeLapse | undefined> {
    return await this.#parts.recordings.timeLapse({ org, streamId }, spanMs(span));
  }

  /** An archive of a span of several streams; see `exportSpan`. */
  async exportSpan(
    org: string,
    request: { streamIds: readonly string[]; span: SpanSec; withTimeLapse: boolean },
  ): Promise<AsyncGenerator<Buffer>> {
    const { span, ...rest } = request;
    return await exportSpan(this.#parts, org, { ...rest, ...spanMs(span) });
  }

  /** An archive of incidents; see `exportIncidents`. */
  async export(org: string, ids: readonly string[]): Promise<AsyncGenerator<Buffer>> {
    return await exportIncidents(this.#parts, org, ids);
  }

  #isKnown(org: string, streamId: string, span: SpanSec): boolean {
    // Recordings outlive the stream that they are of.
    return (
      getStream(this.#parts.store, org, streamId) !== undefined ||
      this.#parts.recordings.list({ org, streamId }, spanMs(span)).length > 0
    );
  }
}

/** Makes the addresses of clips, and finds the video of an address. */
export class ClipAddresses {
  readonly #recordings: Recordings;
  readonly #signer: ClipSigner;
  readonly #keptMs: () => number;

  /** `keptMs`: how long clips are kept, so that an address is valid as long as its video exists. */
  constructor(recordings: Recordings, signer: ClipSigner, keptMs: () => number) {
    this.#recordings = recordings;
    this.#signer = signer;
    this.#keptMs = keptMs;
  }

  /** Returns an absolute address that needs no key; null when there is no video (any more). */
  url(incident: { org: string; streamId: string; id: string; startedAtMs: number }): string | null {
    const { org, streamId, id, startedAtMs } = incident;
    const clip = this.#recordings.clipRecord(org, streamId, id);
    if (!clip) return null;
    const keptMs = clip.isProtected ? protectedMs : this.#keptMs();
    const exp = Math.ceil((startedAtMs + keptMs) / 1000);
    const name = `${org}_${id}`;
    const sig = this.#signer.sign(name, "mp4", exp);
    return `${this.#signer.publicUrl()}/api/v1/assets/${name}.mp4?exp=${exp}&sig=${sig}`;
  }

  /** Returns the video of an address; undefined for a wrong or outdated one. */
  async open(address: {
    id: string;
    extension: string;
    exp: string;
    sig: string;
  }): Promise<Video | undefined> {
    const { id, extension: ext, exp, sig } = address;
    const [, org, incidentId] = /^([a-z][a-z0-9-]{0,31})_([0-9a-f-]{36})$/.exec(id) ?? [];
    if (org === undefined || incidentId === undefined || ext !== "mp4") return undefined;
    if (!this.#signer.verify({ id, ext, exp, sig })) return undefined;
    const clip = await this.#recordings.clip(org, incidentId);
    return clip && videoOf(clip.parts, { part: 1, isFinal: clip.isComplete });
  }
}

/** Addresses of protected clips are valid for ten years. */
const protectedMs = 10 * 365 * 24 * 3_600_000;

function videoOf(
  parts: readonly Footage[],
  { part, isFinal }: { part: number; isFinal: boolean },
): Video | undefined {
  const footage = parts[part - 1];
  if (!footage) return undefined;
  const { sizeBytes } = footage;
  return {
    contentType: mimeTypeOf(footage),
    sizeBytes,
    isFinal,
    parts: parts.length,
    read: (start, end) => footage.read(start, end),
  };
}

/** The MIME type of a video, with its codec where it is known. */
export function mimeTypeOf({ mimeCodec }: { mimeCodec: string | null }): string {
  return mimeCodec === null ? "video/mp4" : `video/mp4; codecs="${mimeCodec}"`;
}

function spanMs({ from, to }: SpanSec): { fromMs: number; toMs: number } {
  return { fromMs: Math.round(from * 1000), toMs: Math.round(to * 1000) };
}
