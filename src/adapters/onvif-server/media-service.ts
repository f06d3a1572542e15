import type { DeviceProfile } from "../../cameras/onvif-device/device-profiles.ts";
import type { OnvifDeviceSource } from "../../cameras/onvif-device/onvif-device-port.ts";
import { escapeXml, find } from "../onvif/xml.ts";
import { audioEncoder1, audioSource, audioSourceConfiguration } from "./audio-elements.ts";
import { encoder1, encoderOptions1, sourceConfiguration, videoSource } from "./media-elements.ts";
import { MediaLists } from "./media-lists.ts";
import { type Service, type ServiceCall, tokenArg } from "./service.ts";
import { invalidArg } from "./soap-fault.ts";
import { snapshotUri, streamUri } from "./stream-uri.ts";

/** What the first media service can do. */
export const mediaCapabilities =
  `<trt:Capabilities SnapshotUri="true" Rotation="false" VideoSourceMode="false" OSD="false">` +
  `<trt:ProfileCapabilities MaximumNumberOfProfiles="1000"/>` +
  `<trt:StreamingCapabilities RTPMulticast="false" RTP_TCP="true" RTP_RTSP_TCP="true" NonAggregateControl="false"/></trt:Capabilities>`;

/** The first media service (ONVIF Media Specification), as clients of Profile S use it. Nothing can be changed. */
export function mediaService(source: Pick<OnvifDeviceSource, "streams" | "rtspPorts">): Service {
  const lists = new MediaLists(source);
  return {
    prefix: "trt",
    open: {},
    guarded: {
      GetServiceCapabilities: () => mediaCapabilities,
      GetProfiles: (call) =>
        lists
          .profiles(call)
          .map((each) => profile(each, "Profiles"))
          .join(""),
      GetProfile: (call) => profile(lists.profile(call), "Profile"),
      GetVideoSources: (call) =>
        lists
          .sources(call)
          .map(({ source: each }) => videoSource(each))
          .join(""),
      ...sourceOperations(lists),
      ...encoderOperations(lists),
      ...audioOperations(lists),
      GetStreamUri: (call) =>
        mediaUri(
          streamUri(lists.profile(call).path, call.entrance, {
            transports: transportsOf(call),
            ports: source.rtspPorts(),
          }),
        ),
      GetSnapshotUri: (call) => mediaUri(snapshotUri(lists.profile(call).path, call.entrance)),
      SetSynchronizationPoint: (call) => {
        lists.profile(call);
        // A reader of RTSP begins at a key frame anyway.
        return "";
      },
      ...nothing,
    },
  };
}

/** What a camera may have and the box does not show: lists without an entry. */
const nothing: Service["guarded"] = Object.fromEntries(
  [
    "GetAudioOutputs",
    "GetAudioOutputConfigurations",
    "GetAudioDecoderConfigurations",
    "GetMetadataConfigurations",
    "GetVideoAnalyticsConfigurations",
    "GetOSDs",
  ].map((name) => [name, () => ""]),
);

function sourceOperations(lists: MediaLists): Service["guarded"] {
  return {
    GetVideoSourceConfigurations: (call) =>
      lists
        .sourceConfigurations(call)
        .map((each) => sourceConfiguration(each.source, "trt:Configurations"))
        .join(""),
    GetCompatibleVideoSourceConfigurations: (call) =>
      lists
        .sourceConfigurations(call)
        .map((each) => sourceConfiguration(each.source, "trt:Configurations"))
        .join(""),
    GetVideoSourceConfiguration: (call) =>
      sourceConfiguration(one(lists.sourceConfigurations(call), call).source, "trt:Configuration"),
  };
}

function encoderOperations(lists: MediaLists): Service["guarded"] {
  const listed = (call: ServiceCall): string =>
    lists
      .encoders(call)
      .map((each) => encoder(each, "trt:Configurations"))
      .join("");
  return {
    GetVideoEncoderConfigurations: listed,
    GetCompatibleVideoEncoderConfigurations: listed,
    GetVideoEncoderConfiguration: (call) =>
      encoder(one(lists.encoders(call), call), "trt:Configuration"),
    GetVideoEncoderConfigurationOptions: (call) => {
      const [first] = lists.encoders(call).filter((each) => encoder1(each) !== undefined);
      return first ? `<trt:Options>${encoderOptions1(first)}</trt:Options>` : "";
    },
    GetGuaranteedNumberOfVideoEncoderInstances: (call) =>
      `<trt:TotalNumber>${lists.encoders(call).length}</trt:TotalNumber>`,
  };
}

function audioOperations(lists: MediaLists): Service["guarded"] {
  const sources = (call: ServiceCall): string =>
    lists
      .audioSources(call)
      .map((each) => audioSourceConfiguration(each, "trt:Configurations"))
      .join("");
  const encoders = (call: ServiceCall): string =>
    lists
      .audioEncoders(call)
      .map((each) => audioEncoder1(each, "trt:Configurations"))
      .join("");
  return {
    GetAudioSources: (call) => lists.audioSources(call).map(audioSource).join(""),
    GetAudioSourceConfigurations: sources,
    GetCompatibleAudioSourceConfigurations: sources,
    GetAudioSourceConfiguration: (call) =>
      audioSourceConfiguration(one(lists.audioSources(call), call), "trt:Configuration"),
    GetAudioEncoderConfigurations: encoders,
    GetCompatibleAudioEncoderConfigurations: encoders,
    GetAudioEncoderConfiguration: (call) =>
      audioEncoder1(one(lists.audioEncoders(call), call), "trt:Configuration"),
  };
}

/** The configuration that the call names; a call without a name gets none. */
function one(profiles: readonly DeviceProfile[], call: ServiceCall): DeviceProfile {
  const [found] = tokenArg(call, "ConfigurationToken") === "" ? [] : profiles;
  if (found) return found;
  throw invalidArg("NoConfig", "ConfigurationToken: is missing. Use a listed one");
}

function profile(each: DeviceProfile, element: "Profiles" | "Profile"): string {
  return (
    `<trt:${element} token="${escapeXml(each.token)}" fixed="true"><tt:Name>${escapeXml(each.name.slice(0, 64))}</tt:Name>` +
    `${sourceConfiguration(each.source, "tt:VideoSourceConfiguration")}${audioSourceConfiguration(each, "tt:AudioSourceConfiguration")}` +
    `${encoder(each, "tt:VideoEncoderConfiguration")}${audioEncoder1(each, "tt:AudioEncoderConfiguration")}</trt:${element}>`
  );
}

function encoder(each: DeviceProfile, element: string): string {
  const content = encoder1(each);
  if (content === undefined) return "";
  return `<${element} token="${escapeXml(each.token)}">${content}</${element}>`;
}

function transportsOf({ operation }: ServiceCall): string[] {
  const setup = find(operation, "StreamSetup");
  const protocol = find(setup, "Transport", "Protocol");
  const tunnel = find(setup, "Transport", "Tunnel", "Protocol");
  const parts = [find(setup, "Stream"), protocol, tunnel];
  return parts.flatMap((part) => (part ? [part.text.slice(0, 40)] : []));
}

function mediaUri(uri: string): string {
  return (
    `<trt:MediaUri><tt:Uri>${escapeXml(uri)}</tt:Uri><tt:InvalidAfterConnect>false</tt:InvalidAfterConnect>` +
    `<tt:InvalidAfterReboot>false</tt:InvalidAfterReboot><tt:Timeout>PT0S</tt:Timeout></trt:MediaUri>`
  );
}
