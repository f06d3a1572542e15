/** One frame of a stream's own video, as `moof` and `mdat`. */
export interface VideoFragment {
  /** True for a key frame. */
  key: boolean;
  bytes: Uint8Array;
  /** The sound that follows the frame, in pairs of its own, for sinks that want it. */
  sound?: Uint8Array;
  /** Media time in seconds, from the source's own clock. */
  ptsSec: number;
  /** Unix milliseconds of the frame. */
  wallMs: number;
}

/** Receives a stream's own video; calls come in stream order and must not throw. */
export interface VideoSink {
  onFragment(fragment: VideoFragment): void;
  /** The last call: the format or the connection has changed, or the stream has ended. */
  onEnd(): void;
}

/** Which video a viewer gets: together with a media time it names one frame. */
export interface VideoOrigin {
  track: "main" | "sub";
  /** Number of the camera's run of fragments; another one after each reconnection. */
  generation: number;
}

/** The sound beside a stream's own video. */
export interface OwnSound {
  codec: "aac" | "opus";
  /** Samples per second. */
  rateHz: number;
  /** 1 or 2. */
  channels: number;
  /** AudioSpecificConfig of AAC (ISO 14496-3 1.6.2.1); empty for Opus. */
  config: Uint8Array;
}

/** A stream's own video on its way to one sink. */
export interface OpenVideo {
  origin: VideoOrigin;
  /** `ftyp` + `moof`; the fragments that follow belong to it. */
  header: Uint8Array;
  /** RFC 6381, e.g. `avc1.64001f`; `avc1.64001f, mp4a.40.2` with sound. */
  mimeCodec: string;
  /** Absent without sound. */
  sound?: OwnSound;
  /** Bytes of the fragments that come first, from the newest key frame on. */
  burstBytes: number;
  close(): void;
}
