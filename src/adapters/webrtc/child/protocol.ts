import type { RtpFrame } from "../../rtsp-server/rtp-frame.ts";

/** The connection of one viewer, as the child opens it. */
export interface PeerSpec {
  videoId: number;
  /** Session description for the library, with one codec in each section. */
  offer: string;
  mid: string;
  codec: { name: string; parameters: string; payloadType: number };
  ssrc: number;
  /** Id of the header extension for the playout delay, 1 to 14; undefined to send none. */
  playoutDelayId: number | undefined;
  /** The track of Opus; undefined without sound. */
  sound: { mid: string; payloadType: number; parameters: string; ssrc: number } | undefined;
  /** The only address of the box to listen at; undefined for all addresses. */
  bindAddress: string | undefined;
}

/** Messages from the main process. Bytes are copied by the channel. */
export type ToWebrtcChild =
  /** The first message. `port`: UDP port of all connections; with 0 each has a free one. */
  | { type: "configure"; port: number }
  | { type: "videoOpen"; videoId: number }
  /** The next frame for all viewers of the video; `wallMs`: its wall time. Each is confirmed by `taken`. */
  | { type: "videoFrame"; videoId: number; frame: RtpFrame; wallMs: number }
  /** The next packet of Opus for the viewers with sound. Each is confirmed by `taken`. */
  | { type: "soundFrame"; videoId: number; frame: RtpFrame; wallMs: number }
  /** The video ends; its peers were closed before. */
  | { type: "videoClose"; videoId: number }
  /** `peerAnswer` or `peerEnded` follows. */
  | { type: "peerOpen"; peerId: number; spec: PeerSpec }
  | { type: "peerClose"; peerId: number };

/** A message with a frame. */
export type FrameMessage = Extract<ToWebrtcChild, { type: "videoFrame" | "soundFrame" }>;

/** Messages from the child. */
export type FromWebrtcChild =
  /** Sent at least every `heartbeatMs`. */
  | { type: "beat" }
  /** Sent once. `problem`: why no viewer can be served, or null. */
  | { type: "ready"; problem: WebrtcProblem | null }
  /** Bytes of frames that it has read. */
  | { type: "taken"; bytes: number }
  /** The ports are bound; `answer` is the library's session description. */
  | { type: "peerAnswer"; peerId: number; answer: string }
  /** Video flows. */
  | { type: "peerConnected"; peerId: number }
  /** The last message about a peer that the main process has not closed. */
  | { type: "peerEnded"; peerId: number; refusal: PeerRefusal | null };

/** The library cannot be loaded (`feature_disabled`), or the UDP port is taken (`overloaded`). */
export interface WebrtcProblem {
  code: "feature_disabled" | "overloaded";
  message: string;
}

/** Why a peer never connected: the library refused the `offer`, or could not open a `connection`. */
export interface PeerRefusal {
  of: "offer" | "connection";
  reason: string;
}

/** Period of `beat` in milliseconds. */
export const heartbeatMs = 200;
