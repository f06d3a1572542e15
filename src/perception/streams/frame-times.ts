import type { CameraLease, Cameras } from "../../cameras/camera.ts";
import type { SourceSpec } from "../../cameras/source.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { VideoOrigin } from "../../base/core/own-video.ts";
import type { FrameTimes, ShownFrame, StreamFrameTimes } from "../../base/core/shown-frames.ts";
import type { RunningStreams } from "./running-streams.ts";
import type { StreamRunner } from "./stream-runner.ts";

/** Frames kept of each track: ten seconds at 50 frames a second. */
const keptFrames = 500;
/** Players name a frame's time within this, in seconds: less than the distance of two frames. */
const sameSec = 0.004;

/** A frame of a viewer's WebRTC session. */
export interface RtpFrameQuery {
  org: string;
  streamId: string;
  sessionId: string;
  rtpTime: number;
}

/** Returns the frame that a packet's time names; undefined for an unknown one. */
export type FindRtpFrame = (
  query: RtpFrameQuery,
) => (VideoOrigin & { mediaTimeSec: number }) | undefined;

/** Tells when the frames that somebody's screen shows were taken. */
export class FramesOfStreams implements StreamFrameTimes {
  readonly #parts: { clock: Clock; cameras: Cameras; running: Pick<RunningStreams, "get"> };
  #findRtpFrame: FindRtpFrame = () => undefined;

  constructor(parts: { clock: Clock; cameras: Cameras; running: Pick<RunningStreams, "get"> }) {
    this.#parts = parts;
  }

  /** Takes what knows the frames of WebRTC sessions. */
  provideRtp(find: FindRtpFrame): void {
    this.#findRtpFrame = find;
  }

  /** Returns the frame that a packet's time names; undefined for an unknown one. */
  byRtp(query: RtpFrameQuery): ReturnType<FindRtpFrame> {
    return this.#findRtpFrame(query);
  }

  follow(org: string, streamId: string): FrameTimes {
    const runner = (): StreamRunner | undefined => this.#parts.running.get(org, streamId);
    const find: FindRtpFrame = (query) => this.byRtp(query);
    return new FollowedStream({ ...this.#parts, org, streamId, runner, find });
  }
}

interface FollowedParts {
  clock: Clock;
  cameras: Cameras;
  org: string;
  streamId: string;
  runner(): StreamRunner | undefined;
  find: FindRtpFrame;
}

class FollowedStream implements FrameTimes {
  readonly #parts: FollowedParts;
  #runner: StreamRunner | undefined;
  #tracks: Partial<Record<VideoOrigin["track"], TrackTimes>> = {};
  #isClosed = false;

  constructor(parts: FollowedParts) {
    this.#parts = parts;
    this.#look();
  }

  newestMs(): number | null {
    this.#look();
    return (this.#tracks.main ?? this.#tracks.sub)?.newestMs ?? null;
  }

  capturedMs(frame: ShownFrame): number | null {
    this.#look();
    const found = frame.by === "video" ? frame : this.#byRtp(frame);
    return (found && this.#tracks[found.track]?.capturedMs(found)) ?? null;
  }

  close(): void {
    this.#isClosed = true;
    this.#leave();
  }

  #byRtp({ sessionId, rtpTime }: Extract<ShownFrame, { by: "webrtc" }>) {
    const { org, streamId, find } = this.#parts;
    return find({ org, streamId, sessionId, rtpTime });
  }

  /** A stream that was started again has other sources. */
  #look(): void {
    const runner = this.#isClosed ? undefined : this.#parts.runner();
    if (runner === this.#runner) return;
    this.#leave();
    this.#runner = runner;
    if (!runner) return;
    const { source, sub } = runner.task;
    this.#tracks.main = new TrackTimes(this.#parts, source);
    if (sub) this.#tracks.sub = new TrackTimes(this.#parts, sub);
  }

  #leave(): void {
    for (const track of Object.values(this.#tracks)) track.close();
    this.#tracks = {};
    this.#runner = undefined;
  }
}

/** The newest frames of one source. */
class TrackTimes {
  readonly #lease: CameraLease;
  readonly #frames: { generation: number; ptsSec: number; capturedMs: number }[] = [];

  constructor({ clock, cameras }: Pick<FollowedParts, "clock" | "cameras">, source: SourceSpec) {
    this.#lease = cameras.acquire(source, {
      onInit: () => undefined,
      onStatus: () => undefined,
      onFragment: ({ generation, ptsSec, wallMs }) => {
        // Both clocks at this moment: a later step of the wall clock makes no frame younger.
        const ageMs = Math.max(0, clock.wallMs() - wallMs);
        this.#frames.push({ generation, ptsSec, capturedMs: clock.monoMs() - ageMs });
        if (this.#frames.length > keptFrames) this.#frames.shift();
      },
    });
  }

  get newestMs(): number | null {
    return this.#frames.at(-1)?.capturedMs ?? null;
  }

  capturedMs({ generation, mediaTimeSec }: { generation: number; mediaTimeSec: number }) {
    const frame = this.#frames.findLast(
      (each) => each.generation === generation && Math.abs(each.ptsSec - mediaTimeSec) <= sameSec,
    );
    return frame?.capturedMs ?? null;
  }

  close(): void {
    void this.#lease.release();
  }
}
