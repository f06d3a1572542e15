import type { DeviceProfile } from "../../cameras/onvif-device/device-profiles.ts";
import type { OnvifDeviceSource } from "../../cameras/onvif-device/onvif-device-port.ts";
import { all, escapeXml, find } from "../onvif/xml.ts";
import { audioEncoder2, audioSourceConfiguration } from "./audio-elements.ts";
import { encoder2, encoderOptions2, sourceConfiguration } from "./media-elements.ts";
import { MediaLists } from "./media-lists.ts";
import { type Service, type ServiceCall, tokenArg } from "./service.ts";
import { snapshotUri, streamUri } from "./stream-uri.ts";

/** What the second media service can do. */
export const media2Capabilities =
  `<tr2:Capabilities SnapshotUri="true" Rotation="false" VideoSourceMode="false" OSD="false" Mask="false">` +
  `<tr2:ProfileCapabilities MaximumNumberOfProfiles="1000" ConfigurationsSupported="VideoSource VideoEncoder AudioSource AudioEncoder"/>` +
  `<tr2:StreamingCapabilities RTSPStreaming="true" RTPMulticast="false" RTP_RTSP_TCP="true" NonAggregateControl="false" AutoStartMulticast="false"/></tr2:Capabilities>`;

/** The second media service (ONVIF Media 2 Specification), as clients of Profile T use it. Nothing can be changed. */
export function media2Service(source: Pick<OnvifDeviceSource, "streams" | "rtspPorts">): Service {
  const lists = new MediaLists(source);
  return {
    prefix: "tr2",
    open: {},
    guarded: {
      GetServiceCapabilities: () => media2Capabilities,
      GetProfiles: (call) => profilesFor(call, lists),
      GetVideoSourceConfigurations: (call) =>
        lists
          .sourceConfigurations(call)
          .map((each) => sourceConfiguration(each.source, "tr2:Configurations"))
          .join(""),
      GetVideoEncoderConfigurations: (call) =>
        lists
          .encoders(call)
          .map((each) => encoder(each, "tr2:Configurations"))
          .join(""),
      GetAudioSourceConfigurations: (call) =>
        lists
          .audioSources(call)
          .map((each) => audioSourceConfiguration(each, "tr2:Configurations"))
          .join(""),
      GetAudioEncoderConfigurations: (call) =>
        lists
          .audioEncoders(call)
          .map((each) => audioEncoder2(each, "tr2:Configurations"))
          .join(""),
      GetVideoEncoderConfigurationOptions: (call) =>
        lists.encoders(call).map(encoderOptions2).join(""),
      GetVideoEncoderInstances: (call) =>
        `<tr2:Info><tr2:Total>${lists.encoders(call).length}</tr2:Total></tr2:Info>`,
      GetStreamUri: (call) =>
        uriElement(
          streamUri(lists.profile(call).path, call.entrance, {
            transports: [find(call.operation, "Protocol")?.text.slice(0, 40) ?? "RTSP"],
            ports: source.rtspPorts(),
          }),
        ),
      GetSnapshotUri: (call) => uriElement(snapshotUri(lists.profile(call).path, call.entrance)),
      SetSynchronizationPoint: (call) => {
        lists.profile(call);
        return "";
      },
      ...nothing,
    },
  };
}

const nothing: Service["guarded"] = Object.fromEntries(
  [
    "GetAudioOutputConfigurations",
    "GetAudioDecoderConfigurations",
    "GetMetadataConfigurations",
    "GetAnalyticsConfigurations",
    "GetOSDs",
    "GetMasks",
  ].map((name) => [name, () => ""]),
);

/** Without `Type`, profiles come without their configurations. */
function profilesFor(call: ServiceCall, lists: MediaLists): string {
  const types = all(call.operation, "Type").map(({ text }) => text);
  const shows = (type: string): boolean => types.includes(type) || types.includes("All");
  const isOne = tokenArg(call, "Token") !== "";
  const profiles = isOne ? [namedProfile(call, lists)] : lists.profiles(call);
  return profiles
    .map((each) => {
      const parts = [
        shows("VideoSource") ? sourceConfiguration(each.source, "tr2:VideoSource") : "",
        shows("AudioSource") ? audioSourceConfiguration(each, "tr2:AudioSource") : "",
        shows("VideoEncoder") ? encoder(each, "tr2:VideoEncoder") : "",
        shows("AudioEncoder") ? audioEncoder2(each, "tr2:AudioEncoder") : "",
      ].join("");
      return (
        `<tr2:Profiles token="${escapeXml(each.token)}" fixed="true"><tr2:Name>${escapeXml(each.name.slice(0, 64))}</tr2:Name>` +
        `${parts === "" ? "" : `<tr2:Configurations>${parts}</tr2:Configurations>`}</tr2:Profiles>`
      );
    })
    .join("");
}

/** `GetProfiles` names the profile by `Token`, other operations by `ProfileToken`. */
function namedProfile(call: ServiceCall, lists: MediaLists): DeviceProfile {
  const children = call.operation.children.map((each) =>
    each.name === "Token" ? { ...each, name: "ProfileToken" } : each,
  );
  return lists.profile({ ...call, operation: { ...call.operation, children } });
}

function encoder(each: DeviceProfile, element: string): string {
  const content = encoder2(each);
  if (content === undefined) return "";
  return `<${element} token="${escapeXml(each.token)}">${content}</${element}>`;
}

function uriElement(uri: string): string {
  return `<tr2:Uri>${escapeXml(uri)}</tr2:Uri>`;
}
