import { DiscoveryResponder } from "../../adapters/onvif-server/discovery-responder.ts";
import { localNetworks } from "../../adapters/onvif-server/local-networks.ts";
import { OnvifServer } from "../../adapters/onvif-server/onvif-server.ts";
import type { RtspServer } from "../../adapters/rtsp-server/rtsp-server.ts";
import type { ApplianceContext } from "../../appliance-options.ts";
import { fail } from "../../base/contract/fail.ts";
import type { GatehouseError } from "../../base/core/errors.ts";
import type { BaseParts } from "../../base/module.ts";
import type { TlsIdentity } from "../../http/connections/tls-port.ts";
import type { HttpServices } from "../../http/services.ts";
import type { Module, Start } from "../../module.ts";
import type { PerceptionModule } from "../../perception/module.ts";
import { incidentTypes } from "../../perception/behaviors/registry.ts";
import type { IncidentRecord } from "../../perception/incidents/incident-record.ts";
import { recentIncidents } from "../../perception/incidents/incident-store.ts";
import type { RunningStreams } from "../../perception/streams/running-streams.ts";
import type { StreamRunner } from "../../perception/streams/stream-runner.ts";
import { admitReader } from "../restream/reader-login.ts";
import { soundOf } from "../source.ts";
import type { CameraLease } from "../camera.ts";
import type { DeviceIncident } from "./device-event.ts";
import { onvifDeviceReadings } from "./metrics.ts";
import type { DeviceStream, OnvifDeviceSource, VideoFormat } from "./onvif-device-port.ts";

type OnvifDeviceNeeds = ApplianceContext &
  BaseParts &
  Pick<PerceptionModule, "streams" | "running" | "incidents"> & {
    http: HttpServices;
    tls: TlsIdentity | undefined;
    rtsp: { readonly current: RtspServer | undefined };
  };

/** Widest snapshot. */
const maxWidthPx = 1920;

/** The box as an ONVIF device, where the site has it on. */
export async function startOnvifDevice(start: Start, needs: OnvifDeviceNeeds): Promise<Module> {
  const { live, config, clock, log, tls } = needs;
  const { host } = config.server;
  const source = deviceSource(needs);
  const select = ({ onvifDevice }: OnvifDeviceNeeds["config"]) => onvifDevice;
  const server = await live.part(start, {
    name: "onvif device",
    select,
    make: ({ enabled, port, plain, plainPort, discovery }) =>
      enabled
        ? new OnvifServer({
            source,
            clock,
            log,
            host,
            isDiscoverable: discovery,
            secure: tls && { port, certificate: tls },
            plainPort: plain ? plainPort : undefined,
          })
        : undefined,
  });
  await live.part(start, {
    name: "onvif discovery",
    select,
    make({ enabled, discovery }) {
      if (!enabled || !discovery) return undefined;
      const network = localNetworks(host);
      const ports = (): { http?: number; https?: number } => server.current?.ports() ?? {};
      return new DiscoveryResponder({ source, clock, log, network, ports, random: Math.random });
    },
  });
  return {
    parts: {},
    metrics: () => (server.current ? onvifDeviceReadings(server.current.counts()) : []),
  };
}

function deviceSource(needs: OnvifDeviceNeeds): OnvifDeviceSource {
  const { live, version, events, keys, http, streams, running, rtsp } = needs;
  const site = live.view((config) => ({ name: config.site.name }));
  const { store, incidents } = needs;
  const wrongKeys = { limiter: http.limiter, quotas: http.quotas };
  return {
    admit(login, address) {
      if (login.kind === "digest") {
        return admitReader(() => keys.verifyDigest(login.answer, { address }), address, wrongKeys);
      }
      const { token } = login;
      // Many clients send a token with each request, and Digest where it fails: nothing was guessed.
      if (!keys.hasSealedToken(token.username)) throw tokenless();
      return admitReader(() => keys.verifyUsernameToken(token, { address }), address, wrongKeys);
    },
    isAdmitted: ({ keyId }) => keys.isAlive(keyId),
    identity: () => ({ name: site.name, version, serial: events.boxId }),
    streams: (org) =>
      liveRunners(running, org)
        .map(deviceStream)
        .toSorted((a, b) => (a.streamId < b.streamId ? -1 : 1)),
    async snapshot(org, streamId) {
      const still = await streams.snapshot(org, streamId, { maxWidthPx, isPlain: true });
      return still?.jpeg;
    },
    incidentTypes: () => [...incidentTypes],
    openIncidents: (org) =>
      liveRunners(running, org)
        .flatMap(({ task: { streamId } }) => recentIncidents(store, { org, streamId }, Infinity))
        .filter(({ state }) => state === "open")
        .map(deviceIncident),
    followIncidents: (listener) =>
      events.subscribe(({ org, type, data, atMs }) => {
        if (type !== "incident.created" && type !== "incident.resolved") return;
        const record = incidents.get(org, String(data["id"]));
        if (!record) return;
        listener({
          incident: deviceIncident(record),
          isOpen: type === "incident.created",
          atMs: type === "incident.created" ? record.openedAtMs : (record.resolvedAtMs ?? atMs),
        });
      }),
    rtspPorts: () => rtsp.current?.ports() ?? {},
  };
}

function tokenless(): GatehouseError {
  return fail(
    "invalid_api_key",
    "API key: does not work with UsernameToken. Use a key of the preset recorder, or HTTP Digest",
  );
}

/** The streams of cameras: a file has no live video. */
function liveRunners(running: RunningStreams, org: string): StreamRunner[] {
  return running.of(org).filter(({ task: { source } }) => source.kind !== "file");
}

function deviceStream({ task, input, settings }: StreamRunner): DeviceStream {
  const { streamId, sub } = task;
  const name = settings.requested.displayName ?? streamId;
  const main = sub ? input.main : input.watched;
  const stream = { streamId, name, main: formatOf(main), ...audioOf(main) };
  return sub ? { ...stream, sub: formatOf(input.watched) } : stream;
}

function audioOf(lease: CameraLease | undefined): Pick<DeviceStream, "sound"> {
  const init = lease?.ring.init();
  const sound = init && soundOf(init);
  if (!sound) return {};
  const { codec, rateHz, channels } = sound;
  return { sound: { codec, rateHz, channels } };
}

function deviceIncident(record: IncidentRecord): DeviceIncident {
  const { id, org, streamId, type, zone, severity, startedAtMs } = record;
  return { id, org, streamId, type, zone, severity, startedAtMs };
}

function formatOf(lease: CameraLease | undefined): VideoFormat | null {
  const init = lease?.ring.init();
  if (!lease || !init) return null;
  const { codec, widthPx, heightPx } = init;
  return { codec, widthPx, heightPx, fps: lease.status().fpsIn };
}
