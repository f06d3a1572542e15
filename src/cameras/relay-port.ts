import type { CameraMetadata } from "./metadata/camera-metadata.ts";
import type { SoundLack, SoundOffer, SoundPacket } from "./sound/sound-format.ts";
import type { SourceProblem, SourceSpec } from "./source.ts";

/** An open, authenticated connection to one camera, for one local reader. */
export interface RelaySession {
  /** `rtsp://127.0.0.1:port/token`: works for one connection; holds no secret of the camera. */
  readonly url: string;
  /** The codec of its one video track as ffmpeg names it. */
  readonly codec: string;
  /** The camera's sound, where the source wants it; undefined otherwise. Packets go to `listen`. */
  readonly sound: SoundOffer | { lack: SoundLack } | undefined;
  /** Sends the packets of sound, from the start of the reader's video on, to `listener`. Call it once, if at all. */
  listen(listener: (packet: SoundPacket) => void): void;
  /** Sends what comes of the metadata track, where the source wants it, to `listener`. Call it once, if at all. */
  listenMetadata(listener: (metadata: CameraMetadata) => void): void;
  /** The reason why the camera refused or ended the connection; null before that. */
  problem(): SourceProblem | null;
  /** Ends both sides. Idempotent. */
  close(): void;
}

/**
 * Connects to cameras on behalf of ffmpeg, which therefore never sees the camera's address, password or
 * redirects. `open` never rejects: a camera that cannot be used is a problem in words.
 */
export interface SourceRelay {
  open(source: SourceSpec, signal: AbortSignal): Promise<RelaySession | SourceProblem>;
  /**
   * Resolves to true when a service speaks RTSP at the camera's address now; never rejects. Sends `OPTIONS` without
   * credentials and waits for a second at most. Names are not resolved again: the check uses the address of the
   * camera's last connection, and without one the result is false.
   */
  answers(source: SourceSpec, signal: AbortSignal): Promise<boolean>;
}

/** True for an opened session. */
export function isRelaySession(opened: RelaySession | SourceProblem): opened is RelaySession {
  return "close" in opened;
}
