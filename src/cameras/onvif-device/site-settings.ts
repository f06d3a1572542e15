import { count, flag, section } from "../../base/settings/fields.ts";

/** The box as an ONVIF device, for video management systems on the local network. */
export const onvifDeviceSetting = section(
  "The box as an ONVIF device for video management systems; docs/cameras/onvif-device.md",
  "live",
  {
    enabled: flag({
      title:
        "Show the streams to ONVIF clients, at https://BOX:PORT/onvif/device_service. Needs `rtsp.enabled`",
      default: false,
    }),
    port: count({
      title:
        "TCP port of ONVIF over TLS, which uses the certificate of `server.tls`. With 0 the operating system chooses a free port",
      default: 8556,
      minimum: 0,
      maximum: 65_535,
    }),
    plain: flag({
      title: "Serve ONVIF without TLS, too. Pictures then cross the network unencrypted",
      default: false,
    }),
    plain_port: count({
      title:
        "For `plain`: TCP port of ONVIF without TLS. With 0 the operating system chooses a free port",
      default: 8557,
      minimum: 0,
      maximum: 65_535,
    }),
    discovery: flag({
      title: "Let ONVIF clients on the local network find the box (WS-Discovery, UDP port 3702)",
      default: false,
    }),
  },
);
