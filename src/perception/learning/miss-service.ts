import type { VideoOrigin } from "../../base/core/own-video.ts";
import { fail, invalidField } from "../../base/contract/fail.ts";
import type { BoxNorm } from "../../base/contract/geometry.ts";
import type { Clock } from "../../base/core/clock.ts";
import { uuidv7 } from "../../base/core/ids.ts";
import type { Store } from "../../base/core/store.ts";
import type { Recordings } from "../../cameras/recording/recordings.ts";
import type { Vision } from "../core/vision-port.ts";
import type { Evidence } from "../incidents/evidence-port.ts";
import { getStream } from "../settings/stream-record.ts";
import type { RunningStreams } from "../streams/running-streams.ts";
import type { StreamRunner } from "../streams/stream-runner.ts";
import { type HeldPicture, HeldPictures } from "./held-pictures.ts";
import { listMisses, type MissRecord, putMiss, removeMiss } from "./miss-record.ts";

/** Width of a stored picture: that of an incident's. */
const pictureWidthPx = 1280;

const nothing = { boxes: [], zones: [] };

interface Picture {
  jpeg: Uint8Array;
  /** Unix milliseconds. */
  atMs: number;
}

/** One frame of a stream's live video, as its viewer knows it. */
export interface LiveFrame extends VideoOrigin {
  mediaTimeSec: number;
}

/** The picture that an object was missed on: a held one, or a recorded one; the newest one where both are null. */
export interface MissedOn {
  heldId: string | null;
  /** Unix milliseconds. */
  atMs: number | null;
}

/** The parts that misses need. */
export interface MissParts {
  store: Store;
  clock: Clock;
  evidence: Pick<Evidence, "put">;
  running: Pick<RunningStreams, "get">;
  recordings: Pick<Recordings, "keyFrame">;
  vision: Pick<Vision, "still">;
}

/** Objects that people saw and the detector did not. Each call is bound to one organisation. */
export class MissService {
  readonly #parts: MissParts;
  readonly #held: HeldPictures;

  constructor(parts: MissParts) {
    this.#parts = parts;
    this.#held = new HeldPictures(parts.clock);
  }

  /**
   * Holds a frame of the stream's live video, or its newest picture without `frame`, for marks of the next ten minutes.
   * Undefined for an unknown stream. Rejects with `stream_not_ready` before the first picture, and with `not_found`
   * for a frame that the box no longer has.
   */
  async hold(
    org: string,
    streamId: string,
    frame: LiveFrame | null,
  ): Promise<(Picture & { id: string }) | undefined> {
    if (!getStream(this.#parts.store, org, streamId)) return undefined;
    const picture = frame
      ? await this.#shown(org, streamId, frame)
      : await this.#newest(org, streamId);
    return { ...picture, id: this.#held.add({ ...picture, org, streamId }) };
  }

  /**
   * Marks an object on a held picture, on the recorded key frame at or before `atMs`, or on the stream's newest picture;
   * the picture is stored with it. A mark of the same object within 2 s is replaced. Undefined for an unknown stream.
   * Rejects with `invalid_request_body` for a box without a surface, with `stream_not_ready` before the first picture,
   * and with `not_found` where nothing is held or recorded.
   */
  async mark(
    org: string,
    streamId: string,
    miss: MissedOn & { label: string; box: BoxNorm; keyId: string },
  ): Promise<MissRecord | undefined> {
    const { store } = this.#parts;
    const [left, top, right, bottom] = miss.box;
    if (left >= right || top >= bottom) {
      throw invalidField("box", "must be left, top, right, bottom with a surface. Correct it");
    }
    const stream = getStream(store, org, streamId);
    if (!stream) return undefined;
    const { jobId } = stream;
    const { assetId: pictureAssetId, atMs } = await this.#stored({ org, streamId, jobId }, miss);
    const { label, box: boxNorm, keyId: markedBy } = miss;
    const shared = { streamId, label, boxNorm, atMs, markedBy, pictureAssetId };
    const record: MissRecord = { v: 1, id: uuidv7(), ...shared };
    await store.transact((tx) => putMiss(tx, org, record));
    return record;
  }

  /** Stores the picture of a mark; that of a held picture once for all of its marks. */
  async #stored(
    of: { org: string; streamId: string; jobId: string },
    { heldId, atMs }: MissedOn,
  ): Promise<{ assetId: string; atMs: number }> {
    const { org, streamId } = of;
    const put = (jpeg: Uint8Array): Promise<string> => this.#parts.evidence.put(org, jpeg, of);
    if (heldId !== null) {
      const held = this.#held.get(heldId, of);
      if (!held) {
        throw fail("not_found", "picture_id: is no longer held. Hold a picture again");
      }
      return { assetId: await onceStored(held, put), atMs: held.atMs };
    }
    const picture =
      atMs === null ? await this.#newest(org, streamId) : await this.#recorded(org, streamId, atMs);
    return { assetId: await put(picture.jpeg), atMs: picture.atMs };
  }

  async #newest(org: string, streamId: string): Promise<Picture> {
    const { clock } = this.#parts;
    const runner = this.#runner(org, streamId);
    const look = { maxWidthPx: pictureWidthPx, isPlain: true };
    const { ring } = runner.input.watched ?? {};
    const atMs = clock.wallMs();
    const { jpeg } = await runner.vision.still(ring, () => nothing, look);
    return { jpeg, atMs };
  }

  /** The frame that a viewer of the live video sees; the stream's privacy masks are painted in. */
  async #shown(org: string, streamId: string, frame: LiveFrame): Promise<Picture> {
    const { input, task, vision } = this.#runner(org, streamId);
    const { track, generation, mediaTimeSec } = frame;
    const ofTrack = track === "main" ? (input.main ?? input.watched) : task.sub && input.watched;
    const run = ofTrack?.ring.gopAt(generation, mediaTimeSec);
    if (!run) {
      const advice = "Leave `frame` out for the newest picture";
      throw fail("not_found", `frame: the box no longer has it. ${advice}`);
    }
    const { jpeg } = await vision.plainStill(run, pictureWidthPx);
    const last = run.fragments.reduce((a, b) => (b.ptsSec > a.ptsSec ? b : a));
    return { jpeg, atMs: Math.round(last.wallMs) };
  }

  #runner(org: string, streamId: string): StreamRunner {
    const runner = this.#parts.running.get(org, streamId);
    if (runner) return runner;
    throw fail("stream_not_ready", "stream: is not running. Start it first");
  }

  /** Recordings have their privacy masks painted in. */
  async #recorded(org: string, streamId: string, momentMs: number): Promise<Picture> {
    const { recordings, vision } = this.#parts;
    const frame = await recordings.keyFrame({ org, streamId }, momentMs);
    if (!frame) throw fail("not_found", "at: nothing is recorded there. Choose a recorded moment");
    const { init, fragment } = frame;
    const look = { masks: [], overlay: nothing, maxWidthPx: pictureWidthPx };
    const { jpeg } = await vision.still({ init, fragments: [fragment], ...look });
    return { jpeg, atMs: Math.round(fragment.wallMs) };
  }

  /** The stream's misses, newest first; undefined for an unknown stream. */
  list(org: string, streamId: string): MissRecord[] | undefined {
    const { store } = this.#parts;
    if (!getStream(store, org, streamId)) return undefined;
    return listMisses(store, org).filter((one) => one.streamId === streamId);
  }

  /** Takes a mark back; undefined when there is none of this id. */
  async remove(org: string, id: string): Promise<MissRecord | undefined> {
    return await this.#parts.store.transact((tx) => removeMiss(tx, org, id));
  }
}

/** A failed attempt to store is forgotten, so that the next mark tries again. */
async function onceStored(
  held: HeldPicture,
  put: (jpeg: Uint8Array) => Promise<string>,
): Promise<string> {
  held.assetId ??= put(held.jpeg);
  try {
    return await held.assetId;
  } catch (error) {
    delete held.assetId;
    throw error;
  }
}
