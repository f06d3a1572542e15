import type { OnvifChannel, OnvifProfile } from "../../cameras/onvif-port.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import { namespaces, type Services } from "./services.ts";
import type { SoapClient } from "./soap-client.ts";
import { all, escapeXml, find, numberOf, textOf, type XmlElement } from "./xml.ts";

/** Profiles read of one camera. */
const maxProfiles = 16;
/** Profiles of a recorder whose channels are told apart: 32 channels with two streams each. */
const maxChannelProfiles = 64;

/** A profile as the camera describes it, without addresses. */
export type BareProfile = Omit<OnvifProfile, "streamUrl" | "snapshotUrl">;

interface MediaService {
  version: 1 | 2;
  path: string;
}

/** The media service to ask: the second version knows H.265. */
function mediaOf(services: Services): MediaService | undefined {
  if (services.media2) return { version: 2, path: services.media2 };
  return services.media ? { version: 1, path: services.media } : undefined;
}

/** Profiles with video, at most 16, in the camera's order. */
export async function readProfiles(client: SoapClient, services: Services): Promise<BareProfile[]> {
  const media = mediaOf(services);
  if (!media) return [];
  return (await profileElements(client, media))
    .slice(0, maxProfiles)
    .map((profile) => (media.version === 2 ? profile2(profile) : profile1(profile)));
}

async function profileElements(client: SoapClient, media: MediaService): Promise<XmlElement[]> {
  const answer = await client.call({
    path: media.path,
    namespace: media.version === 2 ? namespaces.media2 : namespaces.media,
    operation: "GetProfiles",
    body: media.version === 2 ? "<o:Type>All</o:Type>" : "",
  });
  return all(answer, "Profiles");
}

/**
 * Returns the channels of a recorder, at most 64 profiles of them, each with the paths of its streams and the tokens
 * of its video source; an empty list for a camera with one video source.
 */
export async function readChannels(
  client: SoapClient,
  services: Services,
): Promise<OnvifChannel[]> {
  const media = mediaOf(services);
  if (!media) return [];
  const bySource = new Map<string, { profiles: XmlElement[]; tokens: Set<string> }>();
  for (const profile of (await profileElements(client, media)).slice(0, maxChannelProfiles)) {
    const place =
      find(profile, "VideoSourceConfiguration") ?? find(profile, "Configurations", "VideoSource");
    const source = textOf(place, "SourceToken");
    if (source === null) continue;
    const channel = bySource.get(source) ?? { profiles: [], tokens: new Set([source]) };
    channel.profiles.push(profile);
    channel.tokens.add((place?.attributes.get("token") ?? source).slice(0, 200));
    bySource.set(source, channel);
  }
  if (bySource.size < 2) return [];
  const channels: OnvifChannel[] = [];
  for (const { profiles, tokens } of bySource.values()) {
    const paths: string[] = [];
    for (const profile of profiles) {
      const url = URL.parse((await streamAddress(client, media, common(profile, undefined))) ?? "");
      if (url) paths.push(`${url.pathname}${url.search}`);
    }
    channels.push({ paths, tokens: [...tokens] });
  }
  return channels;
}

function profile1(profile: XmlElement): BareProfile {
  const encoder = find(profile, "VideoEncoderConfiguration");
  const codecPart = find(encoder, "H264") ?? find(encoder, "MPEG4");
  return {
    ...common(profile, encoder),
    gopFrames: numberOf(codecPart, "GovLength"),
    hasPtz: find(profile, "PTZConfiguration") !== undefined,
  };
}

function profile2(profile: XmlElement): BareProfile {
  const configurations = find(profile, "Configurations");
  const encoder = find(configurations, "VideoEncoder");
  const gop = Number(encoder?.attributes.get("GovLength") ?? Number.NaN);
  return {
    ...common(profile, encoder),
    gopFrames: Number.isFinite(gop) ? gop : null,
    hasPtz: find(configurations, "PTZ") !== undefined,
  };
}

function common(profile: XmlElement, encoder: XmlElement | undefined) {
  return {
    token: (profile.attributes.get("token") ?? "").slice(0, 100),
    name: textOf(profile, "Name") ?? "",
    codec: codecOf(textOf(encoder, "Encoding")),
    widthPx: numberOf(encoder, "Resolution", "Width"),
    heightPx: numberOf(encoder, "Resolution", "Height"),
    fps: numberOf(encoder, "RateControl", "FrameRateLimit"),
  };
}

function codecOf(encoding: string | null): string | null {
  const names: Readonly<Record<string, string>> = { h265: "hevc", "mpv4-es": "mpeg4" };
  const name = encoding?.toLowerCase() ?? null;
  return name === null ? null : (names[name] ?? name);
}

/** Adds the addresses of the profile's stream and snapshot; null where the camera gives none. */
export async function withAddresses(
  client: SoapClient,
  services: Services,
  profile: BareProfile,
): Promise<OnvifProfile> {
  const media = mediaOf(services)!;
  const stream = await streamAddress(client, media, profile);
  const snapshot = await addressOf(
    client,
    { ...media, operation: "GetSnapshotUri" },
    tokenOf(profile),
  );
  return {
    ...profile,
    streamUrl: reachable(stream, client.hostname, ["rtsp:", "rtsps:"]),
    snapshotUrl: reachable(snapshot, client.hostname, ["http:", "https:"]),
  };
}

function tokenOf({ token }: Pick<BareProfile, "token">): string {
  return `<o:ProfileToken>${escapeXml(token)}</o:ProfileToken>`;
}

function streamAddress(
  client: SoapClient,
  media: MediaService,
  profile: Pick<BareProfile, "token">,
): Promise<string | null> {
  const setup =
    "<o:StreamSetup><tt:Stream>RTP-Unicast</tt:Stream><tt:Transport><tt:Protocol>RTSP</tt:Protocol></tt:Transport></o:StreamSetup>";
  const head = media.version === 2 ? "<o:Protocol>RTSP</o:Protocol>" : setup;
  return addressOf(client, { ...media, operation: "GetStreamUri" }, head + tokenOf(profile));
}

async function addressOf(
  client: SoapClient,
  { version, path, operation }: MediaService & { operation: string },
  body: string,
): Promise<string | null> {
  const isNew = version === 2;
  const namespace = isNew ? namespaces.media2 : namespaces.media;
  try {
    const answer = await client.call({ path, namespace, operation, body });
    return textAt(isNew ? find(answer, "Uri") : find(answer, "MediaUri", "Uri"));
  } catch (error) {
    // One address that a camera writes wrongly does not hide the others.
    if (GatehouseError.find(error)?.code.startsWith("onvif_")) return null;
    throw error;
  }
}

function textAt(element: XmlElement | undefined): string | null {
  return element === undefined || element.text === "" ? null : element.text.slice(0, 2048);
}

/** The address at the host that answers here, without user info; cameras often name another one. */
export function reachable(
  address: string | null,
  hostname: string,
  protocols: readonly string[],
): string | null {
  const url = URL.parse(address ?? "");
  if (url === null || !protocols.includes(url.protocol)) return null;
  // By parts: `hostname` of a URL with a scheme of its own cannot be set.
  const port = url.port === "" ? "" : `:${url.port}`;
  return `${url.protocol}//${hostname}${port}${url.pathname}${url.search}`;
}
