import type { Fault } from "../../base/contract/explain.ts";
import { isLoopback } from "../../base/settings/networks.ts";
import { hasCertificate } from "../restream/site-checks.ts";
import type { SiteYaml } from "../../system/config/schema.ts";

/** Returns the faults of the ONVIF device's settings: a device without a port, or without video. */
export function onvifDeviceFaults({ onvif_device: device, rtsp, server }: SiteYaml): Fault[] {
  if (!device.enabled) return [];
  const path = ["onvif_device", "enabled"];
  const isPortless = !device.plain && !hasCertificate(server);
  return [
    ...(rtsp.enabled
      ? []
      : [{ path, message: "serves no video: rtsp is off. Set rtsp.enabled: true" }]),
    ...(isPortless
      ? [
          {
            path,
            message:
              "serves nothing: server.tls gives no certificate. Set onvif_device.plain: true, or server.tls.mode: site",
          },
        ]
      : []),
    ...(device.discovery && isLoopback(server.host)
      ? [
          {
            path: ["onvif_device", "discovery"],
            message:
              "finds nobody: only this machine reaches server.host. Set server.host, or discovery: false",
          },
        ]
      : []),
  ];
}
