import type { Offer, OfferedCodec, OfferedMedia } from "./offer.ts";

/** Lets a viewer show frames at once instead of smoothing their arrival (a header extension of WebRTC). */
export const playoutDelayUri = "http://www.webrtc.org/experiments/rtp-hdrext/playout-delay";
/** CNAME and stream id of the box. */
const sourceName = "gatehouse";

/** What the box sends. */
export interface SentVideo {
  codec: OfferedCodec;
  ssrc: number;
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
 * Returns the offer for the library: one section with the chosen codec. The library sees nothing else of what a
 * viewer wrote, above all no candidates: the box learns the viewer's address from its authenticated checks (RFC 8445
 * 7.3.1.3), so that an offer cannot make it send packets to others or resolve names.
 */
export function plainOffer(offer: Offer, { codec }: SentVideo): string {
  const { video } = offer;
  return text([
    ...sessionLines("0", video.mid),
    ...videoLines(video, codec),
    "a=recvonly",
    `a=ice-ufrag:${offer.ufrag}`,
    `a=ice-pwd:${offer.password}`,
    `a=fingerprint:${offer.fingerprint}`,
    `a=setup:${offer.setup}`,
  ]);
}

/** Returns the answer for the viewer: one section for each of the offer's; all but the video are refused. */
export function answerText(
  offer: Offer,
  { codec, ssrc, playoutDelayId }: SentVideo,
  local: LocalTransport,
): string {
  const video = [
    ...videoLines(offer.video, codec),
    "a=sendonly",
    `a=msid:${sourceName} video`,
    `a=ssrc:${ssrc} cname:${sourceName}`,
    ...(playoutDelayId === undefined ? [] : [`a=extmap:${playoutDelayId} ${playoutDelayUri}`]),
    `a=ice-ufrag:${local.ufrag}`,
    `a=ice-pwd:${local.password}`,
    `a=fingerprint:${local.fingerprint}`,
    `a=setup:${local.setup}`,
    ...local.candidates.map((candidate) => `a=candidate:${candidate}`),
    "a=end-of-candidates",
  ];
  const sections = offer.media.map((each) => (each === offer.video ? video : refusedLines(each)));
  return text([...sessionLines(String(ssrc), offer.video.mid), ...sections.flat()]);
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

function sessionLines(id: string, mid: string): string[] {
  return ["v=0", `o=- ${id} 1 IN IP4 127.0.0.1`, "s=-", "t=0 0", `a=group:BUNDLE ${mid}`];
}

function videoLines({ mid, protocol }: OfferedMedia, codec: OfferedCodec): string[] {
  const { payloadType, name, rate, parameters } = codec;
  return [
    `m=video 9 ${protocol} ${payloadType}`,
    "c=IN IP4 0.0.0.0",
    `a=mid:${mid}`,
    "a=rtcp-mux",
    `a=rtpmap:${payloadType} ${name}/${rate}`,
    `a=rtcp-fb:${payloadType} nack`,
    `a=rtcp-fb:${payloadType} nack pli`,
    ...(parameters === "" ? [] : [`a=fmtp:${payloadType} ${parameters}`]),
  ];
}

/** RFC 9429 5.3.1: a refused section keeps its place, with port 0. */
function refusedLines({ kind, mid, protocol, formats }: OfferedMedia): string[] {
  return [
    `m=${kind} 0 ${protocol} ${formats.join(" ")}`,
    "c=IN IP4 0.0.0.0",
    `a=mid:${mid}`,
    "a=inactive",
  ];
}

function text(lines: readonly string[]): string {
  return `${lines.join("\r\n")}\r\n`;
}
