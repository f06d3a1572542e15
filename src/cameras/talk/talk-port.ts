import type { SoundLack } from "../sound/sound-format.ts";
import type { SourceProblem, SourceSpec } from "../source.ts";

/** A codec of G.711 in which cameras take speech (RFC 3551 4.5.14): 8000 samples per second, one byte each. */
export type TalkCodec = "pcmu" | "pcma";

/** The loudspeaker of a camera, or why the box cannot use it. */
export type Loudspeaker = { codec: TalkCodec } | { lack: SoundLack };

/** One packet of speech. */
export interface TalkPacket {
  /** Coded samples; 160 are 20 ms. */
  payload: Buffer;
  /** Samples of silence between the packet before and this one, which nobody sends. */
  gapSamples: number;
}

/** An open connection to a camera's loudspeaker. */
export interface TalkLine {
  readonly codec: TalkCodec;
  /** Sends a packet at once. Never waits: a camera that does not take what it gets loses the connection. */
  send(packet: TalkPacket): void;
  /** Ends the session in the camera, within a second, and the connection. Never rejects. Idempotent. */
  close(): Promise<void>;
}

/**
 * The loudspeakers of cameras: the back channel of ONVIF Profile T (ONVIF Streaming Specification 5.3). Each call has a
 * connection of its own, apart from that of the video. Calls never reject; what prevents them is a problem.
 */
export interface Loudspeakers {
  /** Asks the camera for its loudspeaker over a short connection. */
  describe(source: SourceSpec, signal: AbortSignal): Promise<Loudspeaker | SourceProblem>;
  /** Opens the loudspeaker. `signal` bounds the opening; `onEnd` is called once if the line ends before `close`. */
  open(
    source: SourceSpec,
    options: { onEnd: (problem: SourceProblem) => void; signal: AbortSignal },
  ): Promise<TalkLine | { lack: SoundLack } | SourceProblem>;
}
