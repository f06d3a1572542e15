import { flag, texts } from "../base/settings/fields.ts";
import { privateNetworks } from "../base/settings/networks.ts";

/** Where recorded files may be played from. */
export const mediaDirsSetting = texts({
  title: "Directories from which `source.type: file` may read",
});

/** Where cameras may be. */
export const cameraNetworksSetting = texts({
  title: "Networks (CIDR) in which cameras may be",
  default: privateNetworks,
});

/** Cameras on the box itself. */
export const loopbackCamerasSetting = flag({
  title: "Cameras may be on this machine too (127.0.0.0/8, ::1)",
  default: false,
});
