import { type Check, type DoctorPart, skip } from "../../system/doctor/check.ts";
import { hasTls, portFindings } from "../../system/doctor/listening-ports.ts";

const onvifDevice: Check = {
  id: "onvif_device",
  position: 356,
  run(site) {
    const { enabled, port, plain, plainPort } = site.config.onvifDevice;
    if (!enabled) return skip("onvif_device.off");
    return portFindings(site, "onvif_device", [
      ...(hasTls(site.config) ? [{ scheme: "https", port, isTls: true }] : []),
      ...(plain ? [{ scheme: "http", port: plainPort, isTls: false }] : []),
    ]);
  },
};

/** The check of the box as an ONVIF device. */
export const onvifDeviceDoctor: DoctorPart = { checks: [onvifDevice] };
