import type { AlarmWire, MachineWire } from "../../notifications/alarms/wire/alarms.ts";
import type { AlarmOutletsWire } from "../../notifications/alarms/wire/alarm-outlets.ts";
import type { MqttSystemWire } from "../../notifications/mqtt/wire/mqtt.ts";
import type { SafeModeWire } from "./safe-mode.ts";
import type { TlsWire } from "../../base/contract/tls.ts";
import type { UplinkWire } from "../../uplink/wire/uplink.ts";
import type { ModelsWire } from "../../perception/wire/models.ts";

/** What became of the last attempt to copy the store. */
export const storeCopyStates = ["none", "ok", "disk_low", "unsound", "failed"] as const;

/** What the box knows of itself; times are Unix milliseconds. */
export interface SystemFacts {
  name: string;
  version: string;
  startedAtMs: number;
  nowMs: number;
  isReady: boolean;
  safeMode: SafeModeWire;
  store: {
    isFull: boolean;
    refused: number;
    /** `StoreCopy.describe`. */
    copy: {
      state: (typeof storeCopyStates)[number];
      madeAtMs: number | null;
      problem: string | null;
    };
  };
  vision: {
    state: string;
    restarts: number;
    decoding: {
      wish: string;
      used: Readonly<Record<string, string>>;
      tried: readonly { method: string; codec: string; outcome: string }[];
    };
    models: readonly {
      name: string;
      labels: readonly string[];
      executor: string;
      note: string;
      tried: readonly { executor: string; outcome: string; ms: number | null }[];
    }[];
  };
  models: ModelsWire;
  cameras: {
    sources: number;
    online: number;
    ringBytes: number;
    ringFragments: number;
    ringEvicted: number;
    ringRefused: number;
    /** Of the site's configuration, not accepted by the box. */
    refused: readonly { streamId: string; reason: string }[];
  };
  jobs: { running: number; waiters: number; queued: number };
  /** Registrations, and deliveries: waiting, under way, skipped because a lane was full. */
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
    /** Answers with a camera's own video, and fragments left out for slow readers. */
    liveVideos: { open: number; dropped: number };
  };
  uplink: UplinkWire;
  mqtt: MqttSystemWire | null;
  alarmOutlets: AlarmOutletsWire;
  /** Name on the local network; null where it is not announced. */
  mdns: { host: string | null; problem: string | null } | null;
  /** `BoxVoice.describe`. */
  voice: object;
  teleopSessions: number;
  rssBytes: number;
  machine: MachineWire | null;
  alarms: readonly AlarmWire[];
  /** Audit entries that could not be written since the start. */
  auditLost: number;
  tls: TlsWire | null;
}

function copyWire({ state, madeAtMs, problem }: SystemFacts["store"]["copy"]) {
  return { state, made_at: madeAtMs === null ? null : Math.floor(madeAtMs / 1000), problem };
}

/** `data` of `GET /api/v1/system` (decisions section 1: object `system`). */
export function systemWire(facts: SystemFacts) {
  const { store, vision, cameras, readers } = facts;
  return {
    name: facts.name,
    version: facts.version,
    started_at: Math.floor(facts.startedAtMs / 1000),
    uptime_seconds: Math.floor((facts.nowMs - facts.startedAtMs) / 1000),
    ready: facts.isReady,
    safe_mode: facts.safeMode,
    store: { full: store.isFull, writes_refused: store.refused, copy: copyWire(store.copy) },
    vision: {
      state: vision.state,
      restarts: vision.restarts,
      decoding: vision.decoding,
      models: vision.models,
    },
    models: facts.models,
    cameras: {
      sources: cameras.sources,
      online: cameras.online,
      ring_bytes: cameras.ringBytes,
      ring_fragments: cameras.ringFragments,
      ring_evicted: cameras.ringEvicted,
      ring_refused: cameras.ringRefused,
      refused: cameras.refused.map(({ streamId, reason }) => ({ stream_id: streamId, reason })),
    },
    jobs: facts.jobs,
    webhooks: facts.webhooks,
    uplink: facts.uplink,
    mqtt: facts.mqtt,
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
    voice: facts.voice,
    audit: { entries_lost: facts.auditLost },
    tls: facts.tls,
    memory: { rss_bytes: facts.rssBytes },
    machine: facts.machine,
    alarms: facts.alarms,
  };
}
