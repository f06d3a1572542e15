/** A sound track that a camera offers, as its description (SDP) names it. */
export interface SoundOffer {
  codec: "aac" | "opus" | "pcma" | "pcmu";
  /** Ticks per second of its RTP times; for AAC and G.711 also samples per second. */
  rateHz: number;
  /** 1 or 2. */
  channels: number;
  /** Only of AAC: the AudioSpecificConfig (ISO 14496-3 1.6.2.1), and the bits of an AU header (RFC 3640 3.2.1). */
  aac?: { config: Buffer; sizeBits: number; indexBits: number; deltaBits: number };
}

/** Why a camera whose sound is on gives none: it offers no sound, or only in a codec that the box does not take. */
export type SoundLack = "absent" | "unsupported";

/** One RTP packet of sound on the time line of the camera's video. */
export interface SoundPacket {
  /** Media time of its first sample in seconds, on the scale of the video's `ptsSec`. */
  mediaSec: number;
  /** True for the last packet of a frame that several packets carry. */
  isLast: boolean;
  payload: Buffer;
}

/** The sound of live video and recordings: what browsers play in MP4. */
export interface SoundFormat {
  codec: "aac" | "opus";
  /** RFC 6381. */
  mimeCodec: string;
  rateHz: number;
  channels: number;
  /** Samples of one coded frame; of Opus, which varies, those of a silent one. */
  frameSamples: number;
  /** AudioSpecificConfig of AAC; empty for Opus. */
  config: Buffer;
}

/** One coded frame. */
export interface SoundFrame {
  bytes: Buffer;
  samples: number;
}

/** G.711 becomes this: AAC-LC (object type 2), 16 kHz (index 8), one channel. */
const fromG711: SoundFormat = {
  codec: "aac",
  mimeCodec: "mp4a.40.2",
  rateHz: 16_000,
  channels: 1,
  frameSamples: 1024,
  config: Buffer.from([0x14, 0x08]),
};

/** Object types of AAC whose frames have twice the samples at the doubled rate: SBR and parametric stereo. */
const doubledTypes: readonly number[] = [5, 29];

/** Returns the format in which the box passes the sound of `offer` on. */
export function soundFormatOf({ codec, rateHz, channels, aac }: SoundOffer): SoundFormat {
  if (codec === "opus") {
    const config = Buffer.alloc(0);
    return { codec, mimeCodec: "opus", rateHz: 48_000, channels, frameSamples: 960, config };
  }
  if (codec !== "aac" || aac === undefined) return fromG711;
  const objectType = aac.config[0]! >> 3;
  const frameSamples = doubledTypes.includes(objectType) ? 2048 : 1024;
  const mimeCodec = `mp4a.40.${objectType}`;
  return { codec, mimeCodec, rateHz, channels, frameSamples, config: aac.config };
}

/** Silent raw data blocks of AAC: one channel element, and a pair with a common window (ISO 14496-3 4.4.2.1). */
const silentMono = Buffer.from([0x00, 0xc8, 0x00, 0x80, 0x23, 0x80]);
const silentStereo = Buffer.from([0x21, 0x00, 0x49, 0x90, 0x02, 0x19, 0x00, 0x23, 0x80]);
/** 20 ms of silence, full band (RFC 6716 3.1); the third bit from the right of the first byte means stereo. */
const silentOpus = [0xf8, 0xff, 0xfe] as const;

/** Returns a frame of silence. */
export function silentFrame({ codec, channels, frameSamples }: SoundFormat): SoundFrame {
  if (codec === "opus") {
    const [head, ...rest] = silentOpus;
    return {
      bytes: Buffer.from([head | (channels === 2 ? 4 : 0), ...rest]),
      samples: frameSamples,
    };
  }
  return { bytes: channels === 2 ? silentStereo : silentMono, samples: frameSamples };
}
