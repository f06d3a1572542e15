import type {
  DeviceProfile,
  DeviceVideoSource,
} from "../../cameras/onvif-device/device-profiles.ts";
import { escapeXml } from "../onvif/xml.ts";

/** The largest value of `xs:int` stands for "no limit", as camera makers use it: the box does not set the camera's. */
const noLimit = 2_147_483_647;
/** A multicast address is mandatory in the schema; the box sends none. */
export const noMulticast =
  "<tt:Multicast><tt:Address><tt:Type>IPv4</tt:Type><tt:IPv4Address>0.0.0.0</tt:IPv4Address></tt:Address><tt:Port>0</tt:Port><tt:TTL>0</tt:TTL><tt:AutoStart>false</tt:AutoStart></tt:Multicast>";
/** The session of RTSP over UDP ends after this time without a sign of life. */
export const sessionTimeout = "<tt:SessionTimeout>PT60S</tt:SessionTimeout>";

/** Names of codecs; a codec that RTSP does not carry has none. */
const encodings1: Readonly<Record<string, string>> = { h264: "H264" };
const encodings2: Readonly<Record<string, string>> = { h264: "H264", hevc: "H265" };

/** Returns the name and the use count of a configuration. */
export function named(name: string, useCount: number): string {
  return `<tt:Name>${escapeXml(name.slice(0, 64))}</tt:Name><tt:UseCount>${useCount}</tt:UseCount>`;
}

function resolution({ format }: Pick<DeviceProfile, "format">): string {
  const { widthPx, heightPx } = format ?? { widthPx: 0, heightPx: 0 };
  return `<tt:Resolution><tt:Width>${widthPx}</tt:Width><tt:Height>${heightPx}</tt:Height></tt:Resolution>`;
}

/** Returns a video source configuration, the same in each profile of the source. */
export function sourceConfiguration(
  { token, name, format, useCount }: DeviceVideoSource,
  element: string,
): string {
  const { widthPx, heightPx } = format ?? { widthPx: 0, heightPx: 0 };
  return (
    `<${element} token="${escapeXml(token)}">${named(name, useCount)}<tt:SourceToken>${escapeXml(token)}</tt:SourceToken>` +
    `<tt:Bounds x="0" y="0" width="${widthPx}" height="${heightPx}"/></${element}>`
  );
}

/** Returns a video source of the first media service. */
export function videoSource(source: DeviceVideoSource): string {
  const content = `<tt:Framerate>${rate(source)}</tt:Framerate>${resolution(source)}`;
  return `<trt:VideoSources token="${escapeXml(source.token)}">${content}</trt:VideoSources>`;
}

/** The content of an encoder of the first media service, which knows no H.265; undefined for other codecs than H.264. */
export function encoder1(profile: DeviceProfile): string | undefined {
  const encoding = encodings1[profile.format?.codec ?? ""];
  if (encoding === undefined) return undefined;
  const limits = `<tt:RateControl><tt:FrameRateLimit>${Math.round(rate(profile))}</tt:FrameRateLimit><tt:EncodingInterval>1</tt:EncodingInterval><tt:BitrateLimit>${noLimit}</tt:BitrateLimit></tt:RateControl>`;
  return `${named(profile.name, 1)}<tt:Encoding>${encoding}</tt:Encoding>${resolution(profile)}<tt:Quality>1</tt:Quality>${limits}${noMulticast}${sessionTimeout}`;
}

/** The content of an encoder of the second media service; undefined for other codecs than H.264 and H.265. */
export function encoder2(profile: DeviceProfile): string | undefined {
  const encoding = encodings2[profile.format?.codec ?? ""];
  if (encoding === undefined) return undefined;
  const limits = `<tt:RateControl><tt:FrameRateLimit>${rate(profile)}</tt:FrameRateLimit><tt:BitrateLimit>${noLimit}</tt:BitrateLimit></tt:RateControl>`;
  return `${named(profile.name, 1)}<tt:Encoding>${encoding}</tt:Encoding>${resolution(profile)}${limits}<tt:Quality>1</tt:Quality>`;
}

/** Frames per second, at least 1: clients divide by it. */
function rate({ format }: Pick<DeviceProfile, "format">): number {
  return Math.max(1, Math.round((format?.fps ?? 0) * 10) / 10);
}

/** The only setting that an encoder can have, as the options of the first media service. */
export function encoderOptions1(profile: DeviceProfile): string {
  const frames = Math.round(rate(profile));
  const { widthPx, heightPx } = profile.format ?? { widthPx: 0, heightPx: 0 };
  return (
    `<tt:QualityRange><tt:Min>1</tt:Min><tt:Max>1</tt:Max></tt:QualityRange>` +
    `<tt:H264><tt:ResolutionsAvailable><tt:Width>${widthPx}</tt:Width><tt:Height>${heightPx}</tt:Height></tt:ResolutionsAvailable>` +
    `<tt:GovLengthRange><tt:Min>1</tt:Min><tt:Max>${noLimit}</tt:Max></tt:GovLengthRange>` +
    `<tt:FrameRateRange><tt:Min>${frames}</tt:Min><tt:Max>${frames}</tt:Max></tt:FrameRateRange>` +
    `<tt:EncodingIntervalRange><tt:Min>1</tt:Min><tt:Max>1</tt:Max></tt:EncodingIntervalRange>` +
    `<tt:H264ProfilesSupported>Main</tt:H264ProfilesSupported></tt:H264>`
  );
}

/** As `encoderOptions1`, for the second media service; empty for other codecs. */
export function encoderOptions2(profile: DeviceProfile): string {
  const encoding = encodings2[profile.format?.codec ?? ""];
  if (encoding === undefined || !profile.format) return "";
  const { widthPx, heightPx } = profile.format;
  return (
    `<tr2:Options FrameRatesSupported="${rate(profile)}"><tt:Encoding>${encoding}</tt:Encoding>` +
    `<tt:QualityRange><tt:Min>1</tt:Min><tt:Max>1</tt:Max></tt:QualityRange>` +
    `<tt:ResolutionsAvailable><tt:Width>${widthPx}</tt:Width><tt:Height>${heightPx}</tt:Height></tt:ResolutionsAvailable>` +
    `<tt:BitrateRange><tt:Min>0</tt:Min><tt:Max>${noLimit}</tt:Max></tt:BitrateRange></tr2:Options>`
  );
}
