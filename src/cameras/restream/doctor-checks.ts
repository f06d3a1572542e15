import { bad, type Check, type DoctorPart, ok, skip } from "../../system/doctor/check.ts";
import { addressesOf, hasTls, portFindings } from "../../system/doctor/listening-ports.ts";

const webrtc: Check = {
  id: "webrtc",
  position: 352,
  async run({ config, host, box, tryWebrtc }) {
    const { enabled, port } = config.webrtc;
    if (!enabled) return skip("webrtc.off");
    // The running box may have its port open.
    const problem = await tryWebrtc(box ? 0 : port);
    if (problem !== null) return bad("webrtc.problem", "webrtc.fix", { problem });
    const addresses = addressesOf(config).join(", ") || host.addresses().join(", ");
    return port === 0
      ? ok("webrtc.any_port", { addresses })
      : ok("webrtc.one_port", { addresses, port });
  },
};

const rtsp: Check = {
  id: "rtsp",
  position: 354,
  run(site) {
    const { enabled, port, plain, plainPort } = site.config.rtsp;
    if (!enabled) return skip("rtsp.off");
    return portFindings(site, "rtsp", [
      ...(hasTls(site.config) ? [{ scheme: "rtsps", port, isTls: true }] : []),
      ...(plain ? [{ scheme: "rtsp", port: plainPort, isTls: false }] : []),
    ]);
  },
};

/** Checks of live video for viewers by WebRTC and readers by RTSP. */
export const restreamDoctor: DoctorPart = { checks: [webrtc, rtsp] };
