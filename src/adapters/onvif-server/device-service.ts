import { networkInterfaces } from "node:os";
import type { Clock } from "../../base/core/clock.ts";
import type { OnvifDeviceSource } from "../../cameras/onvif-device/onvif-device-port.ts";
import { escapeXml, find } from "../onvif/xml.ts";
import { namespaces } from "./namespaces.ts";
import { type OpenCall, type Service, type ServiceCall, servicePaths } from "./service.ts";
import { invalidArg } from "./soap-fault.ts";

/** The parts of the device service. */
export interface DeviceServiceParts {
  source: Pick<OnvifDeviceSource, "identity">;
  clock: Pick<Clock, "wallMs">;
  isDiscoverable?: boolean;
  /** The services with their capabilities, which `GetServices` lists. */
  services: readonly ListedService[];
  /** Ports of RTSP for `GetNetworkProtocols`. */
  rtspPorts: OnvifDeviceSource["rtspPorts"];
}

/** A service as `GetServices` lists it. */
export interface ListedService {
  prefix: keyof typeof servicePaths;
  version: { major: number; minor: number };
  /** Its element `Capabilities`. */
  capabilities: string;
}

const manufacturer = "Gatehouse";
const wsdl = "http://www.onvif.org/onvif/ver10/device/wsdl/devicemgmt.wsdl";

/** What the device service can do: the box is set up by its own API, not by ONVIF. */
export const deviceCapabilities =
  `<tds:Capabilities><tds:Network IPFilter="false" ZeroConfiguration="false" IPVersion6="true" DynDNS="false"/>` +
  `<tds:Security TLS1.2="true" HttpDigest="true" UsernameToken="true" MaxUsers="0"/>` +
  `<tds:System DiscoveryResolve="false" DiscoveryBye="false" RemoteDiscovery="false" SystemBackup="false" SystemLogging="false" FirmwareUpgrade="false"/></tds:Capabilities>`;

/** The device service (ONVIF Core Specification 8). */
export function deviceService(parts: DeviceServiceParts): Service {
  const { source } = parts;
  return {
    prefix: "tds",
    open: {
      GetSystemDateAndTime: () => dateAndTime(new Date(parts.clock.wallMs())),
      GetServices: (call) => servicesOf(call, parts.services),
      GetServiceCapabilities: () => deviceCapabilities,
      GetCapabilities: capabilitiesOf,
      GetWsdlUrl: () => `<tds:WsdlUrl>${wsdl}</tds:WsdlUrl>`,
      GetHostname: () =>
        `<tds:HostnameInformation><tt:FromDHCP>false</tt:FromDHCP></tds:HostnameInformation>`,
      GetEndpointReference: () => `<tds:GUID>urn:uuid:${source.identity().serial}</tds:GUID>`,
    },
    guarded: {
      GetDeviceInformation: () => informationOf(source),
      GetScopes: () => scopesOf(source).map(scopeElement).join(""),
      GetDiscoveryMode: () =>
        `<tds:DiscoveryMode>${parts.isDiscoverable ? "Discoverable" : "NonDiscoverable"}</tds:DiscoveryMode>`,
      GetNetworkInterfaces: interfacesOf,
      GetNetworkProtocols: (call) => protocolsOf(call, parts.rtspPorts()),
      GetUsers: usersOf,
    },
  };
}

function dateAndTime(now: Date): string {
  const time = `<tt:Time><tt:Hour>${now.getUTCHours()}</tt:Hour><tt:Minute>${now.getUTCMinutes()}</tt:Minute><tt:Second>${now.getUTCSeconds()}</tt:Second></tt:Time>`;
  const date = `<tt:Date><tt:Year>${now.getUTCFullYear()}</tt:Year><tt:Month>${now.getUTCMonth() + 1}</tt:Month><tt:Day>${now.getUTCDate()}</tt:Day></tt:Date>`;
  return (
    `<tds:SystemDateAndTime><tt:DateTimeType>NTP</tt:DateTimeType><tt:DaylightSavings>false</tt:DaylightSavings>` +
    `<tt:TimeZone><tt:TZ>UTC0</tt:TZ></tt:TimeZone><tt:UTCDateTime>${time}${date}</tt:UTCDateTime>` +
    `<tt:LocalDateTime>${time}${date}</tt:LocalDateTime></tds:SystemDateAndTime>`
  );
}

function servicesOf({ operation, entrance }: OpenCall, services: readonly ListedService[]): string {
  const isFull = /^(true|1)$/.test(find(operation, "IncludeCapability")?.text ?? "");
  return services
    .map(({ prefix, version, capabilities }) => {
      const details = isFull ? `<tds:Capabilities>${capabilities}</tds:Capabilities>` : "";
      return (
        `<tds:Service><tds:Namespace>${namespaces[prefix]}</tds:Namespace>` +
        `<tds:XAddr>${escapeXml(entrance.origin)}${servicePaths[prefix]}</tds:XAddr>${details}` +
        `<tds:Version><tt:Major>${version.major}</tt:Major><tt:Minor>${version.minor}</tt:Minor></tds:Version></tds:Service>`
      );
    })
    .join("");
}

/** For clients from before `GetServices`, which know the second media service only from there. */
function capabilitiesOf({ operation, entrance }: OpenCall): string {
  const category = find(operation, "Category")?.text ?? "All";
  const at = (path: string): string => `<tt:XAddr>${escapeXml(entrance.origin)}${path}</tt:XAddr>`;
  const categories: Readonly<Record<string, string>> = {
    Device: `<tt:Device>${at(servicePaths.tds)}<tt:Network><tt:IPFilter>false</tt:IPFilter><tt:ZeroConfiguration>false</tt:ZeroConfiguration><tt:IPVersion6>true</tt:IPVersion6><tt:DynDNS>false</tt:DynDNS></tt:Network></tt:Device>`,
    Media: `<tt:Media>${at(servicePaths.trt)}<tt:StreamingCapabilities><tt:RTPMulticast>false</tt:RTPMulticast><tt:RTP_TCP>true</tt:RTP_TCP><tt:RTP_RTSP_TCP>true</tt:RTP_RTSP_TCP></tt:StreamingCapabilities></tt:Media>`,
    Events: `<tt:Events>${at(servicePaths.tev)}<tt:WSSubscriptionPolicySupport>false</tt:WSSubscriptionPolicySupport><tt:WSPullPointSupport>true</tt:WSPullPointSupport><tt:WSPausableSubscriptionManagerInterfaceSupport>false</tt:WSPausableSubscriptionManagerInterfaceSupport></tt:Events>`,
  };
  const content =
    category === "All"
      ? Object.values(categories).join("")
      : new Map(Object.entries(categories)).get(category);
  if (content !== undefined) return `<tds:Capabilities>${content}</tds:Capabilities>`;
  throw invalidArg("NoSuchService", `Category: the box has no ${category.slice(0, 40)}. Use All`);
}

function informationOf(source: Pick<OnvifDeviceSource, "identity">): string {
  const { version, serial } = source.identity();
  return (
    `<tds:Manufacturer>${manufacturer}</tds:Manufacturer><tds:Model>${manufacturer}</tds:Model>` +
    `<tds:FirmwareVersion>${escapeXml(version)}</tds:FirmwareVersion>` +
    `<tds:SerialNumber>${escapeXml(serial)}</tds:SerialNumber><tds:HardwareId>${manufacturer}</tds:HardwareId>`
  );
}

/** Returns the scopes of the device: what it is, and what people call it. */
export function scopesOf(source: Pick<OnvifDeviceSource, "identity">): string[] {
  const name = encodeURIComponent(source.identity().name);
  return [
    "type/Network_Video_Transmitter",
    "type/video_encoder",
    "Profile/Streaming",
    "Profile/T",
    `name/${name}`,
    `location/${name}`,
    `hardware/${manufacturer}`,
  ].map((scope) => `onvif://www.onvif.org/${scope}`);
}

function scopeElement(scope: string): string {
  return `<tds:Scopes><tt:ScopeDef>Fixed</tt:ScopeDef><tt:ScopeItem>${escapeXml(scope)}</tt:ScopeItem></tds:Scopes>`;
}

/** Only the interface through which the client came: the others are none of its business. */
function interfacesOf({ entrance }: ServiceCall): string {
  for (const [name, addresses] of Object.entries(networkInterfaces())) {
    const own = addresses?.find(({ address }) => address === entrance.localAddress);
    if (!own) continue;
    const prefix = Number(own.cidr?.split("/")[1] ?? 0);
    const family = own.family;
    const address = `<tt:Manual><tt:Address>${own.address}</tt:Address><tt:PrefixLength>${prefix}</tt:PrefixLength></tt:Manual>`;
    const dhcp = family === "IPv4" ? "<tt:DHCP>false</tt:DHCP>" : "<tt:DHCP>Off</tt:DHCP>";
    const config = family === "IPv4" ? `${address}${dhcp}` : `${dhcp}${address}`;
    return (
      `<tds:NetworkInterfaces token="${escapeXml(name)}"><tt:Enabled>true</tt:Enabled>` +
      `<tt:Info><tt:Name>${escapeXml(name)}</tt:Name><tt:HwAddress>${own.mac}</tt:HwAddress></tt:Info>` +
      `<tt:${family}><tt:Enabled>true</tt:Enabled><tt:Config>${config}</tt:Config></tt:${family}></tds:NetworkInterfaces>`
    );
  }
  return "";
}

function protocolsOf({ entrance }: ServiceCall, rtsp: { rtsp?: number; rtsps?: number }): string {
  const { protocol, port } = new URL(entrance.origin);
  const isTls = protocol === "https:";
  const own = { name: isTls ? "HTTPS" : "HTTP", port: Number(port) || (isTls ? 443 : 80) };
  const listed = [own, ...(rtsp.rtsp === undefined ? [] : [{ name: "RTSP", port: rtsp.rtsp }])];
  return listed
    .map(
      ({ name, port: at }) =>
        `<tds:NetworkProtocols><tt:Name>${name}</tt:Name><tt:Enabled>true</tt:Enabled><tt:Port>${at}</tt:Port></tds:NetworkProtocols>`,
    )
    .join("");
}

/** Only the caller: the other keys are none of its business, and no key of the box administers by ONVIF. */
function usersOf({ caller }: ServiceCall): string {
  return `<tds:User><tt:Username>${escapeXml(caller.keyId)}</tt:Username><tt:UserLevel>User</tt:UserLevel></tds:User>`;
}
