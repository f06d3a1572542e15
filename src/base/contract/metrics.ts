/** One metric of `/metrics`. Names carry their unit, as Prometheus' conventions ask. */
export interface MetricSpec {
  help: string;
  labels: readonly string[];
}

/** A histogram; `bucketsSec` are the upper ends of its buckets, in seconds. */
export interface HistogramSpec extends MetricSpec {
  bucketsSec: readonly number[];
}

const fastSec = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const latencySec = [0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 0.75, 1, 2, 5, 15];
const callSec = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const workSec = [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200];

/**
 * Durations, noted where they are measured. `stream` and `robot` are ids of the site (the first 256
 * of each, then `other`); no label holds a job, a key, or anything else that callers choose.
 */
export const histograms = {
  gatehouse_stream_latency_seconds: {
    help: "From the picture's own time to the detector's result, to the open incident, and to its durable event; live sources",
    labels: ["organisation", "stream", "stage"],
    bucketsSec: latencySec,
  },
  gatehouse_frame_stage_seconds: {
    help: "Time that a judged frame spent waiting for the detector (queue), in the motion gate, and in the detector",
    labels: ["stage"],
    bucketsSec: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6],
  },
  gatehouse_http_request_duration_seconds: {
    help: "From the request's head to the end of the answer, without answers that stay open",
    labels: ["method", "route", "status"],
    bucketsSec: callSec,
  },
  gatehouse_job_wait_seconds: {
    help: "From the acceptance of a job to its first attempt",
    labels: ["type"],
    bucketsSec: workSec,
  },
  gatehouse_job_run_seconds: {
    help: "One attempt at a job, by the state that it left the job in",
    labels: ["type", "status"],
    bucketsSec: workSec,
  },
  gatehouse_webhook_delivery_seconds: {
    help: "One attempt to deliver, from the name lookup to the end of the answer",
    labels: ["outcome"],
    bucketsSec: callSec,
  },
  gatehouse_uplink_call_seconds: {
    help: "One call of a model endpoint, without its wait in line",
    labels: ["endpoint", "capability", "outcome"],
    bucketsSec: callSec,
  },
  gatehouse_robot_command_dispatch_seconds: {
    help: "From a robot command at its gate to the driver's taking it",
    labels: ["organisation", "robot"],
    bucketsSec: fastSec,
  },
  gatehouse_store_commit_seconds: {
    help: "One transaction of the store until it is flushed to the disk",
    labels: [],
    bucketsSec: fastSec,
  },
} as const satisfies Record<string, HistogramSpec>;

/** Counters, noted as events happen. */
export const counters = {
  gatehouse_robot_commands_rejected_total: {
    help: "Robot commands that the gate or the lease refused, by rule",
    labels: ["organisation", "robot", "rule"],
  },
} as const satisfies Record<string, MetricSpec>;

/** Values read from the parts at each scrape. Those that end in `_total` only grow. */
export const readings = {
  gatehouse_build_info: { help: "1; the version that runs", labels: ["version"] },
  gatehouse_ready: { help: "1 while the box takes work", labels: [] },
  gatehouse_safe_mode: {
    help: "1 while cameras and robots are paused after repeated crashes",
    labels: [],
  },
  gatehouse_clock_jumps_total: { help: "How often the wall clock was set", labels: [] },
  gatehouse_event_loop_delay_seconds: {
    help: "How late the event loop came since the last reading",
    labels: ["quantile"],
  },
  gatehouse_store_full: { help: "1 while the disk takes no more", labels: [] },
  gatehouse_store_writes_refused_total: {
    help: "Writes that a full disk refused",
    labels: [],
  },
  gatehouse_disk_free_bytes: { help: "Free space where the data lies", labels: [] },
  gatehouse_disk_size_bytes: { help: "Size of the disk where the data lies", labels: [] },
  gatehouse_audit_entries_lost_total: {
    help: "Entries of the audit log that could not be written",
    labels: [],
  },
  gatehouse_events_last_sequence_total: {
    help: "Entries ever written to the event log",
    labels: [],
  },
  gatehouse_cameras: { help: "Supervised sources, by state", labels: ["state"] },
  gatehouse_ring_bytes: { help: "Video held in memory", labels: [] },
  gatehouse_ring_fragments_dropped_total: {
    help: "Fragments that left the memory: evicted in their turn, or refused as too large",
    labels: ["reason"],
  },
  gatehouse_stream_up: {
    help: "1 while the stream is watched without a problem",
    labels: ["organisation", "stream"],
  },
  gatehouse_stream_input_fps: {
    help: "Frames per second that arrive",
    labels: ["organisation", "stream"],
  },
  gatehouse_stream_detected_fps: {
    help: "Frames per second that are judged",
    labels: ["organisation", "stream"],
  },
  gatehouse_stream_camera_events_up: {
    help: "1 while the box is subscribed to the camera's own events, for streams that need them",
    labels: ["organisation", "stream"],
  },
  gatehouse_stream_connects_total: {
    help: "Connections made to the source",
    labels: ["organisation", "stream"],
  },
  gatehouse_stream_frames_dropped_total: {
    help: "Frames that were not judged, by reason",
    labels: ["organisation", "stream", "reason"],
  },
  gatehouse_stream_incidents_open: {
    help: "Open incidents",
    labels: ["organisation", "stream"],
  },
  gatehouse_stream_incidents_waiting: {
    help: "Incidents with changes that are not stored yet",
    labels: ["organisation", "stream"],
  },
  gatehouse_stream_incidents_lost_total: {
    help: "Incidents given up because the store refused writes for too long",
    labels: ["organisation", "stream"],
  },
  gatehouse_stream_tracks: { help: "Things in sight", labels: ["organisation", "stream"] },
  gatehouse_robot_up: {
    help: "1 while the robot is heard of",
    labels: ["organisation", "robot", "driver"],
  },
  gatehouse_robot_battery_ratio: { help: "Charge, 0 to 1", labels: ["organisation", "robot"] },
  gatehouse_robot_silence_seconds: {
    help: "Time since the robot was last heard of",
    labels: ["organisation", "robot"],
  },
  gatehouse_robot_held: {
    help: "1 while a stop waits for an operator",
    labels: ["organisation", "robot"],
  },
  gatehouse_foxglove_clients: { help: "Open connections of Foxglove", labels: [] },
  gatehouse_foxglove_dropped_total: {
    help: "Messages that Foxglove did not get because it read too slowly",
    labels: [],
  },
  gatehouse_robot_recordings_open: { help: "Robots that are being recorded", labels: [] },
  gatehouse_robot_recordings_written_total: {
    help: "Recordings of robots that have a file",
    labels: [],
  },
  gatehouse_robot_recording_problems: {
    help: "Robots whose recordings lack something, by kind: failed, short, no_pose",
    labels: ["organisation", "kind"],
  },
  gatehouse_robot_recordings_failed_total: {
    help: "Recordings of robots whose file could not be written",
    labels: [],
  },
  gatehouse_robot_pictures_failed_total: {
    help: "Pictures of robots' cameras that could not be taken for recordings or Foxglove",
    labels: [],
  },
  gatehouse_robot_reservations: {
    help: "Corridors and places that a robot has reserved",
    labels: ["organisation", "robot"],
  },
  gatehouse_robot_traffic_wait_seconds: {
    help: "How long a robot has waited for a corridor or place; 0 while it does not wait",
    labels: ["organisation", "robot"],
  },
  gatehouse_door_state: {
    help: "1 for the present state of a door or lift, 0 for the others",
    labels: ["organisation", "door", "state"],
  },
  gatehouse_door_state_age_seconds: {
    help: "Age of what a door or lift said last",
    labels: ["organisation", "door"],
  },
  gatehouse_door_holds: {
    help: "Robots and missions for which the box keeps a door open",
    labels: ["organisation", "door"],
  },
  gatehouse_door_request_failures_total: {
    help: "Requests that a door did not take",
    labels: ["organisation", "door"],
  },
  gatehouse_jobs_queued: { help: "Jobs that wait for a worker", labels: [] },
  gatehouse_jobs_running: { help: "Attempts under way, without those of cameras", labels: [] },
  gatehouse_job_waiters: { help: "Long polls that wait for a job", labels: [] },
  gatehouse_webhook_deliveries_pending: { help: "Deliveries that wait", labels: [] },
  gatehouse_webhook_deliveries_running: { help: "Deliveries under way", labels: [] },
  gatehouse_webhook_deliveries_dropped_total: {
    help: "Deliveries skipped because a lane was full",
    labels: [],
  },
  gatehouse_live_transcodes: { help: "Cameras whose live video the box encodes now", labels: [] },
  gatehouse_rtsp_readers: { help: "Readers of live video by RTSP", labels: [] },
  gatehouse_fleet_joined: {
    help: "1 while the fleet acknowledges the heartbeats of the box; absent for a box that works alone",
    labels: [],
  },
  gatehouse_fleet_boxes: { help: "Boxes of the fleet, by state", labels: ["state"] },
  gatehouse_fleet_heartbeats_total: {
    help: "Heartbeats of the box to its fleet since the start, by outcome",
    labels: ["outcome"],
  },
  gatehouse_fleet_publish_backlog: {
    help: "Entries of the event log that wait to be published for the central NATS servers",
    labels: [],
  },
  gatehouse_fleet_published_events_total: {
    help: "Events published for the central NATS servers since the start, and those deleted before",
    labels: ["outcome"],
  },
  gatehouse_fleet_records: {
    help: "Records that the boxes of the fleet share: all, those in conflict, and those that count for nothing here",
    labels: ["state"],
  },
  gatehouse_fleet_streams_moved_total: {
    help: "Streams whose lease the box took, and streams that it offered to others for balance",
    labels: ["direction"],
  },
  gatehouse_fleet_robots_taken_total: {
    help: "Leases of shared robots that the box took since the start",
    labels: [],
  },
  gatehouse_fleet_jobs: {
    help: "Jobs of the box that other boxes do now (away), and jobs of others that it does (here)",
    labels: ["place"],
  },
  gatehouse_fleet_jobs_total: {
    help: "Jobs that the box offered to the fleet, took from others, got back with a result, and got back without one",
    labels: ["step"],
  },
  gatehouse_onvif_requests_total: {
    help: "Requests to the box as an ONVIF device, by their outcome",
    labels: ["outcome"],
  },
  gatehouse_onvif_subscriptions: {
    help: "Subscriptions of ONVIF clients to the box's events",
    labels: [],
  },
  gatehouse_onvif_events_dropped_total: {
    help: "Events that an ONVIF client did not fetch in time",
    labels: [],
  },
  gatehouse_webrtc_viewers: { help: "Viewers of live video by WebRTC", labels: [] },
  gatehouse_escalations_waiting: {
    help: "Incidents that escalate unless somebody acknowledges them",
    labels: [],
  },
  gatehouse_escalations_dropped_total: {
    help: "Incidents that no longer escalate because more than 1000 are stored",
    labels: [],
  },
  gatehouse_push_waiting: { help: "Notifications that wait", labels: [] },
  gatehouse_push_dropped_total: {
    help: "Notifications dropped because they were stale or the queue was full",
    labels: [],
  },
  gatehouse_uplink_up: { help: "1 while the endpoint answers", labels: ["endpoint"] },
  gatehouse_uplink_waiting: { help: "Requests in line for the endpoint", labels: ["endpoint"] },
  gatehouse_uplink_running: { help: "Requests under way to the endpoint", labels: ["endpoint"] },
  gatehouse_event_streams: { help: "Open event streams", labels: [] },
  gatehouse_event_stream_waiting_bytes: {
    help: "Bytes that wait for slow readers of event streams",
    labels: [],
  },
  gatehouse_event_streams_cut_total: { help: "Event streams cut as too slow", labels: [] },
  gatehouse_http_connections: { help: "Open connections to the API", labels: [] },
  gatehouse_http_connections_dropped_total: {
    help: "Connections without a key dropped to make room for others",
    labels: [],
  },
  gatehouse_live_views: { help: "Open live pictures and videos", labels: ["kind"] },
  gatehouse_live_frames_dropped_total: {
    help: "Pictures and fragments left out for slow viewers",
    labels: ["kind"],
  },
  gatehouse_child_restarts_total: {
    help: "Restarts of a helper process after it died or hung",
    labels: ["child"],
  },
  gatehouse_child_up: { help: "1 while the helper process works", labels: ["child"] },
  gatehouse_child_resident_memory_bytes: {
    help: "Memory of a helper process",
    labels: ["child"],
  },
} as const satisfies Record<string, MetricSpec>;

/** A histogram that parts write to. */
export type HistogramName = keyof typeof histograms;
/** A counter that parts write to. */
export type CounterName = keyof typeof counters;
/** A metric that is read from the parts. */
export type ReadingName = keyof typeof readings;
/** Values of a metric's labels; each label of its specification. */
export type MetricLabels = Readonly<Record<string, string>>;

/** Takes measurements. Its calls cost next to nothing, never throw, and never wait. */
export interface Meter {
  /** One duration in seconds; a negative one (a clock was set) counts as 0. */
  observe(name: HistogramName, seconds: number, labels?: MetricLabels): void;
  /** One more. */
  count(name: CounterName, labels?: MetricLabels): void;
  /** Begins a span of a trace; without tracing the span does nothing. */
  begin(name: string, about: SpanAbout): Span;
}

/** The subject of a span. */
export interface SpanAbout {
  /** `server` for requests that come in, `client` for those that go out. */
  kind: "server" | "client" | "internal";
  /** W3C `traceparent` of its parent; starts a new trace when absent or malformed. */
  parent?: string | undefined;
  /** Attributes without secrets and without people's words. */
  attributes?: Readonly<Record<string, string | number>>;
}

/** A span that has begun and will end. */
export interface Span {
  /** Its W3C `traceparent`, for child spans; undefined without tracing. */
  readonly traceparent: string | undefined;
  /** Ends it, once; later calls change nothing. */
  end(outcome?: { error?: string; attributes?: Readonly<Record<string, string | number>> }): void;
}

/** A span that is not recorded; its children belong to `parent`. */
export function unseenSpan(parent?: string): Span {
  return { traceparent: parent, end: () => undefined };
}

/** A meter that records nothing. */
export const silentMeter: Meter = {
  observe: () => undefined,
  count: () => undefined,
  begin: () => unseenSpan(),
};

/** One value of a metric at the moment of a reading. */
export interface Reading {
  name: ReadingName;
  value: number;
  labels?: MetricLabels;
}

/** The value of a reading that is true or false. */
export function flag(is: boolean): number {
  return is ? 1 : 0;
}
