import type { ApplianceContext } from "../../appliance-options.ts";
import { PeerProcess } from "../../adapters/webrtc/peer-process.ts";
import { WebrtcPeers } from "../../adapters/webrtc/webrtc-peers.ts";
import { RtspServer } from "../../adapters/rtsp-server/rtsp-server.ts";
import { fail } from "../../base/contract/fail.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import type { DigestAnswer } from "../../base/keys/digest.ts";
import type { BaseParts } from "../../base/module.ts";
import type { TlsIdentity } from "../../http/connections/tls-port.ts";
import type { HttpServices } from "../../http/services.ts";
import { StreamSlots } from "../../http/streaming/stream-slots.ts";
import type { Module, Start } from "../../module.ts";
import type { PerceptionModule } from "../../perception/module.ts";
import { restreamReadings, type WebrtcParts } from "./metrics.ts";
import { whepRoutes } from "./routes/whep.ts";
import { WhepSessions } from "./whep-sessions.ts";
import type { RestreamCaller, RestreamSource } from "./restream-port.ts";

type RestreamNeeds = ApplianceContext &
  BaseParts &
  Pick<PerceptionModule, "streams"> & { http: HttpServices; tls: TlsIdentity | undefined };

/** The cameras' own video by RTSP and WebRTC, where the site has them on. */
export async function startRestream(
  start: Start,
  needs: RestreamNeeds,
): Promise<Module<{ rtsp: RtspServer | undefined }>> {
  const rtsp = await startRtsp(start, needs);
  const webrtcParts = await startWebrtc(start, needs);
  const { webrtc } = needs.config;
  const { readersPerKey: perKey } = needs.http.quotas;
  const slots = new StreamSlots({
    perKey,
    perBox: webrtc.viewers,
    message: "webrtc: too many live views are open (limits.readers_per_key, webrtc.viewers)",
  });
  const sessions = new WhepSessions({ viewers: webrtcParts?.peers, slots });
  return {
    parts: { rtsp },
    routes: (http) => whepRoutes(sessions, http),
    metrics: () => restreamReadings(rtsp, webrtcParts),
  };
}

async function startWebrtc(start: Start, needs: RestreamNeeds): Promise<WebrtcParts | undefined> {
  const { config, clock, log } = needs;
  const { enabled, port } = config.webrtc;
  if (!enabled) return undefined;
  const { open } = restreamSource(needs);
  const child = new PeerProcess({ clock, log, port });
  const peers = new WebrtcPeers({ source: { open }, clock, child, isOnePort: port !== 0 });
  return { peers: await start("webrtc", peers), child };
}

async function startRtsp(start: Start, needs: RestreamNeeds): Promise<RtspServer | undefined> {
  const { config, clock, log, tls } = needs;
  const { enabled, port, plain, plainPort, readers } = config.rtsp;
  if (!enabled) return undefined;
  return start(
    "rtsp",
    new RtspServer({
      source: restreamSource(needs),
      clock,
      log,
      host: config.server.host,
      secure: tls && { port, certificate: tls },
      plainPort: plain ? plainPort : undefined,
      maxReaders: readers,
    }),
  );
}

function restreamSource(needs: RestreamNeeds): RestreamSource {
  const { keys, streams } = needs;
  return {
    admit: (answer, address) => admitted(needs, answer, address),
    isAdmitted: ({ keyId }) => keys.isAlive(keyId),
    open: (org, { streamId, track }, sink) =>
      streams.openVideo(org, streamId, { track, codecs: "any", sink }),
  };
}

/** Wrong answers count with the wrong keys that the address sends to the API. */
function admitted(
  { keys, http }: RestreamNeeds,
  answer: DigestAnswer,
  address: string | undefined,
): RestreamCaller {
  try {
    const { org, keyId, scopes } = keys.verifyDigest(answer, { address });
    if (scopes.includes("surveillance:read")) return { org, keyId };
    throw fail(
      "insufficient_scope",
      "scope: the key lacks surveillance:read. Use a key with this scope",
    );
  } catch (error) {
    if (GatehouseError.find(error)?.code !== "invalid_api_key") throw error;
    const { failedLoginsPerMinute } = http.quotas;
    const { allowed, retryAfterSec } = http.limiter.take(`ip:${address}`, failedLoginsPerMinute);
    if (allowed) throw error;
    throw fail(
      "rate_limited",
      `limits.failed_logins_per_minute: more than ${failedLoginsPerMinute} wrong keys from this address. Wait a minute`,
      { retryAfterSec },
    );
  }
}
