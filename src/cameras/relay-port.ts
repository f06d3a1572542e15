import type { SourceProblem, SourceSpec } from "./source.ts";

/** An open, authenticated way to one camera, for one local reader. */
export interface RelaySession {
  /** `rtsp://127.0.0.1:port/token`: works for one connection; holds no secret of the camera. */
  readonly url: string;
  /** The codec of its one video track as ffmpeg names it. */
  readonly codec: string;
  /** Why the camera's side ended or refused, when it did. */
  problem(): SourceProblem | null;
  /** Ends both sides. Idempotent. */
  close(): void;
}

/**
 * Connects to cameras on behalf of ffmpeg, which then never sees the camera's address, password or
 * redirects. `open` never rejects: a camera that cannot be used is a problem in words.
 */
export interface SourceRelay {
  open(source: SourceSpec, signal: AbortSignal): Promise<RelaySession | SourceProblem>;
  /**
   * Resolves to true when a service speaks RTSP at the camera's address now; never rejects. Asks `OPTIONS` without
   * credentials, for a second at most. A name is not looked up again: the address of its last
   * connection is asked, and without one the answer is false.
   */
  answers(source: SourceSpec, signal: AbortSignal): Promise<boolean>;
}

/** Tells an opened session from a problem. */
export function isRelaySession(opened: RelaySession | SourceProblem): opened is RelaySession {
  return "close" in opened;
}
