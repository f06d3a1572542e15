import { omitUndefined } from "../base/core/omit-undefined.ts";
import type { OnvifAddress } from "./onvif-port.ts";
import { usualService } from "./probe/camera-probe.ts";
import type { SourceSpec } from "./source.ts";

/** Returns the ONVIF address of a camera: its own if the source names one, else the usual one of its host. */
export function onvifAddressOf({ url, onvifUrl, username, password }: SourceSpec): OnvifAddress {
  return { url: onvifUrl ?? usualService(url), ...omitUndefined({ username, password }) };
}
