import type { DeviceProfile } from "../../cameras/onvif-device/device-profiles.ts";
import { escapeXml } from "../onvif/xml.ts";
import { named, noMulticast, sessionTimeout } from "./media-elements.ts";

/** Names of codecs; the first media service has none for Opus. RTSP carries AAC as RFC 3640 defines it. */
const encodings1: Readonly<Record<string, string>> = { aac: "AAC" };
const encodings2: Readonly<Record<string, string>> = { aac: "mpeg4-generic", opus: "opus" };

/** The bit rate is the camera's, and the box does not know it. */
const unknownBitrate = "<tt:Bitrate>0</tt:Bitrate>";

/** Returns the microphone of a camera for the first media service. */
export function audioSource({ source, sound }: DeviceProfile): string {
  return `<trt:AudioSources token="${escapeXml(source.token)}"><tt:Channels>${sound?.channels ?? 1}</tt:Channels></trt:AudioSources>`;
}

/** Returns the configuration of a camera's microphone; empty without sound. */
export function audioSourceConfiguration(
  { source, sound }: DeviceProfile,
  element: string,
): string {
  if (!sound) return "";
  const token = escapeXml(source.token);
  return `<${element} token="${token}">${named(source.name, 1)}<tt:SourceToken>${token}</tt:SourceToken></${element}>`;
}

/** Returns the encoder of the sound for the first media service; empty for Opus and without sound. */
export function audioEncoder1({ token, name, sound }: DeviceProfile, element: string): string {
  const encoding = encodings1[sound?.codec ?? ""];
  if (!sound || encoding === undefined) return "";
  const content = `${named(name, 1)}<tt:Encoding>${encoding}</tt:Encoding>${unknownBitrate}${sampleRate(sound.rateHz)}`;
  return `<${element} token="${escapeXml(token)}">${content}${noMulticast}${sessionTimeout}</${element}>`;
}

/** Returns the encoder of the sound for the second media service; empty without sound. */
export function audioEncoder2({ token, name, sound }: DeviceProfile, element: string): string {
  const encoding = encodings2[sound?.codec ?? ""];
  if (!sound || encoding === undefined) return "";
  const content = `${named(name, 1)}<tt:Encoding>${encoding}</tt:Encoding>${unknownBitrate}${sampleRate(sound.rateHz)}`;
  return `<${element} token="${escapeXml(token)}">${content}</${element}>`;
}

/** In kHz. */
function sampleRate(rateHz: number): string {
  return `<tt:SampleRate>${Math.round(rateHz / 1000)}</tt:SampleRate>`;
}
