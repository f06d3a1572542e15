import { type PeerAnswer, type PeerRequest, peerSdp, politely } from "./rtsp-peer.ts";

/** The value of `Require` that asks for the back channel (ONVIF Streaming Specification 5.3.1). */
export const backchannel = "www.onvif.org/ver20/backchannel";

/** A description with video and a loudspeaker that takes µ-law. */
export const talkSdp = `${peerSdp}m=audio 0 RTP/AVP 0\r\na=control:speaker\r\na=sendonly\r\n`;

/**
 * A camera with a loudspeaker, as strict as the specification: it describes the loudspeaker only to those who require
 * it, and takes it only in a session that does.
 */
export function politelyTalking(request: PeerRequest, sdp = talkSdp): PeerAnswer {
  const isRequired = request.headers.get("require") === backchannel;
  if (request.method === "DESCRIBE" && isRequired) {
    return { headers: { "Content-Type": "application/sdp" }, body: sdp };
  }
  if (request.method !== "SETUP" || !request.uri.endsWith("/speaker")) return politely(request);
  if (!isRequired) return { status: "455 Method Not Valid in This State" };
  const transport = "RTP/AVP/TCP;unicast;interleaved=0-1;ssrc=1";
  return { headers: { Session: "77;timeout=60", Transport: transport } };
}

/** A tone in samples of 16 bits. */
export function tone(frequencyHz: number, seconds: number, rateHz: number): Buffer {
  const pcm = Buffer.alloc(2 * Math.round(seconds * rateHz));
  for (let at = 0; at < pcm.length / 2; at += 1) {
    pcm.writeInt16LE(
      Math.round(12_000 * Math.sin((2 * Math.PI * frequencyHz * at) / rateHz)),
      2 * at,
    );
  }
  return pcm;
}

/** The loud part of samples of 16 bits at `rateHz`: its duration, and its frequency by zero crossings. */
export function loudPart(
  pcm: Buffer,
  rateHz: number,
): { seconds: number; frequencyHz: number; peak: number } {
  const samples = Array.from({ length: Math.floor(pcm.length / 2) }, (_, at) =>
    pcm.readInt16LE(2 * at),
  );
  const isLoud = (sample: number): boolean => Math.abs(sample) > 1000;
  const first = samples.findIndex(isLoud);
  const loud = first < 0 ? [] : samples.slice(first, samples.findLastIndex(isLoud) + 1);
  const seconds = loud.length / rateHz;
  const crossings = loud.filter((sample, at) => at > 0 && sample >= 0 && loud[at - 1]! < 0).length;
  const peak = loud.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return { seconds, frequencyHz: seconds === 0 ? 0 : crossings / seconds, peak };
}
