import { isLoopback } from "../../base/settings/networks.ts";
import {
  bad,
  type Check,
  type DoctorPart,
  each,
  ofSubject,
  ok,
  skip,
} from "../../system/doctor/check.ts";
import type { SiteConfig } from "../../system/config/site-config.ts";

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
  run({ config, host, box }) {
    const { enabled, port, plain, plainPort } = config.rtsp;
    if (!enabled) return skip("rtsp.off");
    const servers = [
      ...(hasTls(config) ? [{ scheme: "rtsps", port, found: "rtsp.tls" } as const] : []),
      ...(plain ? [{ scheme: "rtsp", port: plainPort, found: "rtsp.plain" } as const] : []),
    ];
    return each(servers, "rtsp.none", async (server) => {
      const values = { port: server.port };
      const say = ofSubject.bind(undefined, server.scheme);
      if (server.port === 0) return say(skip("rtsp.chosen"));
      const [address = "127.0.0.1"] = addressesOf(config);
      if (!box) {
        const isFree = await host.isFree(config.server.host, server.port);
        return say(isFree ? ok(server.found, values) : bad("rtsp.used", "rtsp.used_fix", values));
      }
      const problem = await host.refusal(address, server.port);
      if (problem === undefined) return say(ok(server.found, values));
      return say(bad("rtsp.silent", "rtsp.silent_fix", { ...values, problem }));
    });
  },
};

/** The address that the server listens at; none for all of the machine's. */
function addressesOf({ server: { host } }: SiteConfig): string[] {
  return host === "0.0.0.0" || host === "::" ? [] : [host];
}

function hasTls({ server }: SiteConfig): boolean {
  const { mode } = server.tls;
  const isPlain = isLoopback(server.host) || server.allowPlainHttpBeyondLoopback;
  return mode !== "off" && !(mode === "auto" && isPlain);
}

/** Checks of live video for viewers by WebRTC and readers by RTSP. */
export const restreamDoctor: DoctorPart = { checks: [webrtc, rtsp] };
