import type { RtpFrame } from "../rtsp-server/rtp-frame.ts";
import type { FrameReader, SharedVideo } from "../rtsp-server/shared-video.ts";
import type { PeerProcess } from "./peer-process.ts";

/** The parts that a feed is built from. */
export interface VideoFeedParts {
  /** Names the video to the process. */
  videoId: number;
  video: Pick<SharedVideo, "attach" | "detach" | "newest">;
  child: Pick<PeerProcess, "send" | "sendFrame" | "noteDropped">;
  /** Called once, when the last viewer is gone. */
  onClosed(): void;
}

/** A viewer as a feed needs it. */
interface Watcher {
  /** Its video has ended. */
  close(): void;
}

/** Sends one video's packets to the process, once for all its viewers. */
export class VideoFeed implements FrameReader {
  readonly #parts: VideoFeedParts;
  readonly #viewers = new Set<Watcher>();
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

  /** Removes a viewer; the feed closes with the last one. */
  remove(viewer: Watcher): void {
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

  onEnd(): void {
    for (const viewer of this.#viewers) viewer.close();
  }
}
