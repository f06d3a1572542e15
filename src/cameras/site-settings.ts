import { flag, texts } from "../base/settings/fields.ts";
import { privateNetworks } from "../base/settings/networks.ts";

/** Folders of recorded files. */
export const mediaDirsSetting = texts({
  title: "Directories from which streams with `source.type: file` may read",
  applies: "live",
});

/** Networks of cameras. */
export const cameraNetworksSetting = texts({
  title: "Networks (CIDR) in which cameras may be",
  applies: "live",
  default: privateNetworks,
});

/** Cameras on the box itself. */
export const loopbackCamerasSetting = flag({
  applies: "live",
  title: "Allow cameras on this machine (127.0.0.0/8, ::1)",
  default: false,
});
