import { cursorOf, textOfCursor } from "../../base/contract/cursor.ts";
import { type ShownStream, situationOf } from "./answers/shown-stream.ts";
import type { Cameras } from "../../cameras/camera.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { StillOptions, Vision } from "../core/vision-port.ts";
import { type IncidentReceivers, receiverWarnings } from "../incidents/incident-receivers.ts";
import type { SettingsResolver } from "../settings/settings-resolver.ts";
import type { Store, StoreTransaction } from "../../base/core/store.ts";
import { fail, invalidField } from "../../base/contract/fail.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import { motionLabel } from "../core/track.ts";
import type { StreamPatch } from "../settings/stream-document.ts";
import type { OpenVideo, VideoSink } from "../../base/core/own-video.ts";
import type { LiveTranscodes } from "./live-transcodes.ts";
import { openShown, type VideoRequest } from "./own-video.ts";
import type { Profile } from "../profiles/profiles.ts";
import type { Page, PageRequest } from "../core/page.ts";
import type { RunningStreams } from "./running-streams.ts";
import {
  getStream,
  listStreams,
  putStream,
  removeStream,
  type ShownSource,
  type StreamRecord,
} from "../settings/stream-record.ts";
import type { StreamRunner } from "./stream-runner.ts";
import { StreamFollowers } from "./stream-followers.ts";
import { changesConnection } from "../settings/source-patch-wire.ts";
import type { CheckSource } from "../settings/stream-source.ts";
import { SourceEditor, type SourceJobs } from "./source-editor.ts";
import { refuseCameraModel } from "../models/model-selection.ts";
import {
  patchSettings,
  type StreamSettings,
  switchedRecording,
} from "../settings/stream-settings.ts";
import type { StreamState } from "../core/stream-terms.ts";

/** The queue as the service needs it. */
export interface StreamJobs extends SourceJobs {
  /** Cancels the job; resolves when that is stored. */
  cancel(org: string, jobId: string): Promise<unknown>;
  /** Returns true while the job may still run. */
  isLive(org: string, jobId: string): boolean;
}

/** The parts of the service. */
export interface StreamServiceParts {
  store: Store;
  clock: Clock;
  cameras: Cameras;
  vision: Pick<Vision, "labelsOf" | "prepareModel" | "status">;
  resolver: SettingsResolver;
  receivers: Pick<IncidentReceivers, "problem">;
  checkSource: CheckSource;
  transcodes: LiveTranscodes;
}

/** The contract's profiles, in its order (section 4.10); others follow by name. */
const profileOrder = [
  "retail_security",
  "warehouse_safety",
  "smart_city",
  "residential_perimeter",
  "construction_site",
  "parking_lot",
  "school_campus",
  "healthcare_facility",
];

/**
 * Reads and changes the streams of the box for API callers. Every call is bound to one organisation and
 * returns `undefined` for a stream that the organisation does not have.
 */
export class StreamService {
  readonly #parts: StreamServiceParts;
  readonly #running: RunningStreams;
  readonly #jobs: StreamJobs;
  readonly #followers = new StreamFollowers();
  readonly #sources: SourceEditor;

  constructor(parts: StreamServiceParts, running: RunningStreams, jobs: StreamJobs) {
    this.#parts = parts;
    this.#running = running;
    this.#jobs = jobs;
    this.#sources = new SourceEditor(jobs, running, parts.checkSource);
  }

  /** Streams by id, running and ended. */
  list(
    org: string,
    page: PageRequest,
    filters: { state?: StreamState; profile?: string; streamIds?: readonly string[] } = {},
  ): Page<ShownStream> {
    const { state, profile, streamIds } = filters;
    const records = listStreams(this.#parts.store, org).filter(
      (record) =>
        (streamIds === undefined || streamIds.includes(record.streamId)) &&
        (profile === undefined || record.settings.profile === profile) &&
        (state === undefined || situationOf(this.#shown(record)).state === state),
    );
    const after =
      page.after === undefined ? null : textOfCursor(page.after, /^[A-Za-z0-9._:-]{1,128}$/);
    const from =
      after === null ? page.offset : records.filter((record) => record.streamId <= after).length;
    const items = records.slice(from, from + page.limit);
    const hasMore = from + items.length < records.length;
    const last = items.at(-1);
    return {
      items: items.map((record) => this.#shown(record)),
      total: records.length,
      hasMore,
      nextCursor: hasMore && last ? cursorOf(last.streamId) : null,
    };
  }

  get(org: string, streamId: string): ShownStream | undefined {
    const record = getStream(this.#parts.store, org, streamId);
    return record && this.#shown(record);
  }

  /**
   * Changes a running stream: same job, and the same connection unless the source changes. Another detector is loaded
   * first, so that the stream's tracks go on. Throws `invalid_request_body` as the
   * creation does, also for a detector that cannot be used, and `conflict` for a stream that has ended.
   */
  async patch(org: string, streamId: string, change: unknown): Promise<ShownStream | undefined> {
    const patch = change as StreamPatch;
    const record = this.#liveRecord(org, streamId);
    if (!record) return undefined;
    const hasCamera = record.source.type.startsWith("rtsp");
    if (!hasCamera) refuseCameraModel(patch.model ?? null);
    await this.#prepareModel(patch.model ?? null);
    const edit = (settings: StreamSettings) => patchSettings(settings, patch);
    const write = (tx: StoreTransaction, source?: ShownSource): void =>
      this.#write(tx, record, { edit, ...(source ? { source } : {}) });
    const { source } = patch;
    if (changesConnection(source)) await this.#sources.change(record, source, write);
    else await this.#parts.store.transact((tx) => write(tx));
    const runner = this.#running.get(org, streamId);
    if (runner && patch.masks) this.#followers.endOwnVideo(runner);
    return this.get(org, streamId);
  }

  /**
   * Turns the recording of a running stream off, or on in the mode that it had before it was off, `incidents` where it
   * never recorded. Throws `conflict` for a stream that has ended.
   */
  async switchRecording(
    org: string,
    streamId: string,
    isOn: boolean,
  ): Promise<ShownStream | undefined> {
    const record = this.#liveRecord(org, streamId);
    if (!record) return undefined;
    const edit = (settings: StreamSettings) => switchedRecording(settings, isOn);
    await this.#parts.store.transact((tx) => this.#write(tx, record, { edit }));
    return this.get(org, streamId);
  }

  /** Throws `conflict` for a stream that has ended. */
  #liveRecord(org: string, streamId: string): StreamRecord | undefined {
    const record = getStream(this.#parts.store, org, streamId);
    if (record && !this.#isLive(record)) {
      throw fail("conflict", "stream: has ended. Start it again");
    }
    return record;
  }

  /** Edits the settings in the transaction, so that of two simultaneous changes neither undoes the other. */
  #write(
    tx: StoreTransaction,
    { org, streamId, jobId }: StreamRecord,
    { edit, source }: { edit: (now: StreamSettings) => StreamSettings; source?: ShownSource },
  ): void {
    const now = getStream(tx, org, streamId);
    if (now?.jobId !== jobId) throw fail("conflict", "stream: has ended. Start it again");
    const settings = edit(now.settings);
    this.#parts.resolver.check(now, settings);
    putStream(tx, { ...now, settings, ...(source ? { source } : {}) });
    tx.afterCommit(() => this.#running.get(org, streamId)?.configure(settings));
  }

  /** Refuses settings that the appliance does not know, like the other settings. */
  async #prepareModel(name: string | null): Promise<void> {
    const { vision } = this.#parts;
    if (name === null || name === motionLabel || vision.labelsOf(name) === undefined) return;
    try {
      await vision.prepareModel(name);
    } catch (error) {
      const found = GatehouseError.find(error);
      if (found?.code !== "model_unavailable") throw error;
      const reason = `the detector cannot be used: ${found.message}. Choose another one`;
      throw invalidField("model", reason);
    }
  }

  /** Cancels the stream's job and returns the stream as it ended; removes an ended one. */
  async remove(org: string, streamId: string): Promise<ShownStream | undefined> {
    const { store, clock } = this.#parts;
    const record = getStream(store, org, streamId);
    if (!record) return undefined;
    if (this.#isLive(record)) {
      await this.#jobs.cancel(org, record.jobId);
      const end = (tx: StoreTransaction): void => {
        const now = getStream(tx, org, streamId);
        if (now?.jobId !== record.jobId) return;
        putStream(tx, { ...now, endedAtMs: now.endedAtMs ?? clock.wallMs() });
      };
      // A full disk does not refuse the cancellation either.
      await store.transact(end, { essential: true });
    } else {
      await store.transact((tx) => removeStream(tx, org, streamId), { essential: true });
    }
    const ended = getStream(store, org, streamId) ?? record;
    return this.#shown({ ...ended, endedAtMs: ended.endedAtMs ?? clock.wallMs() });
  }

  /** Returns the newest picture, annotated; `stream_not_ready` (409) before the first. */
  async snapshot(
    org: string,
    streamId: string,
    options: StillOptions,
  ): Promise<{ jpeg: Uint8Array } | undefined> {
    const runner = this.#running.get(org, streamId);
    if (runner) {
      const { vision, input, judge } = runner;
      return await vision.still(input.watched?.ring, () => judge.overlay(), options);
    }
    if (!getStream(this.#parts.store, org, streamId)) return undefined;
    throw fail("stream_not_ready", "stream: is not running. Start it first");
  }

  /** Starts annotated live pictures, until they are closed or the stream ends. */
  openLive(
    org: string,
    streamId: string,
    options: {
      fps: number;
      maxWidthPx: number;
      onJpeg: (jpeg: Uint8Array) => void;
      onEnd: () => void;
    },
  ): { close(): void } | undefined {
    const runner = this.#running.get(org, streamId);
    if (runner) {
      const { onEnd, ...view } = options;
      const opened = runner.vision.live({ ...view, overlay: () => runner.judge.overlay() });
      const leave = this.#followers.add(runner, { seesOwnVideo: false, onEnd });
      return {
        close() {
          leave();
          opened.close();
        },
      };
    }
    if (!getStream(this.#parts.store, org, streamId)) return undefined;
    throw fail("stream_not_ready", "stream: is not running. Start it first");
  }

  /** Starts the camera's own video for one viewer, until it is closed or the stream ends. */
  openVideo(
    org: string,
    streamId: string,
    request: Partial<VideoRequest> & Pick<VideoRequest, "codecs"> & { sink: VideoSink },
  ): OpenVideo | undefined {
    const runner = this.#running.get(org, streamId);
    if (runner) {
      const { sink } = request;
      const { masks = [] } = runner.settings.requested;
      const opened = openShown(this.#parts, {
        requests: videoRequests(runner, request),
        masks,
        sink,
      });
      const onEnd = (): void => sink.onEnd();
      const leave = this.#followers.add(runner, { seesOwnVideo: true, onEnd });
      return {
        ...opened,
        close() {
          leave();
          opened.close();
        },
      };
    }
    if (!getStream(this.#parts.store, org, streamId)) return undefined;
    throw fail("stream_not_ready", "stream: is not running. Start it first");
  }

  /** The built-in profiles, in the contract's order. */
  profiles(): Profile[] {
    const rank = (name: string): number => {
      const at = profileOrder.indexOf(name);
      return at < 0 ? profileOrder.length : at;
    };
    return [...this.#parts.resolver.context.profiles.values()].toSorted(
      (a, b) => rank(a.name) - rank(b.name) || a.name.localeCompare(b.name),
    );
  }

  #isLive(record: StreamRecord): boolean {
    return record.endedAtMs === null && this.#jobs.isLive(record.org, record.jobId);
  }

  #shown(record: StreamRecord): ShownStream {
    const { resolver, vision, receivers } = this.#parts;
    const { org, streamId, settings } = record;
    const context = {
      resolved: resolver.effective(record, settings),
      deliveryWarnings: receiverWarnings(receivers, org, settings),
      runner: this.#running.get(org, streamId),
      isLive: this.#isLive(record),
      nowMs: this.#parts.clock.wallMs(),
      defaultModel: resolver.context.defaults.model,
      installed: vision.status().models,
    };
    return { record, context };
  }
}

/** Returns the camera's streams in the viewer's order of preference. */
function videoRequests(
  { task: { source, sub } }: StreamRunner,
  { track, codecs, audio = false }: Partial<VideoRequest> & Pick<VideoRequest, "codecs">,
): VideoRequest[] {
  if (source.kind === "file") {
    throw fail("conflict", "stream: is a file, which has no live video. Use live.mjpeg");
  }
  if (track === "sub" && !sub) {
    throw fail("conflict", "track: the stream has no sub-stream. Set source.sub_url");
  }
  const main = { source, track: "main", codecs, audio } as const;
  if (!sub) return [main];
  const beside = { source: sub, track: "sub", codecs } as const;
  if (track === undefined) return [main, beside];
  return [track === "main" ? main : beside];
}
