import type { Track } from "../../perception/core/track.ts";
import { boxSteps, fineSteps, type TrackFrame } from "../../perception/tracks/track-log.ts";
import { ByteReader, ByteWriter } from "./byte-codec.ts";

/** Last values of a track within a chunk, in steps: what follows is written as the difference. */
interface KnownTrack {
  label: string;
  firstSeen: number;
  values: number[];
}

const nothing = [0, 0, 0, 0, 0];

/** Writes one chunk of frames; a chunk can be read without those before it. */
export class FrameEncoder {
  readonly #out = new ByteWriter();
  readonly #labels = new Map<string, number>();
  readonly #tracks = new Map<number, KnownTrack>();
  #last = { t: 0, wallMs: 0, gap: 0, aspect: 0 };
  #frames = 0;
  #firstMs = 0;

  get frames(): number {
    return this.#frames;
  }

  /** Wall time of the first frame, Unix milliseconds. */
  get firstMs(): number {
    return this.#firstMs;
  }

  /** Wall time of the last frame. */
  get lastMs(): number {
    return this.#last.wallMs;
  }

  add(frame: TrackFrame): void {
    const out = this.#out;
    const last = this.#last;
    const t = steps(frame.tSec);
    const gap = steps(frame.frameGapSec);
    const { wallMs, aspect } = frame;
    if (this.#frames === 0) this.#firstMs = wallMs;
    this.#frames += 1;
    out.unsigned(aspect === last.aspect ? 0 : 1);
    if (aspect !== last.aspect) out.double(aspect);
    out.signed(t - last.t);
    out.signed(wallMs - last.wallMs);
    out.signed(gap - last.gap);
    this.#last = { t, wallMs, gap, aspect };
    out.unsigned(frame.endedIds.length);
    for (const id of frame.endedIds) out.unsigned(id);
    out.unsigned(frame.tracks.length);
    for (const track of frame.tracks) this.#track(track, t);
    for (const id of frame.endedIds) this.#tracks.delete(id);
  }

  bytes(): Buffer {
    return this.#out.bytes();
  }

  #track(track: Track, t: number): void {
    const out = this.#out;
    const values = [steps(track.score), ...track.boxNorm.map((one) => Math.round(one * boxSteps))];
    const firstSeen = steps(track.firstSeenSec);
    const known = this.#tracks.get(track.id);
    const isSame = known?.label === track.label && known.firstSeen === firstSeen;
    out.unsigned(track.id);
    out.unsigned(isSame ? 0 : 1);
    if (!isSame) {
      this.#label(track.label);
      out.unsigned(t - firstSeen);
    }
    const before = isSame ? known.values : nothing;
    for (const [index, value] of values.entries()) out.signed(value - before[index]!);
    this.#tracks.set(track.id, { label: track.label, firstSeen, values });
  }

  #label(label: string): void {
    const index = this.#labels.get(label) ?? this.#labels.size;
    this.#out.unsigned(index);
    if (this.#labels.has(label)) return;
    this.#labels.set(label, index);
    this.#out.text(label);
  }
}

/** The frames of a chunk. Throws for bytes that are none. */
export function* decodeFrames(bytes: Buffer): Generator<TrackFrame> {
  const input = new ByteReader(bytes);
  const labels: string[] = [];
  const tracks = new Map<number, KnownTrack>();
  const last = { t: 0, wallMs: 0, gap: 0, aspect: 0 };
  while (!input.isAtEnd) {
    if (input.unsigned() === 1) last.aspect = input.double();
    last.t += input.signed();
    last.wallMs += input.signed();
    last.gap += input.signed();
    const endedIds = Array.from({ length: input.unsigned() }, () => input.unsigned());
    const frameTracks = Array.from({ length: input.unsigned() }, () =>
      readTrack(input, { labels, tracks, t: last.t }),
    );
    for (const id of endedIds) tracks.delete(id);
    yield {
      tSec: last.t / fineSteps,
      wallMs: last.wallMs,
      frameGapSec: last.gap / fineSteps,
      aspect: last.aspect,
      tracks: frameTracks,
      endedIds,
    };
  }
}

function readTrack(
  input: ByteReader,
  state: { labels: string[]; tracks: Map<number, KnownTrack>; t: number },
): Track {
  const { labels, tracks, t } = state;
  const id = input.unsigned();
  const isNew = input.unsigned() === 1;
  let known = tracks.get(id);
  if (isNew || !known) {
    const index = input.unsigned();
    if (index === labels.length) labels.push(input.text());
    known = { label: labels[index]!, firstSeen: t - input.unsigned(), values: nothing };
  }
  const values = known.values.map((value) => value + input.signed());
  tracks.set(id, { ...known, values });
  const [score, x1, y1, x2, y2] = values;
  return {
    id,
    label: known.label,
    score: score! / fineSteps,
    boxNorm: [x1! / boxSteps, y1! / boxSteps, x2! / boxSteps, y2! / boxSteps],
    firstSeenSec: known.firstSeen / fineSteps,
    // Tracks in sight were seen in the frame itself.
    lastSeenSec: t / fineSteps,
  };
}

function steps(value: number): number {
  return Math.round(value * fineSteps);
}
