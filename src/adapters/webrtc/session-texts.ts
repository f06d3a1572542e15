import { chooseSoundCodec } from "./choose-codec.ts";
import type { Offer, OfferedCodec, OfferedMedia } from "./offer.ts";

/** Lets a viewer show frames at once instead of smoothing their arrival (a header extension of WebRTC). */
export const playoutDelayUri = "http://www.webrtc.org/experiments/rtp-hdrext/playout-delay";
/** CNAME and stream id of the box. */
const sourceName = "gatehouse";

/** The sound that the box sends. */
export interface SentSound {
  /** The section that asks for it. */
  media: OfferedMedia;
  codec: OfferedCodec;
  ssrc: number;
}

/** What the box sends. */
export interface SentVideo {
  codec: OfferedCodec;
  ssrc: number;
  /** Undefined without sound. */
  sound: SentSound | undefined;
  /** Id of the header extension `playoutDelayUri`; undefined if the viewer does not know it. */
  playoutDelayId: number | undefined;
}

/** What the library says about its end of the connection. */
export interface LocalTransport {
  ufrag: string;
  password: string;
  fingerprint: string;
  setup: string;
  candidates: readonly string[];
}

/**
 * Returns the offer for the library: the sections that the box sends, each with the chosen codec. The library sees nothing else of what a
 * viewer wrote, above all no candidates: the box learns the viewer's address from its authenticated checks (RFC 8445
 * 7.3.1.3), so that an offer cannot make it send packets to others or resolve names.
 */
export function plainOffer(offer: Offer, { codec, sound }: SentVideo): string {
  const { video } = offer;
  const end = ["a=recvonly", ...transportLines(offer)];
  const mids = sound ? [video.mid, sound.media.mid] : [video.mid];
  return text([
    ...sessionLines("0", mids),
    ...videoLines(video, codec),
    ...end,
    ...(sound ? [...mediaLines(sound.media, sound.codec), ...end] : []),
  ]);
}

/**
 * Returns the answer for the viewer: one section for each of the offer's; what the box does not send is refused. Sound
 * that the camera does not have stays on the connection and is inactive: GStreamer's webrtcbin (1.22) has no connection
 * if the first section is refused.
 */
export function answerText(offer: Offer, sent: SentVideo, local: LocalTransport): string {
  const { codec, ssrc, playoutDelayId, sound } = sent;
  const transport = [
    ...transportLines(local),
    ...local.candidates.map((candidate) => `a=candidate:${candidate}`),
    "a=end-of-candidates",
  ];
  const video = [
    ...videoLines(offer.video, codec),
    ...sourceLines("video", ssrc),
    ...(playoutDelayId === undefined ? [] : [`a=extmap:${playoutDelayId} ${playoutDelayUri}`]),
    ...transport,
  ];
  const audio = soundLines(offer, sound);
  const sections = offer.media.map((each) => {
    if (each === offer.video) return video;
    if (each === offer.sound && audio) return [...audio, ...transport];
    return refusedLines(each, local);
  });
  const joined = offer.media.filter(
    (each) => each === offer.video || (each === offer.sound && audio),
  );
  const mids = joined.map(({ mid }) => mid);
  return text([...sessionLines(String(ssrc), mids), ...sections.flat()]);
}

/** Returns what the library's answer says about its transport. */
export function transportOf(answer: string): LocalTransport {
  const values = (name: string): string[] =>
    [...answer.matchAll(new RegExp(`^a=${name}:(.*?)\\r?$`, "gm"))].map((match) => match[1]!);
  const first = (name: string): string => values(name)[0] ?? "";
  return {
    ufrag: first("ice-ufrag"),
    password: first("ice-pwd"),
    fingerprint: first("fingerprint"),
    setup: first("setup"),
    candidates: values("candidate"),
  };
}

function sessionLines(id: string, mids: readonly string[]): string[] {
  const bundle = `a=group:BUNDLE ${mids.join(" ")}`;
  return ["v=0", `o=- ${id} 1 IN IP4 127.0.0.1`, "s=-", "t=0 0", bundle];
}

function videoLines(media: OfferedMedia, codec: OfferedCodec): string[] {
  const { payloadType } = codec;
  const feedback = [`a=rtcp-fb:${payloadType} nack`, `a=rtcp-fb:${payloadType} nack pli`];
  return [...mediaLines(media, codec), ...feedback];
}

function mediaLines({ kind, mid, protocol }: OfferedMedia, codec: OfferedCodec): string[] {
  const { payloadType, name, rate, parameters } = codec;
  // Opus always has two channels in its name (RFC 7587 7).
  const encoding = kind === "audio" ? `${name}/${rate}/2` : `${name}/${rate}`;
  return [
    `m=${kind} 9 ${protocol} ${payloadType}`,
    "c=IN IP4 0.0.0.0",
    `a=mid:${mid}`,
    "a=rtcp-mux",
    `a=rtpmap:${payloadType} ${encoding}`,
    ...(parameters === "" ? [] : [`a=fmtp:${payloadType} ${parameters}`]),
  ];
}

/** Lines of the sound without its transport; undefined if the viewer asks for none that the box could send. */
function soundLines({ sound: media }: Offer, sent: SentSound | undefined): string[] | undefined {
  const codec = media && (sent?.codec ?? chooseSoundCodec(media));
  if (!codec) return undefined;
  const source = sent ? sourceLines("sound", sent.ssrc) : ["a=inactive"];
  return [...mediaLines(media, codec), ...source];
}

/** Both tracks are of one stream and one source, so viewers keep them in step. */
function sourceLines(track: string, ssrc: number): string[] {
  return ["a=sendonly", `a=msid:${sourceName} ${track}`, `a=ssrc:${ssrc} cname:${sourceName}`];
}

function transportLines(
  end: Pick<LocalTransport, "ufrag" | "password" | "fingerprint" | "setup">,
): string[] {
  return [
    `a=ice-ufrag:${end.ufrag}`,
    `a=ice-pwd:${end.password}`,
    `a=fingerprint:${end.fingerprint}`,
    `a=setup:${end.setup}`,
  ];
}

/**
 * RFC 9429 5.3.1: a refused section keeps its place, with port 0. It needs no transport, but GStreamer's webrtcbin
 * (1.22) refuses an answer that has a section without.
 */
function refusedLines(
  { kind, mid, protocol, formats }: OfferedMedia,
  local: LocalTransport,
): string[] {
  return [
    `m=${kind} 0 ${protocol} ${formats.join(" ")}`,
    "c=IN IP4 0.0.0.0",
    `a=mid:${mid}`,
    "a=inactive",
    ...transportLines(local),
  ];
}

function text(lines: readonly string[]): string {
  return `${lines.join("\r\n")}\r\n`;
}
