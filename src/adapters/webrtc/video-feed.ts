import type { RtpFrame } from "../rtsp-server/rtp-frame.ts";
import type { SoundReader } from "../rtsp-server/shared-sound.ts";
import type { FrameReader, SharedVideo } from "../rtsp-server/shared-video.ts";
import type { PeerProcess } from "./peer-process.ts";

/** The parts that a feed is built from. */
export interface VideoFeedParts {
  /** Names the video to the process. */
  videoId: number;
  video: Pick<SharedVideo, "attach" | "detach" | "newest" | "sound">;
  child: Pick<PeerProcess, "send" | "sendFrame" | "noteDropped">;
  /** Called once, when the last viewer is gone. */
  onClosed(): void;
}

/** A viewer as a feed needs it. */
interface Watcher {
  /** Its video has ended. */
  close(): void;
}

/** Sends one video's packets to the process, once for all its viewers, and its sound while one of them listens. */
export class VideoFeed implements FrameReader, SoundReader {
  readonly #parts: VideoFeedParts;
  readonly #viewers = new Set<Watcher>();
  readonly #listeners = new Set<Watcher>();
  #needsKey = true;

  constructor(parts: VideoFeedParts) {
    this.#parts = parts;
  }

  get videoId(): number {
    return this.#parts.videoId;
  }

  /** Begins with the frames since the newest key frame. */
  start(): void {
    const { child, video, videoId } = this.#parts;
    child.send({ type: "videoOpen", videoId });
    video.attach(this);
  }

  add(viewer: Watcher): void {
    this.#viewers.add(viewer);
  }

  /** Sends the sound too, from now on, for a viewer that was added. */
  addListener(viewer: Watcher): void {
    if (!this.#viewers.has(viewer) || this.#listeners.has(viewer)) return;
    this.#listeners.add(viewer);
    if (this.#listeners.size === 1) this.#parts.video.sound?.follow(this);
  }

  /** Removes a viewer; the feed closes with the last one. */
  remove(viewer: Watcher): void {
    if (this.#listeners.delete(viewer) && this.#listeners.size === 0) {
      this.#parts.video.sound?.detach(this);
    }
    if (!this.#viewers.delete(viewer) || this.#viewers.size > 0) return;
    const { child, video, videoId, onClosed } = this.#parts;
    video.detach(this);
    child.send({ type: "videoClose", videoId });
    onClosed();
  }

  onFrame(frame: RtpFrame): void {
    const { child, video, videoId } = this.#parts;
    if (frame.isKey) this.#needsKey = false;
    if (this.#needsKey) {
      child.noteDropped();
      return;
    }
    const { wallMs } = video.newest!;
    this.#needsKey = !child.sendFrame({ type: "videoFrame", videoId, frame, wallMs });
  }

  onSound(frame: RtpFrame, atSec: number): void {
    const { child, video, videoId } = this.#parts;
    const { wallMs, atSec: newestSec } = video.newest!;
    const ofSoundMs = wallMs + (atSec - newestSec) * 1000;
    child.sendFrame({ type: "soundFrame", videoId, frame, wallMs: ofSoundMs });
  }

  onEnd(): void {
    for (const viewer of this.#viewers) viewer.close();
  }
}
