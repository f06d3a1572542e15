import type { ApplianceContext } from "../../appliance-options.ts";
import { FfmpegOpusEncoder } from "../../adapters/ffmpeg/opus-encoder.ts";
import { PeerProcess } from "../../adapters/webrtc/peer-process.ts";
import { WebrtcPeers } from "../../adapters/webrtc/webrtc-peers.ts";
import { RtspServer } from "../../adapters/rtsp-server/rtsp-server.ts";
import type { BaseParts } from "../../base/module.ts";
import type { TlsIdentity } from "../../http/connections/tls-port.ts";
import type { HttpServices } from "../../http/services.ts";
import { StreamSlots } from "../../http/streaming/stream-slots.ts";
import type { Module, Start } from "../../module.ts";
import type { PerceptionModule } from "../../perception/module.ts";
import { restreamReadings, type WebrtcParts } from "./metrics.ts";
import { whepRoutes } from "./routes/whep.ts";
import { WhepSessions } from "./whep-sessions.ts";
import { admitReader } from "./reader-login.ts";
import type { RestreamSource } from "./restream-port.ts";

type RestreamNeeds = ApplianceContext &
  BaseParts &
  Pick<PerceptionModule, "streams" | "frameTimes"> & {
    http: HttpServices;
    tls: TlsIdentity | undefined;
  };

/** The cameras' own video by RTSP and WebRTC, where the site has them on. */
export async function startRestream(
  start: Start,
  needs: RestreamNeeds,
): Promise<Module<{ rtsp: { readonly current: RtspServer | undefined } }>> {
  const rtsp = await needs.live.part(start, {
    name: "rtsp",
    select: ({ rtsp: settings }) => settings,
    make: (settings) => makeRtsp(settings, needs),
  });
  const webrtcParts = await startWebrtc(start, needs);
  const { quotas } = needs.http;
  const bound = needs.live.view(({ webrtc }) => ({ viewers: webrtc.viewers }));
  const slots = new StreamSlots({
    get perKey() {
      return quotas.readersPerKey;
    },
    get perBox() {
      return bound.viewers;
    },
    message: "webrtc: too many live views are open (limits.readers_per_key, webrtc.viewers)",
  });
  const sessions = new WhepSessions({ viewers: webrtcParts?.peers, slots });
  needs.frameTimes.provideRtp((query) => sessions.frameOf(query));
  return {
    parts: { rtsp },
    routes: (http) => whepRoutes(sessions, http),
    metrics: () => restreamReadings(rtsp.current, webrtcParts),
  };
}

async function startWebrtc(start: Start, needs: RestreamNeeds): Promise<WebrtcParts | undefined> {
  const { config, clock, log } = needs;
  const { enabled, port } = config.webrtc;
  if (!enabled) return undefined;
  const { open } = restreamSource(needs);
  const child = new PeerProcess({ clock, log, port });
  const opus = new FfmpegOpusEncoder(clock);
  const peers = new WebrtcPeers({ source: { open }, clock, opus, child, isOnePort: port !== 0 });
  return { peers: await start("webrtc", peers), child };
}

function makeRtsp(
  { enabled, port, plain, plainPort, readers }: RestreamNeeds["config"]["rtsp"],
  needs: RestreamNeeds,
): RtspServer | undefined {
  const { config, clock, log, tls } = needs;
  if (!enabled) return undefined;
  return new RtspServer({
    source: restreamSource(needs),
    clock,
    log,
    host: config.server.host,
    secure: tls && { port, certificate: tls },
    plainPort: plain ? plainPort : undefined,
    maxReaders: readers,
  });
}

function restreamSource(needs: RestreamNeeds): RestreamSource {
  const { keys, streams, http } = needs;
  const wrongKeys = { limiter: http.limiter, quotas: http.quotas };
  return {
    admit: (answer, address) =>
      admitReader(() => keys.verifyDigest(answer, { address }), address, wrongKeys),
    isAdmitted: ({ keyId }) => keys.isAlive(keyId),
    open: (org, { streamId, track }, sink) =>
      streams.openVideo(org, streamId, { track, codecs: "any", audio: true, sink }),
  };
}
