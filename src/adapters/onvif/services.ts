import { all, find, numberOf, textOf, type XmlElement } from "./xml.ts";
import type { SoapClient } from "./soap-client.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import { omitUndefined } from "../../base/core/omit-undefined.ts";

/** Namespaces of the services that are used. */
export const namespaces = {
  device: "http://www.onvif.org/ver10/device/wsdl",
  media: "http://www.onvif.org/ver10/media/wsdl",
  media2: "http://www.onvif.org/ver20/media/wsdl",
  ptz: "http://www.onvif.org/ver20/ptz/wsdl",
  events: "http://www.onvif.org/ver10/events/wsdl",
  search: "http://www.onvif.org/ver10/search/wsdl",
  replay: "http://www.onvif.org/ver10/replay/wsdl",
} as const;

/** Path and query of each service on the camera; absent ones are not offered. */
export type Services = Partial<Record<(typeof serviceNames)[number], string>>;

/** The services besides the device service. */
const serviceNames = ["media", "media2", "ptz", "events", "search", "replay"] as const;

/** Furthest that a camera's clock may be off to be followed: it was never set when it is more. */
const maxClockOffsetMs = 100 * 365 * 86_400_000;

/**
 * Reads the camera's clock without signing in and lets `client` sign in that time. Null when the camera does
 * not report it. Throws as `client` does when no camera answers.
 */
export async function readClock(client: SoapClient, wallMs: () => number): Promise<number | null> {
  const sentMs = wallMs();
  const answer = await client.call({
    path: client.devicePath,
    namespace: namespaces.device,
    operation: "GetSystemDateAndTime",
    isOpen: true,
  });
  const utc = find(answer, "SystemDateAndTime", "UTCDateTime");
  const part = (...path: string[]): number => numberOf(utc, ...path) ?? Number.NaN;
  const cameraMs = Date.UTC(
    part("Date", "Year"),
    part("Date", "Month") - 1,
    part("Date", "Day"),
    part("Time", "Hour"),
    part("Time", "Minute"),
    part("Time", "Second"),
  );
  // Half the way there and back, and half of the second that the camera cuts off.
  const offsetMs = cameraMs + 500 - (sentMs + wallMs()) / 2;
  if (!(Math.abs(offsetMs) < maxClockOffsetMs)) return null;
  client.clockOffsetMs = offsetMs;
  return Math.round(offsetMs);
}

/** Returns the addresses of the services: by `GetServices`, or `GetCapabilities` of cameras that know only that. */
export async function readServices(client: SoapClient): Promise<Services> {
  const path = client.devicePath;
  const namespace = namespaces.device;
  try {
    const operation = "GetServices";
    const body = "<o:IncludeCapability>false</o:IncludeCapability>";
    const answer = await client.call({ path, namespace, operation, body });
    const services: Services = {};
    for (const service of all(answer, "Service")) {
      const name = serviceNames.find((each) => namespaces[each] === textOf(service, "Namespace"));
      const at = pathOf(find(service, "XAddr"));
      if (name && at) services[name] = at;
    }
    return services;
  } catch (error) {
    if (GatehouseError.find(error)?.code !== "onvif_refused") throw error;
  }
  const operation = "GetCapabilities";
  const body = "<o:Category>All</o:Category>";
  const answer = await client.call({ path, namespace, operation, body });
  const media = pathOf(find(answer, "Capabilities", "Media", "XAddr"));
  const ptz = pathOf(find(answer, "Capabilities", "PTZ", "XAddr"));
  const events = pathOf(find(answer, "Capabilities", "Events", "XAddr"));
  return omitUndefined({ media, ptz, events });
}

/** Cameras name services by addresses that may not be reachable from here: only the path counts. */
function pathOf(address: XmlElement | undefined): string | undefined {
  const url = URL.parse(address?.text ?? "");
  return url === null ? undefined : `${url.pathname}${url.search}`;
}
