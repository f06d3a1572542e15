import { flag, texts } from "../base/settings/fields.ts";
import { privateNetworks } from "../base/settings/networks.ts";

/** Folders of recorded files. */
export const mediaDirsSetting = texts({
  title: "Directories from which streams with `source.type: file` may read",
});

/** Networks of cameras. */
export const cameraNetworksSetting = texts({
  title: "Networks (CIDR) in which cameras may be",
  default: privateNetworks,
});

/** Cameras on the box itself. */
export const loopbackCamerasSetting = flag({
  title: "Allow cameras on this machine (127.0.0.0/8, ::1)",
  default: false,
});
