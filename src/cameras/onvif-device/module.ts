import { OnvifServer } from "../../adapters/onvif-server/onvif-server.ts";
import type { RtspServer } from "../../adapters/rtsp-server/rtsp-server.ts";
import type { ApplianceContext } from "../../appliance-options.ts";
import type { BaseParts } from "../../base/module.ts";
import type { TlsIdentity } from "../../http/connections/tls-port.ts";
import type { HttpServices } from "../../http/services.ts";
import type { Module, Start } from "../../module.ts";
import type { PerceptionModule } from "../../perception/module.ts";
import type { StreamRunner } from "../../perception/streams/stream-runner.ts";
import { admitReader } from "../restream/reader-login.ts";
import type { CameraLease } from "../camera.ts";
import { onvifDeviceReadings } from "./metrics.ts";
import type { DeviceStream, OnvifDeviceSource, VideoFormat } from "./onvif-device-port.ts";

type OnvifDeviceNeeds = ApplianceContext &
  BaseParts &
  Pick<PerceptionModule, "streams" | "running"> & {
    http: HttpServices;
    tls: TlsIdentity | undefined;
    rtsp: RtspServer | undefined;
  };

/** Widest snapshot. */
const maxWidthPx = 1920;

/** The box as an ONVIF device, where the site has it on. */
export async function startOnvifDevice(start: Start, needs: OnvifDeviceNeeds): Promise<Module> {
  const { config, clock, log, tls } = needs;
  const { enabled, port, plain, plainPort } = config.onvifDevice;
  if (!enabled) return { parts: {} };
  const server = await start(
    "onvif device",
    new OnvifServer({
      source: deviceSource(needs),
      clock,
      log,
      host: config.server.host,
      secure: tls && { port, certificate: tls },
      plainPort: plain ? plainPort : undefined,
    }),
  );
  return { parts: {}, metrics: () => onvifDeviceReadings(server.counts()) };
}

function deviceSource(needs: OnvifDeviceNeeds): OnvifDeviceSource {
  const { config, version, events, keys, http, streams, running, rtsp } = needs;
  const wrongKeys = { limiter: http.limiter, perMinute: http.quotas.failedLoginsPerMinute };
  return {
    admit: (login, address) =>
      admitReader(
        () =>
          login.kind === "digest"
            ? keys.verifyDigest(login.answer, { address })
            : keys.verifyUsernameToken(login.token, { address }),
        address,
        wrongKeys,
      ),
    identity: () => ({ name: config.site.name, version, serial: events.boxId }),
    streams: (org) =>
      running
        .of(org)
        .flatMap((runner) => deviceStream(runner) ?? [])
        .toSorted((a, b) => (a.streamId < b.streamId ? -1 : 1)),
    async snapshot(org, streamId) {
      const still = await streams.snapshot(org, streamId, { maxWidthPx, isPlain: true });
      return still?.jpeg;
    },
    rtspPorts: () => rtsp?.ports() ?? {},
  };
}

/** Undefined for a file, which has no live video. */
function deviceStream({ task, input, settings }: StreamRunner): DeviceStream | undefined {
  const { streamId, source, sub } = task;
  if (source.kind === "file") return undefined;
  const name = settings.requested.displayName ?? streamId;
  if (!sub) return { streamId, name, main: formatOf(input.watched) };
  return { streamId, name, main: formatOf(input.main), sub: formatOf(input.watched) };
}

function formatOf(lease: CameraLease | undefined): VideoFormat | null {
  const init = lease?.ring.init();
  if (!lease || !init) return null;
  const { codec, widthPx, heightPx } = init;
  return { codec, widthPx, heightPx, fps: lease.status().fpsIn };
}
