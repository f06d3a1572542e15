import { count, flag, section } from "../../base/settings/fields.ts";

/** The cameras' own video for players and recorders on the local network. */
export const rtspSetting = section(
  "Live video by RTSP for players and recorders; docs/cameras/restream.md",
  "live",
  {
    enabled: flag({
      title: "Serve the video of the cameras at rtsps://BOX:PORT/STREAM",
      default: false,
    }),
    port: count({
      title:
        "TCP port of RTSP over TLS, which uses the certificate of `server.tls`. With 0 the operating system chooses a free port",
      default: 8555,
      minimum: 0,
      maximum: 65_535,
    }),
    plain: flag({
      title: "Serve RTSP without TLS, too. Pictures then cross the network unencrypted",
      default: false,
    }),
    plain_port: count({
      title:
        "For `plain`: TCP port of RTSP without TLS. With 0 the operating system chooses a free port",
      default: 8554,
      minimum: 0,
      maximum: 65_535,
    }),
    readers: count({
      title: "Largest number of readers at the same time",
      default: 100,
      minimum: 1,
      maximum: 1000,
    }),
  },
);

/** The cameras' own video for browsers and other viewers by WebRTC. */
export const webrtcSetting = section(
  "Live video by WebRTC, with the least delay; docs/cameras/webrtc.md",
  "restart",
  {
    enabled: flag({
      title: "Serve the video of the cameras by WebRTC (WHEP), to callers of the API",
      default: true,
    }),
    port: count({
      title:
        "UDP port of all viewers, for a firewall between them and the box. With 0 each viewer has a free port",
      default: 0,
      minimum: 0,
      maximum: 65_535,
    }),
    viewers: count({
      title: "Largest number of viewers at the same time",
      applies: "live",
      default: 64,
      minimum: 1,
      maximum: 1000,
    }),
  },
);
