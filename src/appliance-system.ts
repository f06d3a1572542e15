import type { VisionHost } from "./adapters/vision/vision-host.ts";
import type { LmdbStore } from "./adapters/lmdb/lmdb-store.ts";
import type { CameraRegistry } from "./cameras/camera-registry.ts";
import type { SiteConfig } from "./config/site-config.ts";
import { systemWire } from "./contract/system.ts";
import type { Clock } from "./core/clock.ts";
import type { HttpServer } from "./http/server.ts";
import type { TlsIdentity } from "./http/tls-port.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { AuditLog } from "./keys/audit-log.ts";
import type { BoxModels } from "./perception/box-models.ts";
import type { ModelUplink } from "./uplink/model-uplink.ts";
import type { BoxVoice } from "./voice/box-voice.ts";
import type { Webhooks } from "./webhooks/webhooks.ts";

/** The parts that the box tells of. */
interface SystemParts {
  config: SiteConfig;
  clock: Clock;
  version: string;
  startedAtMs: number;
  isReady: boolean;
  store: LmdbStore;
  vision: VisionHost;
  models: BoxModels;
  cameras: CameraRegistry;
  jobs: Jobs;
  webhooks: Webhooks;
  uplink: ModelUplink;
  boxVoice: BoxVoice;
  audit: AuditLog;
  http: HttpServer;
  tls: TlsIdentity | undefined;
}

/** `data` of `GET /api/v1/system`. */
export function describeSystem(parts: SystemParts): ReturnType<typeof systemWire> {
  const { config, clock, version, startedAtMs, isReady, store, audit, tls } = parts;
  return systemWire({
    name: config.site.name,
    version,
    startedAtMs,
    nowMs: clock.wallMs(),
    isReady,
    store: { isFull: store.isFull(), refused: store.refused },
    vision: parts.vision.status(),
    models: parts.models.state(),
    cameras: parts.cameras.totals(),
    jobs: parts.jobs.counts(),
    webhooks: parts.webhooks.counts(),
    readers: parts.http.counts(),
    voice: parts.boxVoice.describe(),
    teleopSessions: parts.http.counts().teleop,
    auditLost: audit.lost,
    tls: tls?.describe() ?? null,
    uplink: parts.uplink.describe(),
    rssBytes: process.memoryUsage.rss(),
  });
}
