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
import type { MissWire } from "../wire/learning-answers.ts";
import { missWire } from "./learning-wire.ts";
import { listMisses, type MissRecord, putMiss, removeMiss } from "./miss-record.ts";

/** Width of a stored picture: that of an incident's. */
const pictureWidthPx = 1280;

const nothing = { boxes: [], zones: [] };

interface Picture {
  jpeg: Uint8Array;
  /** Unix milliseconds. */
  atMs: number;
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

  constructor(parts: MissParts) {
    this.#parts = parts;
  }

  /**
   * Marks an object on the stream's newest picture, or with `atMs` on the recorded key frame at or before that time;
   * the picture is stored with it. A mark of the same object within 2 s is replaced. Undefined for an unknown stream.
   * Rejects with `invalid_request_body` for a box without a surface, with `stream_not_ready` before the first picture,
   * and with `not_found` where nothing is recorded.
   */
  async mark(
    org: string,
    streamId: string,
    miss: { label: string; box: BoxNorm; atMs: number | null; keyId: string },
  ): Promise<MissWire | undefined> {
    const { store, evidence } = this.#parts;
    const [left, top, right, bottom] = miss.box;
    if (left >= right || top >= bottom) {
      throw invalidField("box", "must be left, top, right, bottom with a surface. Correct it");
    }
    const stream = getStream(store, org, streamId);
    if (!stream) return undefined;
    const { jpeg, atMs } =
      miss.atMs === null
        ? await this.#newest(org, streamId)
        : await this.#recorded(org, streamId, miss.atMs);
    const { jobId } = stream;
    const pictureAssetId = await evidence.put(org, jpeg, { streamId, jobId });
    const { label, box: boxNorm, keyId: markedBy } = miss;
    const shared = { streamId, label, boxNorm, atMs, markedBy, pictureAssetId };
    const record: MissRecord = { v: 1, id: uuidv7(), ...shared };
    await store.transact((tx) => putMiss(tx, org, record));
    return missWire(record);
  }

  async #newest(org: string, streamId: string): Promise<Picture> {
    const { clock, running } = this.#parts;
    const runner = running.get(org, streamId);
    if (!runner) throw fail("stream_not_ready", "stream: is not running. Start it first");
    const look = { maxWidthPx: pictureWidthPx, isPlain: true };
    const { ring } = runner.input.watched ?? {};
    const atMs = clock.wallMs();
    const { jpeg } = await runner.vision.still(ring, () => nothing, look);
    return { jpeg, atMs };
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
  list(org: string, streamId: string): MissWire[] | undefined {
    const { store } = this.#parts;
    if (!getStream(store, org, streamId)) return undefined;
    return listMisses(store, org)
      .filter((one) => one.streamId === streamId)
      .map(missWire);
  }

  /** Takes a mark back; undefined when there is none of this id. */
  async remove(org: string, id: string): Promise<MissWire | undefined> {
    const removed = await this.#parts.store.transact((tx) => removeMiss(tx, org, id));
    return removed && missWire(removed);
  }
}
