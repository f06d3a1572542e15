import type { VisionStatus } from "../perception/core/vision-port.ts";
import type { ModelsWire } from "../perception/wire/models.ts";
import type { SystemWire } from "./wire/system.ts";

/** The facts of `GET /api/v1/system`; times are Unix milliseconds. */
export interface SystemFacts {
  name: string;
  version: string;
  startedAtMs: number;
  nowMs: number;
  isReady: boolean;
  safeMode: SystemWire["safe_mode"];
  store: {
    isFull: boolean;
    refused: number;
    /** `StoreCopy.describe`. */
    copy: {
      state: SystemWire["store"]["copy"]["state"];
      madeAtMs: number | null;
      problem: string | null;
    };
  };
  vision: VisionStatus;
  models: ModelsWire;
  cameras: {
    sources: number;
    online: number;
    ringBytes: number;
    ringFragments: number;
    ringEvicted: number;
    ringRefused: number;
    /** Cameras of the site's configuration that the box refuses. */
    refused: readonly { streamId: string; reason: string }[];
    /** Cameras that send video, but not the events that a behavior needs. */
    withoutEvents: readonly { streamId: string; reason: string }[];
  };
  jobs: { running: number; waiters: number; queued: number };
  /**
   * Number of registrations and of deliveries: waiting, in progress, skipped because a lane was
   * full.
   */
  webhooks: {
    registered: number;
    active: number;
    pending: number;
    running: number;
    refused: number;
  };
  readers: {
    eventStreams: { open: number; waitingBytes: number; cut: number };
    liveViews: { open: number; dropped: number };
    /** Answers with a camera's own video, and fragments dropped for slow readers. */
    liveVideos: { open: number; dropped: number };
  };
  uplink: SystemWire["uplink"];
  mqtt: SystemWire["mqtt"];
  /** Null where the box works alone. */
  fleet: SystemWire["fleet"];
  alarmOutlets: SystemWire["alarm_outlets"];
  /** Name on the local network; null where it is not announced. */
  mdns: { host: string | null; problem: string | null } | null;
  /** `BoxVoice.describe`. */
  voice: SystemWire["voice"];
  teleopSessions: number;
  robots: SystemWire["robots"];
  /** The setting `health.triage`. */
  hasTriage: boolean;
  rssBytes: number;
  machine: SystemWire["machine"];
  alarms: SystemWire["alarms"];
  /** Audit entries that could not be written since the start. */
  auditLost: number;
  tls: SystemWire["tls"];
}

function copyWire({ state, madeAtMs, problem }: SystemFacts["store"]["copy"]) {
  return { state, made_at: madeAtMs === null ? null : Math.floor(madeAtMs / 1000), problem };
}

function visionWire({ state, restarts, decoding, models }: VisionStatus): SystemWire["vision"] {
  return {
    state,
    restarts,
    decoding: { ...decoding, tried: [...decoding.tried] },
    models: models.map((model) => ({
      ...model,
      labels: [...model.labels],
      tried: [...model.tried],
    })),
  };
}

function troubleWire({ streamId, reason }: { streamId: string; reason: string }) {
  return { stream_id: streamId, reason };
}

/** `data` of `GET /api/v1/system` (decisions section 1: object `system`). */
export function systemWire(facts: SystemFacts): SystemWire {
  const { store, cameras, readers } = facts;
  return {
    name: facts.name,
    version: facts.version,
    started_at: Math.floor(facts.startedAtMs / 1000),
    uptime_seconds: Math.floor((facts.nowMs - facts.startedAtMs) / 1000),
    ready: facts.isReady,
    safe_mode: facts.safeMode,
    store: { full: store.isFull, writes_refused: store.refused, copy: copyWire(store.copy) },
    vision: visionWire(facts.vision),
    models: {
      ...facts.models,
      used: [...facts.models.used],
      damaged: [...facts.models.damaged],
      engines: [...facts.models.engines],
    },
    cameras: {
      sources: cameras.sources,
      online: cameras.online,
      ring_bytes: cameras.ringBytes,
      ring_fragments: cameras.ringFragments,
      ring_evicted: cameras.ringEvicted,
      ring_refused: cameras.ringRefused,
      refused: cameras.refused.map(troubleWire),
      without_events: cameras.withoutEvents.map(troubleWire),
    },
    jobs: facts.jobs,
    webhooks: facts.webhooks,
    uplink: facts.uplink,
    mqtt: facts.mqtt,
    fleet: facts.fleet,
    mdns: facts.mdns,
    alarm_outlets: facts.alarmOutlets,
    event_streams: {
      open: readers.eventStreams.open,
      waiting_bytes: readers.eventStreams.waitingBytes,
      cut: readers.eventStreams.cut,
    },
    live_views: readers.liveViews,
    live_videos: readers.liveVideos,
    teleop: { open: facts.teleopSessions },
    robots: facts.robots,
    voice: facts.voice,
    health: { triage: facts.hasTriage },
    audit: { entries_lost: facts.auditLost },
    tls: facts.tls,
    memory: { rss_bytes: facts.rssBytes },
    machine: facts.machine,
    alarms: facts.alarms,
  };
}
