import { readFile, statfs } from "node:fs/promises";
import type { LmdbStore } from "../../adapters/lmdb/lmdb-store.ts";
import type { Metrics, Reading } from "../../adapters/prometheus/metrics.ts";
import type { VisionHost } from "../../adapters/vision/vision-host.ts";
import type { CameraRegistry } from "../../cameras/camera-registry.ts";
import type { SiteConfig } from "../config/site-config.ts";
import type { Part } from "../../base/core/parts.ts";
import type { EventLog } from "../../base/events/event-log.ts";
import type { HttpServices } from "../../http/services.ts";
import type { Jobs } from "../../base/jobs/jobs.ts";
import type { AuditLog } from "../../base/keys/audit-log.ts";
import type { RunningStreams } from "../../perception/streams/running-streams.ts";
import type { StreamRunner } from "../../perception/streams/stream-runner.ts";
import type { RobotRecord, Robots } from "../../robots/fleet/robots.ts";
import type { RobotUnit } from "../../robots/fleet/robot-unit.ts";
import type { ClockWatch } from "../selfcare/clock-watch.ts";
import type { SafeMode } from "../selfcare/safe-mode.ts";
import type { ModelUplink } from "../../uplink/model-uplink.ts";
import type { Webhooks } from "../../notifications/webhooks/webhooks.ts";

/** The parts whose values are read. */
interface ReadParts {
  config: SiteConfig;
  version: string;
  isReady: boolean;
  store: Pick<LmdbStore, "refused" | "isFull" | "trouble">;
  events: EventLog;
  audit: AuditLog;
  safeMode: SafeMode;
  clockWatch: ClockWatch;
  cameras: CameraRegistry;
  vision: VisionHost;
  running: RunningStreams;
  robotUnits: Robots;
  jobs: Jobs;
  webhooks: Webhooks;
  uplink: ModelUplink;
  http: HttpServices | undefined;
}

/** Sends traces where the site says so; the library is loaded only then. */
export async function addTracing(
  start: <P extends Part>(name: string, part: P) => Promise<P>,
  { config, version, metrics }: { config: SiteConfig; version: string; metrics: Metrics },
): Promise<void> {
  const { otlpEndpoint: url, sampleRatio } = config.tracing;
  if (url === undefined) return;
  const { OtlpTracer } = await import("../../adapters/otlp/otlp-tracer.ts");
  const options = { url, sampleRatio, instance: config.site.name, version };
  metrics.traceWith(await start("traces", new OtlpTracer(options)));
}

/** What every part says of itself at this moment, for `/metrics`. */
export async function readParts(parts: ReadParts): Promise<Reading[]> {
  return [
    ...boxReadings(parts),
    ...(await diskReadings(parts.config.dataDir)),
    ...(await visionReadings(parts.vision)),
    ...cameraReadings(parts.cameras),
    ...parts.running.all().flatMap(streamReadings),
    ...parts.robotUnits.all().flatMap(robotReadings),
    ...workReadings(parts),
    ...(parts.http ? httpReadings(parts.http) : []),
  ];
}

const flag = (is: boolean): number => (is ? 1 : 0);

function boxReadings(parts: ReadParts): Reading[] {
  const { version, isReady, store, audit, events, safeMode, clockWatch } = parts;
  return [
    { name: "gatehouse_build_info", value: 1, labels: { version } },
    { name: "gatehouse_ready", value: flag(isReady && store.trouble() === null) },
    { name: "gatehouse_safe_mode", value: flag(safeMode.isActive) },
    { name: "gatehouse_clock_jumps_total", value: clockWatch.jumps },
    { name: "gatehouse_store_full", value: flag(store.isFull()) },
    { name: "gatehouse_store_writes_refused_total", value: store.refused },
    { name: "gatehouse_audit_entries_lost_total", value: audit.lost },
    { name: "gatehouse_events_last_sequence_total", value: events.lastSeq() },
  ];
}

async function diskReadings(dir: string): Promise<Reading[]> {
  try {
    const { bavail, blocks, bsize } = await statfs(dir);
    return [
      { name: "gatehouse_disk_free_bytes", value: bavail * bsize },
      { name: "gatehouse_disk_size_bytes", value: blocks * bsize },
    ];
  } catch {
    return [];
  }
}

async function visionReadings(vision: VisionHost): Promise<Reading[]> {
  const { state, restarts } = vision.status();
  const labels = { child: "vision" };
  const rssBytes = vision.pid === undefined ? null : await residentBytes(vision.pid);
  return [
    { name: "gatehouse_child_up", value: flag(state === "up"), labels },
    { name: "gatehouse_child_restarts_total", value: restarts, labels },
    ...(rssBytes === null
      ? []
      : [{ name: "gatehouse_child_resident_memory_bytes" as const, value: rssBytes, labels }]),
  ];
}

/** `VmRSS` of proc(5); null for a process that is gone. */
async function residentBytes(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kibibytes === undefined ? null : Number(kibibytes) * 1024;
}

function cameraReadings(cameras: CameraRegistry): Reading[] {
  const { sources, online, ringBytes, ringEvicted, ringRefused } = cameras.totals();
  const dropped = "gatehouse_ring_fragments_dropped_total";
  return [
    { name: "gatehouse_cameras", value: online, labels: { state: "online" } },
    { name: "gatehouse_cameras", value: sources - online, labels: { state: "offline" } },
    { name: "gatehouse_ring_bytes", value: ringBytes },
    { name: dropped, value: ringEvicted, labels: { reason: "evicted" } },
    { name: dropped, value: ringRefused, labels: { reason: "too_large" } },
  ];
}

function streamReadings(runner: StreamRunner): Reading[] {
  const { org: organisation, streamId: stream } = runner.task;
  const labels = { organisation, stream };
  const { state } = runner.condition();
  const { fps_in, fps_detected, connects, open_incidents, tracks } = runner.health();
  return [
    { name: "gatehouse_stream_up", value: flag(state === "watching"), labels },
    { name: "gatehouse_stream_input_fps", value: fps_in, labels },
    { name: "gatehouse_stream_detected_fps", value: fps_detected, labels },
    { name: "gatehouse_stream_connects_total", value: connects, labels },
    { name: "gatehouse_stream_incidents_open", value: open_incidents, labels },
    { name: "gatehouse_stream_incidents_waiting", value: runner.writer.waiting, labels },
    { name: "gatehouse_stream_incidents_lost_total", value: runner.writer.lost, labels },
    { name: "gatehouse_stream_tracks", value: tracks, labels },
    ...Object.entries(runner.dropped()).map(([reason, value]): Reading => {
      return {
        name: "gatehouse_stream_frames_dropped_total",
        value,
        labels: { ...labels, reason },
      };
    }),
  ];
}

function robotReadings({ unit, record }: { unit: RobotUnit; record: RobotRecord }): Reading[] {
  const labels = { organisation: record.org, robot: record.id };
  const { connection, silenceMs } = unit.state;
  const battery = unit.state.fresh("battery");
  const readings: Reading[] = [
    {
      name: "gatehouse_robot_up",
      value: flag(connection === "online"),
      labels: { ...labels, driver: record.request.driver },
    },
    { name: "gatehouse_robot_held", value: flag(unit.isHeld), labels },
  ];
  if (silenceMs !== null) {
    readings.push({ name: "gatehouse_robot_silence_seconds", value: silenceMs / 1000, labels });
  }
  if (battery) {
    const value = battery.percent / 100;
    readings.push({ name: "gatehouse_robot_battery_ratio", value, labels });
  }
  return readings;
}

function workReadings({ config, jobs, webhooks, uplink }: ReadParts): Reading[] {
  const { queued, running, waiters } = jobs.counts();
  const deliveries = webhooks.counts();
  return [
    { name: "gatehouse_jobs_queued", value: queued },
    { name: "gatehouse_jobs_running", value: running },
    { name: "gatehouse_job_waiters", value: waiters },
    { name: "gatehouse_webhook_deliveries_pending", value: deliveries.pending },
    { name: "gatehouse_webhook_deliveries_running", value: deliveries.running },
    { name: "gatehouse_webhook_deliveries_dropped_total", value: deliveries.refused },
    ...uplink
      .describe(config.site.organisation)
      .endpoints.flatMap(({ name, state, in_line, submitting }): Reading[] => {
        const labels = { endpoint: name };
        return [
          { name: "gatehouse_uplink_up", value: flag(state === "up"), labels },
          { name: "gatehouse_uplink_waiting", value: in_line, labels },
          { name: "gatehouse_uplink_running", value: submitting, labels },
        ];
      }),
  ];
}

function httpReadings(http: HttpServices): Reading[] {
  const { eventStreams, liveViews, liveVideos, connections } = http.counts();
  const views = "gatehouse_live_views";
  const dropped = "gatehouse_live_frames_dropped_total";
  return [
    { name: "gatehouse_event_streams", value: eventStreams.open },
    { name: "gatehouse_event_stream_waiting_bytes", value: eventStreams.waitingBytes },
    { name: "gatehouse_event_streams_cut_total", value: eventStreams.cut },
    { name: "gatehouse_http_connections", value: connections.open },
    { name: "gatehouse_http_connections_dropped_total", value: connections.dropped },
    { name: views, value: liveViews.open, labels: { kind: "pictures" } },
    { name: views, value: liveVideos.open, labels: { kind: "video" } },
    { name: dropped, value: liveViews.dropped, labels: { kind: "pictures" } },
    { name: dropped, value: liveVideos.dropped, labels: { kind: "video" } },
  ];
}
