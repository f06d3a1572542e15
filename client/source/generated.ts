// Made from the OpenAPI document by scripts/client.ts; not to be edited.
import { type FollowOptions, followEvents, type ServerEvent } from "./events.ts";
import type { Answer, CallOptions, Http } from "./http.ts";

export interface Advice {
  object: "surveillance.advice";
  stream_id: string;
  false_positives: number;
  true_positives: number;
  min_score: number | null;
  options: ({
    min_score: number;
    false_removed: number;
    true_removed: number;
  })[];
  sentence: string;
}

export interface Alarm {
  code: "safe_mode" | "storage_full" | "store_stalled" | "store_unwritable" | "disk_low" | "inodes_low" | "store_at_risk" | "files_unnamed" | "vision_down" | "model_damaged" | "cameras_refused" | "cameras_offline" | "camera_events_failing" | "decoders_failing" | "endpoint_refused" | "too_hot" | "throttled" | "memory_low" | "clock_not_synchronised" | "certificate_ending" | "certificate_ended" | "audit_lost" | "fleet_unreachable" | "fleet_boxes_lost" | "fleet_without_takeover" | "fleet_key_changed" | "fleet_records_conflict" | "fleet_records_refused" | "fleet_central_unreachable";
  severity: "critical" | "warning";
  /** The fault, and what to do about it */
  message: string;
}

export interface AlarmDelivery {
  state: "pending" | "done" | "failed";
  attempts: number;
  last_error: string | null;
  at: number | null;
}

export interface AlarmOutlets {
  active: number;
  mail: {
    pending: number;
    last_sent_at: number | null;
    last_error: string | null;
  } | null;
  relay: {
    on: boolean;
    last_run_at: number | null;
    last_error: string | null;
    /** Output of the command, at most 2000 characters */
    last_output: string;
  } | null;
  /** The newest 50, newest first */
  recent: RaisedAlarm[];
}

export interface AppliedSettings {
  /** Paths of the changed settings that are in force now */
  in_force: string[];
  /** Paths of the settings that come into force with the next start */
  waiting: string[];
}

export interface AuditEntry {
  id: string;
  object: "audit.entry";
  org: string;
  /** Unix seconds */
  created_at: number;
  actor: {
    kind: "key" | "session" | "person" | "cli" | "box" | "anonymous";
    key_id: string | null;
    /** The key's holder sent the request as an agent's tool call over MCP */
    via?: "mcp" | undefined;
    person_id?: string | null | undefined;
    name?: string | null | undefined;
  };
  address: string | null;
  /** Method and path of the request, or the command */
  action: string;
  outcome: {
    status: number;
    code: string | null;
  };
  request_id: string | null;
}

export interface Autotracking {
  /** By default false */
  enabled?: boolean | undefined;
  /** Classes that the camera follows, by default `person` */
  objects?: string[] | undefined;
  /** Areas of the home view in which a track must begin. Empty: anywhere */
  zones?: string[] | undefined;
  /** Token of the preset with the home view. Null: the camera's home position */
  home_preset?: string | null | undefined;
  /** By default true: the camera zooms, too */
  zoom?: boolean | undefined;
  /** Greatest share of the camera's full speed, by default 0.6 */
  max_speed?: number | undefined;
  /** Seconds without the object after which the camera returns to its home view, by default 10 */
  return_after_seconds?: number | undefined;
  /** Longest time in which the camera follows one object, by default 120 */
  max_seconds?: number | undefined;
  /** Seconds for which a person keeps the camera after moving it, by default 60 */
  hold_seconds?: number | undefined;
  /** Where the camera may look while it follows. Null: anywhere */
  limits?: {
    /** Leftmost and rightmost position, as the camera reports it */
    pan?: [number, number] | undefined;
    /** Lowest and highest position, as the camera reports it */
    tilt?: [number, number] | undefined;
    /** Least and greatest zoom, as the camera reports it */
    zoom?: [number, number] | undefined;
  } | null | undefined;
}

export interface Avatar {
  /** UUID of the avatar */
  id: string;
  object: "avatar";
  label: string;
  image_url: string | null;
  job_id: string | null;
  width: number | null;
  height: number | null;
  mime_type: string;
  /** Unix seconds */
  created_at: number;
}

export interface AvatarDeleted {
  /** UUID of the avatar */
  id: string;
  object: "avatar";
  deleted: boolean;
}

export interface AvatarRequest {
  /** Description of the person or character. Optional if there are reference pictures */
  prompt?: string | undefined;
  reference_images?: string[] | undefined;
  /** Hints for the picture: `filter_culture`, `avatar_composition`, `art_direction`, or others of your own */
  hints?: Record<string, string> | undefined;
  output?: MediaOutput | undefined;
  client_reference_id?: string | undefined;
  /** Your own values. The job and its webhook deliveries repeat them */
  metadata?: Record<string, string> | undefined;
}

export interface AvatarSaveRequest {
  /** Id of a completed avatar job */
  job_id?: string | undefined;
  /** The `image_url` of a picture that this box has generated, instead of `job_id` */
  image_url?: string | undefined;
  label: string;
}

export interface BackupDetail {
  backup: {
    name: string;
    /** Folder of the box */
    folder: string;
    /** Bytes */
    size_bytes: number;
    /** Unix seconds */
    made_at: number;
    program: string | null;
    classes: string[];
    has_keys: boolean;
    files: number;
    /** False outside the box's own folder */
    removable: boolean;
    problem: string | null;
  };
  /** What the box does not have after a restore */
  loses: {
    /** Unix seconds */
    since: number;
    incidents: number | null;
    /** Classes that are not in the backup */
    classes: string[];
    /** True when the backup has no keys of its own */
    keys: boolean;
  };
}

export interface Backups {
  object: "system.backups";
  site_name: string;
  /** Newest first, at most 50 */
  backups: ({
    name: string;
    /** Folder of the box */
    folder: string;
    /** Bytes */
    size_bytes: number;
    /** Unix seconds */
    made_at: number;
    program: string | null;
    classes: string[];
    has_keys: boolean;
    files: number;
    /** False outside the box's own folder */
    removable: boolean;
    problem: string | null;
  })[];
  /** Free bytes that a backup may take: the disk's, less what recording keeps free */
  room_bytes: number;
  work: {
    kind: "make" | "verify" | "receive" | "restore";
    name: string;
    state: "running" | "restarting" | "done" | "failed";
    stage: string | null;
    /** Bytes */
    bytes: number;
    total: number | null;
    /** Unix seconds */
    at: number;
    error: {
      code: string;
      message: string;
    } | null;
  } | null;
  upload: {
    name: string;
    /** Bytes */
    size_bytes: number;
    /** Bytes */
    received_bytes: number;
  } | null;
  restored: {
    name: string;
    /** Unix seconds */
    made_at: number;
    /** Unix seconds */
    at: number;
    keys: "from_backup" | "kept" | "made_anew";
    aside: string;
  } | null;
  /** Folders with the data of before a restore */
  former: ({
    name: string;
    /** Unix seconds */
    at: number;
  })[];
}

export interface Behavior {
  /** Type of the behavior, for example `intrusion`, `loitering` or `line_crossing` */
  type: string;
  /** Name of a zone in `context.zones` */
  zone?: string | undefined;
  /** Name of a zone in `context.zones` that is a line */
  line?: string | undefined;
  seconds?: number | undefined;
  classes?: string[] | undefined;
  /** Severity of the incidents. Without it the default of the behavior applies */
  severity?: "info" | "warning" | "critical" | undefined;
  /** Direction of the crossings that count */
  direction?: "any" | "a_to_b" | "b_to_a" | undefined;
  /** Allowed direction in degrees, clockwise from the top of the picture */
  heading?: number | undefined;
  min_count?: number | undefined;
  /** Speed in metres per second */
  max_mps?: number | undefined;
  /** Distance in metres */
  distance?: number | undefined;
  other_classes?: string[] | undefined;
  /** For `anomaly`: sensitivity from 0 to 1. With 1 the box reports the smallest deviations */
  sensitivity?: number | undefined;
  /** For `camera_event`: the kinds that count. Without it or if it is empty, all */
  events?: ("motion" | "line_crossing" | "intrusion" | "tamper" | "digital_input" | "person" | "vehicle" | "animal")[] | undefined;
  /** Objects count only if they have reached this score at least once */
  min_score?: number | undefined;
  /** Objects count only if they have reached this height at least once, as a fraction of the frame's height */
  min_height?: number | undefined;
  schedule?: PolicySchedule | undefined;
  /** Site modes in which the rule applies. An empty list means all modes */
  modes?: ("armed" | "home" | "disarmed")[] | undefined;
  /** Cooldown in seconds. Without it `alerts.cooldown_seconds` of the stream applies */
  cooldown_seconds?: number | undefined;
}

export interface BoxTrust {
  /** The present `public_key` of the box, compared on the box itself */
  public_key: string;
}

export interface Brand {
  /** UUID of the brand */
  id: string;
  object: "brand";
  name: string;
  source_url: string | null;
  logo_url: string | null;
  /** Colours, the main colour first */
  colors: ({
    hex: string;
    role: "primary" | "secondary" | "accent" | "background" | "surface" | "text" | "neutral";
    proportion: number;
  })[];
  typography: ({
    family: string;
    role: "heading" | "body" | "button" | "monospace";
    source: "google_fonts" | "adobe_fonts" | "web_font" | "system";
  })[];
  tone: {
    voice: string | null;
    dos: string[];
    donts: string[];
  } | null;
  identity: {
    tagline: string | null;
    industry: string | null;
    values: string[];
    audience: string | null;
  } | null;
  image_urls: string[];
  locale: string | null;
  /** Unix seconds */
  created_at: number;
  /** Unix seconds */
  updated_at: number;
  /** The newest job of the brand, with `expand=latest_job` */
  latest_job?: Record<string, unknown> | undefined;
}

export interface BrandDeleted {
  /** UUID of the brand */
  id: string;
  object: "brand";
  deleted: boolean;
}

export interface CampaignRequest {
  /** The content of the picture */
  prompt: string;
  reference_images?: string[] | undefined;
  /** Id of a stored brand. Send either this or `brand_identity` */
  brand_id?: string | undefined;
  brand_identity?: {
    name?: string | undefined;
    colors?: ({
      /** Colour in sRGB, for example `#e4572e` */
      hex: string;
      role?: "primary" | "secondary" | "accent" | "background" | "surface" | "text" | "neutral" | undefined;
      /** Share of the coloured area */
      proportion?: number | undefined;
    })[] | undefined;
    typography?: ({
      family: string;
      role?: "heading" | "body" | "button" | "monospace" | undefined;
      source?: "google_fonts" | "adobe_fonts" | "web_font" | "system" | undefined;
    })[] | undefined;
    tone?: {
      voice?: string | null | undefined;
      /** Things that texts of the brand do */
      dos?: string[] | undefined;
      /** Things that texts of the brand never do */
      donts?: string[] | undefined;
    } | null | undefined;
    identity?: {
      tagline?: string | null | undefined;
      industry?: string | null | undefined;
      /** Values that the brand stands for */
      values?: string[] | undefined;
      audience?: string | null | undefined;
    } | null | undefined;
  } | undefined;
  output?: MediaOutput | undefined;
  client_reference_id?: string | undefined;
  /** Your own values. The job and its webhook deliveries repeat them */
  metadata?: Record<string, string> | undefined;
  /** Hints for the picture: `filter_culture`, `avatar_composition`, `art_direction`, or others of your own */
  hints?: Record<string, string> | undefined;
}

export interface Capacity {
  object: "system.capacity";
  state: "not_measured" | "measuring" | "done" | "failed";
  problem: string | null;
  estimate: {
    /** Unix seconds */
    measured_at: number;
    carries: {
      cameras: number;
      /** What bounds the number */
      limit: "processor" | "detector" | "memory";
    };
    fits: {
      cameras: number;
      /** What bounds the number */
      limit: "processor" | "detector" | "memory";
    };
    /** Processor time of one such camera, in cores */
    cores_per_camera: number;
  } | null;
  inputs: {
    /** `cameras`: the last seconds of the box's own cameras. `clip`: a clip of the demo */
    video: "cameras" | "clip";
    model: string;
    /** Number of frames that were analysed */
    frames: number;
    /** Milliseconds of processor time that decoding one second of such a camera takes */
    decode_ms_per_second: number;
    /** Milliseconds of processor time that analysing one decoded frame takes */
    frame_ms: number;
    /** Milliseconds for which one frame holds the detector, which takes one at a time */
    detector_ms: number;
    cores: number;
    idle_cores: number;
    memory_available_bytes: number | null;
    streams: number;
    /** Share of its time for which the detector works now */
    detector_share: number;
  } | null;
}

export interface ChangedTaskRequest {
  priority: number;
}

export interface Configuration {
  file: string | null;
  settings: Setting[];
}

export interface ConfigurationCheck {
  valid: boolean;
  problems: ({
    line: number | null;
    /** Place of the fault: `line N`, or a variable or flag of this box */
    where: string;
    /** Path of the setting. Empty if the fault concerns the whole file */
    path: string;
    message: string;
  })[];
  /** Paths of the settings that differ from the present file, for example `server.port`. Empty if the text has problems */
  changed: string[];
  /** Those of `changed` that need a restart. The others come into force at once */
  restart: string[];
}

export interface ConflictChoice {
  /** `lost` makes the version that lost the valid one on all boxes; `stands` discards it */
  take: "stands" | "lost";
}

export interface Coverage {
  object: "surveillance.coverage";
  stream_id: string;
  /** Start of the hour (UTC), Unix seconds */
  from: number;
  /** End of the hour, Unix seconds */
  to: number;
  /** Unix seconds */
  accounted_until: number;
  /** Seconds in which the box observed the stream */
  seconds_observed: number;
  /** Seconds in which the box did not observe the stream: the sum of `not_observed` */
  seconds_not_observed: number;
  /** Unobserved seconds by reason */
  not_observed: {
    /** The camera was unreachable, or connected without sending video */
    source_down: number;
    /** The camera sent the same picture for 10 s or more */
    frozen: number;
    /** The vision process or the model of the stream did not work */
    detector_down: number;
    /** The box could not decode the video */
    undecodable: number;
    /** Video arrived, but the box was too busy to analyse it */
    overload: number;
    /** The camera looked elsewhere than at the home view of its autotracking */
    moved: number;
    /** The stream was stopped */
    stopped: number;
    /** The box was off or starting, or it crashed */
    box_off: number;
  };
  /** Unobserved seconds of which the box fetched the camera's own recording later */
  seconds_backfilled: number;
  observed_ratio: number;
  frames_judged: number;
  /** Seconds by which the box's clock was set forward in this hour. Negative if it was set back */
  clock_step_seconds: number;
}

export interface CreatedVoiceSession {
  id: string;
  object: "voice.session";
  status: "created" | "active" | "completed" | "failed" | "expired";
  agent_id: string;
  agent_name: string;
  agent_deleted: boolean;
  provider: "openai" | "elevenlabs" | "livekit";
  provider_session_id: string | null;
  summary: string | null;
  reason: string | null;
  /** Values of the caller */
  metadata: Record<string, string>;
  /** Events that the provider has sent so far */
  events: number;
  /** Unix seconds */
  created_at: number;
  expires_at: number | null;
  started_at: number | null;
  ended_at: number | null;
  client_secret?: {
    value: string;
    expires_at: number | null;
  } | undefined;
  url: string;
  /** Data that the client sends to the provider when it connects */
  client_data: Record<string, unknown>;
}

export interface DiscoverRequest {
  /** Seconds for which the box waits for answers */
  seconds?: number | undefined;
}

export interface Doctor {
  object: "system.doctor";
  state: "never" | "running" | "done";
  started_at: number | null;
  finished_at: number | null;
  checks_done: number;
  checks_total: number;
  status: "ok" | "warn" | "fail" | null;
  /** The results so far */
  checks: DoctorCheck[];
}

export interface DoctorCheck {
  /** Stable id of the check */
  check: string;
  title: string;
  subject: string | null;
  status: "ok" | "warn" | "fail" | "skipped";
  /** The observation, in English */
  reason: string;
  /** Code of the sentence, for your own texts */
  reason_code: string;
  fix: string | null;
  fix_code: string | null;
  /** Values in the two sentences */
  values: Record<string, number | string>;
}

export interface EditRequest {
  /** Id of the job that generated the picture */
  source_job_id?: string | undefined;
  /** The same as `source_job_id` */
  ad_id?: string | undefined;
  /** Description of the change */
  prompt?: string | undefined;
  /** The same as `prompt` */
  instructions?: string | undefined;
  client_reference_id?: string | undefined;
  /** Your own values. The job and its webhook deliveries repeat them */
  metadata?: Record<string, string> | undefined;
}

export interface EgressEntry {
  id: string;
  object: "egress.entry";
  /** Unix seconds */
  created_at: number;
  endpoint: string;
  host: string;
  model: string | null;
  capability: "image" | "image_edit" | "text" | "vision" | "speech" | "push";
  data_class: "media" | "brand" | "incident" | "health" | "clinical" | "neural" | "voice" | "robot";
  /** The job or incident for which the box sent the data */
  job_id: string;
  step: string;
  /** Number of bytes */
  bytes_sent: number;
  bytes_received: number | null;
  cost: number | null;
  /** Outcome of the transfer. It is `sent` until the answer arrives */
  outcome: string;
}

export interface Escalation {
  incident_id: string;
  acknowledged: boolean;
  /** In the order of their times; empty when the incident does not escalate */
  steps: ({
    to: ("push" | "mail" | "relay" | "voice")[];
    /** Whose devices; everybody's when empty */
    people: string[];
    /** Unix seconds */
    due_at: number;
    notified_at: number | null;
  })[];
}

export interface Evidence {
  object: "surveillance.evidence";
  incident_id: string;
  stream_id: string;
  /** True while somebody protects it: the box then does not delete it, whatever its age and the free space */
  protected: boolean;
  snapshot_url: string | null;
  plain_snapshot_url: string | null;
  clip: {
    state: "recording" | "complete" | "gone";
    url: string | null;
    /** Unix seconds */
    from: number;
    to: number | null;
    note: string | null;
    /** Parts of the video, one for each format of the camera. `?part=2` plays the second */
    parts: ({
      /** Unix seconds */
      from: number;
      /** Unix seconds */
      to: number;
      /** `h264` or `hevc`, as the camera sent it */
      codec: string;
      /** MIME type, with the RFC 6381 names of the codecs if they are known */
      mime_type: string;
      /** True if a part of the video has sound */
      sound: boolean;
      width: number;
      height: number;
      size_bytes: number;
      /** True if the video has privacy masks. The box then encoded it again */
      masked: boolean;
      duration_seconds: number;
    })[];
  } | null;
}

export interface Fleet {
  name: string;
  /** Id of this box */
  box_id: string;
  state: "joining" | "joined" | "reconnecting" | "partitioned" | "refused";
  /** Unix seconds */
  since: number;
  problem: string | null;
  server: string | null;
  table_copies: number | null;
  /** Whether the others take over when any one machine fails */
  takeover: {
    automatic: boolean;
    problem: string | null;
  };
  jobs: {
    /** Of this box, which others do now */
    away: number;
    /** Of others, which this box does now */
    here: number;
    offered: number;
    returned: number;
    lost: number;
    taken: number;
  } | null;
  records: {
    agreed_at: number | null;
    shared: number;
    conflicts: number;
    refused: number;
  } | null;
  /** All boxes of the fleet that were there within seven days */
  boxes: ({
    box_id: string;
    name: string;
    url: string;
    version: string;
    state: "up" | "lost" | "left";
    identity: "trusted" | "changed" | "none";
    public_key: string | null;
    certificate_sha256: string | null;
    /** Streams whose lease it has */
    streams: number;
    /** Robots whose lease it has */
    robots: number;
    /** Age of its last heartbeat */
    heard_seconds_ago: number;
  })[];
}

export interface FoundCamera {
  object: "surveillance.found_camera";
  onvif_url: string;
  ip: string;
  name: string | null;
  hardware: string | null;
  location: string | null;
  /** The caller's streams at this address */
  streams: string[];
}

export interface FoxgloveAddress {
  object: "robot.foxglove_address";
  /** Address for Foxglove, which needs no key */
  url: string;
  ends_at: number | null;
}

export interface FreeRobotReservations {
  /** Why nobody is there any more. The record keeps it */
  reason?: string | undefined;
}

export interface FreedRobotReservations {
  object: "robot.reservations";
  robot_id: string;
  freed: string[];
}

export interface HoldPicture {
  /** A frame of the live video. `live-video.mp4` sends `track` and `generation` over a WebSocket. Default: the newest picture */
  frame?: {
    track: "main" | "sub";
    generation: number;
    /** `currentTime` of a Media Source player, in seconds */
    media_time: number;
  } | {
    /** The WHEP session that shows the frame */
    session_id: string;
    /** `rtpTimestamp` of `requestVideoFrameCallback` */
    rtp_timestamp: number;
  } | undefined;
}

export interface ImageRequest {
  /** The content of the picture */
  prompt: string;
  reference_images?: string[] | undefined;
  /** Id of a stored brand. Send either this or `brand_identity` */
  brand_id?: string | undefined;
  brand_identity?: {
    name?: string | undefined;
    colors?: ({
      /** Colour in sRGB, for example `#e4572e` */
      hex: string;
      role?: "primary" | "secondary" | "accent" | "background" | "surface" | "text" | "neutral" | undefined;
      /** Share of the coloured area */
      proportion?: number | undefined;
    })[] | undefined;
    typography?: ({
      family: string;
      role?: "heading" | "body" | "button" | "monospace" | undefined;
      source?: "google_fonts" | "adobe_fonts" | "web_font" | "system" | undefined;
    })[] | undefined;
    tone?: {
      voice?: string | null | undefined;
      /** Things that texts of the brand do */
      dos?: string[] | undefined;
      /** Things that texts of the brand never do */
      donts?: string[] | undefined;
    } | null | undefined;
    identity?: {
      tagline?: string | null | undefined;
      industry?: string | null | undefined;
      /** Values that the brand stands for */
      values?: string[] | undefined;
      audience?: string | null | undefined;
    } | null | undefined;
  } | undefined;
  output?: MediaOutput | undefined;
  client_reference_id?: string | undefined;
  /** Your own values. The job and its webhook deliveries repeat them */
  metadata?: Record<string, string> | undefined;
}

export interface Incident {
  id: string;
  object: "surveillance.incident";
  /** The box that has it. Only in lists of a fleet */
  box_id?: string | undefined;
  type: string;
  /** Who found it: the box, or the camera, which reported it by ONVIF */
  source: "box" | "camera";
  state: "open" | "resolved";
  severity: "info" | "warning" | "critical";
  stream_id: string;
  stream_name: string | null;
  job_id: string;
  policy_id: string | null;
  zone: string | null;
  classes: string[];
  confidence: number;
  track_ids: number[];
  count: number;
  /** Unix seconds */
  started_at: number;
  /** Unix seconds */
  last_seen_at: number;
  resolved_at: number | null;
  acknowledged_at: number | null;
  acknowledged_by: string | null;
  resolved_by: string | null;
  notes: ({
    text: string;
    /** Unix seconds */
    created_at: number;
    created_by: string;
  })[];
  verdict: "true_positive" | "false_positive" | null;
  locale: string;
  summary: string;
  details: Record<string, unknown> | null;
  narration: string | null;
  snapshot_url: string | null;
  clip_url: string | null;
  map_position: MapPosition | null;
  site: string | null;
  group_key: string | null;
}

export interface IncidentGroup {
  object: "surveillance.incident_group";
  group_key: string | null;
  count: number;
  open: number;
  unacknowledged: number;
  severity: "info" | "warning" | "critical";
  types: string[];
  stream_ids: string[];
  /** Unix seconds */
  first_started_at: number;
  /** Unix seconds */
  last_started_at: number;
  latest: Incident;
}

export interface IncidentNote {
  text: string;
}

export interface IncidentReview {
  incident_ids?: string[] | undefined;
  filter?: {
    stream_id?: string | undefined;
    state?: "open" | "resolved" | undefined;
    severity?: "info" | "warning" | "critical" | undefined;
    min_severity?: "info" | "warning" | "critical" | undefined;
    type?: string | undefined;
    /** Incidents of this group only. `group_by` of the stream forms the groups */
    group_key?: string | undefined;
    /** Incidents that have all these words in summary, type, camera or zone, in any order. The box uses the first 8 words */
    search?: string | undefined;
    /** Incidents that started at or after this time, in Unix seconds */
    from?: number | undefined;
    acknowledged?: boolean | undefined;
    /** Incidents that started before this time, in Unix seconds */
    to: number;
  } | undefined;
  acknowledge?: boolean | undefined;
  resolve?: boolean | undefined;
  verdict?: "true_positive" | "false_positive" | null | undefined;
}

export interface IncidentVerdict {
  verdict: "true_positive" | "false_positive" | null;
}

export interface Invitation {
  id: string;
  object: "invitation";
  role: "viewer" | "operator" | "technician" | "admin";
  cameras: string[] | null;
  name: string | null;
  person_id: string | null;
  /** Unix seconds */
  created_at: number;
  created_by: string | null;
  /** Unix seconds */
  expires_at: number;
}

export interface Job {
  /** UUID of the job */
  job_id: string;
  /** UUID of the job */
  id: string;
  /** The box that has it. Only in lists of a fleet */
  box_id?: string | undefined;
  type: "campaign.generation" | "image.generation" | "ad.generation" | "image.edit" | "ad.localization" | "avatar.generation" | "brand.extraction" | "brand.projection" | "health.triage" | "clinical.decision_support" | "clinical.medication_check" | "clinical.notes" | "clinical.adherence" | "clinical.risk" | "clinical.scan" | "clinical.research" | "clinical.wellness" | "neural.decode" | "surveillance.stream" | "robot.run" | "voice.preview" | "robot.command" | "run";
  status: "queued" | "processing" | "completed" | "failed" | "cancelled";
  /** Unix seconds */
  created_at: number;
  started_at: number | null;
  completed_at: number | null;
  expires_at: number | null;
  attempts: number;
  max_attempts: number | null;
  progress: number | null;
  queue_position: number | null;
  cancel_requested_at: number | null;
  result_url: string | null;
  error_log: string | null;
  error: JobError | null;
  client_reference_id: string | null;
  /** The values of the request */
  metadata: Record<string, string>;
  /** `phase`, `input` without secrets and pictures, and the results of the job */
  payload: {
    phase: string;
    input: Record<string, unknown>;
    output?: Record<string, unknown> | undefined;
    [name: string]: unknown;
  };
  /** The objects that `expand` requests, as far as they exist */
  expanded?: {
    diagnostics?: JobDiagnostics | undefined;
    brand?: Record<string, unknown> | undefined;
    avatar?: Record<string, unknown> | undefined;
    ad?: Record<string, unknown> | undefined;
  } | undefined;
  /** Seconds for which the box held the answer, with `wait_for_completion` */
  waited_seconds?: number | undefined;
  /** The advertisement, with `expand=ad` for completed jobs */
  ad?: Record<string, unknown> | undefined;
}

export interface JobAccepted {
  /** UUID of the job */
  job_id: string;
  type: "campaign.generation" | "image.generation" | "ad.generation" | "image.edit" | "ad.localization" | "avatar.generation" | "brand.extraction" | "brand.projection" | "health.triage" | "clinical.decision_support" | "clinical.medication_check" | "clinical.notes" | "clinical.adherence" | "clinical.risk" | "clinical.scan" | "clinical.research" | "clinical.wellness" | "neural.decode" | "surveillance.stream" | "robot.run" | "voice.preview" | "robot.command" | "run";
  status: "queued";
  urls: {
    self: string;
    cancel: string;
  };
  /** Parts of the request that the box does not carry out, or not completely */
  warnings?: string[] | undefined;
  /** Secret of the webhook for `outputs.webhook_url`, if the box created one. Only this answer shows it */
  webhook_secret?: string | undefined;
}

export interface JobDeleted {
  /** UUID of the job */
  job_id: string;
  type: "campaign.generation" | "image.generation" | "ad.generation" | "image.edit" | "ad.localization" | "avatar.generation" | "brand.extraction" | "brand.projection" | "health.triage" | "clinical.decision_support" | "clinical.medication_check" | "clinical.notes" | "clinical.adherence" | "clinical.risk" | "clinical.scan" | "clinical.research" | "clinical.wellness" | "neural.decode" | "surveillance.stream" | "robot.run" | "voice.preview" | "robot.command" | "run";
  deleted: boolean;
}

export interface JobDiagnostics {
  routing: Record<string, unknown> | null;
  box: string | null;
  /** The newest 50 phases, in order */
  steps: ({
    name: string;
    /** Unix seconds */
    started_at: number;
    duration_ms: number | null;
  })[];
  /** The newest 20 attempts */
  attempts: ({
    number: number;
    /** Unix seconds */
    started_at: number;
    duration_ms: number | null;
    outcome: "completed" | "failed" | "retried" | "cancelled" | "released" | "crashed" | null;
    error_code: string | null;
    error_message: string | null;
  })[];
  stages: Record<string, unknown> | null;
}

export interface JobError {
  code: string;
  message: string;
  retryable: boolean;
}

export interface Key {
  /** Public part of the key: svk_<id>_… */
  id: string;
  object: "key";
  org: string;
  name: string;
  preset: "viewer" | "recorder" | "integrator" | "operator" | "technician" | "admin" | null;
  scopes: ("jobs:read" | "jobs:write" | "media:read" | "media:write" | "avatars:read" | "avatars:write" | "brands:read" | "brands:write" | "surveillance:read" | "surveillance:write" | "events:read" | "robots:read" | "robots:write" | "robots:command" | "robots:confirm" | "health:read" | "health:write" | "clinical:read" | "clinical:write" | "neural:read" | "neural:write" | "voice:read" | "voice:write" | "runs:read" | "runs:write" | "webhooks:read" | "webhooks:write" | "system:read" | "system:admin" | "keys:admin")[];
  /** Networks from which the key works. An empty list means all networks */
  networks: string[];
  state: "active" | "expired" | "revoked";
  /** Unix seconds */
  created_at: number;
  created_by: string | null;
  expires_at: number | null;
  last_used_at: number | null;
  rolled_at: number | null;
  previous_secret_until: number | null;
  revoked_at: number | null;
}

export interface KeyNames {
  /** Oldest first, with revoked keys */
  names: ({
    id: string;
    name: string;
  })[];
}

export interface LearntLessons {
  /** Unix seconds */
  learnt_at: number;
  model: string;
  cameras: ({
    stream_id: string;
    changed: boolean;
    /** Classes whose false alarms the box drops */
    veto: string[];
    /** For each class, the score that counts as `perception.min_score` of the site */
    min_scores: Record<string, number>;
    marked: {
      real: number;
      false_alarms: number;
      misses: number;
    };
    before: {
      real_found: number;
      false_raised: number;
      misses_found: number;
    };
    after: {
      real_found: number;
      false_raised: number;
      misses_found: number;
    };
    sentence: string;
  })[];
}

export interface LocalizeRequest {
  /** Id of the job that generated the picture */
  source_job_id: string;
  /** Guidance, for example the parts that must not change */
  prompt: string;
  /** Target language (BCP 47), for example `fr` or `pt-BR` */
  target_language: string;
  /** Target currency (ISO 4217), for example `EUR` */
  target_currency: string;
  /** Description of the market */
  target_culture: string;
  /** Id of a stored brand. Send either this or `brand_identity` */
  brand_id?: string | undefined;
  brand_identity?: {
    name?: string | undefined;
    colors?: ({
      /** Colour in sRGB, for example `#e4572e` */
      hex: string;
      role?: "primary" | "secondary" | "accent" | "background" | "surface" | "text" | "neutral" | undefined;
      /** Share of the coloured area */
      proportion?: number | undefined;
    })[] | undefined;
    typography?: ({
      family: string;
      role?: "heading" | "body" | "button" | "monospace" | undefined;
      source?: "google_fonts" | "adobe_fonts" | "web_font" | "system" | undefined;
    })[] | undefined;
    tone?: {
      voice?: string | null | undefined;
      /** Things that texts of the brand do */
      dos?: string[] | undefined;
      /** Things that texts of the brand never do */
      donts?: string[] | undefined;
    } | null | undefined;
    identity?: {
      tagline?: string | null | undefined;
      industry?: string | null | undefined;
      /** Values that the brand stands for */
      values?: string[] | undefined;
      audience?: string | null | undefined;
    } | null | undefined;
  } | undefined;
  client_reference_id?: string | undefined;
  /** Your own values. The job and its webhook deliveries repeat them */
  metadata?: Record<string, string> | undefined;
}

export interface Loudspeaker {
  object: "surveillance.loudspeaker";
  stream_id: string;
  state: "unknown" | "offered" | "absent" | "unsupported";
  codec: "pcmu" | "pcma" | null;
  talker: string | null;
}

export interface Machine {
  disk: {
    /** Number of bytes */
    free_bytes: number;
    /** Number of bytes */
    total_bytes: number;
  } | null;
  memory: {
    /** Number of bytes */
    available_bytes: number;
    /** Number of bytes */
    total_bytes: number;
  } | null;
  /** Load averages over 1, 5 and 15 minutes */
  load: number[];
  cpus: number;
  temperature: {
    sensor: string;
    celsius: number;
  } | null;
  throttled: boolean | null;
  clock_synchronised: boolean | null;
}

export interface MapPosition {
  /** Name of the map frame */
  frame: string;
  /** Metres */
  x: number;
  y: number;
  error_m: number | null;
  /** True if the position is outside the calibrated points. It can then be far off */
  extrapolated: boolean;
}

export interface MediaOutput {
  aspect_ratio?: "auto" | "1:1" | "4:5" | "5:4" | "3:4" | "4:3" | "2:3" | "3:2" | "9:16" | "16:9" | "21:9" | undefined;
  resolution?: "1K" | "2K" | "4K" | undefined;
  thinking_intensity?: "minimal" | "low" | "medium" | "high" | undefined;
}

export interface Miss {
  id: string;
  object: "surveillance.miss";
  stream_id: string;
  label: string;
  box: [number, number, number, number];
  /** Unix seconds */
  created_at: number;
  created_by: string;
}

export interface MissedObject {
  label: string;
  box: [number, number, number, number];
  /** Unix seconds of a recorded moment: the picture is the recorded key frame at or before it. Default: the newest picture */
  at?: number | undefined;
  /** A picture that `hold-picture` holds, instead of `at` */
  picture_id?: string | undefined;
}

export interface MissionBranch {
  /** Result of the step: `done` or `failed`; `found` or `not_found` of a look; an answer or `no_answer` of a question; what a webhook answers */
  on: string;
  /** Id of the next step, or `end` or `fail` */
  to: string;
}

export interface MissionRequest {
  name: string;
  description?: string | undefined;
  /** The robot that carries it out. Null, the default, means any robot that can */
  robot_id?: string | null | undefined;
  steps: MissionStep[];
  /** Calibrated streams that a look uses in addition to the robot's camera */
  stream_ids?: string[] | undefined;
  /** The most steps that one run may carry out. A step in a loop counts each time */
  max_steps?: number | undefined;
  /** Minutes after its start at which an unfinished run fails */
  max_minutes?: number | undefined;
  /** The mission of the highest priority gets a robot first */
  priority?: number | undefined;
  /** True: a mission of higher priority may take the robot between two steps */
  interruptible?: boolean | undefined;
  /** Behavior of a begun run after a restart of the box: `pause`, the default, waits for a person */
  after_restart?: "pause" | "resume" | undefined;
}

/** The box queues the mission when its schedule begins to hold in one of its site modes */
export interface MissionStarts {
  schedule: PolicySchedule;
  /** Site modes in which the rule applies. An empty list means all modes */
  modes?: ("armed" | "home" | "disarmed")[] | undefined;
  /** Minutes after which the mission starts again while the schedule holds. If omitted, it starts once each time that the schedule begins to hold */
  every_minutes?: number | undefined;
  enabled?: boolean | undefined;
}

export interface MissionStep {
  /** Name of the step within the mission. The default is `step_1`, `step_2` and so on */
  id?: string | undefined;
  type: "go" | "wait" | "look" | "ask" | "announce" | "pick" | "drop" | "door" | "charge" | "webhook" | "operation";
  /** Name of a stored place */
  place?: string | undefined;
  target?: RobotPosition | undefined;
  max_speed_mps?: number | undefined;
  /** How long the step waits or looks; the longest time for an answer, a door or an operation */
  seconds?: number | undefined;
  /** Class of the objects to look for. The step ends at the first one */
  look_for?: string | undefined;
  question?: string | undefined;
  answers?: string[] | undefined;
  message?: string | undefined;
  load?: RobotLoad | undefined;
  station?: RobotStation | undefined;
  /** For `pick` and `drop`: the load handling device of the robot */
  device?: string | undefined;
  /** For `pick` and `drop`: parameters that the manufacturer of the robot requires */
  parameters?: Record<string, unknown> | undefined;
  /** Id of a door or lift of the site file */
  door?: string | undefined;
  /** Level to which a lift comes */
  level?: string | undefined;
  /** The step ends at this charge, in percent */
  until_percent?: number | undefined;
  /** Id of a registered webhook */
  webhook_id?: string | undefined;
  /** Extra data that the box sends with `run_id` and `robot_id` */
  data?: Record<string, unknown> | undefined;
  /** Name of the operation, such as `surveillance.analyze` */
  operation?: string | undefined;
  /** Input of the operation */
  input?: Record<string, unknown> | undefined;
  branches?: MissionBranch[] | undefined;
}

export interface Mode {
  object: "system.mode";
  mode: "armed" | "home" | "disarmed";
  source: "default" | "hand" | "schedule";
  since: number | null;
  set_by: string | null;
  next_change: {
    /** Unix seconds */
    at: number;
    mode: "armed" | "home" | "disarmed";
  } | null;
  schedule: ModeSchedule | null | null;
}

export interface ModeRequest {
  mode?: "armed" | "home" | "disarmed" | undefined;
  schedule?: ModeSchedule | null | undefined;
}

export interface ModeSchedule {
  /** IANA name of the time zone, for example Europe/Berlin */
  time_zone: string;
  changes: ({
    /** Days of the week. Without it every day, holidays included */
    days?: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun" | "holiday")[] | undefined;
    at: string;
    mode: "armed" | "home" | "disarmed";
  })[];
  /** Dates that count as holidays and not as weekdays */
  holidays?: string[] | undefined;
}

export interface Model {
  name: string;
  description: string | null;
  /** State of the model. `available` means that only the catalogue has it */
  state: "available" | "verified" | "corrupt" | "missing" | "quarantined" | "unchecked";
  /** True if the model comes with the installation. You cannot remove it */
  shipped: boolean;
  /** True if streams that do not name a model use it */
  default: boolean;
  /** True for the best model of the catalogue that this box can run */
  recommended: boolean;
  /** Streams of the caller that use it now */
  streams: string[];
  licence: string;
  engine: {
    state: "building" | "ready" | "failed";
    reason: string | null;
  } | null;
  ms: number | null;
  /** True if the box estimated `ms` from the time of another model */
  estimated: boolean;
  cameras: number | null;
}

export interface Models {
  object: "surveillance.models";
  default: string;
  chosen: string | null;
  models: Model[];
  work: {
    kind: "pull" | "install" | "bench" | "learn";
    name: string;
    state: "running" | "done" | "failed";
    bytes: number;
    total: number | null;
    error: {
      code: string;
      message: string;
    } | null;
  } | null;
  learnt: LearntLessons | null;
}

export interface MqttConnection {
  /** Name of the broker in `mqtt_brokers` */
  broker: string;
  base_topic: string;
  connected: boolean;
  /** Unix seconds */
  since: number;
  last_error: string | null;
  /** Entries of the event log that the box has not yet published */
  backlog: number;
  events_acknowledged: number;
  /** Events that the box deleted before it could publish them */
  events_lost: number;
  commands: {
    done: number;
    refused: number;
  } | null;
}

export interface NewInvitation {
  id: string;
  object: "invitation";
  role: "viewer" | "operator" | "technician" | "admin";
  cameras: string[] | null;
  name: string | null;
  person_id: string | null;
  /** Unix seconds */
  created_at: number;
  created_by: string | null;
  /** Unix seconds */
  expires_at: number;
  /** The token of the invitation. Only this answer shows it */
  token?: string | undefined;
  /** The link with the token. Only this answer shows it */
  url?: string | undefined;
}

export interface NewKey {
  /** Public part of the key: svk_<id>_… */
  id: string;
  object: "key";
  org: string;
  name: string;
  preset: "viewer" | "recorder" | "integrator" | "operator" | "technician" | "admin" | null;
  scopes: ("jobs:read" | "jobs:write" | "media:read" | "media:write" | "avatars:read" | "avatars:write" | "brands:read" | "brands:write" | "surveillance:read" | "surveillance:write" | "events:read" | "robots:read" | "robots:write" | "robots:command" | "robots:confirm" | "health:read" | "health:write" | "clinical:read" | "clinical:write" | "neural:read" | "neural:write" | "voice:read" | "voice:write" | "runs:read" | "runs:write" | "webhooks:read" | "webhooks:write" | "system:read" | "system:admin" | "keys:admin")[];
  /** Networks from which the key works. An empty list means all networks */
  networks: string[];
  state: "active" | "expired" | "revoked";
  /** Unix seconds */
  created_at: number;
  created_by: string | null;
  expires_at: number | null;
  last_used_at: number | null;
  rolled_at: number | null;
  previous_secret_until: number | null;
  revoked_at: number | null;
  /** The secret. Only this answer shows it */
  key?: string | undefined;
}

export interface PageSession {
  id: string;
  object: "page_session";
  person_id: string | null;
  key_id: string | null;
  name: string | null;
  method: "key" | "password" | "passkey" | "provider" | "invitation";
  address: string | null;
  browser: string | null;
  /** True for the session of this request */
  is_current: boolean;
  /** Unix seconds */
  created_at: number;
  /** Unix seconds */
  last_seen_at: number;
  /** Unix seconds */
  expires_at: number;
}

export interface PasskeyCreationOptions {
  /** 32 random bytes, base64url */
  challenge: string;
  /** Milliseconds until the challenge ends */
  timeout: number;
  rp: {
    /** Host name of the page */
    id: string;
    name: string;
  };
  user: {
    /** Id of the account, base64url */
    id: string;
    name: string;
    displayName: string;
  };
  pubKeyCredParams: ({
    type: "public-key";
    /** Number of the COSE algorithm */
    alg: number;
  })[];
  authenticatorSelection: {
    residentKey: "required";
    userVerification: "required";
  };
  excludeCredentials: ({
    type: "public-key";
    /** Credential id, base64url */
    id: string;
  })[];
  attestation: "none";
}

export interface PasskeyRequestOptions {
  /** 32 random bytes, base64url */
  challenge: string;
  /** Milliseconds until the challenge ends */
  timeout: number;
  /** Host name of the page */
  rpId: string;
  allowCredentials: ({
    type: "public-key";
    /** Credential id, base64url */
    id: string;
  })[];
  userVerification: "required";
}

/** Advisory, not a safety function: lowers the robot's speed when cameras see people near it */
export interface PeopleSpeedLimit {
  /** Calibrated streams that detect people and watch the ground where the robot drives */
  streams: string[];
  /** The highest speed at which the box assumes that a person approaches, unless it sees them move faster, in metres per second (ISO 13855 assumes 1.6) */
  person_mps?: number | undefined;
  /** Time from the camera's frame until the robot begins to brake, in milliseconds */
  reaction_ms?: number | undefined;
  /** How hard the robot brakes, in metres per second squared */
  brake_mps2?: number | undefined;
  /** Distance between person and robot that remains once the robot stands, in metres */
  clearance_m?: number | undefined;
  /** The limit never falls below this speed, in metres per second */
  slowest_mps?: number | undefined;
  /** `occupied`, the default: ground that no camera watches counts as if a person stood there. `free`: the box ignores it */
  unobserved?: "occupied" | "free" | undefined;
}

export interface Person {
  id: string;
  object: "person";
  org: string;
  name: string;
  role: "viewer" | "operator" | "technician" | "admin";
  /** Scopes of the role */
  scopes: ("jobs:read" | "jobs:write" | "media:read" | "media:write" | "avatars:read" | "avatars:write" | "brands:read" | "brands:write" | "surveillance:read" | "surveillance:write" | "events:read" | "robots:read" | "robots:write" | "robots:command" | "robots:confirm" | "health:read" | "health:write" | "clinical:read" | "clinical:write" | "neural:read" | "neural:write" | "voice:read" | "voice:write" | "runs:read" | "runs:write" | "webhooks:read" | "webhooks:write" | "system:read" | "system:admin" | "keys:admin")[];
  cameras: string[] | null;
  has_password: boolean;
  /** True if the person signs in with the site's identity provider */
  has_provider: boolean;
  passkeys: ({
    /** Credential id, base64url */
    id: string;
    name: string;
    /** Unix seconds */
    created_at: number;
    last_used_at: number | null;
  })[];
  /** Unix seconds */
  created_at: number;
  created_by: string | null;
  last_signed_in_at: number | null;
}

export interface Policy {
  id: string;
  object: "surveillance.policy";
  /** Id of the stream. Empty means every stream of the organisation */
  stream_id: string;
  name: string;
  type: string;
  condition?: PolicyCondition | undefined;
  action?: PolicyAction | undefined;
  /** Times at which the policy applies. Null means at all times */
  schedule?: PolicySchedule | null | undefined;
  /** Site modes in which the rule applies. An empty list means all modes */
  modes?: ("armed" | "home" | "disarmed")[] | undefined;
  enabled: boolean;
  /** True if the schedule and the site mode let the policy apply now */
  holds_now: boolean;
  /** Streams to which the policy applies now */
  streams: string[];
  /** Reasons why the policy does less than requested */
  warnings: string[];
  /** Unix seconds */
  created_at: number;
  /** Unix seconds */
  updated_at: number;
}

export interface PolicyAction {
  /** Severity of the incidents. Without it the default of the behavior applies */
  severity?: "info" | "warning" | "critical" | undefined;
  /** Cooldown in seconds. Without it `alerts.cooldown_seconds` of the stream applies */
  cooldown_seconds?: number | undefined;
}

export interface PolicyCondition {
  /** Name of a zone in `context.zones` */
  zone?: string | undefined;
  /** Name of a zone in `context.zones` that is a line */
  line?: string | undefined;
  seconds?: number | undefined;
  classes?: string[] | undefined;
  /** Direction of the crossings that count */
  direction?: "any" | "a_to_b" | "b_to_a" | undefined;
  /** Allowed direction in degrees, clockwise from the top of the picture */
  heading?: number | undefined;
  min_count?: number | undefined;
  /** Speed in metres per second */
  max_mps?: number | undefined;
  /** Distance in metres */
  distance?: number | undefined;
  other_classes?: string[] | undefined;
  /** For `anomaly`: sensitivity from 0 to 1. With 1 the box reports the smallest deviations */
  sensitivity?: number | undefined;
  /** For `camera_event`: the kinds that count. Without it or if it is empty, all */
  events?: ("motion" | "line_crossing" | "intrusion" | "tamper" | "digital_input" | "person" | "vehicle" | "animal")[] | undefined;
  /** Objects count only if they have reached this score at least once */
  min_score?: number | undefined;
  /** Objects count only if they have reached this height at least once, as a fraction of the frame's height */
  min_height?: number | undefined;
}

export interface PolicyPatch {
  /** The stream of the policy. Empty means every stream of the organisation */
  stream_id?: string | undefined;
  name?: string | undefined;
  type?: string | undefined;
  condition?: PolicyCondition | undefined;
  action?: PolicyAction | undefined;
  /** Times at which the policy applies. Null means at all times */
  schedule?: PolicySchedule | null | undefined;
  /** Site modes in which the rule applies. An empty list means all modes */
  modes?: ("armed" | "home" | "disarmed")[] | undefined;
  enabled?: boolean | undefined;
}

export interface PolicyReplay {
  object: "surveillance.policy_replay";
  policy_id: string | null;
  /** Unix seconds */
  from: number;
  /** Unix seconds */
  to: number;
  incident_count: number;
  incidents: ({
    id: string;
    stream_id: string;
    type: string;
    severity: string;
    zone: string | null;
    classes: string[];
    confidence: number;
    track_ids: number[];
    count: number;
    /** Unix seconds */
    started_at: number;
    /** Unix seconds */
    opened_at: number;
    /** Unix seconds */
    last_seen_at: number;
    resolved_at: number | null;
    summary: string;
  })[];
  streams: ({
    stream_id: string;
    frames: number;
    recorded_seconds: number;
    incident_count: number;
    warnings: string[];
  })[];
}

export interface PolicyReplayRequest {
  from: number;
  to: number;
  stream_id?: string | undefined;
}

export interface PolicyRequest {
  /** The stream of the policy. Empty means every stream of the organisation */
  stream_id?: string | undefined;
  name: string;
  type: string;
  condition?: PolicyCondition | undefined;
  action?: PolicyAction | undefined;
  /** Times at which the policy applies. Null means at all times */
  schedule?: PolicySchedule | null | undefined;
  /** Site modes in which the rule applies. An empty list means all modes */
  modes?: ("armed" | "home" | "disarmed")[] | undefined;
  enabled?: boolean | undefined;
}

export interface PolicySchedule {
  /** IANA name of the time zone, for example Europe/Berlin */
  time_zone: string;
  windows: ({
    /** Days of the week. Without it every day, holidays included */
    days?: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun" | "holiday")[] | undefined;
    from?: string | undefined;
    /** End of the time. If it is earlier than `from`, it is on the next day */
    to?: string | undefined;
  })[];
  /** Dates that count as holidays and not as weekdays */
  holidays?: string[] | undefined;
}

export interface Probe {
  object: "surveillance.probe";
  /** `usable`, or the code of the most important fault, for your own headline */
  finding: "usable" | "bad_address" | "not_allowed" | "unknown_host" | "no_answer" | "refused" | "lost" | "hung_up" | "untrusted" | "no_tls" | "busy" | "password_missing" | "password_wrong" | "sign_in_unknown" | "rights_missing" | "no_such_path" | "redirected" | "not_rtsp" | "udp_only" | "no_video" | "codec_unsupported" | "stopped" | "no_stream" | "unreadable" | "onvif_failed";
  /** True if the camera sent usable pictures */
  usable: boolean;
  /** True if a host answered at the address */
  reachable: boolean;
  /** The camera's reaction to user name and password */
  credentials: "accepted" | "not_needed" | "missing" | "refused" | "unknown";
  rtsp: {
    /** Address without credentials */
    url: string;
    transport: string | null;
    problem: {
      code: string;
      message: string;
    } | null;
    codec: string | null;
    mime_codec: string | null;
    width: number | null;
    height: number | null;
    fps: number | null;
    gop_seconds: number | null;
    gop_frames: number | null;
    has_b_frames: boolean | null;
    first_picture_seconds: number | null;
    watched_seconds: number;
    clock_offset_seconds: number | null;
  } | null;
  onvif: {
    url: string;
    problem: {
      code: string;
      message: string;
    } | null;
    manufacturer: string | null;
    model: string | null;
    firmware: string | null;
    clock_offset_seconds: number | null;
    profiles: ({
      token: string;
      name: string;
      codec: string | null;
      width: number | null;
      height: number | null;
      fps: number | null;
      gop_frames: number | null;
      has_ptz: boolean;
      stream_url: string | null;
      snapshot_url: string | null;
    })[];
  };
  advice: ({
    /** Code of the sentence for your own texts, or the code of a problem */
    code: string;
    level: "info" | "warning" | "critical";
    /** The message, in English */
    message: string;
    /** Values in the message */
    values: Record<string, number | string>;
  })[];
}

export interface ProbeRequest {
  /** Id of a running stream. The box uses its credentials for the stream's own host, and its address if `url` and `host` are absent */
  stream_id?: string | undefined;
  /** Address of the camera, `rtsp(s)://…`. The box uses credentials in it */
  url?: string | undefined;
  /** Name or address of a camera that reports its streams by ONVIF */
  host?: string | undefined;
  /** User name at the camera. The box does not store it */
  username?: string | undefined;
  /** Password at the camera. The box does not store it */
  password?: string | undefined;
  /** Address of the camera's ONVIF device service, if it is not the usual one */
  onvif_url?: string | undefined;
}

export interface Profile {
  object: "surveillance.profile";
  name: string;
  description: string;
  detect: string[];
  behaviors: Behavior[];
}

export interface Ptz {
  object: "surveillance.ptz";
  stream_id: string;
  continuous: boolean;
  absolute: boolean;
  relative: boolean;
  home: boolean;
  position: {
    pan: number | null;
    tilt: number | null;
    zoom: number | null;
  } | null;
  presets: ({
    token: string;
    name: string;
  })[];
}

export interface PtzDone {
  object: "surveillance.ptz_command";
  stream_id: string;
  action: string;
  preset: string | null;
  stops_at: number | null;
  /** Number of the command, for the `only_after` of a command that follows it */
  move_id: string;
}

export interface PtzRequest {
  action: "move" | "absolute" | "relative" | "stop" | "home" | "set_home" | "goto_preset" | "set_preset" | "remove_preset";
  /** Speed of a `move`, distance of a `relative` movement, or position of an `absolute` one. Positive values point right */
  pan?: number | undefined;
  /** As `pan`. Positive values point up */
  tilt?: number | undefined;
  /** As `pan`. Positive values zoom in. A position is 0 to 1 */
  zoom?: number | undefined;
  speed?: number | undefined;
  /** Seconds after which the box stops a `move`, by default 1. Repeat the command to continue the movement */
  seconds?: number | undefined;
  preset?: string | undefined;
  name?: string | undefined;
  /** The `move_id` of your last command. If anybody has moved the camera since, the box answers `lease_held` */
  only_after?: string | undefined;
}

export interface Push {
  /** True if `push.contact` is set */
  enabled: boolean;
  public_key: string | null;
  /** Hosts of push services that the site allows */
  services: string[];
  /** True if notifications have the address of the incident's picture */
  pictures: boolean;
}

export interface PushSubscribe {
  /** Address that the browser's push service gave to this device */
  endpoint: string;
  keys: {
    /** Public key of the device */
    p256dh: string;
    /** Authentication secret of the device */
    auth: string;
  };
  device_name: string;
  language?: "en" | "fr" | "de" | "es" | "ar" | "zh" | undefined;
  /** Least severity of the incidents that the device gets. The default is `warning` */
  min_severity?: "info" | "warning" | "critical" | undefined;
  camera_ids?: string[] | null | undefined;
  quiet_hours?: PolicySchedule | null | undefined;
  /** True if the device gets critical incidents in quiet hours too. The default is true */
  critical_in_quiet_hours?: boolean | undefined;
}

export interface PushSubscription {
  id: string;
  object: "push.subscription";
  device_name: string;
  /** The person or key that subscribed */
  owner_id: string;
  owner_name: string;
  /** Host of the push service */
  service: string;
  language: "en" | "fr" | "de" | "es" | "ar" | "zh";
  min_severity: "info" | "warning" | "critical";
  camera_ids: string[] | null;
  quiet_hours: PolicySchedule | null;
  critical_in_quiet_hours: boolean;
  /** Unix seconds */
  created_at: number;
  last_success_at: number | null;
  last_error: string | null;
  /** Number of messages that wait */
  waiting: number;
}

export interface PushTest {
  id: string;
  object: "push.test";
  delivered: boolean;
  error: string | null;
}

export interface RaisedAlarm {
  alarm_id: string;
  type: string;
  severity: "info" | "warning" | "critical";
  summary: string;
  /** Unix seconds */
  raised_at: number;
  cleared_at: number | null;
  mail: AlarmDelivery | null;
  relay: AlarmDelivery | null;
}

export interface Recording {
  object: "surveillance.recording";
  stream_id: string;
  /** Unix seconds */
  from: number;
  /** Unix seconds */
  to: number;
  /** `h264` or `hevc`, as the camera sent it */
  codec: string;
  /** MIME type, with the RFC 6381 names of the codecs if they are known */
  mime_type: string;
  /** True if a part of the video has sound */
  sound: boolean;
  width: number;
  height: number;
  size_bytes: number;
  /** True if the video has privacy masks. The box then encoded it again */
  masked: boolean;
  duration_seconds: number;
  /** Address that plays the recording, relative to the box. It needs the caller's key */
  url: string;
}

export interface Review {
  object: "surveillance.review";
  changed: number;
  unchanged: number;
  not_found: number;
  /** True if the filter matches more incidents that the review would change. Then repeat the request */
  has_more: boolean;
  incidents: ({
    incident_id: string;
    outcome: "changed" | "unchanged" | "not_found";
    changes: ("acknowledged" | "resolved" | "verdict")[];
  })[];
}

export interface Robot {
  robot_id: string;
  object: "robot";
  name: string | null;
  driver: string;
  connection: {
    state: "online" | "stale" | "offline";
    /** Unix seconds */
    since: number;
    last_heard_ms: number | null;
  };
  capabilities: RobotCapability[];
  mode: RobotMode | null;
  pose: RobotPose | null;
  velocity: RobotVelocity | null;
  battery: RobotBattery | null;
  loads: RobotLoads | null;
  errors: RobotErrors | null;
  maps: ({
    map_id: string;
    version: string | null;
    /** True if the robot uses the map */
    enabled: boolean;
    description: string | null;
  })[] | null;
  e_stop: RobotEStop | null;
  lease: RobotLease | null;
  active_command: {
    command_id: string;
    command: "move_to" | "follow_route" | "dock" | "undock" | "pick" | "drop" | "stop" | "pause" | "resume" | "set_speed_limit" | "announce" | "teleop" | "cancel" | "localize";
    state: "accepted" | "executing" | "succeeded" | "failed" | "cancelled" | "rejected";
  } | null;
  active_run: string | null;
  /** True after a stop or a breach of the bounds. Runs and rules then wait until an operator moves the robot */
  held_by_stop: boolean;
  inside_geofence: boolean | null;
  driven_by: RobotDrivingBox | null;
  people_limit: RobotPeopleLimit | null;
  /** Speed limit at the robot's position, in metres per second */
  speed_limit_mps: number;
  zones: ({
    id: string | null;
    name: string;
    type: string;
    enforcement: "native" | "monitored" | "advisory";
    reason: string;
  })[];
  /** The box that has it. Only in lists of a fleet */
  box_id?: string | undefined;
  /** Origin of the settings */
  origin: "config" | "api";
  settings: RobotRequest;
  /** Unix seconds */
  created_at: number;
}

export interface RobotAction {
  id: string;
  object: "robot.action";
  robot_id: string | null;
  behavior_id: string | null;
  name: string;
  /** Type of the behavior */
  on: string;
  do: RobotActionStep[];
  /** Unix seconds */
  created_at: number;
  /** Unix seconds */
  updated_at: number;
}

export interface RobotActionRequest {
  /** Id of the definition to change. Without it, the robot and the name identify the definition */
  id?: string | undefined;
  /** Id of the robot. Null means every robot of the organisation */
  robot_id?: string | null | undefined;
  /** Id of the stored behavior that starts this action */
  behavior_id?: string | null | undefined;
  name: string;
  /** Type of the behavior */
  on: string;
  do: RobotActionStep[];
}

export interface RobotActionStep {
  type: "alert" | "command";
  severity?: "info" | "warning" | "critical" | undefined;
  message?: string | undefined;
  command?: RobotCommandBody | undefined;
  /** For a command: the run fails if the robot cannot get the command */
  required?: boolean | undefined;
  /** For a command: seconds for which it waits while another caller controls the robot */
  wait_seconds?: number | undefined;
}

export interface RobotAuditEntry {
  object: "robot.audit_entry";
  seq: number;
  /** Unix seconds */
  at: number;
  robot_id: string;
  event: string;
  command_id: string | null;
  who: {
    key_id: string;
    priority: "e_stop" | "local_operator" | "remote_operator" | "run" | "runs" | "rule";
  } | null;
  why: string | null;
  /** Details of the decision or the action */
  detail: Record<string, unknown>;
  prev_hash: string;
  /** SHA-256 of `prev_hash` and the entry */
  hash: string;
}

export interface RobotBattery {
  value: {
    percent: number;
    charging: boolean | null;
  };
  /** Milliseconds since the box received the value */
  age_ms: number;
  /** Source of the value */
  source: string;
}

export interface RobotBehavior {
  id: string;
  object: "robot.behavior";
  robot_id: string | null;
  name: string;
  type: string;
  zone: string | null;
  severity: "info" | "warning" | "critical" | null;
  /** Unix seconds */
  created_at: number;
  /** Unix seconds */
  updated_at: number;
}

export interface RobotBehaviorRequest {
  /** Id of the definition to change. Without it, the robot and the name identify the definition */
  id?: string | undefined;
  /** Id of the robot. Null means every robot of the organisation */
  robot_id?: string | null | undefined;
  name: string;
  type: string;
  zone?: string | undefined;
  severity?: "info" | "warning" | "critical" | undefined;
}

export interface RobotCapability {
  name: string;
  source: string;
  available: boolean;
  reason: string | null;
}

export interface RobotCommand {
  command_id: string;
  object: "robot.command";
  robot_id: string;
  command: RobotCommandBody;
  state: "accepted" | "executing" | "succeeded" | "failed" | "cancelled" | "rejected";
  reason: string | null;
  /** Id of the key or the person, `rule:<id>` for a rule, or `run:<job id>` for a run */
  requested_by: string;
  requested_by_name: string | null;
  priority: "e_stop" | "local_operator" | "remote_operator" | "run" | "runs" | "rule";
  /** Unix seconds */
  created_at: number;
  sent_at: number | null;
  ended_at: number | null;
  /** Bounds that the box cannot guarantee along the path, with the reasons */
  warnings: string[];
}

export interface RobotCommandBody {
  command: "move_to" | "follow_route" | "dock" | "undock" | "pick" | "drop" | "stop" | "pause" | "resume" | "set_speed_limit" | "announce" | "teleop" | "cancel" | "localize";
  target?: RobotTarget | undefined;
  /** Positions of a `follow_route`, in order */
  waypoints?: RobotTarget[] | undefined;
  loops?: number | undefined;
  /** Speed limit in metres per second, of a movement or for `set_speed_limit`. Null removes a limit */
  max_speed_mps?: number | null | undefined;
  /** Text that the robot says */
  message?: string | undefined;
  linear_mps?: number | undefined;
  angular_radps?: number | undefined;
  /** Milliseconds after which the robot stops unless another `teleop` command arrives */
  duration_ms?: number | undefined;
  /** For `cancel`: id of the command. The default is the active command */
  command_id?: string | undefined;
  load?: RobotLoad | undefined;
  station?: RobotStation | undefined;
  /** For `pick` and `drop`: the load handling device of the robot */
  device?: string | undefined;
  /** For `pick` and `drop`: parameters that the manufacturer of the robot requires */
  parameters?: Record<string, unknown> | undefined;
}

export interface RobotCommandRequest {
  command: RobotCommandBody;
  /** Seconds after which the box no longer sends the command */
  ttl_seconds?: number | undefined;
  /** Reason for the command. The audit log keeps it */
  reason?: string | undefined;
}

export interface RobotCorridor {
  id: string;
  object: "robot.corridor";
  points: ([number, number])[];
  curve: RobotCorridorCurve | null;
  one_way: boolean;
  exclusive: boolean;
  max_speed_mps: number | null;
  width_m: number | null;
  from: string | null;
  to: string | null;
  name: string;
  frame: string;
  level: string | null;
  layout: string | null;
  door: string | null;
  /** What you should look at, such as a wall of a map on the way */
  warnings: string[];
  /** Grows with each change */
  revision: number;
  /** Unix seconds */
  created_at: number;
  /** Unix seconds */
  updated_at: number;
}

/** NURBS of a curved corridor, from its first end to its last one */
export interface RobotCorridorCurve {
  degree: number;
  /** Ascending values from 0 to 1; degree + 1 zeros first and degree + 1 ones last. As many as control points, plus degree, plus 1 */
  knot_vector: number[];
  /** Metres of the frame */
  control_points: ({
    x: number;
    y: number;
    weight?: number | undefined;
  })[];
}

export interface RobotCorridorRequest {
  /** Id of the entry to change. Without it, the name identifies the entry */
  id?: string | undefined;
  name: string;
  /** Name of the map frame */
  frame: string;
  /** Floor of the building, for example `0` or `mezzanine` */
  level?: string | null | undefined;
  /** Points [x, y] of the way, in metres of the frame. Required without `curve`; with it, the box calculates them */
  points?: ([number, number])[] | undefined;
  curve?: RobotCorridorCurve | null | undefined;
  /** Only from the first point to the last */
  one_way?: boolean | undefined;
  /** One robot at a time */
  exclusive?: boolean | undefined;
  max_speed_mps?: number | null | undefined;
  width_m?: number | null | undefined;
  from?: string | null | undefined;
  /** Names of the ends. Corridors that name the same end meet there */
  to?: string | null | undefined;
  /** Id of the door or lift of the site file whose ground it is */
  door?: string | null | undefined;
}

export interface RobotDoor {
  id: string;
  object: "robot.door";
  name: string;
  kind: "door" | "lift";
  link: "mqtt" | "http" | "modbus";
  /** Levels of a lift. Empty for a door */
  levels: string[];
  /** `unknown`: it says nothing, nothing recent, or nothing that the box understands */
  state: "closed" | "opening" | "open" | "closing" | "moving" | "fault" | "unknown";
  level: string | null;
  age_seconds: number | null;
  problem: string | null;
  request_problem: string | null;
  /** Robots and runs for which the box keeps it open, the first one first */
  held_by: string[];
  /** Names of the places and corridors that name it */
  places: string[];
}

/** The box of the fleet that has the lease of the robot. Null for a robot that only this box knows, and before the first lease */
export interface RobotDrivingBox {
  box_id: string;
  /** True when this box drives the robot now */
  here: boolean;
  /** Grows with each new lease; the box sends it with each command */
  lease_revision: number;
}

export interface RobotEStop {
  value: boolean;
  /** Milliseconds since the box received the value */
  age_ms: number;
  /** Source of the value */
  source: string;
}

export interface RobotErrors {
  value: ({
    code: string;
    message: string;
  })[];
  /** Milliseconds since the box received the value */
  age_ms: number;
  /** Source of the value */
  source: string;
}

export interface RobotFloorPlan {
  /** JPEG, PNG, WebP or SVG, in base64 */
  image: string;
  /** Points that you found in the picture and know in metres of the frame */
  points: ({
    /** Position in the picture, in fractions of it; the origin is at the top left */
    image: [number, number];
    map: [number, number];
  })[];
  /** `similarity` (default) turns, scales and moves the picture; `affine` also shears it and needs three points */
  fit?: "similarity" | "affine" | undefined;
}

export interface RobotFloorPlanPlacement {
  fit: "similarity" | "affine";
  points: ({
    image: [number, number];
    map: [number, number];
    /** Error of the fit at this point, in metres */
    error_m: number;
  })[];
  rms_error_m: number | null;
  max_error_m: number | null;
}

export interface RobotFrame {
  object: "robot.frame";
  frame: string;
  parent: string;
  /** Origin of the frame, in metres of the parent */
  x: number;
  y: number;
  /** Heading of the frame's x axis in the parent, in radians */
  yaw: number;
  errors_m: number[] | null;
  revision: number;
  /** Unix seconds */
  updated_at: number;
}

export interface RobotFrameRequest {
  /** Name of the map frame */
  parent: string;
  x?: number | undefined;
  y?: number | undefined;
  /** Heading at the end, radians */
  yaw?: number | undefined;
  /** Points that you know in both frames; the box computes x, y and yaw from them */
  points?: ({
    frame: [number, number];
    parent: [number, number];
  })[] | undefined;
}

export interface RobotGrid {
  width: number;
  height: number;
  /** Side of a cell, in metres */
  resolution_m: number;
  /** The lower left corner, in metres and radians of the frame */
  origin: {
    x: number;
    y: number;
    yaw: number;
  };
  free: number;
  occupied: number;
  unknown: number;
}

export interface RobotGridFile {
  /** Text of the YAML file of ROS 2 `map_server` */
  yaml: string;
  /** The picture that the YAML file names, PGM or PNG, in base64 */
  image: string;
}

export interface RobotLayoutImport {
  /** GeoJSON in metres of a map frame, or VDMA LIF 1.0 */
  format: "geojson" | "lif";
  /** The whole document */
  document: Record<string, unknown>;
  /** Name of the map frame */
  frame?: string | undefined;
  /** Floor of the building, for example `0` or `mezzanine` */
  level?: string | null | undefined;
}

export interface RobotLease {
  object: "robot.lease";
  lease_id: string;
  robot_id: string;
  /** Id of the key or the person */
  holder: string;
  holder_name: string | null;
  priority: "e_stop" | "local_operator" | "remote_operator" | "run" | "runs" | "rule";
  on_expiry: "continue" | "pause" | "cancel";
  command_id: string | null;
  /** Unix seconds */
  since: number;
  expires_in_ms: number | null;
}

export interface RobotLeaseRequest {
  /** Seconds after which the lease ends without a heartbeat */
  ttl_seconds?: number | undefined;
  /** Treatment of the active command when the lease expires. The default is `cancel` */
  on_expiry?: "continue" | "pause" | "cancel" | undefined;
}

/** The load of a `pick` or `drop` */
export interface RobotLoad {
  /** Id of this load on the site */
  id?: string | undefined;
  /** Type of the load carrier, as the robot knows it, for example `EPAL` */
  type?: string | undefined;
}

export interface RobotLoads {
  value: ({
    id: string | null;
    type: string | null;
    position: string | null;
    weight_kg: number | null;
  })[];
  /** Milliseconds since the box received the value */
  age_ms: number;
  /** Source of the value */
  source: string;
}

export interface RobotMap {
  id: string;
  object: "robot.map";
  name: string;
  frame: string;
  level: string | null;
  kind: "grid" | "plan";
  /** `robot`: the box heard the map from a robot */
  origin: "upload" | "robot";
  robot_id: string | null;
  topic: string | null;
  /** [a, b, c, d, e, f]: the position [u, v] of the picture, in fractions from its top left, lies at x = a·u + b·v + c, y = d·u + e·v + f, in metres of the frame */
  placement: number[];
  grid: RobotGrid | null;
  plan: RobotFloorPlanPlacement | null;
  picture: {
    url: string | null;
    width_px: number;
    height_px: number;
  };
  /** Grows with each change */
  revision: number;
  /** Unix seconds */
  created_at: number;
  /** Unix seconds */
  updated_at: number;
}

export interface RobotMapChange {
  name?: string | undefined;
  /** Floor of the building, for example `0` or `mezzanine` */
  level?: string | null | undefined;
  plan?: {
    /** Points that you found in the picture and know in metres of the frame */
    points: ({
      /** Position in the picture, in fractions of it; the origin is at the top left */
      image: [number, number];
      map: [number, number];
    })[];
    /** `similarity` (default) turns, scales and moves the picture; `affine` also shears it and needs three points */
    fit?: "similarity" | "affine" | undefined;
  } | undefined;
}

export interface RobotMapRequest {
  /** Id of the entry to change. Without it, the name identifies the entry */
  id?: string | undefined;
  name: string;
  /** Name of the map frame */
  frame: string;
  /** Floor of the building, for example `0` or `mezzanine` */
  level?: string | null | undefined;
  grid?: RobotGridFile | undefined;
  plan?: RobotFloorPlan | undefined;
}

export interface RobotMission {
  id: string;
  object: "robot.mission";
  name: string;
  description: string | null;
  robot_id: string | null;
  steps: MissionStep[];
  stream_ids: string[];
  max_steps: number;
  max_minutes: number;
  priority: number;
  interruptible: boolean;
  after_restart: "pause" | "resume";
  starts: MissionStarts | null | null;
  last_start: RobotMissionStart | null;
  next_start_at: number | null;
  /** Grows with each change */
  revision: number;
  /** Unix seconds */
  created_at: number;
  /** Unix seconds */
  updated_at: number;
}

/** The last start by the schedule */
export interface RobotMissionStart {
  /** Unix seconds */
  at: number;
  job_id: string | null;
  code: string | null;
  reason: string | null;
}

export interface RobotMode {
  value: string;
  /** Milliseconds since the box received the value */
  age_ms: number;
  /** Source of the value */
  source: string;
}

export interface RobotPeopleLimit {
  /** Metres per second */
  limit_mps: number;
  /** `person`: somebody is near. `unobserved`: no camera watches the ground near the robot. `pose_unknown`: the robot does not say where it is. `clear`: nothing lowers the limit */
  reason: "clear" | "person" | "unobserved" | "pose_unknown";
  distance_m: number | null;
}

export interface RobotPlace {
  id: string;
  object: "robot.place";
  kind: "station" | "charger" | "door" | "lift" | "waiting" | "home";
  /** Metres */
  x: number;
  y: number;
  yaw: number | null;
  name: string;
  frame: string;
  level: string | null;
  layout: string | null;
  door: string | null;
  /** What you should look at, such as a wall of a map on the way */
  warnings: string[];
  /** Grows with each change */
  revision: number;
  /** Unix seconds */
  created_at: number;
  /** Unix seconds */
  updated_at: number;
}

export interface RobotPlaceRequest {
  /** Id of the entry to change. Without it, the name identifies the entry */
  id?: string | undefined;
  name: string;
  kind: "station" | "charger" | "door" | "lift" | "waiting" | "home";
  /** Name of the map frame */
  frame: string;
  /** Floor of the building, for example `0` or `mezzanine` */
  level?: string | null | undefined;
  x: number;
  y: number;
  yaw?: number | null | undefined;
  /** Id of the door or lift of the site file whose ground it is */
  door?: string | null | undefined;
}

export interface RobotPose {
  value: {
    frame: string;
    /** Metres */
    x: number;
    y: number;
    /** Radians, counter-clockwise from x */
    yaw: number;
  };
  /** Milliseconds since the box received the value */
  age_ms: number;
  /** Source of the value */
  source: string;
}

export interface RobotPosition {
  /** Name of the map frame */
  frame: string;
  x: number;
  y: number;
  /** Heading at the end, radians */
  yaw?: number | undefined;
}

export interface RobotRecording {
  id: string;
  object: "robot.recording";
  robot_id: string;
  /** A `ready` recording has a file; that of a `failed` one could not be written */
  state: "recording" | "ready" | "failed";
  problem: string | null;
  causes: ({
    /** `incident` is of the camera on the robot, `robot_incident` of the robot itself */
    kind: "request" | "incident" | "robot_incident";
    incident_id: string | null;
    type: string | null;
    stream_id: string | null;
    /** Unix seconds */
    at: number;
  })[];
  /** Unix seconds */
  from: number;
  /** Unix seconds */
  to: number;
  samples: number;
  scans: number;
  pictures: number;
  /** Frames of encoded video */
  video_frames: number;
  /** True when the video ends early because a file has at most 24 MiB of it */
  video_cut: boolean;
  record_entries: number;
  size_bytes: number | null;
  url: string | null;
}

export interface RobotRecordingRequest {
  /** How far the recording reaches back */
  before_seconds?: number | undefined;
  /** How long the recording goes on */
  after_seconds?: number | undefined;
}

/** When the box records the robot */
export interface RobotRecordingSettings {
  /** True: the box records the robot around its incidents and those of the stream in `camera` */
  incidents?: boolean | undefined;
  /** How far a recording reaches back before the incident */
  before_seconds?: number | undefined;
  /** How long a recording goes on after the incident */
  after_seconds?: number | undefined;
  /** Pictures that the box takes of the robot's camera while the robot moves, has a command or is recorded; 0 takes none */
  pictures_per_second?: number | undefined;
}

export interface RobotRequest {
  name?: string | undefined;
  /** The driver, which speaks the robot's protocol */
  driver: "sim" | "vda5050" | "ros2" | "rosbridge";
  /** Map frames of the robot's goals. The default is `map` */
  frames?: string[] | undefined;
  /** Polygon that the robot must not leave */
  geofence?: {
    /** Name of the map frame */
    frame: string;
    /** Corners [x, y] in metres of the frame */
    polygon: ([number, number])[];
  } | undefined;
  /** Speed in metres per second */
  max_speed_mps?: number | undefined;
  /** Radius of the circle around the robot's position in which it and its load fit, in metres. Reservations of corridors and places use it */
  radius_m?: number | undefined;
  max_turn_radps?: number | undefined;
  /** Charge in percent below which the box allows only docking */
  battery_floor_percent?: number | undefined;
  /** When the robot charges by itself between the steps of runs and missions. Without it the robot docks only if it is told to */
  charging?: {
    /** Charge below which the robot docks and charges before the next step */
    below_percent: number;
    /** Charge at which it goes on */
    until_percent?: number | undefined;
    /** Charge that the robot needs for a kilometre */
    percent_per_km?: number | undefined;
    /** Charge that it needs for an hour, also while it stands */
    percent_per_hour?: number | undefined;
  } | undefined;
  /** For a robot with a geofence or zones: the box stops the robot during a command if its last pose is older than this, in milliseconds */
  max_pose_age_ms?: number | undefined;
  /** Loudspeaker of the box (`voice.speakers`) that speaks if the robot cannot. The default is the first loudspeaker */
  speaker?: string | undefined;
  /** Stream whose camera is on the robot. The page shows it during manual driving */
  camera?: string | undefined;
  /** How old the picture of `camera` may be by which somebody drives the robot by hand. Without it the box does not check the picture */
  driving_picture?: {
    /** Up to this age of the picture, in milliseconds, the robot may be driven at its full speed */
    full_speed_age_ms: number;
    /** From this age on, in milliseconds, the robot stands. Between both ages the speed falls */
    stop_age_ms: number;
  } | undefined;
  recording?: RobotRecordingSettings | undefined;
  people_speed_limit?: PeopleSpeedLimit | undefined;
  sim?: SimulatedRobot | undefined;
  vda5050?: Vda5050Robot | undefined;
  ros2?: Ros2Robot | undefined;
  rosbridge?: RosbridgeRobot | undefined;
}

export interface RobotReservation {
  /** `junction`: an end of corridors where no place is; `door`: the ground of a door or lift */
  kind: "corridor" | "place" | "junction" | "door";
  id: string | null;
  name: string;
  robot_id: string;
  /** Rises with every reservation. Of two reservations of an area, the higher counts */
  fence: number;
  /** Unix seconds */
  since: number;
}

export interface RobotRunRequest {
  robot_id: string;
  /** The task: `patrol`, `observe`, `follow`, or a description in words */
  task: string;
  profile?: string | undefined;
  zones?: RunZone[] | undefined;
  zone_ids?: string[] | undefined;
  behaviors?: RunBehavior[] | undefined;
  behavior_ids?: string[] | undefined;
  actions?: RunAction[] | undefined;
  action_ids?: string[] | undefined;
  perception?: RunPerception | undefined;
  /** Number of rounds of a patrol. Null means until somebody cancels the run */
  laps?: number | null | undefined;
  /** Seconds at each place. The default is 0 for a patrol and 60 for `observe`. Null means until somebody cancels the run */
  dwell_seconds?: number | null | undefined;
  max_speed_mps?: number | undefined;
  /** Distance in metres that the robot keeps from the object that it follows */
  standoff_m?: number | undefined;
  /** Reaction to a place that the robot cannot reach. By default a patrol skips the place, and any other run fails */
  on_blocked?: "skip" | "fail" | undefined;
  /** Behavior of the run after a restart of the box: `pause`, the default, waits for a person; `resume` continues */
  after_restart?: "pause" | "resume" | undefined;
  outputs?: {
    /** Receivers of the run's incidents. With an empty list only the job has them */
    delivery?: "sse"[] | undefined;
  } | undefined;
  output?: {
    /** Language of texts and of the task. Without it `context.locale` applies, and without that `en` */
    locale?: string | undefined;
  } | undefined;
  context?: {
    /** Language of texts if `output.locale` is absent */
    locale?: string | undefined;
  } | undefined;
  /** True: the box makes the plan and does not carry it out */
  dry_run?: boolean | undefined;
  client_reference_id?: string | undefined;
  /** Your own values. The job and its webhook deliveries repeat them */
  metadata?: Record<string, string> | undefined;
}

/** The station of a `pick` or `drop` */
export interface RobotStation {
  /** Type of the station, as the robot knows it: `floor`, `rack`, `conveyor` */
  type?: string | undefined;
  /** Name of the station */
  name?: string | undefined;
  /** Height of the load's lower edge above the ground, in metres */
  height_m?: number | undefined;
  /** Depth at which the load stands in the station, in metres */
  depth_m?: number | undefined;
  /** Side of the robot, if the robot can use several */
  side?: string | undefined;
}

export interface RobotStatus {
  robot_id: string;
  object: "robot";
  name: string | null;
  driver: string;
  connection: {
    state: "online" | "stale" | "offline";
    /** Unix seconds */
    since: number;
    last_heard_ms: number | null;
  };
  capabilities: RobotCapability[];
  mode: RobotMode | null;
  pose: RobotPose | null;
  velocity: RobotVelocity | null;
  battery: RobotBattery | null;
  loads: RobotLoads | null;
  errors: RobotErrors | null;
  maps: ({
    map_id: string;
    version: string | null;
    /** True if the robot uses the map */
    enabled: boolean;
    description: string | null;
  })[] | null;
  e_stop: RobotEStop | null;
  lease: RobotLease | null;
  active_command: {
    command_id: string;
    command: "move_to" | "follow_route" | "dock" | "undock" | "pick" | "drop" | "stop" | "pause" | "resume" | "set_speed_limit" | "announce" | "teleop" | "cancel" | "localize";
    state: "accepted" | "executing" | "succeeded" | "failed" | "cancelled" | "rejected";
  } | null;
  active_run: string | null;
  /** True after a stop or a breach of the bounds. Runs and rules then wait until an operator moves the robot */
  held_by_stop: boolean;
  inside_geofence: boolean | null;
  driven_by: RobotDrivingBox | null;
  people_limit: RobotPeopleLimit | null;
  /** Speed limit at the robot's position, in metres per second */
  speed_limit_mps: number;
  zones: ({
    id: string | null;
    name: string;
    type: string;
    enforcement: "native" | "monitored" | "advisory";
    reason: string;
  })[];
}

export interface RobotStop {
  object: "robot.stop";
  stop_id: string;
  robot_id: string;
  /** Measures that the box took, for example `cancel+zero_velocity` */
  done: string;
  /** Milliseconds until the robot's side had accepted the stop */
  took_ms: number;
  cancelled_command_id: string | null;
  /** Place of the record: `journal` if the box cannot write to the store, `pending` while the disk does not answer */
  recorded: "store" | "journal" | "pending" | "lost";
  /** Unix second at which the robot's side had accepted the stop */
  stopped_at: number;
}

export interface RobotStopRequest {
  reason?: string | undefined;
}

/** `frame`, `x` and `y`, or `place`. Answers have both: the position that the place had */
export interface RobotTarget {
  /** Name of the map frame */
  frame?: string | undefined;
  x?: number | undefined;
  y?: number | undefined;
  /** Heading at the end, radians */
  yaw?: number | undefined;
  /** Name of a stored place, instead of a position */
  place?: string | undefined;
  /** Revision of the place. In a request, the box refuses the command if the place has changed */
  place_revision?: number | undefined;
}

export interface RobotTask {
  /** Id of the job */
  id: string;
  object: "robot.task";
  /** `payload.state` of the job, such as `queued` or `running` */
  state: string;
  mission_id: string | null;
  mission_name: string;
  robot_id: string | null;
  wanted_robot_id: string | null;
  priority: number;
  deadline_at: number | null;
  position: number | null;
  /** Steps that have ended */
  taken: number;
  choice: RobotTaskChoice | null;
  /** Unix seconds */
  created_at: number;
}

export interface RobotTaskCandidate {
  robot_id: string;
  path_m: number | null;
  path_source: "grid" | "straight" | null;
  charge_percent: number | null;
  loads: number | null;
  /** Missions that wait for this robot by name */
  waiting: number;
  score: number | null;
  is_chosen: boolean;
  code: string | null;
  reason: string | null;
}

export interface RobotTaskChoice {
  /** Unix seconds */
  at: number;
  candidates: RobotTaskCandidate[];
}

export interface RobotTaskRequest {
  /** Id of a stored mission */
  mission_id?: string | undefined;
  mission?: MissionRequest | undefined;
  /** The robot. Null means any robot that can. Without it the mission decides */
  robot_id?: string | null | undefined;
  /** Replaces the priority of the mission */
  priority?: number | undefined;
  /** Unix seconds at which an unfinished task fails with `deadline_exceeded` */
  deadline_at?: number | undefined;
  /** True: the box shows the plan and the choice of the robot, and moves none */
  dry_run?: boolean | undefined;
  client_reference_id?: string | undefined;
  /** Your own values. The job and its webhook deliveries repeat them */
  metadata?: Record<string, string> | undefined;
}

export interface RobotTraffic {
  object: "robot.traffic";
  reservations: RobotReservation[];
  waits: RobotTrafficWait[];
  /** Circles of waiting robots that the box found since its start */
  deadlocks: number;
}

export interface RobotTrafficWait {
  robot_id: string;
  areas: string[];
  /** Robots that have these areas. Empty: the robot waits for a door, or keeps the way of others free */
  robots: string[];
  door: string | null;
  seconds: number;
}

export interface RobotVelocity {
  value: {
    linear_mps: number;
    angular_radps: number;
  };
  /** Milliseconds since the box received the value */
  age_ms: number;
  /** Source of the value */
  source: string;
}

export interface RobotZone {
  id: string;
  object: "robot.zone";
  robot_id: string | null;
  name: string;
  /** One of patrol, observe, keep_in, keep_out, speed_limit. A zone of any other type has no effect on movements */
  type: string;
  /** Name of the map frame */
  frame: string;
  /** Corners [x, y] in metres of the frame */
  polygon: ([number, number])[];
  max_speed_mps: number | null;
  /** Reasons why the zone does less than its type suggests */
  warnings: string[];
  enforcement: ({
    robot_id: string;
    level: "native" | "monitored" | "advisory";
    reason: string;
  })[];
  /** Unix seconds */
  created_at: number;
  /** Unix seconds */
  updated_at: number;
}

export interface RobotZoneRequest {
  /** Id of the definition to change. Without it, the robot and the name identify the definition */
  id?: string | undefined;
  /** Id of the robot. Null means every robot of the organisation */
  robot_id?: string | null | undefined;
  name: string;
  /** One of patrol, observe, keep_in, keep_out, speed_limit. A zone of any other type has no effect on movements */
  type: string;
  /** Name of the map frame */
  frame: string;
  /** Corners [x, y] in metres of the frame */
  polygon: ([number, number])[];
  /** Speed limit of a `speed_limit` zone, in metres per second */
  max_speed_mps?: number | undefined;
}

export interface Ros2Robot {
  /** ROS_DOMAIN_ID of the robot. The default is the domain of the box */
  domain_id?: number | undefined;
  /** Topic with the state of the emergency stop (std_msgs/msg/Bool). Required, because ROS has no standard topic for it. With `none`, the box cannot read the emergency stop and assumes that it is released */
  e_stop_topic: string;
  /** Value on this topic that means that somebody has pressed the emergency stop. The default is true */
  e_stop_pressed?: boolean | undefined;
  /** Namespace of the robot's nodes and topics. Names in the other fields are relative to this namespace, unless they begin with / */
  namespace?: string | undefined;
  /** Frame of the robot's body. The default is `base_link`, or `base_footprint` if the robot has no `base_link` */
  base_frame?: string | undefined;
  /** Topic of type nav_msgs/msg/OccupancyGrid. The box keeps the robot's map, and follows updates on the topic with `_updates` at the end of its name (map_msgs/msg/OccupancyGridUpdate). Without it the box stores no map */
  map_topic?: string | undefined;
  /** Topic of type sensor_msgs/msg/LaserScan. The box keeps its newest scans for recordings and for Foxglove, at most five in a second. Without it the box reads no scanner */
  scan_topic?: string | undefined;
  /** Topic of type nav_msgs/msg/Odometry. Without it the box finds the topic by its type */
  odom_topic?: string | undefined;
  /** Topic of type sensor_msgs/msg/BatteryState. Without it the box finds the topic by its type */
  battery_topic?: string | undefined;
  /** How the robot reports its charge: `fraction` (0 to 1), `percent` (0 to 100), or `auto`, the default. With `auto`, the box reads fractions until a value above 1 arrives, and percent from then on */
  battery_scale?: "auto" | "fraction" | "percent" | undefined;
  /** Topic for velocities of manual driving (Twist or TwistStamped). Use an input of the collision monitor or of twist_mux. If you use an output, the velocities bypass them. The default is `cmd_vel_smoothed` */
  velocity_topic?: string | undefined;
  /** A camera on the robot that looks ahead. The box can place detected objects on the map only if you set `fov_degrees`, `height_m` and `down_degrees` */
  camera?: {
    /** Topic of type sensor_msgs/msg/CompressedImage (JPEG or PNG) or sensor_msgs/msg/Image (8 bit) */
    topic: string;
    /** Horizontal angle of view in degrees */
    fov_degrees?: number | undefined;
    /** Height above the ground in metres */
    height_m?: number | undefined;
    /** Downward tilt from the horizon in degrees */
    down_degrees?: number | undefined;
    /** The clock of the stamps of the robot's pictures. With `synchronized`, the stamp says how old a picture is, so the clocks of robot and box must agree. With `own`, the default, the age counts from the picture that came fastest */
    clock?: "own" | "synchronized" | undefined;
  } | undefined;
  stop_service?: {
    /** Service that every stop calls in addition. The box never undoes this call */
    service: string;
    /** Type of the service. The box calls a SetBool service with true */
    type: "std_srvs/srv/Trigger" | "std_srvs/srv/SetBool";
  } | undefined;
  loads?: RosLoads | undefined;
  /** Id of the dock in the robot's docking server. The parameters of this server have the position of the dock */
  dock_id?: string | undefined;
  /** Type of the dock in the robot's docking server */
  dock_type?: string | undefined;
  /** Position and heading of the dock. They replace those in the docking server */
  dock_pose?: {
    /** Name of the map frame */
    frame: string;
    x: number;
    y: number;
    /** Heading at the end, radians */
    yaw: number;
  } | undefined;
  /** Where the approach to `dock_pose` begins, in metres along the heading of the dock. A negative value is behind `dock_pose`. Nav2 calls this value `staging_x_offset`. The default is -0.7 */
  dock_staging_x_offset_m?: number | undefined;
  /** For a robot with bounds. With `checked`, the default, the robot may drive only to a dock whose position the box knows. With `advisory` it may also drive to a dock of unknown position, and the answer has a warning */
  dock_way?: "checked" | "advisory" | undefined;
  /** The robot's own top speed in metres per second. Required if nothing on the robot subscribes to `speed_limit` */
  top_speed_mps?: number | undefined;
  /** Topic of type nav2_msgs/msg/CostmapFilterInfo of the keep-out filter. Without it the box finds the topic by its type */
  keepout_info_topic?: string | undefined;
}

export interface RosLoadHandling {
  /** Name of the action or service on the robot */
  name: string;
  /** Type of the action or service, such as `my_lift_msgs/action/PickLoad` or `std_srvs/srv/Trigger` */
  type: string;
  /** Fields of the goal or request, each with the value of the command that it gets: `load.id`, `load.type`, `station.type`, `station.name`, `station.height_m`, `station.depth_m`, `station.side`, `device` or `parameters.<name>`. The box refuses a command with a value that no field gets */
  fields?: Record<string, unknown> | undefined;
  /** Fields of the goal or request with the value that they have unless the command has one for them */
  constants?: Record<string, unknown> | undefined;
  /** For a service: seconds within which it must answer. The command fails after that. The default is 60 */
  timeout_s?: number | undefined;
}

/** Actions or services of the robot for `pick` and `drop`. ROS has no common interface for loads, so a robot has only those commands that are named here */
export interface RosLoads {
  pick?: RosLoadHandling | undefined;
  drop?: RosLoadHandling | undefined;
  /** Topic that says what the robot carries: std_msgs/msg/Bool (true while it carries a load) or std_msgs/msg/String (id of the load, empty without one). Without it the box knows only the loads that it had picked up or put down since the bridge started */
  state_topic?: string | undefined;
}

export interface RosbridgeRobot {
  /** Address of the rosbridge server: `ws://host:9090`, or `wss://` with TLS */
  url: string;
  /** Topic with the state of the emergency stop (std_msgs/msg/Bool). Required, because ROS has no standard topic for it. With `none`, the box cannot read the emergency stop and assumes that it is released */
  e_stop_topic: string;
  /** Value on this topic that means that somebody has pressed the emergency stop. The default is true */
  e_stop_pressed?: boolean | undefined;
  /** Namespace of the robot's nodes and topics. Names in the other fields are relative to this namespace, unless they begin with / */
  namespace?: string | undefined;
  /** Frame of the robot's body. The default is `base_link`, or `base_footprint` if the robot has no `base_link` */
  base_frame?: string | undefined;
  /** Topic of type nav_msgs/msg/OccupancyGrid. The box keeps the robot's map, and follows updates on the topic with `_updates` at the end of its name (map_msgs/msg/OccupancyGridUpdate). Without it the box stores no map */
  map_topic?: string | undefined;
  /** Topic of type sensor_msgs/msg/LaserScan. The box keeps its newest scans for recordings and for Foxglove, at most five in a second. Without it the box reads no scanner */
  scan_topic?: string | undefined;
  /** Topic of type nav_msgs/msg/Odometry. Without it the box finds the topic by its type */
  odom_topic?: string | undefined;
  /** Topic of type sensor_msgs/msg/BatteryState. Without it the box finds the topic by its type */
  battery_topic?: string | undefined;
  /** How the robot reports its charge: `fraction` (0 to 1), `percent` (0 to 100), or `auto`, the default. With `auto`, the box reads fractions until a value above 1 arrives, and percent from then on */
  battery_scale?: "auto" | "fraction" | "percent" | undefined;
  /** Topic for velocities of manual driving (Twist or TwistStamped). Use an input of the collision monitor or of twist_mux. If you use an output, the velocities bypass them. The default is `cmd_vel_smoothed` */
  velocity_topic?: string | undefined;
  /** A camera on the robot that looks ahead. The box can place detected objects on the map only if you set `fov_degrees`, `height_m` and `down_degrees` */
  camera?: {
    /** Topic of type sensor_msgs/msg/CompressedImage (JPEG or PNG) or sensor_msgs/msg/Image (8 bit) */
    topic: string;
    /** Horizontal angle of view in degrees */
    fov_degrees?: number | undefined;
    /** Height above the ground in metres */
    height_m?: number | undefined;
    /** Downward tilt from the horizon in degrees */
    down_degrees?: number | undefined;
    /** The clock of the stamps of the robot's pictures. With `synchronized`, the stamp says how old a picture is, so the clocks of robot and box must agree. With `own`, the default, the age counts from the picture that came fastest */
    clock?: "own" | "synchronized" | undefined;
  } | undefined;
  stop_service?: {
    /** Service that every stop calls in addition. The box never undoes this call */
    service: string;
    /** Type of the service. The box calls a SetBool service with true */
    type: "std_srvs/srv/Trigger" | "std_srvs/srv/SetBool";
  } | undefined;
  loads?: RosLoads | undefined;
  /** Id of the dock in the robot's docking server. The parameters of this server have the position of the dock */
  dock_id?: string | undefined;
  /** Type of the dock in the robot's docking server */
  dock_type?: string | undefined;
  /** Position and heading of the dock. They replace those in the docking server */
  dock_pose?: {
    /** Name of the map frame */
    frame: string;
    x: number;
    y: number;
    /** Heading at the end, radians */
    yaw: number;
  } | undefined;
  /** Where the approach to `dock_pose` begins, in metres along the heading of the dock. A negative value is behind `dock_pose`. Nav2 calls this value `staging_x_offset`. The default is -0.7 */
  dock_staging_x_offset_m?: number | undefined;
  /** For a robot with bounds. With `checked`, the default, the robot may drive only to a dock whose position the box knows. With `advisory` it may also drive to a dock of unknown position, and the answer has a warning */
  dock_way?: "checked" | "advisory" | undefined;
  /** The robot's own top speed in metres per second. Required if nothing on the robot subscribes to `speed_limit` */
  top_speed_mps?: number | undefined;
  /** Topic of type nav2_msgs/msg/CostmapFilterInfo of the keep-out filter. Without it the box finds the topic by its type */
  keepout_info_topic?: string | undefined;
}

export interface Rule {
  id: string;
  object: "rule";
  name: string | null;
  on: RuleTrigger;
  do: RuleStep[];
  cooldown_seconds: number;
  schedule: PolicySchedule | null;
  /** Site modes in which the rule applies. An empty list means all modes */
  modes: ("armed" | "home" | "disarmed")[];
  dry_run: boolean;
  enabled: boolean;
  /** True if the rule is enabled, and its schedule and the site mode let it act now */
  holds_now: boolean;
  /** Origin */
  origin: "config" | "api";
  /** Reasons why the rule cannot act at present */
  warnings: string[];
  acted: number;
  /** Number of incidents within the cooldown, on which the rule did not act */
  suppressed: number;
  last_chain_id: string | null;
  /** Unix seconds */
  created_at: number;
  /** Unix seconds */
  updated_at: number;
}

export interface RuleChain {
  id: string;
  object: "rule.chain";
  rule_id: string;
  rule_name: string | null;
  frame: {
    stream_id: string;
    generation: number | null;
    pts_seconds: number | null;
    /** Unix seconds */
    captured_at: number;
    snapshot_url: string | null;
  };
  incident: {
    id: string;
    type: string;
    severity: "info" | "warning" | "critical";
    policy_id: string | null;
    zone: string | null;
    classes: string[];
    confidence: number;
    summary: string;
    robot_id: string | null;
    map_position: MapPosition | null;
    /** Unix seconds */
    started_at: number;
  };
  decision: {
    outcome: "act" | "dry_run";
    dry_run: boolean;
    frame_age_ms: number;
    /** Unix seconds */
    decided_at: number;
  };
  steps: RuleChainStep[];
  /** Unix seconds */
  created_at: number;
}

export interface RuleChainStep {
  type: "alert" | "command";
  robot_id: string | null;
  severity: "info" | "warning" | "critical" | null;
  message: string | null;
  command: Record<string, unknown> | null;
  command_id: string | null;
  state: "pending" | "executing" | "succeeded" | "failed" | "cancelled" | "refused" | "not_sent";
  code: string | null;
  reason: string | null;
  latency_ms: number | null;
  decided_at: number | null;
  ended_at: number | null;
}

export interface RuleReplayRequest {
  from: number;
  to: number;
  stream_id?: string | undefined;
  policy: PolicyRequest;
}

export interface RuleRequest {
  name?: string | undefined;
  on: RuleTrigger;
  do: RuleStep[];
  /** Seconds for which the rule ignores further incidents of the same stream */
  cooldown_seconds?: number | undefined;
  /** Times at which incidents fire the rule. Null means at all times */
  schedule?: PolicySchedule | null | undefined;
  /** Site modes in which the rule applies. An empty list means all modes */
  modes?: ("armed" | "home" | "disarmed")[] | undefined;
  /** True: the box decides and records, but sends nothing */
  dry_run?: boolean | undefined;
  enabled?: boolean | undefined;
}

export interface RuleStep {
  type: "alert" | "command";
  severity?: "info" | "warning" | "critical" | undefined;
  message?: string | undefined;
  robot_id?: string | undefined;
  command?: RobotCommandBody | undefined;
  /** For a `move_to` without a target: the robot drives towards the position of the incident */
  target_from?: "incident" | undefined;
  /** The step waits until the last movement before it has succeeded */
  after?: "arrived" | undefined;
  /** For a command: seconds for which it waits while another caller controls the robot. `stop`, `pause` and `set_speed_limit` do not wait */
  wait_seconds?: number | undefined;
  /** With `target_from`: distance in metres from the incident's position at which the robot stops */
  standoff_m?: number | undefined;
}

/** Condition on incidents of streams or robots. An incident must meet all given fields */
export interface RuleTrigger {
  /** Type of a stream's incident, or of a robot's: battery_low, command_failed, e_stop, geofence_breach, keep_out_entered, lease_expired, pose_lost, robot_offline */
  type?: string | undefined;
  /** For incidents of robots: the robots */
  robot_ids?: string[] | undefined;
  /** The stored policy that raised the incident */
  policy_id?: string | undefined;
  /** Who found the incident: the box, or the camera by ONVIF */
  source?: "box" | "camera" | undefined;
  stream_ids?: string[] | undefined;
  zones?: string[] | undefined;
  /** Classes, at least one of which the incident must show */
  classes?: string[] | undefined;
  min_severity?: "info" | "warning" | "critical" | undefined;
  min_confidence?: number | undefined;
}

export interface Run {
  /** UUID of the run. The job of the run has the same id */
  run_id: string;
  object: "run";
  status: "queued" | "processing" | "completed" | "failed" | "cancelled";
  /** Unix seconds */
  created_at: number;
  started_at: number | null;
  completed_at: number | null;
  expires_at: number | null;
  cancel_requested_at: number | null;
  progress: number | null;
  client_reference_id: string | null;
  /** The values of the request */
  metadata: Record<string, string>;
  error: {
    code: string;
    message: string;
    retryable: boolean;
  } | null;
  steps: RunStep[];
  /** Seconds for which the box held the answer, with `wait_for_completion` */
  waited_seconds?: number | undefined;
}

export interface RunAction {
  /** Type of the behavior that starts the steps */
  on: string;
  do: RobotActionStep[];
}

export interface RunAnswerRequest {
  /** One of the question's answers */
  answer: string;
}

export interface RunBehavior {
  type: string;
  zone?: string | undefined;
  severity?: "info" | "warning" | "critical" | undefined;
  seconds?: number | undefined;
  min_count?: number | undefined;
  classes?: string[] | undefined;
}

export interface RunPerception {
  input?: {
    /** One picture from the robot, as base64 or a data URL */
    data: string;
    mime_type?: string | undefined;
  } | undefined;
  /** Your number for the picture. Incidents repeat it */
  frame_index?: number | undefined;
  detect?: string[] | undefined;
  /** Streams whose incidents count for the run's behaviors */
  stream_ids?: string[] | undefined;
  /** True: the run uses the robot's own camera. This is the default if the robot has one */
  robot_camera?: boolean | undefined;
  /** Seconds between two pictures of the robot's own camera */
  period_seconds?: number | undefined;
}

export interface RunRequest {
  steps: RunStepRequest[];
  client_reference_id?: string | undefined;
  /** Your own values. The run and its webhook deliveries repeat them */
  metadata?: Record<string, string> | undefined;
}

export interface RunStep {
  id: string;
  namespace: string;
  method: string;
  depends_on: string[];
  on_error: "fail" | "continue";
  timeout_seconds: number | null;
  job_id: string | null;
  status: "pending" | "queued" | "processing" | "completed" | "failed" | "cancelled" | "skipped";
  started_at: number | null;
  completed_at: number | null;
  result_url: string | null;
  output: Record<string, unknown> | null;
  error: {
    code: string;
    message: string;
    retryable: boolean;
  } | null;
}

export interface RunStepRequest {
  /** Name of the step within the run. The default is `step_1`, `step_2` and so on */
  id?: string | undefined;
  namespace: string;
  method: string;
  /** Input of the operation; `{"$ref": "steps.<id>.job_id"}` and `{"$ref": "steps.<id>.output.<path>"}` stand for results of an earlier step */
  input: Record<string, unknown>;
  /** Steps that must end before this step begins */
  depends_on?: string[] | undefined;
  /** Reaction of the run if the step fails */
  on_error?: "fail" | "continue" | undefined;
  /** Seconds from the creation of the step's job to its deadline */
  timeout_seconds?: number | undefined;
}

export interface RunZone {
  name: string;
  /** One of patrol, observe, keep_in, keep_out, speed_limit. A zone of any other type has no effect on movements */
  type: string;
  /** Name of the map frame */
  frame: string;
  /** Corners [x, y] in metres of the frame */
  polygon: ([number, number])[];
  /** Speed limit of a `speed_limit` zone, in metres per second */
  max_speed_mps?: number | undefined;
}

export interface Session {
  kind: "session" | "key";
  organisation: string;
  /** Id of the key, or of the person */
  key_id: string;
  person: {
    id: string;
    name: string;
    role: "viewer" | "operator" | "technician" | "admin";
    cameras: string[] | null;
  } | null;
  scopes: ("jobs:read" | "jobs:write" | "media:read" | "media:write" | "avatars:read" | "avatars:write" | "brands:read" | "brands:write" | "surveillance:read" | "surveillance:write" | "events:read" | "robots:read" | "robots:write" | "robots:command" | "robots:confirm" | "health:read" | "health:write" | "clinical:read" | "clinical:write" | "neural:read" | "neural:write" | "voice:read" | "voice:write" | "runs:read" | "runs:write" | "webhooks:read" | "webhooks:write" | "system:read" | "system:admin" | "keys:admin")[];
  csrf_token: string | null;
  expires_at: number | null;
  /** The key that the box created for the setup code. Only this answer shows it */
  key?: string | undefined;
}

export interface Setting {
  /** Path of the setting, for example `server.port` */
  path: string;
  title: string;
  /** The present value. Secrets are `***` */
  value: unknown;
  default: unknown;
  /** Allowed values or range in words. Empty if there is no limit */
  allowed: string;
  unit: string | null;
  variable: string | null;
  /** When a change comes into force: at once, or with the next start */
  applies: "live" | "restart";
  /** True if the file has another value, which comes into force with the next start */
  waiting: boolean;
  origin: {
    kind: "default" | "file" | "environment" | "flag";
    at: string | null;
  };
}

export interface SignInMethods {
  /** True if the box has accounts */
  password: boolean;
  provider: string | null;
  /** True if the box has no key and no account yet */
  setup_code: boolean;
}

export interface SimulatedRobot {
  start?: RobotPosition | undefined;
  dock?: RobotPosition | undefined;
  battery_percent?: number | undefined;
  /** Solid areas of the map */
  obstacles?: (([number, number])[])[] | undefined;
  /** People around the robot. Only its camera sees them */
  people?: ({
    /** Corners [x, y] in metres. The person walks along them and back, again and again. With one corner the person stands there */
    way: ([number, number])[];
    speed_mps?: number | undefined;
  })[] | undefined;
  /** The forward camera. Without it the robot has no pictures */
  camera?: {
    /** Horizontal angle of view in degrees */
    fov_degrees?: number | undefined;
    /** Height above the ground in metres */
    height_m?: number | undefined;
    /** Downward tilt from the horizon in degrees */
    down_degrees?: number | undefined;
  } | undefined;
  /** The laser scanner. Without it the robot has no scans */
  scanner?: {
    /** Angle of view */
    fov_degrees?: number | undefined;
    /** Range in metres */
    range_m?: number | undefined;
    beams?: number | undefined;
  } | undefined;
  /** Least distance between the circles (`radius_m`) of this and another simulated robot while one of them drives, in metres. The greater value of the two applies */
  distance_m?: number | undefined;
  faults?: {
    /** True: the robot sends nothing and receives nothing */
    silent?: boolean | undefined;
    /** Sideways drift during movements, in metres per second */
    drift_mps?: number | undefined;
    refuse?: ("move_to" | "follow_route" | "dock" | "undock" | "pick" | "drop" | "stop" | "pause" | "resume" | "set_speed_limit" | "announce" | "teleop" | "cancel" | "localize")[] | undefined;
    /** Capabilities that the robot has lost */
    lacks?: ("move_to" | "follow_route" | "dock" | "undock" | "pick" | "drop" | "stop" | "pause" | "resume" | "set_speed_limit" | "announce" | "teleop" | "cancel" | "localize")[] | undefined;
    /** True: the emergency stop is pressed */
    e_stop?: boolean | undefined;
    /** True: the robot sends everything except its pose */
    no_pose?: boolean | undefined;
  } | undefined;
}

export interface SiteFile {
  file: string | null;
  /** Text of the file. Secrets are `***1`, `***2` and so on */
  yaml: string;
  etag: string;
  /** False if the box may not replace the file */
  writable: boolean;
  trial: {
    state: "none" | "pending" | "reverted";
    at: number | null;
    revert_at: number | null;
  };
  /** Settings of the file that come into force with the next start */
  waiting: string[];
}

export interface SiteFileApplied {
  file: string | null;
  /** Text of the file. Secrets are `***1`, `***2` and so on */
  yaml: string;
  etag: string;
  /** False if the box may not replace the file */
  writable: boolean;
  trial: {
    state: "none" | "pending" | "reverted";
    at: number | null;
    revert_at: number | null;
  };
  /** Settings of the file that come into force with the next start */
  waiting: string[];
  applied: AppliedSettings;
}

export interface Speaker {
  name: string;
  sink: "alsa" | "file";
  note: string | null;
  is_speaking: boolean;
  waiting: number;
  spoken: number;
  interrupted: number;
  refused: number;
  expired: number;
  failed: number;
  last_problem: string | null;
}

export interface StoredMissionRequest {
  name: string;
  description?: string | undefined;
  /** The robot that carries it out. Null, the default, means any robot that can */
  robot_id?: string | null | undefined;
  steps: MissionStep[];
  /** Calibrated streams that a look uses in addition to the robot's camera */
  stream_ids?: string[] | undefined;
  /** The most steps that one run may carry out. A step in a loop counts each time */
  max_steps?: number | undefined;
  /** Minutes after its start at which an unfinished run fails */
  max_minutes?: number | undefined;
  /** The mission of the highest priority gets a robot first */
  priority?: number | undefined;
  /** True: a mission of higher priority may take the robot between two steps */
  interruptible?: boolean | undefined;
  /** Behavior of a begun run after a restart of the box: `pause`, the default, waits for a person */
  after_restart?: "pause" | "resume" | undefined;
  starts?: MissionStarts | null | undefined;
}

export interface Stream {
  id: string;
  object: "surveillance.stream";
  stream_id: string;
  /** The box that has it. Only in lists of a fleet */
  box_id?: string | undefined;
  display_name: string | null;
  state: "connecting" | "watching" | "degraded" | "offline" | "ended";
  /** Unix seconds */
  since: number;
  job_id: string;
  source: {
    type: string;
    /** Address without credentials. `***` stands for credentials in path and query; for keys that may not change streams, it stands for the whole path and query */
    url: string;
    /** The smaller stream, which the box analyses */
    sub_url?: string | undefined;
    fps_cap: number;
  };
  profile: string | null;
  /** Frames per second */
  fps_in: number;
  /** Frames per second */
  fps_detected: number;
  /** True while the scene is quiet. The box then decodes only key frames */
  idle: boolean;
  /** Frames that the box has not analysed since the start, by reason */
  frames_dropped: Record<string, number>;
  last_error: {
    code: string;
    message: string;
  } | null;
  codec: string | null;
  width: number | null;
  height: number | null;
  connects: number;
  main_source: {
    state: string;
    last_error: {
      code: string;
      message: string;
    } | null;
    /** Frames per second */
    fps_in: number;
    codec: string | null;
    width: number | null;
    height: number | null;
  } | null;
  model: {
    name: string;
    executor: string | null;
    note: string | null;
    /** Types of behaviors that the stream cannot have, because the model has no class for them */
    unsupported_behaviors: string[];
  };
  detect: string[];
  behaviors: Behavior[];
  /** Indexes of the `behaviors` that their schedule or the site's mode suspends now */
  inactive_behaviors: number[];
  alerts: {
    min_severity: "info" | "warning" | "critical";
    cooldown_seconds: number;
    group_by: "none" | "stream" | "zone" | "type" | "site";
  };
  outputs: {
    delivery: string[];
    format: "full" | "compact";
    webhook_url?: string | null | undefined;
  };
  output: {
    locale: string;
    format: "json" | "annotated";
    include_diagnostics: boolean;
  };
  motion: {
    mode: string;
    sensitivity: number;
  };
  anomaly: {
    state: "learning" | "partly_learnt" | "ready";
    /** Number of the 168 hours of a week that the box has learnt */
    known_hours: number;
  } | null;
  camera_events: {
    state: "connecting" | "subscribed" | "retrying" | "refused" | "unsupported";
    /** Unix seconds */
    since: number;
    problem: {
      code: string;
      message: string;
    } | null;
    /** Kinds of events that hold now */
    active: ("motion" | "line_crossing" | "intrusion" | "tamper" | "digital_input" | "person" | "vehicle" | "animal")[];
    received: number;
    /** Conditions that ended early, because the camera reported more than 64 */
    dropped: number;
    /** The newest events first, at most 20 */
    recent: ({
      kind: "motion" | "line_crossing" | "intrusion" | "tamper" | "digital_input" | "person" | "vehicle" | "animal";
      name: string | null;
      active: boolean | null;
      /** Unix seconds */
      at: number;
    })[];
  } | null;
  camera_metadata: {
    state: "waiting" | "receiving" | "missing";
    /** Documents since the start */
    documents: number;
    /** Frames in these documents */
    frames: number;
    /** Documents that the box did not read, by reason */
    dropped: Record<string, number>;
  } | null;
  masks: ({
    polygon: number[][];
  })[];
  /** The camera's sound. `waiting`: the camera sends no video; `absent`: it has no sound; `unsupported`: it sends a codec that the box does not take; `masked`: the stream has masks and therefore no sound */
  audio: {
    enabled: boolean;
    state: "off" | "waiting" | "on" | "absent" | "unsupported" | "masked";
    codec: string | null;
  };
  /** The camera's loudspeaker. `unknown`: nobody has asked for it since the stream began; `absent`: the camera offers none; `unsupported`: it takes no G.711 */
  talk: {
    state: "unknown" | "offered" | "absent" | "unsupported";
    codec: "pcmu" | "pcma" | null;
    talker: string | null;
  };
  autotracking: StreamAutotracking;
  recording: {
    mode: "off" | "incidents" | "continuous";
    pre_seconds: number;
    post_seconds: number;
    state: "off" | "waiting" | "recording" | "stopped";
    problem: {
      code: string;
      message: string;
    } | null;
    /** Fetching of what the camera stored during outages */
    backfill: {
      enabled: boolean;
      state: "off" | "idle" | "fetching" | "failed";
      problem: {
        code: string;
        message: string;
      } | null;
    };
    /** True if the box encodes the video again to paint the masks */
    transcoded: boolean;
    frames_dropped: number;
    bytes_written: number;
  };
  context: {
    site: string | null;
    /** Zones by name */
    zones: Record<string, Zone>;
  };
  calibration: StreamCalibrationState | null;
  open_incidents: number;
  tracks: number;
  /** Ids of the policies that apply */
  policies: string[];
  warnings: string[];
  /** Unix seconds */
  created_at: number;
}

export interface StreamAutotracking {
  enabled: boolean;
  objects: string[];
  zones: string[];
  home_preset: string | null;
  zoom: boolean;
  max_speed: number;
  return_after_seconds: number;
  max_seconds: number;
  hold_seconds: number;
  limits: {
    /** Leftmost and rightmost position, as the camera reports it */
    pan?: [number, number] | undefined;
    /** Lowest and highest position, as the camera reports it */
    tilt?: [number, number] | undefined;
    /** Least and greatest zoom, as the camera reports it */
    zoom?: [number, number] | undefined;
  } | null;
  /** `ready`: the camera shows its home view; `lost`: it waits for the object to appear again; `paused`: a person moves the camera */
  state: "off" | "ready" | "following" | "lost" | "returning" | "paused" | "failed";
  since: number | null;
  object: string | null;
  person: string | null;
  held_until: number | null;
  problem: {
    code: string;
    message: string;
  } | null;
  latency_seconds: number | null;
}

export interface StreamCalibration {
  /** Name of the map frame */
  frame: string;
  /** Points on the ground. With five or more the box can compute the errors */
  points: ({
    /** Position of the point in the picture, in fractions of the frame */
    image: [number, number];
    /** Position of the point on the map, in metres */
    map: [number, number];
  })[];
}

export interface StreamCalibrationState {
  /** Name of the map frame */
  frame: string;
  points: ({
    /** Position of the point in the picture, in fractions of the frame */
    image: [number, number];
    /** Position of the point on the map, in metres */
    map: [number, number];
    /** Error of the fit at this point in metres */
    error_m: number;
  })[];
  rms_error_m: number | null;
  max_error_m: number | null;
}

export interface StreamPatch {
  /** The camera's name for people. Null removes it */
  display_name?: string | null | undefined;
  source?: {
    /** Address of the camera, path of a file, or `robot://<robot_id>[/<topic>]` for the camera of a robot */
    url?: string | undefined;
    /** Kind of the address. Without it the box takes the kind from `url` */
    type?: "rtsp" | "rtsps" | undefined;
    /** Frames per second that the box analyses */
    fps_cap?: number | undefined;
    /** Address of a smaller stream of the same camera, which the box analyses; null: none */
    sub_url?: string | null | undefined;
    /** Address of the camera's ONVIF device service; null: the usual one */
    onvif_url?: string | null | undefined;
    /** Write-only: answers do not show it; null: none */
    username?: string | null | undefined;
    /** Write-only: answers do not show it; null: none */
    password?: string | null | undefined;
  } | undefined;
  /** Name of a model, `auto`, `motion`, or `camera` for what the camera itself finds (ONVIF Profile M). Null selects the default of the site */
  model?: string | null | undefined;
  detect?: string[] | undefined;
  behaviors?: Behavior[] | undefined;
  alerts?: {
    /** Least severity. Less severe conditions raise no incident */
    min_severity?: "info" | "warning" | "critical" | undefined;
    cooldown_seconds?: number | undefined;
    /** Property that forms the `group_key` of incidents */
    group_by?: "none" | "stream" | "zone" | "type" | "site" | undefined;
  } | undefined;
  context?: {
    /** Name of the site */
    site?: string | undefined;
    zones?: Record<string, Zone> | undefined;
  } | undefined;
  motion?: {
    /** Times at which the detector runs */
    mode?: "auto" | "always" | "off" | undefined;
    /** Sensitivity from 0 (only large movements) to 1 (the smallest movements) */
    sensitivity?: number | undefined;
  } | undefined;
  anomaly?: {
    enabled?: boolean | undefined;
    /** Sensitivity from 0 to 1. A higher value reports smaller deviations */
    sensitivity?: number | undefined;
  } | undefined;
  masks?: ({
    /** Corners in fractions of the frame, from the top left. The sides must not cross */
    polygon: ([number, number])[];
  })[] | undefined;
  recording?: {
    /** Recording of the stream */
    mode: "off" | "incidents" | "continuous";
    pre_seconds?: number | undefined;
    post_seconds?: number | undefined;
    /** True: after an outage, the box fetches what the camera's own storage has of it (ONVIF Profile G). Needs `continuous` recording and no masks. By default false */
    backfill?: boolean | undefined;
  } | undefined;
  /** True: live video, recordings and clips have the camera's sound. The default is false. A stream with masks has no sound */
  audio?: boolean | undefined;
  /** Calibration of the camera. Null removes it */
  calibration?: StreamCalibration | null | undefined;
  autotracking?: Autotracking | undefined;
}

export interface StreamRequest {
  stream_id?: string | undefined;
  /** The camera's name for people, in any script */
  display_name?: string | undefined;
  source?: {
    /** Address of the camera, path of a file, or `robot://<robot_id>[/<topic>]` for the camera of a robot */
    url: string;
    /** Kind of the source */
    type: "rtsp" | "rtsps" | "file" | "robot";
    /** For `robot`: pictures per second of the video that the box makes, at most */
    fps?: number | undefined;
    /** For `robot`: wider pictures are scaled down to this width */
    width_px?: number | undefined;
    /** Frames per second that the box analyses */
    fps_cap?: number | undefined;
    /** Address of a smaller stream of the same camera, which the box analyses */
    sub_url?: string | undefined;
    /** Address of the camera's ONVIF device service, if it is not the usual one */
    onvif_url?: string | undefined;
    /** Write-only: answers do not show it */
    username?: string | undefined;
    /** Write-only: answers do not show it */
    password?: string | undefined;
  } | undefined;
  /** A built-in profile */
  profile?: string | undefined;
  detect?: string[] | undefined;
  behaviors?: Behavior[] | undefined;
  anomaly?: {
    enabled?: boolean | undefined;
    /** Sensitivity from 0 to 1. A higher value reports smaller deviations */
    sensitivity?: number | undefined;
  } | undefined;
  outputs?: {
    delivery?: ("sse" | "webhook")[] | undefined;
    /** Content of incident events: `full` or `compact`. The box treats a value of `output.format` as if it stood there */
    format?: "full" | "compact" | "json" | "annotated" | undefined;
    /** The https address that gets the incidents, instead of the organisation's webhooks */
    webhook_url?: string | undefined;
  } | undefined;
  alerts?: {
    /** Least severity. Less severe conditions raise no incident */
    min_severity?: "info" | "warning" | "critical" | undefined;
    cooldown_seconds?: number | undefined;
    /** Property that forms the `group_key` of incidents */
    group_by?: "none" | "stream" | "zone" | "type" | "site" | undefined;
  } | undefined;
  context?: {
    /** Name of the site */
    site?: string | undefined;
    zones?: Record<string, Zone> | undefined;
    /** Language of texts if `output.locale` is absent */
    locale?: string | undefined;
  } | undefined;
  input?: {
    /** One picture, as base64 or a data URL */
    data: string;
    /** Type of the picture: `image/jpeg`, `image/png` or `image/webp` */
    mime_type?: string | undefined;
  } | undefined;
  output?: {
    /** Language of texts. Without it `context.locale` applies, and without that `en` */
    locale?: string | undefined;
    include_diagnostics?: boolean | undefined;
    /** `annotated` adds a picture to results. The box treats a value of `outputs.format` as if it stood there */
    format?: "json" | "annotated" | "full" | "compact" | undefined;
  } | undefined;
  recording?: {
    /** Recording of the stream */
    mode: "off" | "incidents" | "continuous";
    pre_seconds?: number | undefined;
    post_seconds?: number | undefined;
    /** True: after an outage, the box fetches what the camera's own storage has of it (ONVIF Profile G). Needs `continuous` recording and no masks. By default false */
    backfill?: boolean | undefined;
  } | undefined;
  /** True: live video, recordings and clips have the camera's sound. The default is false. A stream with masks has no sound */
  audio?: boolean | undefined;
  masks?: ({
    /** Corners in fractions of the frame, from the top left. The sides must not cross */
    polygon: ([number, number])[];
  })[] | undefined;
  motion?: {
    /** Times at which the detector runs */
    mode?: "auto" | "always" | "off" | undefined;
    /** Sensitivity from 0 (only large movements) to 1 (the smallest movements) */
    sensitivity?: number | undefined;
  } | undefined;
  /** Name of a model, `auto`, `motion`, or `camera` for what the camera itself finds (ONVIF Profile M) */
  model?: string | undefined;
  calibration?: StreamCalibration | undefined;
  autotracking?: Autotracking | undefined;
  client_reference_id?: string | undefined;
  /** Your own values. The job and its webhook deliveries repeat them */
  metadata?: Record<string, string> | undefined;
}

export interface System {
  name: string;
  version: string;
  /** Unix seconds */
  started_at: number;
  uptime_seconds: number;
  ready: boolean;
  safe_mode: {
    active: boolean;
    since: number | null;
    reason: string | null;
  };
  store: {
    full: boolean;
    writes_refused: number;
    /** The checked copy of the store in the data directory */
    copy: {
      state: "none" | "ok" | "disk_low" | "unsound" | "failed";
      made_at: number | null;
      problem: string | null;
    };
  };
  vision: {
    state: string;
    restarts: number;
    decoding: {
      /** The setting `perception.hardware_decoding` */
      wish: string;
      /** Decoder of each codec. The box decodes other codecs in software */
      used: Record<string, string>;
      tried: ({
        method: string;
        codec: string;
        outcome: string;
      })[];
    };
    models: ({
      name: string;
      labels: string[];
      executor: string | null;
      note: string | null;
      tried: ({
        executor: string;
        outcome: string;
        ms: number | null;
      })[];
      engine: {
        state: "building" | "ready" | "failed";
        reason: string | null;
      } | null;
    })[];
  };
  models: {
    default: string;
    chosen: string | null;
    used: string[];
    damaged: ({
      name: string;
      state: string;
      file: string;
    })[];
    /** Engines that a GPU's executor needs */
    engines: ({
      name: string;
      state: "building" | "ready" | "failed";
      reason: string | null;
    })[];
    checked_at: number | null;
  };
  cameras: {
    sources: number;
    online: number;
    /** Number of bytes */
    ring_bytes: number;
    ring_fragments: number;
    ring_evicted: number;
    ring_refused: number;
    /** Cameras of the caller's organisation in the site file that the box does not accept now. It tries them again every 30 s */
    refused: ({
      stream_id: string;
      /** Reason in English. It names the wrong field */
      reason: string;
    })[];
    /** Cameras of the caller's organisation that send video, whose own events a behavior needs, and whose events do not arrive now. The box subscribes again by itself */
    without_events: ({
      stream_id: string;
      /** Reason in English */
      reason: string;
    })[];
  };
  jobs: {
    running: number;
    waiters: number;
    queued: number;
  };
  webhooks: {
    registered: number;
    active: number;
    pending: number;
    running: number;
    refused: number;
  };
  uplink: Uplink;
  mqtt: MqttConnection | null;
  fleet: Fleet | null;
  alarm_outlets: AlarmOutlets;
  mdns: {
    host: string | null;
    problem: string | null;
  } | null;
  event_streams: {
    open: number;
    /** Number of bytes */
    waiting_bytes: number;
    cut: number;
  };
  live_views: {
    open: number;
    dropped: number;
  };
  live_videos: {
    open: number;
    dropped: number;
  };
  teleop: {
    open: number;
  };
  robots: {
    /** Robots of the caller's organisation whose recordings lack something now */
    recording_problems: ({
      robot_id: string;
      /** `failed`: the newest recording could not be written. `short`: the memory of the robot holds less than its recordings reach back. `no_pose`: the robot is connected and has sent no pose */
      kind: "failed" | "short" | "no_pose";
      /** Details in English. Empty where there are none */
      reason: string;
    })[];
  };
  voice: {
    speech: {
      available: boolean;
      reason: string | null;
    };
    speakers: Speaker[];
  };
  health: {
    /** The setting `health.triage` */
    triage: boolean;
  };
  audit: {
    entries_lost: number;
  };
  tls: TlsCertificate | null;
  memory: {
    /** Number of bytes */
    rss_bytes: number;
  };
  machine: Machine | null;
  alarms: Alarm[];
}

export interface SystemHistory {
  at: number[];
  disk_free_bytes: (number | null)[];
  memory_available_bytes: (number | null)[];
  load: (number | null)[];
  celsius: (number | null)[];
  cameras_online: (number | null)[];
  jobs_queued: (number | null)[];
}

export interface TimelineStream {
  object: "surveillance.timeline_stream";
  stream_id: string;
  recordings: ({
    /** Unix seconds */
    from: number;
    /** Unix seconds */
    to: number;
  })[];
  gaps: ({
    /** Unix seconds */
    from: number;
    /** Unix seconds */
    to: number;
    reason: "source_down" | "frozen" | "detector_down" | "undecodable" | "overload" | "moved" | "stopped" | "box_off";
    /** Unobserved seconds in the span */
    seconds: number;
    /** Seconds of it of which the box fetched the camera's own recording later */
    seconds_backfilled: number;
  })[];
  incidents: ({
    /** Unix seconds */
    from: number;
    /** Unix seconds */
    to: number;
    count: number;
    unacknowledged: number;
    severity: "info" | "warning" | "critical";
    type: string | null;
    /** Id of the newest incident */
    incident_id: string;
  })[];
}

export interface TlsCertificate {
  mode: "site" | "files";
  fingerprint_sha256: string;
  ca_fingerprint_sha256: string | null;
  names: string[];
  /** Unix seconds */
  not_before: number;
  /** Unix seconds */
  not_after: number;
  renews_at: number | null;
}

export interface Upgrade {
  object: "system.upgrade";
  /** Of the running release */
  version: string;
  blocked: "not_installed" | "dpkg" | "container" | "no_helper" | "no_publisher_key" | null;
  current: {
    slot: "a" | "b";
    version: string;
  } | null;
  other: {
    slot: "a" | "b";
    version: string;
  } | null;
  offered: {
    version: string;
    /** Unix seconds */
    made_at: number;
    arch: string;
    /** Bytes */
    size_bytes: number;
    order: "newer" | "same" | "older";
    changelog: string | null;
  } | null;
  upload: {
    name: string;
    /** Bytes */
    size_bytes: number;
    /** Bytes */
    received_bytes: number;
  } | null;
  check: {
    state: "running" | "failed";
    problem: string | null;
  } | null;
  request: {
    kind: "install" | "rollback";
    state: "waiting" | "running" | "done" | "refused" | "not_taken";
    problem: string | null;
    /** Unix seconds */
    at: number;
  } | null;
  last: {
    phase: "idle" | "unpacking" | "trial" | "confirmed" | "rolled_back";
    from: {
      slot: "a" | "b";
      version: string;
    };
    to: {
      slot: "a" | "b";
      version: string;
    };
    /** Unix seconds */
    at: number;
    reason: string | null;
  } | null;
  can_roll_back: boolean;
}

export interface Uplink {
  endpoints: ({
    name: string;
    kind: "openai" | "google" | "anthropic" | "openai-compatible" | "elevenlabs" | "service";
    host: string;
    state: "unknown" | "up" | "down" | "failing" | "refused" | "throttled";
    reason: string | null;
    since: number | null;
    last_success_at: number | null;
    next_try_at: number | null;
    submitting: number;
    in_line: number;
    /** Data classes that the box may send to the endpoint */
    data: ("media" | "brand" | "incident" | "health" | "clinical" | "neural" | "voice" | "robot")[];
  })[];
  /** For each kind of work, the entries `endpoint/model`, the preferred one first */
  routes: Record<string, string[]>;
  /** Use by the organisation today (UTC), and its limits. Null means no limit */
  usage: {
    requests: number;
    cost: number;
    requests_per_day: number | null;
    cost_per_day: number | null;
  };
}

export interface Vda5050Robot {
  /** Name of a broker in `mqtt_brokers` of the site file */
  broker: string;
  /** Value in the robot's topics */
  manufacturer: string;
  /** Value in the robot's topics */
  serial_number: string;
  /** Version of VDA 5050. The default is 2.1 */
  version?: "1.1" | "2.0" | "2.1" | "3.0" | undefined;
  /** First level of the robot's topics. The default is `uagv`, and `vda5050` for version 3.0 */
  interface_name?: string | undefined;
  /** Second level of the robot's topics. The default is `v` and the major version number */
  major_version?: string | undefined;
  /** `legacy_instant_actions`: the robot expects the field `instantActions` instead of `actions` */
  profile?: "standard" | "legacy_instant_actions" | undefined;
  /** Longest part of a path that the box releases at once, in metres: as far as the robot may drive without a connection. The box then divides paths into straight pieces. Without it there is no limit */
  max_uncontrolled_m?: number | undefined;
  /** Distance that the robot may leave the line between two positions to avoid an obstacle (VDA 5050 2.1 and 3.0) */
  corridor?: {
    left_m: number;
    right_m: number;
  } | undefined;
  dock?: RobotPosition | undefined;
}

export interface Voice {
  id: string;
  object: "voice.voice";
  name: string;
  languages: string[];
  gender: string | null;
  source: "box" | "openai" | "elevenlabs";
  available: boolean;
  reason: string | null;
}

export interface VoiceAgent {
  id: string;
  object: "voice.agent";
  name: string;
  voice_id: string;
  system_prompt: string;
  greeting: string | null;
  language: string | null;
  provider: "openai" | "elevenlabs" | "livekit" | null;
  provider_agent_id: string | null;
  /** Values of the caller */
  metadata: Record<string, string>;
  /** Unix seconds */
  created_at: number;
  /** Unix seconds */
  updated_at: number;
}

export interface VoiceAgentPatch {
  /** Name of the agent */
  name?: string | undefined;
  /** Id of a voice in GET /voice/voices */
  voice_id?: string | undefined;
  /** Instructions for the agent */
  system_prompt?: string | undefined;
  greeting?: string | null | undefined;
  language?: string | null | undefined;
  provider?: "openai" | "elevenlabs" | "livekit" | null | undefined;
  provider_agent_id?: string | null | undefined;
  /** Your own values */
  metadata?: Record<string, string> | undefined;
}

export interface VoiceAgentRequest {
  /** Name of the agent */
  name: string;
  /** Id of a voice in GET /voice/voices */
  voice_id: string;
  /** Instructions for the agent */
  system_prompt: string;
  /** First words of the agent. Without it the box makes them from the name */
  greeting?: string | undefined;
  /** BCP 47 */
  language?: string | undefined;
  provider?: "openai" | "elevenlabs" | "livekit" | undefined;
  /** Id of the ElevenLabs agent */
  provider_agent_id?: string | undefined;
  /** Your own values */
  metadata?: Record<string, string> | undefined;
}

export interface VoicePreview {
  /** Text to speak instead of the greeting */
  text?: string | undefined;
}

export interface VoiceSession {
  id: string;
  object: "voice.session";
  status: "created" | "active" | "completed" | "failed" | "expired";
  agent_id: string;
  agent_name: string;
  agent_deleted: boolean;
  provider: "openai" | "elevenlabs" | "livekit";
  provider_session_id: string | null;
  summary: string | null;
  reason: string | null;
  /** Values of the caller */
  metadata: Record<string, string>;
  /** Events that the provider has sent so far */
  events: number;
  /** Unix seconds */
  created_at: number;
  expires_at: number | null;
  started_at: number | null;
  ended_at: number | null;
}

export interface VoiceSessionComplete {
  /** Summary of the conversation */
  summary: string;
  outcome?: "completed" | "failed" | undefined;
}

export interface VoiceSessionRequest {
  agent_id: string;
  provider?: "openai" | "elevenlabs" | "livekit" | undefined;
  /** Lifetime of the client secret in seconds. A session that has not begun by then expires */
  ttl_seconds?: number | undefined;
  /** Your own values */
  metadata?: Record<string, string> | undefined;
}

export interface Webhook {
  id: string;
  object: "webhook";
  endpoint_url: string;
  is_active: boolean;
  /** Time in ISO 8601 */
  created_at: string;
  /** Time in ISO 8601 */
  updated_at: string;
  events: ("job.completed" | "job.failed" | "job.cancelled" | "incident.created" | "incident.resolved" | "incident.escalated" | "robot.incident" | "robot.command" | "webhook.disabled")[];
  description: string | null;
  disabled_reason: "manual" | "gone" | "failing" | "secret_lost" | null;
  disabled_at: number | null;
  failing_since: number | null;
  last_success_at: number | null;
  rotation_expires_at: number | null;
  pending_deliveries: number;
  origin: "registered" | "stream";
  headers: ({
    name: string;
    value: string | null;
    is_secret: boolean;
  })[];
  filter: {
    /** Types of incidents, for example intrusion */
    types?: string[] | undefined;
    /** The least severity */
    min_severity?: "info" | "warning" | "critical" | undefined;
    /** Streams. With this field the webhook receives no incidents of robots and rules */
    stream_ids?: string[] | undefined;
  } | null;
  ordering: "none" | "camera";
  /** Seconds between attempts, each varied at random by up to 20 % */
  retry_delays_seconds: number[];
}

export interface WebhookDelivery {
  id: string;
  object: "webhook.delivery";
  event_id: string;
  event_type: "job.completed" | "job.failed" | "job.cancelled" | "incident.created" | "incident.resolved" | "incident.escalated" | "robot.incident" | "robot.command" | "webhook.disabled" | "webhook.test";
  webhook_id: string;
  trigger: "scheduled" | "manual" | "test";
  status: "pending" | "succeeded" | "exhausted" | "skipped";
  attempt: number;
  response_status: number | null;
  response_ms: number | null;
  response_body: string | null;
  error_code: string | null;
  error_message: string | null;
  /** Unix seconds */
  created_at: number;
  attempted_at: number | null;
  next_attempt_at: number | null;
}

export interface Zone {
  /** x1, y1, x2, y2 in fractions of the frame */
  xyxy?: [number, number, number, number] | undefined;
  /** Corners in fractions of the frame, from the top left. The sides must not cross */
  polygon?: ([number, number])[] | undefined;
  /** First and second end. Looking from the first to the second end, side a is on the left */
  line?: [[number, number], [number, number]] | undefined;
  metres?: {
    width?: number | undefined;
    height?: number | undefined;
    /** Positions of the zone's corners on the ground in metres, in the order of the corners */
    corners?: [[number, number], [number, number], [number, number], [number, number]] | undefined;
  } | undefined;
}

export interface Error {
  id: string;
  object: "error";
  status: "error";
  created_at: number;
  error: {
    code: ErrorCode;
    /** Path of the wrong field */
    param?: string | undefined;
    details?: ({
      path: string;
      rule: string;
      message: string;
    })[] | undefined;
    retryable: boolean;
    /** Number of seconds to wait before the next request */
    retry_after?: number | undefined;
    request_id: string;
    message: string;
  };
}

export type ErrorCode = "missing_authorization_header" | "invalid_authorization_header" | "invalid_api_key" | "api_key_expired" | "api_key_revoked" | "invalid_box_token" | "invalid_credentials" | "invalid_invitation" | "invalid_setup_code" | "invalid_rescue_code" | "session_expired" | "insufficient_scope" | "key_network_refused" | "camera_restricted" | "csrf_rejected" | "feature_disabled" | "health_triage_disabled" | "host_not_allowed" | "forbidden_address" | "invalid_request_body" | "invalid_json" | "body_too_deep" | "invalid_query_parameter" | "invalid_path_parameter" | "voice_credentials_missing" | "voice_credentials_refused" | "invalid_signature" | "invalid_idempotency_key" | "webhook_limit_reached" | "range_not_satisfiable" | "malformed_request" | "request_timeout" | "headers_too_large" | "unsupported_media_type" | "request_too_large" | "not_found" | "job_expired" | "upgrade_required" | "method_not_allowed" | "conflict" | "idempotency_key_mismatch" | "idempotency_request_in_progress" | "source_job_not_completed" | "job_not_an_avatar" | "retained_command" | "lease_held" | "command_rejected" | "task_not_understood" | "robot_unreachable" | "stream_not_ready" | "codec_not_playable" | "ptz_failed" | "no_loudspeaker" | "talk_failed" | "too_many_waiters" | "too_many_streams" | "rate_limited" | "queue_full" | "job_create_failed" | "internal_error" | "upstream_error" | "job_trigger_failed" | "box_unreachable" | "overloaded" | "detector_unavailable" | "not_ready" | "shutting_down" | "store_stalled" | "store_unwritable" | "storage_full";

export interface Problem {
  /** Address of the code's row on the reference page */
  type: string;
  /** Meaning of the code */
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  /** Path of the wrong field */
  param?: string | undefined;
  details?: ({
    path: string;
    rule: string;
    message: string;
  })[] | undefined;
  retryable: boolean;
  /** Number of seconds to wait before the next request */
  retry_after?: number | undefined;
  request_id: string;
}

/** Operations of the area ads. */
export class AdsApi {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Generate an advertisement */
  generateAd(
    body: CampaignRequest,
    options?: CallOptions,
  ): Promise<Answer<JobAccepted>> {
    return this.#http.json<Answer<JobAccepted>>({ method: "POST", path: "/api/v1/ads/generate", idempotent: true }, { body }, options);
  }
}

/** Operations of the area assets. */
export class AssetsApi {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Get a stored file by its signed address */
  getAsset(
    args: {
      file: string;
      exp?: string | undefined;
      sig?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<Response> {
    return this.#http.raw({ method: "GET", path: "/api/v1/assets/{file}" }, { args: { ...args } }, options);
  }
}

/** Operations of the area avatars. */
export class AvatarsApi {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Generate an avatar */
  generateAvatar(
    body: AvatarRequest,
    options?: CallOptions,
  ): Promise<Answer<JobAccepted>> {
    return this.#http.json<Answer<JobAccepted>>({ method: "POST", path: "/api/v1/avatars/generate", idempotent: true }, { body }, options);
  }

  /** Save the picture of a completed avatar job under a label */
  saveAvatar(
    body: AvatarSaveRequest,
    options?: CallOptions,
  ): Promise<Answer<Avatar>> {
    return this.#http.json<Answer<Avatar>>({ method: "POST", path: "/api/v1/avatars/save", idempotent: true }, { body }, options);
  }

  /** List saved avatars, newest first */
  listAvatars(
    args: {
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
      /** The `next_cursor` of the previous page. It stays valid while entries are added */
      after?: string | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: Avatar[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: Avatar[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/avatars" }, { args: { ...args } }, options);
  }

  /** Get one saved avatar */
  getAvatar(
    args: {
      avatar_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Avatar>> {
    return this.#http.json<Answer<Avatar>>({ method: "GET", path: "/api/v1/avatars/{avatar_id}" }, { args: { ...args } }, options);
  }

  /** Delete a saved avatar with its picture */
  deleteAvatar(
    args: {
      avatar_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<AvatarDeleted>> {
    return this.#http.json<Answer<AvatarDeleted>>({ method: "DELETE", path: "/api/v1/avatars/{avatar_id}", idempotent: true }, { args: { ...args } }, options);
  }
}

/** Operations of the area brands. */
export class BrandsApi {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Extract a brand from a web page or from pictures; `result_url` is the address of the stored brand */
  extractBrand(
    body: {
      /** The https address of the web page */
      url?: string | undefined;
      /** A JPEG, PNG or WebP up to 15 MB, as base64 or a data URL */
      logoBase64?: string | undefined;
      imagesBase64?: string[] | undefined;
      name?: string | undefined;
      /** Country code, language or place. It selects the language and the regional variant of the web page */
      location?: string | undefined;
      client_reference_id?: string | undefined;
      /** Your own values. The job and its webhook deliveries repeat them */
      metadata?: Record<string, string> | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<JobAccepted>> {
    return this.#http.json<Answer<JobAccepted>>({ method: "POST", path: "/api/v1/brands/extract", idempotent: true }, { body }, options);
  }

  /** Apply a brand to a use case; the guidance is in `payload.output` */
  projectBrand(
    args: {
      brand_id: string;
    },
    body: {
      /** The use of the brand, for example `email newsletter` */
      use_case: string;
      client_reference_id?: string | undefined;
      /** Your own values. The job and its webhook deliveries repeat them */
      metadata?: Record<string, string> | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<JobAccepted>> {
    return this.#http.json<Answer<JobAccepted>>({ method: "POST", path: "/api/v1/brands/{brand_id}/project", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** List brands, newest first; `query` searches names, addresses and taglines */
  listBrands(
    args: {
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
      /** The `next_cursor` of the previous page. It stays valid while entries are added */
      after?: string | undefined;
      query?: string | undefined;
      /** One or more of: latest_job. Separate several with commas or spaces, or repeat the parameter */
      expand?: string | string[] | undefined;
      /** One or more of: latest_job. Separate several with commas or spaces, or repeat the parameter */
      include?: string | string[] | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: Brand[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: Brand[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/brands" }, { args: { ...args } }, options);
  }

  /** Get one brand */
  getBrand(
    args: {
      brand_id: string;
      /** One or more of: latest_job. Separate several with commas or spaces, or repeat the parameter */
      expand?: string | string[] | undefined;
      /** One or more of: latest_job. Separate several with commas or spaces, or repeat the parameter */
      include?: string | string[] | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<Brand>> {
    return this.#http.json<Answer<Brand>>({ method: "GET", path: "/api/v1/brands/{brand_id}" }, { args: { ...args } }, options);
  }

  /** Delete a brand with its pictures; its jobs stay */
  deleteBrand(
    args: {
      brand_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<BrandDeleted>> {
    return this.#http.json<Answer<BrandDeleted>>({ method: "DELETE", path: "/api/v1/brands/{brand_id}", idempotent: true }, { args: { ...args } }, options);
  }
}

/** Operations of the area campaigns. */
export class CampaignsApi {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Generate the picture of an advertising campaign */
  generateCampaign(
    body: CampaignRequest,
    options?: CallOptions,
  ): Promise<Answer<JobAccepted>> {
    return this.#http.json<Answer<JobAccepted>>({ method: "POST", path: "/api/v1/campaigns/generate", idempotent: true }, { body }, options);
  }

  /** Change a picture that a job has generated or is still generating */
  editCampaign(
    body: EditRequest,
    options?: CallOptions,
  ): Promise<Answer<JobAccepted>> {
    return this.#http.json<Answer<JobAccepted>>({ method: "POST", path: "/api/v1/campaigns/edit", idempotent: true }, { body }, options);
  }

  /** Adapt an advertisement to a market; the source job need not have ended */
  createLocalizeAd(
    body: LocalizeRequest,
    options?: CallOptions,
  ): Promise<Answer<JobAccepted>> {
    return this.#http.json<Answer<JobAccepted>>({ method: "POST", path: "/api/v1/campaigns/localize-ad", idempotent: true }, { body }, options);
  }
}

/** Operations of the area clinical. */
export class ClinicalApi {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Score vital signs and check laboratory values against their ranges */
  createDecisionSupport(
    body: {
      patient?: {
        age_years?: number | undefined;
        sex?: "female" | "male" | undefined;
        pregnant?: boolean | undefined;
      } | undefined;
      vitals?: {
        /** Breaths per minute */
        respiratory_rate?: number | undefined;
        /** Oxygen saturation in percent */
        spo2_percent?: number | undefined;
        /** Scale of NEWS2. Use 2 only if a clinician prescribed 88–92 % (hypercapnic failure). The default is 1 */
        spo2_scale?: 1 | 2 | undefined;
        /** True if the patient gets supplemental oxygen */
        on_oxygen?: boolean | undefined;
        systolic_mmhg?: number | undefined;
        diastolic_mmhg?: number | undefined;
        pulse_bpm?: number | undefined;
        /** Consciousness by ACVPU. `confusion` means new confusion */
        consciousness?: "alert" | "confusion" | "voice" | "pain" | "unresponsive" | undefined;
        /** Glasgow Coma Scale */
        gcs?: number | undefined;
        temperature?: {
          /** The temperature, 20 to 47 °C or 68 to 117 °F */
          value: number;
          unit: "C" | "F";
        } | undefined;
      } | undefined;
      labs?: ({
        name: string;
        value: number;
        unit: string;
        /** Name of the substance. The box needs it to convert units if the range has another unit */
        analyte?: "glucose" | "creatinine" | "urea" | "urea_nitrogen" | "bilirubin" | "calcium" | "cholesterol" | "triglycerides" | "urate" | "lactate" | "hemoglobin" | "albumin" | "sodium" | "potassium" | "weight" | "height" | "pressure" | "temperature" | undefined;
        range?: {
          low?: number | undefined;
          high?: number | undefined;
          unit?: string | undefined;
        } | undefined;
      })[] | undefined;
      question?: string | undefined;
      /** Language (BCP 47). Without it `context.locale` applies, and without that the site's language */
      locale?: string | undefined;
      /** Any JSON of at most 16000 characters, for example age, symptoms, duration and locale */
      context?: {
        [name: string]: unknown;
      } | undefined;
      client_reference_id?: string | undefined;
      metadata?: Record<string, string> | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<JobAccepted>> {
    return this.#http.json<Answer<JobAccepted>>({ method: "POST", path: "/api/v1/clinical/decision-support", idempotent: true }, { body }, options);
  }

  /** Find duplicate therapy, allergies by name, and listed interactions */
  createMedicationCheck(
    body: {
      medications: ({
        name: string;
        ingredients?: string[] | undefined;
        /** ATC code, level 5 */
        atc?: string | undefined;
        dose?: string | undefined;
      })[];
      allergies?: ({
        substance: string;
        reaction?: string | undefined;
      })[] | undefined;
      groups?: ({
        name: string;
        members: string[];
      })[] | undefined;
      interactions?: ({
        a: string;
        b: string;
        note?: string | undefined;
      })[] | undefined;
      /** Language (BCP 47). Without it `context.locale` applies, and without that the site's language */
      locale?: string | undefined;
      /** Any JSON of at most 16000 characters, for example age, symptoms, duration and locale */
      context?: {
        [name: string]: unknown;
      } | undefined;
      client_reference_id?: string | undefined;
      metadata?: Record<string, string> | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<JobAccepted>> {
    return this.#http.json<Answer<JobAccepted>>({ method: "POST", path: "/api/v1/clinical/medication-check", idempotent: true }, { body }, options);
  }

  /** Divide a clinical note into SOAP sections, with positions in the text */
  createNote(
    body: {
      /** The note as written */
      text: string;
      /** Language (BCP 47). Without it `context.locale` applies, and without that the site's language */
      locale?: string | undefined;
      /** Any JSON of at most 16000 characters, for example age, symptoms, duration and locale */
      context?: {
        [name: string]: unknown;
      } | undefined;
      client_reference_id?: string | undefined;
      metadata?: Record<string, string> | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<JobAccepted>> {
    return this.#http.json<Answer<JobAccepted>>({ method: "POST", path: "/api/v1/clinical/notes", idempotent: true }, { body }, options);
  }

  /** Compute adherence (MPR, PDC) from dispensing dates */
  createAdherence(
    body: {
      period: {
        /** ISO date, for example 2026-01-31 */
        from: string;
        /** ISO date, for example 2026-01-31 */
        to: string;
      };
      medications: ({
        name: string;
        fills: ({
          /** ISO date, for example 2026-01-31 */
          date: string;
          days_supply: number;
        })[];
      })[];
      /** Language (BCP 47). Without it `context.locale` applies, and without that the site's language */
      locale?: string | undefined;
      /** Any JSON of at most 16000 characters, for example age, symptoms, duration and locale */
      context?: {
        [name: string]: unknown;
      } | undefined;
      client_reference_id?: string | undefined;
      metadata?: Record<string, string> | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<JobAccepted>> {
    return this.#http.json<Answer<JobAccepted>>({ method: "POST", path: "/api/v1/clinical/adherence", idempotent: true }, { body }, options);
  }

  /** Sort patients by risk, according to NEWS2 and qSOFA */
  createRisk(
    body: {
      patients: ({
        id: string;
        patient?: {
          age_years?: number | undefined;
          sex?: "female" | "male" | undefined;
          pregnant?: boolean | undefined;
        } | undefined;
        vitals: {
          /** Breaths per minute */
          respiratory_rate?: number | undefined;
          /** Oxygen saturation in percent */
          spo2_percent?: number | undefined;
          /** Scale of NEWS2. Use 2 only if a clinician prescribed 88–92 % (hypercapnic failure). The default is 1 */
          spo2_scale?: 1 | 2 | undefined;
          /** True if the patient gets supplemental oxygen */
          on_oxygen?: boolean | undefined;
          systolic_mmhg?: number | undefined;
          diastolic_mmhg?: number | undefined;
          pulse_bpm?: number | undefined;
          /** Consciousness by ACVPU. `confusion` means new confusion */
          consciousness?: "alert" | "confusion" | "voice" | "pain" | "unresponsive" | undefined;
          /** Glasgow Coma Scale */
          gcs?: number | undefined;
          temperature?: {
            /** The temperature, 20 to 47 °C or 68 to 117 °F */
            value: number;
            unit: "C" | "F";
          } | undefined;
        };
      })[];
      /** Language (BCP 47). Without it `context.locale` applies, and without that the site's language */
      locale?: string | undefined;
      /** Any JSON of at most 16000 characters, for example age, symptoms, duration and locale */
      context?: {
        [name: string]: unknown;
      } | undefined;
      client_reference_id?: string | undefined;
      metadata?: Record<string, string> | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<JobAccepted>> {
    return this.#http.json<Answer<JobAccepted>>({ method: "POST", path: "/api/v1/clinical/risk", idempotent: true }, { body }, options);
  }

  /** Examine a medical picture: the box checks format, tags and exposure, a model the content */
  createScan(
    body: {
      input: {
        /** The picture (JPEG, PNG, WebP or DICOM) as base64 or a data URL */
        data: string;
        modality: string;
      };
      question?: string | undefined;
      /** Language (BCP 47). Without it `context.locale` applies, and without that the site's language */
      locale?: string | undefined;
      /** Any JSON of at most 16000 characters, for example age, symptoms, duration and locale */
      context?: {
        [name: string]: unknown;
      } | undefined;
      client_reference_id?: string | undefined;
      metadata?: Record<string, string> | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<JobAccepted>> {
    return this.#http.json<Answer<JobAccepted>>({ method: "POST", path: "/api/v1/clinical/scan", idempotent: true }, { body }, options);
  }

  /** Find and quote passages in the given sources that answer a question */
  createResearch(
    body: {
      question: string;
      sources: ({
        id: string;
        title?: string | undefined;
        text: string;
      })[];
      /** Language (BCP 47). Without it `context.locale` applies, and without that the site's language */
      locale?: string | undefined;
      /** Any JSON of at most 16000 characters, for example age, symptoms, duration and locale */
      context?: {
        [name: string]: unknown;
      } | undefined;
      client_reference_id?: string | undefined;
      metadata?: Record<string, string> | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<JobAccepted>> {
    return this.#http.json<Answer<JobAccepted>>({ method: "POST", path: "/api/v1/clinical/research", idempotent: true }, { body }, options);
  }

  /** Score questionnaires on mood and wellbeing (PHQ-9, GAD-7, WHO-5) */
  createWellness(
    body: {
      phq9?: number[] | undefined;
      gad7?: number[] | undefined;
      who5?: number[] | undefined;
      text?: string | undefined;
      /** Language (BCP 47). Without it `context.locale` applies, and without that the site's language */
      locale?: string | undefined;
      /** Any JSON of at most 16000 characters, for example age, symptoms, duration and locale */
      context?: {
        [name: string]: unknown;
      } | undefined;
      client_reference_id?: string | undefined;
      metadata?: Record<string, string> | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<JobAccepted>> {
    return this.#http.json<Answer<JobAccepted>>({ method: "POST", path: "/api/v1/clinical/wellness", idempotent: true }, { body }, options);
  }
}

/** Operations of the area health. */
export class HealthApi {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Triage a medical picture or an EEG; this is not a diagnosis */
  analyzeHealth(
    body: {
      input: {
        type: "image" | "eeg";
        /** The file as base64 or a data URL. A picture is JPEG, PNG, WebP or DICOM, and may also be an https URL. An EEG is EDF or BDF */
        data: string;
        /** The kind of picture, for example `X-ray`. Required for pictures */
        modality?: string | undefined;
      };
      response_format?: {
        /** Language (BCP 47). Without it `context.locale` applies, and without that the site's language */
        locale?: string | undefined;
        detail?: "brief" | "full" | undefined;
      } | undefined;
      /** Any JSON of at most 16000 characters, for example age, symptoms, duration and locale */
      context?: {
        [name: string]: unknown;
      } | undefined;
      client_reference_id?: string | undefined;
      metadata?: Record<string, string> | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<JobAccepted>> {
    return this.#http.json<Answer<JobAccepted>>({ method: "POST", path: "/api/v1/health/analyze", idempotent: true }, { body }, options);
  }
}

/** Operations of the area images. */
export class ImagesApi {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Generate a picture */
  createGeneration(
    body: ImageRequest,
    options?: CallOptions,
  ): Promise<Answer<JobAccepted>> {
    return this.#http.json<Answer<JobAccepted>>({ method: "POST", path: "/api/v1/images/generations", idempotent: true }, { body }, options);
  }

  /** Generate a picture */
  createCampaign(
    body: ImageRequest,
    options?: CallOptions,
  ): Promise<Answer<JobAccepted>> {
    return this.#http.json<Answer<JobAccepted>>({ method: "POST", path: "/api/v1/images/campaigns", idempotent: true }, { body }, options);
  }
}

/** Operations of the area jobs. */
export class JobsApi {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Get a job; with `wait_for_completion`, wait until it has ended */
  getJob(
    args: {
      job_id: string;
      /** One or more of: brand, avatar, ad, diagnostics. Separate several with commas or spaces, or repeat the parameter */
      expand?: string | string[] | undefined;
      /** One or more of: brand, avatar, ad, diagnostics. Separate several with commas or spaces, or repeat the parameter */
      include?: string | string[] | undefined;
      wait_for_completion?: boolean | undefined;
      /** Longest wait in seconds. Values above 60 count as 60 */
      timeout_seconds?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<Job>> {
    return this.#http.json<Answer<Job>>({ method: "GET", path: "/api/v1/jobs/{job_id}" }, { args: { ...args } }, options);
  }

  /** Delete an ended job with its input, its files and its idempotency record */
  deleteJob(
    args: {
      job_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<JobDeleted>> {
    return this.#http.json<Answer<JobDeleted>>({ method: "DELETE", path: "/api/v1/jobs/{job_id}", idempotent: true }, { args: { ...args } }, options);
  }

  /** List jobs, newest first */
  listJobs(
    args: {
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
      /** The `next_cursor` of the previous page. It stays valid while entries are added */
      after?: string | undefined;
      /** In a fleet, `false` selects the entries of the box that answers. Without a fleet it changes nothing */
      site?: boolean | undefined;
      status?: "queued" | "processing" | "completed" | "failed" | "cancelled" | undefined;
      type?: "campaign.generation" | "image.generation" | "ad.generation" | "image.edit" | "ad.localization" | "avatar.generation" | "brand.extraction" | "brand.projection" | "health.triage" | "clinical.decision_support" | "clinical.medication_check" | "clinical.notes" | "clinical.adherence" | "clinical.risk" | "clinical.scan" | "clinical.research" | "clinical.wellness" | "neural.decode" | "surveillance.stream" | "robot.run" | "voice.preview" | "robot.command" | "run" | undefined;
      client_reference_id?: string | undefined;
      stream_id?: string | undefined;
      robot_id?: string | undefined;
      run_id?: string | undefined;
      /** `false` leaves out the running jobs of cameras, which have no end */
      live?: "true" | "false" | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: Job[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
    /** The boxes of the site. Only in a fleet */
    boxes?: ({
      box_id: string;
      name: string;
      state: "answered" | "silent";
      problem: string | null;
    })[] | undefined;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: Job[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
    /** The boxes of the site. Only in a fleet */
    boxes?: ({
      box_id: string;
      name: string;
      state: "answered" | "silent";
      problem: string | null;
    })[] | undefined;
  }>>({ method: "GET", path: "/api/v1/jobs" }, { args: { ...args } }, options);
  }

  /** Cancel a job; a job that has ended does not change */
  cancelJob(
    args: {
      job_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Job>> {
    return this.#http.json<Answer<Job>>({ method: "POST", path: "/api/v1/jobs/{job_id}/cancel", idempotent: true }, { args: { ...args } }, options);
  }
}

/** Operations of the area keys. */
export class KeysApi {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** List the organisation's keys, oldest first, without their secrets */
  listKeys(
    args: {
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
      /** The `next_cursor` of the previous page. It stays valid while entries are added */
      after?: string | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: Key[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: Key[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/keys" }, { args: { ...args } }, options);
  }

  /** Create a key; only this answer has its secret */
  createKey(
    body: {
      name: string;
      preset?: "viewer" | "recorder" | "integrator" | "operator" | "technician" | "admin" | undefined;
      /** Scopes of the key, instead of a preset */
      scopes?: ("jobs:read" | "jobs:write" | "media:read" | "media:write" | "avatars:read" | "avatars:write" | "brands:read" | "brands:write" | "surveillance:read" | "surveillance:write" | "events:read" | "robots:read" | "robots:write" | "robots:command" | "robots:confirm" | "health:read" | "health:write" | "clinical:read" | "clinical:write" | "neural:read" | "neural:write" | "voice:read" | "voice:write" | "runs:read" | "runs:write" | "webhooks:read" | "webhooks:write" | "system:read" | "system:admin" | "keys:admin")[] | undefined;
      /** Lifetime in seconds. It must not be longer than that of the creating key. Null creates a key that never expires */
      expires_in_seconds?: number | null | undefined;
      /** Networks (CIDR) from which the key works. An empty list means all networks */
      networks?: string[] | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<NewKey>> {
    return this.#http.json<Answer<NewKey>>({ method: "POST", path: "/api/v1/keys", idempotent: true }, { body }, options);
  }

  /** List the names of the organisation's newest keys, at most 1000, by their ids */
  getNames(
    options?: CallOptions,
  ): Promise<Answer<KeyNames>> {
    return this.#http.json<Answer<KeyNames>>({ method: "GET", path: "/api/v1/keys/names" }, {}, options);
  }

  /** Get a key without its secret */
  getKey(
    args: {
      key_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Key>> {
    return this.#http.json<Answer<Key>>({ method: "GET", path: "/api/v1/keys/{key_id}" }, { args: { ...args } }, options);
  }

  /** Revoke a key at once; this cannot be undone */
  deleteKey(
    args: {
      key_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Key>> {
    return this.#http.json<Answer<Key>>({ method: "DELETE", path: "/api/v1/keys/{key_id}", idempotent: true }, { args: { ...args } }, options);
  }

  /** Give a key a new secret; the old one stays valid for a grace period */
  rollKey(
    args: {
      key_id: string;
    },
    body: {
      /** Seconds for which the old secret also stays valid */
      grace_seconds?: number | undefined;
      /** Lifetime in seconds. It must not be longer than that of the creating key. Null creates a key that never expires */
      expires_in_seconds?: number | null | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<NewKey>> {
    return this.#http.json<Answer<NewKey>>({ method: "POST", path: "/api/v1/keys/{key_id}/roll", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** List the audit log, newest first: who changed what, from which address, with which result */
  listAudit(
    args: {
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
      /** The `next_cursor` of the previous page. It stays valid while entries are added */
      after?: string | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: AuditEntry[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: AuditEntry[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/audit" }, { args: { ...args } }, options);
  }
}

/** Operations of the area neural. */
export class NeuralApi {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Measure a neural signal, and decode it with the configured model */
  decodeNeural(
    body: {
      signal_type: "eeg" | "emg" | "ecog" | "ecg";
      /** Base64 of an EDF or BDF file; base64 of little-endian float32 samples in microvolts, one channel after the other; or a list of channels */
      data: string | number[][];
      channel_count?: number | undefined;
      sample_rate_hz?: number | undefined;
      channel_labels?: string[] | undefined;
      /** Any JSON of at most 16000 characters, for example age, symptoms, duration and locale */
      context?: {
        [name: string]: unknown;
      } | undefined;
      client_reference_id?: string | undefined;
      metadata?: Record<string, string> | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<JobAccepted>> {
    return this.#http.json<Answer<JobAccepted>>({ method: "POST", path: "/api/v1/neural/decode", idempotent: true }, { body }, options);
  }
}

/** Operations of the area people. */
export class PeopleApi {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** List the open invitations, newest first, without their links */
  listInvitations(
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: Invitation[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: Invitation[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/people/invitations" }, {}, options);
  }

  /** Create a link that works once, for a new account or for a new password of an account */
  createInvitation(
    body: {
      role?: "viewer" | "operator" | "technician" | "admin" | undefined;
      /** Streams that the account may see. Null or absent means all streams */
      cameras?: string[] | null | undefined;
      /** Name of the person, also for signing in. No other account on the box may have it, in upper or lower case */
      name?: string | undefined;
      /** Id of an account. Instead of creating an account, the link then lets its owner set a new password */
      person_id?: string | undefined;
      expires_in_seconds?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<NewInvitation>> {
    return this.#http.json<Answer<NewInvitation>>({ method: "POST", path: "/api/v1/people/invitations", idempotent: true }, { body }, options);
  }

  /** Withdraw an invitation */
  deleteInvitation(
    args: {
      invitation_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Invitation>> {
    return this.#http.json<Answer<Invitation>>({ method: "DELETE", path: "/api/v1/people/invitations/{invitation_id}", idempotent: true }, { args: { ...args } }, options);
  }

  /** Get the options for a new passkey of your account; they are valid once, for five minutes */
  createPasskeyChallenge(
    options?: CallOptions,
  ): Promise<Answer<PasskeyCreationOptions>> {
    return this.#http.json<Answer<PasskeyCreationOptions>>({ method: "POST", path: "/api/v1/people/me/passkey-challenge", idempotent: true }, {}, options);
  }

  /** Add the passkey that the browser has created to your account */
  createPasskey(
    body: {
      /** Name of the person, also for signing in. No other account on the box may have it, in upper or lower case */
      name: string;
      /** The browser's WebAuthn answer as JSON */
      response: Record<string, unknown>;
    },
    options?: CallOptions,
  ): Promise<Answer<Person>> {
    return this.#http.json<Answer<Person>>({ method: "POST", path: "/api/v1/people/me/passkeys", idempotent: true }, { body }, options);
  }

  /** Remove a passkey from your account */
  deletePasskey(
    args: {
      passkey_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Person>> {
    return this.#http.json<Answer<Person>>({ method: "DELETE", path: "/api/v1/people/me/passkeys/{passkey_id}", idempotent: true }, { args: { ...args } }, options);
  }

  /** List the accounts of people, by name */
  listPeople(
    args: {
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: Person[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: Person[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/people" }, { args: { ...args } }, options);
  }

  /** Create an account with a first password; with an invitation the person chooses the password */
  createPerson(
    body: {
      /** Name of the person, also for signing in. No other account on the box may have it, in upper or lower case */
      name: string;
      password: string;
      role: "viewer" | "operator" | "technician" | "admin";
      /** Streams that the account may see. Null or absent means all streams */
      cameras?: string[] | null | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<Person>> {
    return this.#http.json<Answer<Person>>({ method: "POST", path: "/api/v1/people", idempotent: true }, { body }, options);
  }

  /** Get the account that is signed in */
  getMe(
    options?: CallOptions,
  ): Promise<Answer<Person>> {
    return this.#http.json<Answer<Person>>({ method: "GET", path: "/api/v1/people/me" }, {}, options);
  }

  /** Change your password; all other sessions of the account end */
  setPassword(
    body: {
      /** The current password, if the account has one */
      current_password?: string | undefined;
      password: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Person>> {
    return this.#http.json<Answer<Person>>({ method: "PUT", path: "/api/v1/people/me/password", idempotent: true }, { body }, options);
  }

  /** Get an account */
  getPerson(
    args: {
      person_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Person>> {
    return this.#http.json<Answer<Person>>({ method: "GET", path: "/api/v1/people/{person_id}" }, { args: { ...args } }, options);
  }

  /** Change an account's name, role or cameras, at once and also in open sessions */
  updatePerson(
    args: {
      person_id: string;
    },
    body: {
      /** Name of the person, also for signing in. No other account on the box may have it, in upper or lower case */
      name?: string | undefined;
      role?: "viewer" | "operator" | "technician" | "admin" | undefined;
      /** Streams that the account may see. Null or absent means all streams */
      cameras?: string[] | null | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<Person>> {
    return this.#http.json<Answer<Person>>({ method: "PATCH", path: "/api/v1/people/{person_id}", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** Remove an account; its sessions and their event streams and live views end at once */
  deletePerson(
    args: {
      person_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Person>> {
    return this.#http.json<Answer<Person>>({ method: "DELETE", path: "/api/v1/people/{person_id}", idempotent: true }, { args: { ...args } }, options);
  }
}

/** Operations of the area push. */
export class PushApi {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Get what a browser needs to subscribe */
  getPush(
    options?: CallOptions,
  ): Promise<Answer<Push>> {
    return this.#http.json<Answer<Push>>({ method: "GET", path: "/api/v1/push" }, {}, options);
  }

  /** List your devices, oldest first; with `keys:admin` all devices */
  listSubscriptions(
    args: {
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
      /** The `next_cursor` of the previous page. It stays valid while entries are added */
      after?: string | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: PushSubscription[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: PushSubscription[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/push/subscriptions" }, { args: { ...args } }, options);
  }

  /** Add a device for notifications, or change its settings */
  createSubscription(
    body: PushSubscribe,
    options?: CallOptions,
  ): Promise<Answer<PushSubscription>> {
    return this.#http.json<Answer<PushSubscription>>({ method: "POST", path: "/api/v1/push/subscriptions", idempotent: true }, { body }, options);
  }

  /** Remove a device */
  deleteSubscription(
    args: {
      subscription_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<{
    id: string;
    object: "push.subscription";
    deleted: boolean;
  }>> {
    return this.#http.json<Answer<{
    id: string;
    object: "push.subscription";
    deleted: boolean;
  }>>({ method: "DELETE", path: "/api/v1/push/subscriptions/{subscription_id}", idempotent: true }, { args: { ...args } }, options);
  }

  /** Send a test to a device, and wait for the answer of the push service */
  testSubscription(
    args: {
      subscription_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<PushTest>> {
    return this.#http.json<Answer<PushTest>>({ method: "POST", path: "/api/v1/push/subscriptions/{subscription_id}/test", idempotent: true }, { args: { ...args } }, options);
  }
}

/** Operations of the area robots. */
export class RobotsApi {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Give a robot a task: patrol, observe, follow, or a description in words; the job shows the plan */
  runRobot(
    body: RobotRunRequest,
    options?: CallOptions,
  ): Promise<Answer<JobAccepted>> {
    return this.#http.json<Answer<JobAccepted>>({ method: "POST", path: "/api/v1/robots/run", idempotent: true }, { body }, options);
  }

  /** Queue a mission for one robot, or for any robot that can; the job shows the choice */
  createTask(
    body: RobotTaskRequest,
    options?: CallOptions,
  ): Promise<Answer<JobAccepted>> {
    return this.#http.json<Answer<JobAccepted>>({ method: "POST", path: "/api/v1/robots/tasks", idempotent: true }, { body }, options);
  }

  /** List the missions that have a robot, then the queue in its order */
  listTasks(
    args: {
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
      /** The `next_cursor` of the previous page. It stays valid while entries are added */
      after?: string | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: RobotTask[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: RobotTask[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/robots/tasks" }, { args: { ...args } }, options);
  }

  /** List the maps: grids and floor plans, oldest first */
  listMaps(
    args: {
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
      /** The `next_cursor` of the previous page. It stays valid while entries are added */
      after?: string | undefined;
      /** Name of the map frame */
      frame?: string | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: RobotMap[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: RobotMap[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/robots/maps" }, { args: { ...args } }, options);
  }

  /** Store a grid or a floor plan; `id`, or else the name, identifies the map to replace */
  createMap(
    body: RobotMapRequest,
    options?: CallOptions,
  ): Promise<Answer<RobotMap>> {
    return this.#http.json<Answer<RobotMap>>({ method: "POST", path: "/api/v1/robots/maps", idempotent: true }, { body }, options);
  }

  /** Get one map */
  getMap(
    args: {
      map_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<RobotMap>> {
    return this.#http.json<Answer<RobotMap>>({ method: "GET", path: "/api/v1/robots/maps/{map_id}" }, { args: { ...args } }, options);
  }

  /** Rename a map, change its level, or place its floor plan again */
  updateMap(
    args: {
      map_id: string;
    },
    body: RobotMapChange,
    options?: CallOptions,
  ): Promise<Answer<RobotMap>> {
    return this.#http.json<Answer<RobotMap>>({ method: "PATCH", path: "/api/v1/robots/maps/{map_id}", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** Remove a map with its picture */
  deleteMap(
    args: {
      map_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<{
    id: string;
    object: string;
    deleted: boolean;
  }>> {
    return this.#http.json<Answer<{
    id: string;
    object: string;
    deleted: boolean;
  }>>({ method: "DELETE", path: "/api/v1/robots/maps/{map_id}", idempotent: true }, { args: { ...args } }, options);
  }

  /** List the map frames that are tied to a parent, by name */
  listFrames(
    args: {
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
      /** The `next_cursor` of the previous page. It stays valid while entries are added */
      after?: string | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: RobotFrame[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: RobotFrame[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/robots/frames" }, { args: { ...args } }, options);
  }

  /** Tie a map frame to a parent, by its place there or by points known in both */
  setFrame(
    args: {
      /** Name of the map frame */
      frame: string;
    },
    body: RobotFrameRequest,
    options?: CallOptions,
  ): Promise<Answer<RobotFrame>> {
    return this.#http.json<Answer<RobotFrame>>({ method: "PUT", path: "/api/v1/robots/frames/{frame}", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** Untie a map frame from its parent */
  deleteFrame(
    args: {
      /** Name of the map frame */
      frame: string;
    },
    options?: CallOptions,
  ): Promise<Answer<{
    id: string;
    object: string;
    deleted: boolean;
  }>> {
    return this.#http.json<Answer<{
    id: string;
    object: string;
    deleted: boolean;
  }>>({ method: "DELETE", path: "/api/v1/robots/frames/{frame}", idempotent: true }, { args: { ...args } }, options);
  }

  /** List the places, oldest first */
  listPlaces(
    args: {
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
      /** The `next_cursor` of the previous page. It stays valid while entries are added */
      after?: string | undefined;
      /** Name of the map frame */
      frame?: string | undefined;
      kind?: "station" | "charger" | "door" | "lift" | "waiting" | "home" | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: RobotPlace[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: RobotPlace[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/robots/places" }, { args: { ...args } }, options);
  }

  /** Create or change 1 to 200 places, all or none; `id`, or else the name, identifies one */
  createPlace(
    body: {
      places: RobotPlaceRequest[];
    },
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: RobotPlace[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: RobotPlace[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "POST", path: "/api/v1/robots/places", idempotent: true }, { body }, options);
  }

  /** Remove a place that nothing uses by name */
  deletePlace(
    args: {
      place_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<{
    id: string;
    object: string;
    deleted: boolean;
  }>> {
    return this.#http.json<Answer<{
    id: string;
    object: string;
    deleted: boolean;
  }>>({ method: "DELETE", path: "/api/v1/robots/places/{place_id}", idempotent: true }, { args: { ...args } }, options);
  }

  /** List the corridors, oldest first */
  listCorridors(
    args: {
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
      /** The `next_cursor` of the previous page. It stays valid while entries are added */
      after?: string | undefined;
      /** Name of the map frame */
      frame?: string | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: RobotCorridor[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: RobotCorridor[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/robots/corridors" }, { args: { ...args } }, options);
  }

  /** Create or change 1 to 200 corridors, all or none; `id`, or else the name, identifies one */
  createCorridor(
    body: {
      corridors: RobotCorridorRequest[];
    },
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: RobotCorridor[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: RobotCorridor[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "POST", path: "/api/v1/robots/corridors", idempotent: true }, { body }, options);
  }

  /** Remove a corridor */
  deleteCorridor(
    args: {
      corridor_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<{
    id: string;
    object: string;
    deleted: boolean;
  }>> {
    return this.#http.json<Answer<{
    id: string;
    object: string;
    deleted: boolean;
  }>>({ method: "DELETE", path: "/api/v1/robots/corridors/{corridor_id}", idempotent: true }, { args: { ...args } }, options);
  }

  /** Import places and corridors from GeoJSON or VDMA LIF, all or none; names identify them */
  createLayout(
    body: RobotLayoutImport,
    options?: CallOptions,
  ): Promise<Answer<{
    object: "robot.layout";
    /** Places that the document has */
    places: number;
    corridors: number;
    /** What the box does not keep */
    warnings: string[];
  }>> {
    return this.#http.json<Answer<{
    object: "robot.layout";
    /** Places that the document has */
    places: number;
    corridors: number;
    /** What the box does not keep */
    warnings: string[];
  }>>({ method: "POST", path: "/api/v1/robots/layout", idempotent: true }, { body }, options);
  }

  /** Export places and corridors as GeoJSON or VDMA LIF */
  getLayout(
    args: {
      /** Name of the map frame */
      frame?: string | undefined;
      format: "geojson" | "lif";
    },
    options?: CallOptions,
  ): Promise<Answer<{
    object: "robot.layout";
    format: string;
    /** The document */
    document: Record<string, unknown>;
  }>> {
    return this.#http.json<Answer<{
    object: "robot.layout";
    format: string;
    /** The document */
    document: Record<string, unknown>;
  }>>({ method: "GET", path: "/api/v1/robots/layout" }, { args: { ...args } }, options);
  }

  /** List stored zones, oldest first */
  listZones(
    args: {
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
      /** The `next_cursor` of the previous page. It stays valid while entries are added */
      after?: string | undefined;
      robot_id?: string | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: RobotZone[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: RobotZone[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/robots/zones" }, { args: { ...args } }, options);
  }

  /** Create or change 1 to 200 definitions, all or none; `id`, or else robot and name, identifies one (zones) */
  createZone(
    body: {
      zones: RobotZoneRequest[];
    },
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: RobotZone[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: RobotZone[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "POST", path: "/api/v1/robots/zones", idempotent: true }, { body }, options);
  }

  /** List stored behaviors, oldest first */
  listBehaviors(
    args: {
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
      /** The `next_cursor` of the previous page. It stays valid while entries are added */
      after?: string | undefined;
      robot_id?: string | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: RobotBehavior[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: RobotBehavior[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/robots/behaviors" }, { args: { ...args } }, options);
  }

  /** Create or change 1 to 200 definitions, all or none; `id`, or else robot and name, identifies one (behaviors) */
  createBehavior(
    body: {
      behaviors: RobotBehaviorRequest[];
    },
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: RobotBehavior[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: RobotBehavior[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "POST", path: "/api/v1/robots/behaviors", idempotent: true }, { body }, options);
  }

  /** List stored actions, oldest first */
  listActions(
    args: {
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
      /** The `next_cursor` of the previous page. It stays valid while entries are added */
      after?: string | undefined;
      behavior_id?: string | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: RobotAction[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: RobotAction[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/robots/actions" }, { args: { ...args } }, options);
  }

  /** Create or change 1 to 200 definitions, all or none; `id`, or else robot and name, identifies one (actions) */
  createAction(
    body: {
      actions: RobotActionRequest[];
    },
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: RobotAction[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: RobotAction[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "POST", path: "/api/v1/robots/actions", idempotent: true }, { body }, options);
  }

  /** Remove a stored zone */
  deleteZone(
    args: {
      zone_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<{
    id: string;
    object: string;
    deleted: boolean;
  }>> {
    return this.#http.json<Answer<{
    id: string;
    object: string;
    deleted: boolean;
  }>>({ method: "DELETE", path: "/api/v1/robots/zones/{zone_id}", idempotent: true }, { args: { ...args } }, options);
  }

  /** Remove a stored behavior */
  deleteBehavior(
    args: {
      behavior_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<{
    id: string;
    object: string;
    deleted: boolean;
  }>> {
    return this.#http.json<Answer<{
    id: string;
    object: string;
    deleted: boolean;
  }>>({ method: "DELETE", path: "/api/v1/robots/behaviors/{behavior_id}", idempotent: true }, { args: { ...args } }, options);
  }

  /** Remove a stored action */
  deleteAction(
    args: {
      action_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<{
    id: string;
    object: string;
    deleted: boolean;
  }>> {
    return this.#http.json<Answer<{
    id: string;
    object: string;
    deleted: boolean;
  }>>({ method: "DELETE", path: "/api/v1/robots/actions/{action_id}", idempotent: true }, { args: { ...args } }, options);
  }

  /** Follow incidents, commands and telemetry of robots (server-sent events) */
  followRobotsEvents(
    args: {
      robot_id?: string | undefined;
      /** `false` leaves out telemetry */
      telemetry?: boolean | undefined;
      /** Last event that the client has, for clients that cannot send the header Last-Event-ID. If both are present, the header applies */
      last_event_id?: string | undefined;
    } = {},
    options?: FollowOptions,
  ): AsyncGenerator<ServerEvent, void, void> {
    return followEvents(this.#http, { method: "GET", path: "/api/v1/robots/events" }, { args: { ...args }, options });
  }

  /** Get an address at which Foxglove shows the robots live, without a key */
  createFoxglove(
    options?: CallOptions,
  ): Promise<Answer<FoxgloveAddress>> {
    return this.#http.json<Answer<FoxgloveAddress>>({ method: "POST", path: "/api/v1/robots/foxglove", idempotent: true }, {}, options);
  }

  /** Follow the robots live over a WebSocket (Foxglove WebSocket protocol) */
  getFoxglove(
    options?: CallOptions,
  ): Promise<Response> {
    return this.#http.raw({ method: "GET", path: "/api/v1/robots/foxglove" }, {}, options);
  }

  /** List the recordings of robots: MCAP files around incidents and on request */
  listRecordings(
    args: {
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
      /** The `next_cursor` of the previous page. It stays valid while entries are added */
      after?: string | undefined;
      robot_id?: string | undefined;
      incident_id?: string | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: RobotRecording[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: RobotRecording[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/robots/recordings" }, { args: { ...args } }, options);
  }

  /** Get one recording with the address of its file */
  getRecording(
    args: {
      recording_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<RobotRecording>> {
    return this.#http.json<Answer<RobotRecording>>({ method: "GET", path: "/api/v1/robots/recordings/{recording_id}" }, { args: { ...args } }, options);
  }

  /** Remove a recording with its file */
  deleteRecording(
    args: {
      recording_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<{
    id: string;
    object: string;
    deleted: boolean;
  }>> {
    return this.#http.json<Answer<{
    id: string;
    object: string;
    deleted: boolean;
  }>>({ method: "DELETE", path: "/api/v1/robots/recordings/{recording_id}", idempotent: true }, { args: { ...args } }, options);
  }

  /** Record a robot: its last seconds and the next ones */
  recordingsRobot(
    args: {
      robot_id: string;
    },
    body: RobotRecordingRequest,
    options?: CallOptions,
  ): Promise<Answer<RobotRecording>> {
    return this.#http.json<Answer<RobotRecording>>({ method: "POST", path: "/api/v1/robots/{robot_id}/recordings", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** End a recording now, or as soon as no incident needs it */
  finishRecording(
    args: {
      recording_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<RobotRecording>> {
    return this.#http.json<Answer<RobotRecording>>({ method: "POST", path: "/api/v1/robots/recordings/{recording_id}/finish", idempotent: true }, { args: { ...args } }, options);
  }

  /** List the doors and lifts with their state, its age, and who keeps them open */
  listDoors(
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: RobotDoor[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: RobotDoor[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/robots/doors" }, {}, options);
  }

  /** List the corridors and places that robots have reserved, and the robots that wait */
  getTraffic(
    options?: CallOptions,
  ): Promise<Answer<RobotTraffic>> {
    return this.#http.json<Answer<RobotTraffic>>({ method: "GET", path: "/api/v1/robots/traffic" }, {}, options);
  }

  /** Free all that a lost robot has reserved, once nobody is there; the box ends its command and records who did it */
  freeRobot(
    args: {
      robot_id: string;
    },
    body: FreeRobotReservations,
    options?: CallOptions,
  ): Promise<Answer<FreedRobotReservations>> {
    return this.#http.json<Answer<FreedRobotReservations>>({ method: "POST", path: "/api/v1/robots/{robot_id}/reservations/free", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** List the robots of the organisation with their states */
  listRobots(
    args: {
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
      /** The `next_cursor` of the previous page. It stays valid while entries are added */
      after?: string | undefined;
      /** In a fleet, `false` selects the entries of the box that answers. Without a fleet it changes nothing */
      site?: boolean | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: Robot[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
    /** The boxes of the site. Only in a fleet */
    boxes?: ({
      box_id: string;
      name: string;
      state: "answered" | "silent";
      problem: string | null;
    })[] | undefined;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: Robot[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
    /** The boxes of the site. Only in a fleet */
    boxes?: ({
      box_id: string;
      name: string;
      state: "answered" | "silent";
      problem: string | null;
    })[] | undefined;
  }>>({ method: "GET", path: "/api/v1/robots" }, { args: { ...args } }, options);
  }

  /** Get the hash-chained record of commands, leases and stops, newest first */
  listRecord(
    args: {
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** The `next_cursor` of the previous page */
      after?: string | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: RobotAuditEntry[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: RobotAuditEntry[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/robots/record" }, { args: { ...args } }, options);
  }

  /** Get one robot: its settings and its state */
  getRobot(
    args: {
      robot_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Robot>> {
    return this.#http.json<Answer<Robot>>({ method: "GET", path: "/api/v1/robots/{robot_id}" }, { args: { ...args } }, options);
  }

  /** Add a robot or change its settings; the box first stops a robot that is driving */
  setRobot(
    args: {
      robot_id: string;
    },
    body: RobotRequest,
    options?: CallOptions,
  ): Promise<Answer<Robot>> {
    return this.#http.json<Answer<Robot>>({ method: "PUT", path: "/api/v1/robots/{robot_id}", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** Remove a robot; the box first stops a robot that is driving */
  deleteRobot(
    args: {
      robot_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<{
    robot_id: string;
    object: "robot";
    deleted: boolean;
  }>> {
    return this.#http.json<Answer<{
    robot_id: string;
    object: "robot";
    deleted: boolean;
  }>>({ method: "DELETE", path: "/api/v1/robots/{robot_id}", idempotent: true }, { args: { ...args } }, options);
  }

  /** Get the robot's state: each value with its age and source, null if it is unknown */
  getRobotStatus(
    args: {
      robot_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<RobotStatus>> {
    return this.#http.json<Answer<RobotStatus>>({ method: "GET", path: "/api/v1/robots/{robot_id}/status" }, { args: { ...args } }, options);
  }

  /** Take a picture with the robot's own camera: JPEG, PNG or WebP */
  getRobotPicture(
    args: {
      robot_id: string;
    },
    options?: CallOptions,
  ): Promise<Response> {
    return this.#http.raw({ method: "GET", path: "/api/v1/robots/{robot_id}/picture" }, { args: { ...args } }, options);
  }

  /** Take the lease of a robot, or send its heartbeat */
  leaseRobot(
    args: {
      robot_id: string;
    },
    body: RobotLeaseRequest,
    options?: CallOptions,
  ): Promise<Answer<RobotLease>> {
    return this.#http.json<Answer<RobotLease>>({ method: "POST", path: "/api/v1/robots/{robot_id}/lease", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** Return the lease; the active command continues */
  deleteRobotLease(
    args: {
      robot_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<{
    object: "robot.lease";
    robot_id: string;
    released: boolean;
  }>> {
    return this.#http.json<Answer<{
    object: "robot.lease";
    robot_id: string;
    released: boolean;
  }>>({ method: "DELETE", path: "/api/v1/robots/{robot_id}/lease", idempotent: true }, { args: { ...args } }, options);
  }

  /** Download the robot's last minutes as an MCAP file: reports, commands and decisions */
  getRobotTrace(
    args: {
      robot_id: string;
      /** How far back the file goes */
      seconds?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<Response> {
    return this.#http.raw({ method: "GET", path: "/api/v1/robots/{robot_id}/trace.mcap" }, { args: { ...args } }, options);
  }

  /** Drive a robot by hand over a WebSocket, with heartbeat and deadman */
  getRobotTeleop(
    args: {
      robot_id: string;
      /** Milliseconds without a message after which the box stops the robot */
      deadman_ms?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<Response> {
    return this.#http.raw({ method: "GET", path: "/api/v1/robots/{robot_id}/teleop" }, { args: { ...args } }, options);
  }

  /** Send a command through the safety gate; the box answers when the robot has accepted it */
  commandRobot(
    args: {
      robot_id: string;
    },
    body: RobotCommandRequest,
    options?: CallOptions,
  ): Promise<Answer<RobotCommand>> {
    return this.#http.json<Answer<RobotCommand>>({ method: "POST", path: "/api/v1/robots/{robot_id}/command", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** List the robot's commands, newest first, including refused ones */
  listRobotCommands(
    args: {
      robot_id: string;
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
      /** The `next_cursor` of the previous page. It stays valid while entries are added */
      after?: string | undefined;
      /** Commands at or after this time, in Unix seconds */
      from?: number | undefined;
      /** Commands before this time, in Unix seconds */
      to?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: RobotCommand[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: RobotCommand[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/robots/{robot_id}/commands" }, { args: { ...args } }, options);
  }

  /** Get one command with its state */
  getCommand(
    args: {
      robot_id: string;
      command_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<RobotCommand>> {
    return this.#http.json<Answer<RobotCommand>>({ method: "GET", path: "/api/v1/robots/{robot_id}/commands/{command_id}" }, { args: { ...args } }, options);
  }

  /** Stop the robot now; the box sends the stop before it records it */
  stopRobot(
    args: {
      robot_id: string;
    },
    body: RobotStopRequest,
    options?: CallOptions,
  ): Promise<Answer<RobotStop>> {
    return this.#http.json<Answer<RobotStop>>({ method: "POST", path: "/api/v1/robots/{robot_id}/stop", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** Pause a run: the robot stops, and the run can resume from its present step */
  pauseRun(
    args: {
      job_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Job>> {
    return this.#http.json<Answer<Job>>({ method: "POST", path: "/api/v1/robots/runs/{job_id}/pause", idempotent: true }, { args: { ...args } }, options);
  }

  /** Resume a paused run, or confirm the plan that a text endpoint made */
  resumeRun(
    args: {
      job_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Job>> {
    return this.#http.json<Answer<Job>>({ method: "POST", path: "/api/v1/robots/runs/{job_id}/resume", idempotent: true }, { args: { ...args } }, options);
  }

  /** List the stored missions, oldest first */
  listMissions(
    args: {
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
      /** The `next_cursor` of the previous page. It stays valid while entries are added */
      after?: string | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: RobotMission[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: RobotMission[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/robots/missions" }, { args: { ...args } }, options);
  }

  /** Store a mission: steps of a robot, with branches */
  createMission(
    body: StoredMissionRequest,
    options?: CallOptions,
  ): Promise<Answer<RobotMission>> {
    return this.#http.json<Answer<RobotMission>>({ method: "POST", path: "/api/v1/robots/missions", idempotent: true }, { body }, options);
  }

  /** Get one mission */
  getMission(
    args: {
      mission_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<RobotMission>> {
    return this.#http.json<Answer<RobotMission>>({ method: "GET", path: "/api/v1/robots/missions/{mission_id}" }, { args: { ...args } }, options);
  }

  /** Replace a mission; runs that have begun continue unchanged */
  setMission(
    args: {
      mission_id: string;
    },
    body: StoredMissionRequest,
    options?: CallOptions,
  ): Promise<Answer<RobotMission>> {
    return this.#http.json<Answer<RobotMission>>({ method: "PUT", path: "/api/v1/robots/missions/{mission_id}", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** Remove a mission; runs that have begun continue */
  deleteMission(
    args: {
      mission_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<{
    id: string;
    object: string;
    deleted: boolean;
  }>> {
    return this.#http.json<Answer<{
    id: string;
    object: string;
    deleted: boolean;
  }>>({ method: "DELETE", path: "/api/v1/robots/missions/{mission_id}", idempotent: true }, { args: { ...args } }, options);
  }

  /** Change the priority of a mission that waits or runs */
  updateTask(
    args: {
      job_id: string;
    },
    body: ChangedTaskRequest,
    options?: CallOptions,
  ): Promise<Answer<RobotTask>> {
    return this.#http.json<Answer<RobotTask>>({ method: "PATCH", path: "/api/v1/robots/tasks/{job_id}", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** Answer the question of a mission's present step */
  answerRun(
    args: {
      job_id: string;
    },
    body: RunAnswerRequest,
    options?: CallOptions,
  ): Promise<Answer<RunAnswerRequest>> {
    return this.#http.json<Answer<RunAnswerRequest>>({ method: "POST", path: "/api/v1/robots/runs/{job_id}/answer", idempotent: true }, { args: { ...args }, body }, options);
  }
}

/** Operations of the area rules. */
export class RulesApi {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** List the rules by which robots act on incidents */
  listRules(
    args: {
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
      /** The `next_cursor` of the previous page. It stays valid while entries are added */
      after?: string | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: Rule[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: Rule[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/rules" }, { args: { ...args } }, options);
  }

  /** List the chains of rules, newest first: frame, incident, decision, commands, outcomes */
  listChains(
    args: {
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
      /** The `next_cursor` of the previous page. It stays valid while entries are added */
      after?: string | undefined;
      /** Commands at or after this time, in Unix seconds */
      from?: number | undefined;
      /** Commands before this time, in Unix seconds */
      to?: number | undefined;
      rule_id?: string | undefined;
      incident_id?: string | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: RuleChain[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: RuleChain[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/rules/chains" }, { args: { ...args } }, options);
  }

  /** Get one chain, from the frame to the outcome */
  getChain(
    args: {
      chain_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<RuleChain>> {
    return this.#http.json<Answer<RuleChain>>({ method: "GET", path: "/api/v1/rules/chains/{chain_id}" }, { args: { ...args } }, options);
  }

  /** Get one rule */
  getRule(
    args: {
      rule_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Rule>> {
    return this.#http.json<Answer<Rule>>({ method: "GET", path: "/api/v1/rules/{rule_id}" }, { args: { ...args } }, options);
  }

  /** Add or change a rule; it applies at once */
  setRule(
    args: {
      rule_id: string;
    },
    body: RuleRequest,
    options?: CallOptions,
  ): Promise<Answer<Rule>> {
    return this.#http.json<Answer<Rule>>({ method: "PUT", path: "/api/v1/rules/{rule_id}", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** Remove a rule; its chains stay */
  deleteRule(
    args: {
      rule_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<{
    id: string;
    object: "rule";
    deleted: boolean;
  }>> {
    return this.#http.json<Answer<{
    id: string;
    object: "rule";
    deleted: boolean;
  }>>({ method: "DELETE", path: "/api/v1/rules/{rule_id}", idempotent: true }, { args: { ...args } }, options);
  }
}

/** Operations of the area runs. */
export class RunsApi {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Carry out 1 to 20 steps, each as a job; independent steps run at the same time */
  createRun(
    body: RunRequest,
    options?: CallOptions,
  ): Promise<Answer<JobAccepted>> {
    return this.#http.json<Answer<JobAccepted>>({ method: "POST", path: "/api/v1/runs", idempotent: true }, { body }, options);
  }

  /** List runs, newest first, without the results of their steps */
  listRuns(
    args: {
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
      /** The `next_cursor` of the previous page. It stays valid while entries are added */
      after?: string | undefined;
      status?: "queued" | "processing" | "completed" | "failed" | "cancelled" | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: Run[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: Run[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/runs" }, { args: { ...args } }, options);
  }

  /** Get a run with its steps; with `wait_for_completion`, wait until it has ended */
  getRun(
    args: {
      run_id: string;
      wait_for_completion?: boolean | undefined;
      /** Longest wait in seconds. Values above 60 count as 60 */
      timeout_seconds?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<Run>> {
    return this.#http.json<Answer<Run>>({ method: "GET", path: "/api/v1/runs/{run_id}" }, { args: { ...args } }, options);
  }

  /** Cancel a run and its unfinished steps; a run that has ended does not change */
  cancelRun(
    args: {
      run_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Run>> {
    return this.#http.json<Answer<Run>>({ method: "POST", path: "/api/v1/runs/{run_id}/cancel", idempotent: true }, { args: { ...args } }, options);
  }
}

/** Operations of the area session. */
export class SessionApi {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Sign in on the page with a key, a password, a passkey, an invitation or the setup code */
  createSession(
    body: {
      key?: string | undefined;
      /** Name of the person, also for signing in. No other account on the box may have it, in upper or lower case */
      name?: string | undefined;
      password?: string | undefined;
      setup_code?: string | undefined;
      /** Name of the key that the box creates for the setup code */
      key_name?: string | undefined;
      /** The browser's WebAuthn answer as JSON */
      passkey?: Record<string, unknown> | undefined;
      /** Parameters with which the identity provider sent the browser back */
      provider?: Record<string, unknown> | undefined;
      /** The token in the link of an invitation */
      invitation?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<Session>> {
    return this.#http.json<Answer<Session>>({ method: "POST", path: "/api/v1/session" }, { body }, options);
  }

  /** Get the signed-in person or key, and the CSRF token of the session */
  getSession(
    options?: CallOptions,
  ): Promise<Answer<Session>> {
    return this.#http.json<Answer<Session>>({ method: "GET", path: "/api/v1/session" }, {}, options);
  }

  /** Sign the page out */
  deleteSession(
    options?: CallOptions,
  ): Promise<Answer<{
    signed_in: boolean;
    provider_url: string | null;
  }>> {
    return this.#http.json<Answer<{
    signed_in: boolean;
    provider_url: string | null;
  }>>({ method: "DELETE", path: "/api/v1/session" }, {}, options);
  }

  /** List the ways in which people can sign in on this box */
  getMethods(
    options?: CallOptions,
  ): Promise<Answer<SignInMethods>> {
    return this.#http.json<Answer<SignInMethods>>({ method: "GET", path: "/api/v1/session/methods" }, {}, options);
  }

  /** Begin a sign-in at the site's identity provider; good once, for ten minutes */
  createProvider(
    options?: CallOptions,
  ): Promise<Answer<{
    /** Address at the provider to open in this browser */
    url: string;
  }>> {
    return this.#http.json<Answer<{
    /** Address at the provider to open in this browser */
    url: string;
  }>>({ method: "POST", path: "/api/v1/session/provider" }, {}, options);
  }

  /** List the caller's page sessions, newest first; with `keys:admin` all sessions of the organisation */
  listPageSessions(
    args: {
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: PageSession[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: PageSession[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/page-sessions" }, { args: { ...args } }, options);
  }

  /** End a page session at once, with its event streams, live views and manual driving */
  deletePageSession(
    args: {
      page_session_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<{
    signed_in: boolean;
    provider_url: string | null;
  }>> {
    return this.#http.json<Answer<{
    signed_in: boolean;
    provider_url: string | null;
  }>>({ method: "DELETE", path: "/api/v1/page-sessions/{page_session_id}", idempotent: true }, { args: { ...args } }, options);
  }

  /** Get the options for a sign-in with a passkey; they are valid once, for five minutes */
  createSignInChallenge(
    options?: CallOptions,
  ): Promise<Answer<PasskeyRequestOptions>> {
    return this.#http.json<Answer<PasskeyRequestOptions>>({ method: "POST", path: "/api/v1/session/sign-in-challenge" }, {}, options);
  }
}

/** Operations of the area surveillance. */
export class SurveillanceApi {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Watch a camera or a file, or analyse one picture */
  createStream(
    body: StreamRequest,
    options?: CallOptions,
  ): Promise<Answer<JobAccepted>> {
    return this.#http.json<Answer<JobAccepted>>({ method: "POST", path: "/api/v1/surveillance/streams", idempotent: true }, { body }, options);
  }

  /** List the streams of the organisation */
  listStreams(
    args: {
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
      /** The `next_cursor` of the previous page. It stays valid while entries are added */
      after?: string | undefined;
      /** In a fleet, `false` selects the entries of the box that answers. Without a fleet it changes nothing */
      site?: boolean | undefined;
      state?: "connecting" | "watching" | "degraded" | "offline" | "ended" | undefined;
      profile?: string | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: Stream[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
    /** The boxes of the site. Only in a fleet */
    boxes?: ({
      box_id: string;
      name: string;
      state: "answered" | "silent";
      problem: string | null;
    })[] | undefined;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: Stream[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
    /** The boxes of the site. Only in a fleet */
    boxes?: ({
      box_id: string;
      name: string;
      state: "answered" | "silent";
      problem: string | null;
    })[] | undefined;
  }>>({ method: "GET", path: "/api/v1/surveillance/streams" }, { args: { ...args } }, options);
  }

  /** Get one stream with its state, rates and drop counts */
  getStream(
    args: {
      stream_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Stream>> {
    return this.#http.json<Answer<Stream>>({ method: "GET", path: "/api/v1/surveillance/streams/{stream_id}" }, { args: { ...args } }, options);
  }

  /** Change a running stream: name, source, detector, zones, behaviors, alerts, masks, recording */
  updateStream(
    args: {
      stream_id: string;
    },
    body: StreamPatch,
    options?: CallOptions,
  ): Promise<Answer<Stream>> {
    return this.#http.json<Answer<Stream>>({ method: "PATCH", path: "/api/v1/surveillance/streams/{stream_id}", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** Stop a stream and cancel its job */
  deleteStream(
    args: {
      stream_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Stream>> {
    return this.#http.json<Answer<Stream>>({ method: "DELETE", path: "/api/v1/surveillance/streams/{stream_id}", idempotent: true }, { args: { ...args } }, options);
  }

  /** Get the newest picture with bounding boxes, zones and labels */
  getStreamSnapshot(
    args: {
      stream_id: string;
      /** Greatest width of the picture in pixels */
      width?: number | undefined;
      /** `false` leaves out bounding boxes, zones and labels. Privacy masks stay */
      annotated?: "true" | "false" | undefined;
    },
    options?: CallOptions,
  ): Promise<Response> {
    return this.#http.raw({ method: "GET", path: "/api/v1/surveillance/streams/{stream_id}/snapshot.jpg" }, { args: { ...args } }, options);
  }

  /** Get live pictures with bounding boxes, zones and labels, for an <img> */
  getStreamLive(
    args: {
      stream_id: string;
      /** Greatest width of the picture in pixels */
      width?: number | undefined;
      fps?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<Response> {
    return this.#http.raw({ method: "GET", path: "/api/v1/surveillance/streams/{stream_id}/live.mjpeg" }, { args: { ...args } }, options);
  }

  /** Get the camera's live video, for Media Source Extensions and players */
  getStreamLiveVideo(
    args: {
      stream_id: string;
      /** `main` is the camera's main stream, `sub` its sub-stream (`source.sub_url`). The default is `main`, or `sub` if the viewer can play only that */
      track?: "main" | "sub" | undefined;
      /** Codecs that the viewer can play. `any` includes H.265 */
      codecs?: "h264" | "any" | undefined;
      /** With `true` the answer has the camera's sound, if `audio` of the stream is on. The default is false */
      audio?: boolean | undefined;
    },
    options?: CallOptions,
  ): Promise<Response> {
    return this.#http.raw({ method: "GET", path: "/api/v1/surveillance/streams/{stream_id}/live-video.mp4" }, { args: { ...args } }, options);
  }

  /** List the built-in profiles and their defaults */
  listProfiles(
    args: {
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
      /** The `next_cursor` of the previous page. It stays valid while entries are added */
      after?: string | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: Profile[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: Profile[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/surveillance/profiles" }, { args: { ...args } }, options);
  }

  /** List incidents, newest first */
  listIncidents(
    args: {
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
      /** The `next_cursor` of the previous page. It stays valid while entries are added */
      after?: string | undefined;
      stream_id?: string | undefined;
      state?: "open" | "resolved" | undefined;
      severity?: "info" | "warning" | "critical" | undefined;
      min_severity?: "info" | "warning" | "critical" | undefined;
      type?: string | undefined;
      /** Incidents of this group only. `group_by` of the stream forms the groups */
      group_key?: string | undefined;
      /** Incidents that have all these words in summary, type, camera or zone, in any order. The box uses the first 8 words */
      search?: string | undefined;
      /** Incidents that started at or after this time, in Unix seconds */
      from?: number | undefined;
      /** `true`: only incidents that somebody has acknowledged; `false`: only the others */
      acknowledged?: "true" | "false" | undefined;
      /** Incidents that started before this time, in Unix seconds */
      to?: number | undefined;
      /** In a fleet, `false` selects the entries of the box that answers. Without a fleet it changes nothing */
      site?: boolean | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: Incident[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
    /** The boxes of the site. Only in a fleet */
    boxes?: ({
      box_id: string;
      name: string;
      state: "answered" | "silent";
      problem: string | null;
    })[] | undefined;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: Incident[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
    /** The boxes of the site. Only in a fleet */
    boxes?: ({
      box_id: string;
      name: string;
      state: "answered" | "silent";
      problem: string | null;
    })[] | undefined;
  }>>({ method: "GET", path: "/api/v1/surveillance/incidents" }, { args: { ...args } }, options);
  }

  /** List incidents in the groups of `alerts.group_by`, across cameras, newest first */
  listIncidentGroups(
    args: {
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
      /** The `next_cursor` of the previous page. It stays valid while entries are added */
      after?: string | undefined;
      stream_id?: string | undefined;
      state?: "open" | "resolved" | undefined;
      severity?: "info" | "warning" | "critical" | undefined;
      min_severity?: "info" | "warning" | "critical" | undefined;
      type?: string | undefined;
      /** Incidents of this group only. `group_by` of the stream forms the groups */
      group_key?: string | undefined;
      /** Incidents that have all these words in summary, type, camera or zone, in any order. The box uses the first 8 words */
      search?: string | undefined;
      /** Incidents that started at or after this time, in Unix seconds */
      from?: number | undefined;
      /** `true`: only incidents that somebody has acknowledged; `false`: only the others */
      acknowledged?: "true" | "false" | undefined;
      /** Incidents that started before this time, in Unix seconds */
      to?: number | undefined;
      /** Longest time in seconds between the starts of two incidents of one group. The default is 300 */
      gap_seconds?: number | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: IncidentGroup[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: IncidentGroup[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/surveillance/incident-groups" }, { args: { ...args } }, options);
  }

  /** Acknowledge, resolve or judge many incidents; a filter selects at most 500 */
  createReview(
    body: IncidentReview,
    options?: CallOptions,
  ): Promise<Answer<Review>> {
    return this.#http.json<Answer<Review>>({ method: "POST", path: "/api/v1/surveillance/incidents/review", idempotent: true }, { body }, options);
  }

  /** Get one incident */
  getIncident(
    args: {
      incident_id: string;
      /** Language of `summary` (BCP 47): en, fr, de, es, ar or zh, and English for others. The default is the language in which the box wrote it. Incidents of the box itself keep their sentence */
      locale?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<Incident>> {
    return this.#http.json<Answer<Incident>>({ method: "GET", path: "/api/v1/surveillance/incidents/{incident_id}" }, { args: { ...args } }, options);
  }

  /** Get the picture of the moment in which the incident opened, with bounding boxes and zones */
  getIncidentSnapshot(
    args: {
      incident_id: string;
      /** `false` leaves out bounding boxes, zones and labels. Privacy masks stay */
      annotated?: "true" | "false" | undefined;
      /** `thumbnail` selects a picture of at most 8 kB for lists */
      size?: "full" | "thumbnail" | undefined;
    },
    options?: CallOptions,
  ): Promise<Response> {
    return this.#http.raw({ method: "GET", path: "/api/v1/surveillance/incidents/{incident_id}/snapshot.jpg" }, { args: { ...args } }, options);
  }

  /** Acknowledge the incident; a second acknowledgement changes nothing */
  acknowledgeIncident(
    args: {
      incident_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Incident>> {
    return this.#http.json<Answer<Incident>>({ method: "POST", path: "/api/v1/surveillance/incidents/{incident_id}/acknowledge", idempotent: true }, { args: { ...args } }, options);
  }

  /** Resolve the incident; a resolved incident does not change */
  resolveIncident(
    args: {
      incident_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Incident>> {
    return this.#http.json<Answer<Incident>>({ method: "POST", path: "/api/v1/surveillance/incidents/{incident_id}/resolve", idempotent: true }, { args: { ...args } }, options);
  }

  /** Add a note to the incident */
  notesIncident(
    args: {
      incident_id: string;
    },
    body: IncidentNote,
    options?: CallOptions,
  ): Promise<Answer<Incident>> {
    return this.#http.json<Answer<Incident>>({ method: "POST", path: "/api/v1/surveillance/incidents/{incident_id}/notes", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** Mark the incident as a true or a false positive; null removes the mark */
  verdictIncident(
    args: {
      incident_id: string;
    },
    body: IncidentVerdict,
    options?: CallOptions,
  ): Promise<Answer<Incident>> {
    return this.#http.json<Answer<Incident>>({ method: "POST", path: "/api/v1/surveillance/incidents/{incident_id}/verdict", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** Show how a higher `min_score` would change the stream's incidents that have a verdict */
  getStreamAdvice(
    args: {
      stream_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Advice>> {
    return this.#http.json<Answer<Advice>>({ method: "GET", path: "/api/v1/surveillance/streams/{stream_id}/advice" }, { args: { ...args } }, options);
  }

  /** Follow incidents and stream states as they happen (server-sent events) */
  followSurveillanceEvents(
    args: {
      stream_id?: string | undefined;
      severity?: "info" | "warning" | "critical" | undefined;
      min_severity?: "info" | "warning" | "critical" | undefined;
      /** Last event that the client has, for clients that cannot send the header Last-Event-ID. If both are present, the header applies */
      last_event_id?: string | undefined;
    } = {},
    options?: FollowOptions,
  ): AsyncGenerator<ServerEvent, void, void> {
    return followEvents(this.#http, { method: "GET", path: "/api/v1/surveillance/events" }, { args: { ...args }, options });
  }

  /** List the observed and unobserved seconds of each stream by UTC hour, with the reasons */
  listCoverage(
    args: {
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
      /** The `next_cursor` of the previous page. It stays valid while entries are added */
      after?: string | undefined;
      stream_id?: string | undefined;
      /** Start in Unix seconds. The default is a day before `to` */
      from?: number | undefined;
      /** End in Unix seconds, not included. The default is now */
      to?: number | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: Coverage[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: Coverage[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/surveillance/coverage" }, { args: { ...args } }, options);
  }

  /** Create a policy; it applies to its streams at once */
  createPolicy(
    body: PolicyRequest,
    options?: CallOptions,
  ): Promise<Answer<Policy>> {
    return this.#http.json<Answer<Policy>>({ method: "POST", path: "/api/v1/surveillance/policies", idempotent: true }, { body }, options);
  }

  /** List policies, oldest first; with `stream_id` only those of that stream */
  listPolicies(
    args: {
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
      /** The `next_cursor` of the previous page. It stays valid while entries are added */
      after?: string | undefined;
      stream_id?: string | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: Policy[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: Policy[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/surveillance/policies" }, { args: { ...args } }, options);
  }

  /** Get one policy, with the streams to which it applies */
  getPolicy(
    args: {
      policy_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Policy>> {
    return this.#http.json<Answer<Policy>>({ method: "GET", path: "/api/v1/surveillance/policies/{policy_id}" }, { args: { ...args } }, options);
  }

  /** Change a policy, or switch it on or off; the change applies at once */
  updatePolicy(
    args: {
      policy_id: string;
    },
    body: PolicyPatch,
    options?: CallOptions,
  ): Promise<Answer<Policy>> {
    return this.#http.json<Answer<Policy>>({ method: "PATCH", path: "/api/v1/surveillance/policies/{policy_id}", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** Remove a policy; its open incidents are resolved */
  deletePolicy(
    args: {
      policy_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<{
    id: string;
    object: "surveillance.policy";
    deleted: boolean;
  }>> {
    return this.#http.json<Answer<{
    id: string;
    object: "surveillance.policy";
    deleted: boolean;
  }>>({ method: "DELETE", path: "/api/v1/surveillance/policies/{policy_id}", idempotent: true }, { args: { ...args } }, options);
  }

  /** Compute the incidents that the policy, enabled or not, would have raised on recorded tracks */
  replayPolicy(
    args: {
      policy_id: string;
    },
    body: PolicyReplayRequest,
    options?: CallOptions,
  ): Promise<Answer<PolicyReplay>> {
    return this.#http.json<Answer<PolicyReplay>>({ method: "POST", path: "/api/v1/surveillance/policies/{policy_id}/replay", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** What a rule that is not stored would have raised on recorded tracks */
  createReplay(
    body: RuleReplayRequest,
    options?: CallOptions,
  ): Promise<Answer<PolicyReplay>> {
    return this.#http.json<Answer<PolicyReplay>>({ method: "POST", path: "/api/v1/surveillance/policies/replay", idempotent: true }, { body }, options);
  }

  /** Test a camera: its video, its credentials, and advice on its settings */
  createProbe(
    body: ProbeRequest,
    options?: CallOptions,
  ): Promise<Answer<Probe>> {
    return this.#http.json<Answer<Probe>>({ method: "POST", path: "/api/v1/surveillance/probe", idempotent: true }, { body }, options);
  }

  /** Search the box's networks for cameras by WS-Discovery */
  createDiscover(
    body: DiscoverRequest,
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: FoundCamera[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: FoundCamera[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "POST", path: "/api/v1/surveillance/discover", idempotent: true }, { body }, options);
  }

  /** Get the movements that the camera can make, its current view, and its stored views */
  getStreamPtz(
    args: {
      stream_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Ptz>> {
    return this.#http.json<Answer<Ptz>>({ method: "GET", path: "/api/v1/surveillance/streams/{stream_id}/ptz" }, { args: { ...args } }, options);
  }

  /** Move the stream's camera; the box stops a `move` that is not repeated */
  ptzStream(
    args: {
      stream_id: string;
    },
    body: PtzRequest,
    options?: CallOptions,
  ): Promise<Answer<PtzDone>> {
    return this.#http.json<Answer<PtzDone>>({ method: "POST", path: "/api/v1/surveillance/streams/{stream_id}/ptz", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** Ask the camera whether it has a loudspeaker (ONVIF back channel) */
  getStreamLoudspeaker(
    args: {
      stream_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Loudspeaker>> {
    return this.#http.json<Answer<Loudspeaker>>({ method: "GET", path: "/api/v1/surveillance/streams/{stream_id}/loudspeaker" }, { args: { ...args } }, options);
  }

  /** Talk to a camera over a WebSocket */
  getStreamTalk(
    args: {
      stream_id: string;
      /** Sampling rate of the sound that the client sends */
      rate_hz?: 8000 | 16000 | undefined;
    },
    options?: CallOptions,
  ): Promise<Response> {
    return this.#http.raw({ method: "GET", path: "/api/v1/surveillance/streams/{stream_id}/talk" }, { args: { ...args } }, options);
  }

  /** Get the site mode (armed, home or disarmed) and its next change */
  getMode(
    options?: CallOptions,
  ): Promise<Answer<Mode>> {
    return this.#http.json<Answer<Mode>>({ method: "GET", path: "/api/v1/system/mode" }, {}, options);
  }

  /** Set the site mode, or give it a schedule */
  setMode(
    body: ModeRequest,
    options?: CallOptions,
  ): Promise<Answer<Mode>> {
    return this.#http.json<Answer<Mode>>({ method: "PUT", path: "/api/v1/system/mode", idempotent: true }, { body }, options);
  }

  /** List the detectors of the box and of its catalogue, with their cost on this box */
  getModels(
    options?: CallOptions,
  ): Promise<Answer<Models>> {
    return this.#http.json<Answer<Models>>({ method: "GET", path: "/api/v1/surveillance/models" }, {}, options);
  }

  /** Install a model from a file of the box, such as a USB stick */
  createModel(
    body: {
      path: string;
      name?: string | undefined;
      head?: "yolox" | "nanodet" | "picodet" | "detr" | undefined;
      /** Class names, separated by commas */
      labels?: string | undefined;
      licence?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<Models>> {
    return this.#http.json<Answer<Models>>({ method: "POST", path: "/api/v1/surveillance/models", idempotent: true }, { body }, options);
  }

  /** Choose the model of streams that do not name a model */
  setDefaultModel(
    body: {
      name: string | null;
    },
    options?: CallOptions,
  ): Promise<Answer<Models>> {
    return this.#http.json<Answer<Models>>({ method: "PUT", path: "/api/v1/surveillance/default-model", idempotent: true }, { body }, options);
  }

  /** Remove an installed model that nothing uses */
  deleteModel(
    args: {
      name: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Models>> {
    return this.#http.json<Answer<Models>>({ method: "DELETE", path: "/api/v1/surveillance/models/{name}", idempotent: true }, { args: { ...args } }, options);
  }

  /** Download and install a model of the catalogue */
  pullModel(
    args: {
      name: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Models>> {
    return this.#http.json<Answer<Models>>({ method: "POST", path: "/api/v1/surveillance/models/{name}/pull", idempotent: true }, { args: { ...args } }, options);
  }

  /** Measure how fast an installed model runs on this box */
  benchModel(
    args: {
      name: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Models>> {
    return this.#http.json<Answer<Models>>({ method: "POST", path: "/api/v1/surveillance/models/{name}/bench", idempotent: true }, { args: { ...args } }, options);
  }

  /** Hold a picture of the live video for ten minutes, for marks of missed objects */
  holdStreamPicture(
    args: {
      stream_id: string;
    },
    body: HoldPicture,
    options?: CallOptions,
  ): Promise<Response> {
    return this.#http.raw({ method: "POST", path: "/api/v1/surveillance/streams/{stream_id}/hold-picture", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** Mark an object that the detector missed, on the newest, a held or a recorded picture */
  markStreamMissedObject(
    args: {
      stream_id: string;
    },
    body: MissedObject,
    options?: CallOptions,
  ): Promise<Answer<Miss>> {
    return this.#http.json<Answer<Miss>>({ method: "POST", path: "/api/v1/surveillance/streams/{stream_id}/mark-missed-object", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** List the marked missed objects of the stream, newest first */
  listStreamMissedObjects(
    args: {
      stream_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: Miss[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: Miss[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/surveillance/streams/{stream_id}/missed-objects" }, { args: { ...args } }, options);
  }

  /** Remove the mark of a missed object */
  deleteMissedObject(
    args: {
      miss_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Miss>> {
    return this.#http.json<Answer<Miss>>({ method: "DELETE", path: "/api/v1/surveillance/missed-objects/{miss_id}", idempotent: true }, { args: { ...args } }, options);
  }

  /** Learn vetoes and scores from marked incidents and missed objects, in the background */
  createLearn(
    options?: CallOptions,
  ): Promise<Answer<Models>> {
    return this.#http.json<Answer<Models>>({ method: "POST", path: "/api/v1/surveillance/models/learn", idempotent: true }, {}, options);
  }

  /** Undo the last learning */
  createUnlearn(
    options?: CallOptions,
  ): Promise<Answer<Models>> {
    return this.#http.json<Answer<Models>>({ method: "POST", path: "/api/v1/surveillance/models/unlearn", idempotent: true }, {}, options);
  }

  /** Get the marked pictures with their bounding boxes in the COCO format; privacy masks are black */
  getTrainingSet(
    options?: CallOptions,
  ): Promise<Response> {
    return this.#http.raw({ method: "GET", path: "/api/v1/surveillance/training-set.zip" }, {}, options);
  }

  /** List the recorded spans of a stream, oldest first, by default of the last day */
  listStreamRecordings(
    args: {
      stream_id: string;
      /** Unix seconds */
      from?: number | undefined;
      /** End in Unix seconds. The default is now */
      to?: number | undefined;
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: Recording[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: Recording[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/surveillance/streams/{stream_id}/recordings" }, { args: { ...args } }, options);
  }

  /** Play the recorded video of a stream, by default of the last minute */
  getStreamClip(
    args: {
      stream_id: string;
      /** Unix seconds */
      from?: number | undefined;
      /** End in Unix seconds. The default is now */
      to?: number | undefined;
      /** Number of the part. A video has several parts if the camera changed its format */
      part?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<Response> {
    return this.#http.raw({ method: "GET", path: "/api/v1/surveillance/streams/{stream_id}/clip.mp4" }, { args: { ...args } }, options);
  }

  /** Get the video of an incident; while it is open, the video ends at the present */
  getIncidentClip(
    args: {
      incident_id: string;
      /** Number of the part. A video has several parts if the camera changed its format */
      part?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<Response> {
    return this.#http.raw({ method: "GET", path: "/api/v1/surveillance/incidents/{incident_id}/clip.mp4" }, { args: { ...args } }, options);
  }

  /** Describe the stored evidence of an incident: pictures, video, and the time until deletion */
  getIncidentEvidence(
    args: {
      incident_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Evidence>> {
    return this.#http.json<Answer<Evidence>>({ method: "GET", path: "/api/v1/surveillance/incidents/{incident_id}/evidence" }, { args: { ...args } }, options);
  }

  /** Get all evidence of an incident as an archive with SHA-256 sums */
  getIncidentExport(
    args: {
      incident_id: string;
    },
    options?: CallOptions,
  ): Promise<Response> {
    return this.#http.raw({ method: "GET", path: "/api/v1/surveillance/incidents/{incident_id}/export.zip" }, { args: { ...args } }, options);
  }

  /** Protect an incident and its evidence from deletion */
  protectIncident(
    args: {
      incident_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Evidence>> {
    return this.#http.json<Answer<Evidence>>({ method: "POST", path: "/api/v1/surveillance/incidents/{incident_id}/protect", idempotent: true }, { args: { ...args } }, options);
  }

  /** End the protection of an incident and its evidence */
  unprotectIncident(
    args: {
      incident_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Evidence>> {
    return this.#http.json<Answer<Evidence>>({ method: "POST", path: "/api/v1/surveillance/incidents/{incident_id}/unprotect", idempotent: true }, { args: { ...args } }, options);
  }

  /** Get the recorded time, the unobserved time with its reasons, and the incidents of streams in a span */
  listTimeline(
    args: {
      /** Stream ids, separated by commas, at most 32 */
      stream_ids: string;
      /** Unix seconds */
      from: number;
      /** End in Unix seconds, not included */
      to: number;
      /** Resolution in seconds: entries that are closer together become one. The default is a 500th of the span */
      resolution?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: TimelineStream[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: TimelineStream[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/surveillance/timeline" }, { args: { ...args } }, options);
  }

  /** Get a small picture of the recorded key frame at or before a time */
  getStreamPreview(
    args: {
      stream_id: string;
      /** Unix seconds */
      at: number;
    },
    options?: CallOptions,
  ): Promise<Response> {
    return this.#http.raw({ method: "GET", path: "/api/v1/surveillance/streams/{stream_id}/preview.jpg" }, { args: { ...args } }, options);
  }

  /** Get the key frames of a span as a film of at most two minutes */
  getStreamTimeLapse(
    args: {
      stream_id: string;
      /** Unix seconds */
      from: number;
      /** End in Unix seconds, not included */
      to: number;
    },
    options?: CallOptions,
  ): Promise<Response> {
    return this.#http.raw({ method: "GET", path: "/api/v1/surveillance/streams/{stream_id}/time-lapse.mp4" }, { args: { ...args } }, options);
  }

  /** Get the video of several streams in a span, one file per stream, with SHA-256 sums */
  getExport(
    args: {
      /** Stream ids, separated by commas, at most 32 */
      stream_ids: string;
      /** Unix seconds */
      from: number;
      /** End in Unix seconds, not included */
      to: number;
      /** `true` adds a time-lapse of each camera */
      time_lapse?: "true" | "false" | undefined;
    },
    options?: CallOptions,
  ): Promise<Response> {
    return this.#http.raw({ method: "GET", path: "/api/v1/surveillance/recordings/export.zip" }, { args: { ...args } }, options);
  }

  /** Get who was and will be notified while nobody acknowledges an incident */
  getIncidentEscalation(
    args: {
      incident_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Escalation>> {
    return this.#http.json<Answer<Escalation>>({ method: "GET", path: "/api/v1/surveillance/incidents/{incident_id}/escalation" }, { args: { ...args } }, options);
  }

  /** End a WebRTC session */
  deleteWhep(
    args: {
      stream_id: string;
      session_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<{
    id: string;
    deleted: true;
  }>> {
    return this.#http.json<Answer<{
    id: string;
    deleted: true;
  }>>({ method: "DELETE", path: "/api/v1/surveillance/streams/{stream_id}/whep/{session_id}", idempotent: true }, { args: { ...args } }, options);
  }
}

/** Operations of the area system. */
export class SystemApi {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** List the transfers to model endpoints, newest first */
  listEgress(
    args: {
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
      /** The `next_cursor` of the previous page. It stays valid while entries are added */
      after?: string | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: EgressEntry[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: EgressEntry[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/egress" }, { args: { ...args } }, options);
  }

  /** List conflicts and refused records of what the boxes of the fleet share */
  getRecords(
    options?: CallOptions,
  ): Promise<Answer<{
    object: "fleet.records";
    agreed_at: number | null;
    /** Shared records */
    records: number;
    /** Versions that lost against a change on another box */
    conflicts: ({
      conflict_id: string;
      kind: "organisation" | "key" | "person" | "policy";
      /** Id of the organisation, key, account or policy */
      record_id: string;
      /** The box whose version lost */
      box_id: string;
      /** Unix seconds */
      at: number;
      name_lost: string | null;
      name_stands: string | null;
      /** Fields in which the versions differ */
      differs: string[];
    })[];
    /** Records that count for nothing on this box */
    refused: ({
      kind: "organisation" | "key" | "person" | "policy";
      /** Id of the organisation, key, account or policy */
      record_id: string;
      /** Reason in English */
      problem: string;
    })[];
  }>> {
    return this.#http.json<Answer<{
    object: "fleet.records";
    agreed_at: number | null;
    /** Shared records */
    records: number;
    /** Versions that lost against a change on another box */
    conflicts: ({
      conflict_id: string;
      kind: "organisation" | "key" | "person" | "policy";
      /** Id of the organisation, key, account or policy */
      record_id: string;
      /** The box whose version lost */
      box_id: string;
      /** Unix seconds */
      at: number;
      name_lost: string | null;
      name_stands: string | null;
      /** Fields in which the versions differ */
      differs: string[];
    })[];
    /** Records that count for nothing on this box */
    refused: ({
      kind: "organisation" | "key" | "person" | "policy";
      /** Id of the organisation, key, account or policy */
      record_id: string;
      /** Reason in English */
      problem: string;
    })[];
  }>>({ method: "GET", path: "/api/v1/fleet/records" }, {}, options);
  }

  /** Choose which of two versions of a shared record stands */
  resolveConflict(
    args: {
      conflict_id: string;
    },
    body: ConflictChoice,
    options?: CallOptions,
  ): Promise<Answer<{
    object: "fleet.records";
    agreed_at: number | null;
    /** Shared records */
    records: number;
    /** Versions that lost against a change on another box */
    conflicts: ({
      conflict_id: string;
      kind: "organisation" | "key" | "person" | "policy";
      /** Id of the organisation, key, account or policy */
      record_id: string;
      /** The box whose version lost */
      box_id: string;
      /** Unix seconds */
      at: number;
      name_lost: string | null;
      name_stands: string | null;
      /** Fields in which the versions differ */
      differs: string[];
    })[];
    /** Records that count for nothing on this box */
    refused: ({
      kind: "organisation" | "key" | "person" | "policy";
      /** Id of the organisation, key, account or policy */
      record_id: string;
      /** Reason in English */
      problem: string;
    })[];
  }>> {
    return this.#http.json<Answer<{
    object: "fleet.records";
    agreed_at: number | null;
    /** Shared records */
    records: number;
    /** Versions that lost against a change on another box */
    conflicts: ({
      conflict_id: string;
      kind: "organisation" | "key" | "person" | "policy";
      /** Id of the organisation, key, account or policy */
      record_id: string;
      /** The box whose version lost */
      box_id: string;
      /** Unix seconds */
      at: number;
      name_lost: string | null;
      name_stands: string | null;
      /** Fields in which the versions differ */
      differs: string[];
    })[];
    /** Records that count for nothing on this box */
    refused: ({
      kind: "organisation" | "key" | "person" | "policy";
      /** Id of the organisation, key, account or policy */
      record_id: string;
      /** Reason in English */
      problem: string;
    })[];
  }>>({ method: "POST", path: "/api/v1/fleet/conflicts/{conflict_id}/resolve", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** Accept the new key of a box of the fleet */
  trustBoxe(
    args: {
      box_id: string;
    },
    body: BoxTrust,
    options?: CallOptions,
  ): Promise<Answer<{
    object: "fleet.records";
    agreed_at: number | null;
    /** Shared records */
    records: number;
    /** Versions that lost against a change on another box */
    conflicts: ({
      conflict_id: string;
      kind: "organisation" | "key" | "person" | "policy";
      /** Id of the organisation, key, account or policy */
      record_id: string;
      /** The box whose version lost */
      box_id: string;
      /** Unix seconds */
      at: number;
      name_lost: string | null;
      name_stands: string | null;
      /** Fields in which the versions differ */
      differs: string[];
    })[];
    /** Records that count for nothing on this box */
    refused: ({
      kind: "organisation" | "key" | "person" | "policy";
      /** Id of the organisation, key, account or policy */
      record_id: string;
      /** Reason in English */
      problem: string;
    })[];
  }>> {
    return this.#http.json<Answer<{
    object: "fleet.records";
    agreed_at: number | null;
    /** Shared records */
    records: number;
    /** Versions that lost against a change on another box */
    conflicts: ({
      conflict_id: string;
      kind: "organisation" | "key" | "person" | "policy";
      /** Id of the organisation, key, account or policy */
      record_id: string;
      /** The box whose version lost */
      box_id: string;
      /** Unix seconds */
      at: number;
      name_lost: string | null;
      name_stands: string | null;
      /** Fields in which the versions differ */
      differs: string[];
    })[];
    /** Records that count for nothing on this box */
    refused: ({
      kind: "organisation" | "key" | "person" | "policy";
      /** Id of the organisation, key, account or policy */
      record_id: string;
      /** Reason in English */
      problem: string;
    })[];
  }>>({ method: "POST", path: "/api/v1/fleet/boxes/{box_id}/trust", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** Answer 200 while the process runs */
  getHealthz(
    options?: CallOptions,
  ): Promise<Answer<{
    healthy: boolean;
  }>> {
    return this.#http.json<Answer<{
    healthy: boolean;
  }>>({ method: "GET", path: "/healthz" }, {}, options);
  }

  /** Answer 200 when the box accepts work, otherwise 503 `not_ready` with the missing parts */
  getReadyz(
    options?: CallOptions,
  ): Promise<Answer<{
    ready: boolean;
  }>> {
    return this.#http.json<Answer<{
    ready: boolean;
  }>>({ method: "GET", path: "/readyz" }, {}, options);
  }

  /** Leave safe mode: resume cameras and robots that were paused after repeated crashes */
  createLeave(
    options?: CallOptions,
  ): Promise<Answer<{
    active: boolean;
    since: number | null;
    reason: string | null;
  }>> {
    return this.#http.json<Answer<{
    active: boolean;
    since: number | null;
    reason: string | null;
  }>>({ method: "POST", path: "/api/v1/system/safe-mode/leave", idempotent: true }, {}, options);
  }

  /** Get the metrics of the box in the text format of Prometheus */
  getMetrics(
    options?: CallOptions,
  ): Promise<Response> {
    return this.#http.raw({ method: "GET", path: "/metrics" }, {}, options);
  }

  /** Get the state of the box: version, parts, detectors, store, counters and alarms */
  getSystem(
    options?: CallOptions,
  ): Promise<Answer<System>> {
    return this.#http.json<Answer<System>>({ method: "GET", path: "/api/v1/system" }, {}, options);
  }

  /** Get disk, memory, load, temperature, cameras and queue for each minute since the start, at most of the last day */
  getHistory(
    options?: CallOptions,
  ): Promise<Answer<SystemHistory>> {
    return this.#http.json<Answer<SystemHistory>>({ method: "GET", path: "/api/v1/system/history" }, {}, options);
  }

  /** Get the doctor's current or last examination since the start: the faults, and what to do */
  getDoctor(
    options?: CallOptions,
  ): Promise<Answer<Doctor>> {
    return this.#http.json<Answer<Doctor>>({ method: "GET", path: "/api/v1/system/doctor" }, {}, options);
  }

  /** Start an examination of the box, unless one is running */
  runDoctor(
    options?: CallOptions,
  ): Promise<Answer<Doctor>> {
    return this.#http.json<Answer<Doctor>>({ method: "POST", path: "/api/v1/system/doctor/run", idempotent: true }, {}, options);
  }

  /** Get the estimate of how many cameras the box carries, and how many more fit now */
  getCapacity(
    options?: CallOptions,
  ): Promise<Answer<Capacity>> {
    return this.#http.json<Answer<Capacity>>({ method: "GET", path: "/api/v1/system/capacity" }, {}, options);
  }

  /** Measure what cameras cost the box, which takes about a minute, unless it measures now */
  runCapacity(
    options?: CallOptions,
  ): Promise<Answer<Capacity>> {
    return this.#http.json<Answer<Capacity>>({ method: "POST", path: "/api/v1/system/capacity/run", idempotent: true }, {}, options);
  }

  /** Get every setting with its value, default and origin, without secrets */
  getConfiguration(
    options?: CallOptions,
  ): Promise<Answer<Configuration>> {
    return this.#http.json<Answer<Configuration>>({ method: "GET", path: "/api/v1/system/configuration" }, {}, options);
  }

  /** Check the text of a site file: list every problem with its line, and the settings that it changes. This changes nothing */
  createCheck(
    body: {
      /** The text of the whole file */
      yaml: string;
    },
    options?: CallOptions,
  ): Promise<Answer<ConfigurationCheck>> {
    return this.#http.json<Answer<ConfigurationCheck>>({ method: "POST", path: "/api/v1/system/configuration/check", idempotent: true }, { body }, options);
  }

  /** Get the site file as written, with hidden secrets, and the state of a trial */
  getFile(
    options?: CallOptions,
  ): Promise<Answer<SiteFile>> {
    return this.#http.json<Answer<SiteFile>>({ method: "GET", path: "/api/v1/system/configuration/file" }, {}, options);
  }

  /** Put a site file on trial, with a restart where a setting needs one; without a confirmation within 60 s the former file returns */
  setFile(
    body: {
      /** The text of the whole file. `***1`, `***2` and so on keep the secrets of the present file */
      yaml: string;
      /** The `etag` of the file that you have edited */
      etag: string;
    },
    options?: CallOptions,
  ): Promise<Answer<SiteFileApplied>> {
    return this.#http.json<Answer<SiteFileApplied>>({ method: "PUT", path: "/api/v1/system/configuration/file", idempotent: true }, { body }, options);
  }

  /** Keep the site file that is on trial */
  createConfirm(
    options?: CallOptions,
  ): Promise<Answer<SiteFile>> {
    return this.#http.json<Answer<SiteFile>>({ method: "POST", path: "/api/v1/system/configuration/confirm", idempotent: true }, {}, options);
  }

  /** The backups that the box finds, and the work on them */
  getBackups(
    options?: CallOptions,
  ): Promise<Answer<Backups>> {
    return this.#http.json<Answer<Backups>>({ method: "GET", path: "/api/v1/system/backups" }, {}, options);
  }

  /** Make and check a backup while the box runs */
  createBackup(
    body: {
      without?: ("blobs" | "assets" | "evidence" | "recordings" | "tracks" | "models")[] | undefined;
      with?: ("blobs" | "assets" | "evidence" | "recordings" | "tracks" | "models")[] | undefined;
      /** Encrypts the keys of the backup */
      passphrase?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<Backups>> {
    return this.#http.json<Answer<Backups>>({ method: "POST", path: "/api/v1/system/backups", idempotent: true }, { body }, options);
  }

  /** A backup, and what the box would lose by restoring it */
  getBackup(
    args: {
      name: string;
    },
    options?: CallOptions,
  ): Promise<Answer<BackupDetail>> {
    return this.#http.json<Answer<BackupDetail>>({ method: "GET", path: "/api/v1/system/backups/{name}" }, { args: { ...args } }, options);
  }

  /** Remove a backup from the box's own folder */
  deleteBackup(
    args: {
      name: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Backups>> {
    return this.#http.json<Answer<Backups>>({ method: "DELETE", path: "/api/v1/system/backups/{name}", idempotent: true }, { args: { ...args } }, options);
  }

  /** Read a backup from end to end and compare it with its checksums */
  verifyBackup(
    args: {
      name: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Backups>> {
    return this.#http.json<Answer<Backups>>({ method: "POST", path: "/api/v1/system/backups/{name}/verify", idempotent: true }, { args: { ...args } }, options);
  }

  /** Check a backup, then restart the box with its data; the former data is set aside */
  restoreBackup(
    args: {
      name: string;
    },
    body: {
      /** The name of the site, as confirmation */
      site_name: string;
      /** Encrypts the keys of the backup */
      passphrase?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<Backups>> {
    return this.#http.json<Answer<Backups>>({ method: "POST", path: "/api/v1/system/backups/{name}/restore", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** Download a backup */
  getBackupFile(
    args: {
      name: string;
    },
    options?: CallOptions,
  ): Promise<Response> {
    return this.#http.raw({ method: "GET", path: "/api/v1/system/backups/{name}/file" }, { args: { ...args } }, options);
  }

  /** Remove the data that a restore has set aside */
  deleteFormer(
    args: {
      name: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Backups>> {
    return this.#http.json<Answer<Backups>>({ method: "DELETE", path: "/api/v1/system/backups/former/{name}", idempotent: true }, { args: { ...args } }, options);
  }

  /** The running release, the previous one, and the bundle that has arrived */
  getUpgrade(
    options?: CallOptions,
  ): Promise<Answer<Upgrade>> {
    return this.#http.json<Answer<Upgrade>>({ method: "GET", path: "/api/v1/system/upgrade" }, {}, options);
  }

  /** Remove the bundle that has arrived */
  deleteBundle(
    options?: CallOptions,
  ): Promise<Answer<Upgrade>> {
    return this.#http.json<Answer<Upgrade>>({ method: "DELETE", path: "/api/v1/system/upgrade/bundle", idempotent: true }, {}, options);
  }

  /** Install the bundle that has arrived and restart; the old release returns by itself */
  createInstall(
    body: {
      /** Of the offered release, as confirmation */
      version: string;
      /** Also an older release */
      allow_downgrade?: boolean | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<Upgrade>> {
    return this.#http.json<Answer<Upgrade>>({ method: "POST", path: "/api/v1/system/upgrade/install", idempotent: true }, { body }, options);
  }

  /** Return to the release before the last upgrade and restart */
  createRollback(
    options?: CallOptions,
  ): Promise<Answer<Upgrade>> {
    return this.#http.json<Answer<Upgrade>>({ method: "POST", path: "/api/v1/system/upgrade/rollback", idempotent: true }, {}, options);
  }

  /** Get this API as an OpenAPI 3.1 document */
  getOpenapi(
    options?: CallOptions,
  ): Promise<Record<string, unknown>> {
    return this.#http.json<Record<string, unknown>>({ method: "GET", path: "/openapi.json" }, {}, options);
  }

  /** Get this API as a Postman collection */
  getPostman(
    options?: CallOptions,
  ): Promise<Record<string, unknown>> {
    return this.#http.json<Record<string, unknown>>({ method: "GET", path: "/postman.json" }, {}, options);
  }

  /** Get this API as a page */
  getReference(
    options?: CallOptions,
  ): Promise<Response> {
    return this.#http.raw({ method: "GET", path: "/docs/reference" }, {}, options);
  }
}

/** Operations of the area voice. */
export class VoiceApi {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Speak an agent's greeting, or a text, as a WAV file */
  previewVoiceAgent(
    args: {
      agent_id: string;
    },
    body: VoicePreview,
    options?: CallOptions,
  ): Promise<Answer<JobAccepted>> {
    return this.#http.json<Answer<JobAccepted>>({ method: "POST", path: "/api/v1/voice/agents/{agent_id}/preview", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** Create a voice agent */
  createVoiceAgent(
    body: VoiceAgentRequest,
    options?: CallOptions,
  ): Promise<Answer<VoiceAgent>> {
    return this.#http.json<Answer<VoiceAgent>>({ method: "POST", path: "/api/v1/voice/agents", idempotent: true }, { body }, options);
  }

  /** List voice agents, oldest first */
  listVoiceAgents(
    args: {
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
      /** The `next_cursor` of the previous page. It stays valid while entries are added */
      after?: string | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: VoiceAgent[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: VoiceAgent[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/voice/agents" }, { args: { ...args } }, options);
  }

  /** Get one voice agent */
  getVoiceAgent(
    args: {
      agent_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<VoiceAgent>> {
    return this.#http.json<Answer<VoiceAgent>>({ method: "GET", path: "/api/v1/voice/agents/{agent_id}" }, { args: { ...args } }, options);
  }

  /** Change a voice agent; null removes an optional field */
  updateVoiceAgent(
    args: {
      agent_id: string;
    },
    body: VoiceAgentPatch,
    options?: CallOptions,
  ): Promise<Answer<VoiceAgent>> {
    return this.#http.json<Answer<VoiceAgent>>({ method: "PATCH", path: "/api/v1/voice/agents/{agent_id}", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** Delete a voice agent; its sessions continue */
  deleteVoiceAgent(
    args: {
      agent_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<{
    id: string;
    object: "voice.agent";
    deleted: boolean;
  }>> {
    return this.#http.json<Answer<{
    id: string;
    object: "voice.agent";
    deleted: boolean;
  }>>({ method: "DELETE", path: "/api/v1/voice/agents/{agent_id}", idempotent: true }, { args: { ...args } }, options);
  }

  /** List voices of the box and of the configured providers */
  listVoices(
    args: {
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
      /** The `next_cursor` of the previous page. It stays valid while entries are added */
      after?: string | undefined;
      /** Voices of this source only */
      source?: "box" | "openai" | "elevenlabs" | undefined;
      /** Voices with this language only */
      language?: string | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: Voice[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: Voice[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/voice/voices" }, { args: { ...args } }, options);
  }

  /** Open a voice session; only this answer has the client secret */
  createVoiceSession(
    body: VoiceSessionRequest,
    options?: CallOptions,
  ): Promise<Answer<CreatedVoiceSession>> {
    return this.#http.json<Answer<CreatedVoiceSession>>({ method: "POST", path: "/api/v1/voice/sessions", idempotent: true }, { body }, options);
  }

  /** List voice sessions, newest first */
  listVoiceSessions(
    args: {
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
      /** The `next_cursor` of the previous page. It stays valid while entries are added */
      after?: string | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: VoiceSession[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: VoiceSession[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/voice/sessions" }, { args: { ...args } }, options);
  }

  /** Get one voice session */
  getVoiceSession(
    args: {
      session_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<VoiceSession>> {
    return this.#http.json<Answer<VoiceSession>>({ method: "GET", path: "/api/v1/voice/sessions/{session_id}" }, { args: { ...args } }, options);
  }

  /** End a voice session with its summary; repeating the request changes nothing */
  completeVoiceSession(
    args: {
      session_id: string;
    },
    body: VoiceSessionComplete,
    options?: CallOptions,
  ): Promise<Answer<VoiceSession>> {
    return this.#http.json<Answer<VoiceSession>>({ method: "POST", path: "/api/v1/voice/sessions/{session_id}/complete", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** Receive an event from a voice provider, authenticated by the provider's signature */
  createVoiceEvent(
    body: Record<string, unknown>,
    options?: CallOptions,
  ): Promise<Answer<{
    received: boolean;
    /** True for a repeated event, which the box ignores */
    duplicate: boolean;
  }>> {
    return this.#http.json<Answer<{
    received: boolean;
    /** True for a repeated event, which the box ignores */
    duplicate: boolean;
  }>>({ method: "POST", path: "/api/v1/voice/webhooks/realtime" }, { body }, options);
  }
}

/** Operations of the area webhooks. */
export class WebhooksApi {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Register a webhook; the secret is never shown again */
  createWebhook(
    body: {
      /** Address of the receiver: https, without user name and password */
      endpoint_url?: string | undefined;
      /** Address of the receiver: https, without user name and password */
      url?: string | undefined;
      /** Key of the signatures, any characters in UTF-8. No answer returns it */
      secret: string;
      /** Types of events that the webhook receives. The default is job.completed and job.failed */
      events?: ("job.completed" | "job.failed" | "job.cancelled" | "incident.created" | "incident.resolved" | "incident.escalated" | "robot.incident" | "robot.command" | "webhook.disabled")[] | undefined;
      description?: string | undefined;
      /** All headers that deliveries have besides those of the box */
      headers?: ({
        /** Name of the header */
        name: string;
        /** Printable ASCII. Without it, the webhook keeps the value that it has under this name */
        value?: string | undefined;
        /** Whether the box encrypts the value, and no answer shows it */
        is_secret?: boolean | undefined;
      })[] | undefined;
      filter?: {
        /** Types of incidents, for example intrusion */
        types?: string[] | undefined;
        /** The least severity */
        min_severity?: "info" | "warning" | "critical" | undefined;
        /** Streams. With this field the webhook receives no incidents of robots and rules */
        stream_ids?: string[] | undefined;
      } | null | undefined;
      /** With camera, a delivery waits until the one before it of the same camera has ended */
      ordering?: "none" | "camera" | undefined;
      retry_delays_seconds?: number[] | null | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<Webhook>> {
    return this.#http.json<Answer<Webhook>>({ method: "POST", path: "/api/v1/webhooks", idempotent: true }, { body }, options);
  }

  /** List the organisation's webhooks, oldest first */
  listWebhooks(
    args: {
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
      /** The `next_cursor` of the previous page. It stays valid while entries are added */
      after?: string | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: Webhook[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: Webhook[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/webhooks" }, { args: { ...args } }, options);
  }

  /** Get one webhook */
  getWebhook(
    args: {
      webhook_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Webhook>> {
    return this.#http.json<Answer<Webhook>>({ method: "GET", path: "/api/v1/webhooks/{webhook_id}" }, { args: { ...args } }, options);
  }

  /** Change a webhook, or switch it on or off */
  updateWebhook(
    args: {
      webhook_id: string;
    },
    body: {
      is_active?: boolean | undefined;
      /** Address of the receiver: https, without user name and password */
      endpoint_url?: string | undefined;
      /** Address of the receiver: https, without user name and password */
      url?: string | undefined;
      /** Key of the signatures, any characters in UTF-8. No answer returns it */
      secret?: string | undefined;
      /** Types of events that the webhook receives. The default is job.completed and job.failed */
      events?: ("job.completed" | "job.failed" | "job.cancelled" | "incident.created" | "incident.resolved" | "incident.escalated" | "robot.incident" | "robot.command" | "webhook.disabled")[] | undefined;
      description?: string | undefined;
      /** All headers that deliveries have besides those of the box */
      headers?: ({
        /** Name of the header */
        name: string;
        /** Printable ASCII. Without it, the webhook keeps the value that it has under this name */
        value?: string | undefined;
        /** Whether the box encrypts the value, and no answer shows it */
        is_secret?: boolean | undefined;
      })[] | undefined;
      filter?: {
        /** Types of incidents, for example intrusion */
        types?: string[] | undefined;
        /** The least severity */
        min_severity?: "info" | "warning" | "critical" | undefined;
        /** Streams. With this field the webhook receives no incidents of robots and rules */
        stream_ids?: string[] | undefined;
      } | null | undefined;
      /** With camera, a delivery waits until the one before it of the same camera has ended */
      ordering?: "none" | "camera" | undefined;
      retry_delays_seconds?: number[] | null | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<Webhook>> {
    return this.#http.json<Answer<Webhook>>({ method: "PATCH", path: "/api/v1/webhooks/{webhook_id}", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** Delete a webhook and its deliveries */
  deleteWebhook(
    args: {
      webhook_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<{
    id: string;
    object: "webhook";
    deleted: boolean;
  }>> {
    return this.#http.json<Answer<{
    id: string;
    object: "webhook";
    deleted: boolean;
  }>>({ method: "DELETE", path: "/api/v1/webhooks/{webhook_id}", idempotent: true }, { args: { ...args } }, options);
  }

  /** Replace the secret; both secrets sign for a grace period */
  rotateWebhookSecret(
    args: {
      webhook_id: string;
    },
    body: {
      /** Key of the signatures, any characters in UTF-8. No answer returns it */
      secret?: string | undefined;
      /** Seconds for which both the old and the new secret sign */
      grace_seconds?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<{
    id: string;
    object: "webhook";
    endpoint_url: string;
    is_active: boolean;
    /** Time in ISO 8601 */
    created_at: string;
    /** Time in ISO 8601 */
    updated_at: string;
    events: ("job.completed" | "job.failed" | "job.cancelled" | "incident.created" | "incident.resolved" | "incident.escalated" | "robot.incident" | "robot.command" | "webhook.disabled")[];
    description: string | null;
    disabled_reason: "manual" | "gone" | "failing" | "secret_lost" | null;
    disabled_at: number | null;
    failing_since: number | null;
    last_success_at: number | null;
    rotation_expires_at: number | null;
    pending_deliveries: number;
    origin: "registered" | "stream";
    headers: ({
      name: string;
      value: string | null;
      is_secret: boolean;
    })[];
    filter: {
      /** Types of incidents, for example intrusion */
      types?: string[] | undefined;
      /** The least severity */
      min_severity?: "info" | "warning" | "critical" | undefined;
      /** Streams. With this field the webhook receives no incidents of robots and rules */
      stream_ids?: string[] | undefined;
    } | null;
    ordering: "none" | "camera";
    /** Seconds between attempts, each varied at random by up to 20 % */
    retry_delays_seconds: number[];
    /** The secret. Only this answer shows it */
    secret?: string | undefined;
  }>> {
    return this.#http.json<Answer<{
    id: string;
    object: "webhook";
    endpoint_url: string;
    is_active: boolean;
    /** Time in ISO 8601 */
    created_at: string;
    /** Time in ISO 8601 */
    updated_at: string;
    events: ("job.completed" | "job.failed" | "job.cancelled" | "incident.created" | "incident.resolved" | "incident.escalated" | "robot.incident" | "robot.command" | "webhook.disabled")[];
    description: string | null;
    disabled_reason: "manual" | "gone" | "failing" | "secret_lost" | null;
    disabled_at: number | null;
    failing_since: number | null;
    last_success_at: number | null;
    rotation_expires_at: number | null;
    pending_deliveries: number;
    origin: "registered" | "stream";
    headers: ({
      name: string;
      value: string | null;
      is_secret: boolean;
    })[];
    filter: {
      /** Types of incidents, for example intrusion */
      types?: string[] | undefined;
      /** The least severity */
      min_severity?: "info" | "warning" | "critical" | undefined;
      /** Streams. With this field the webhook receives no incidents of robots and rules */
      stream_ids?: string[] | undefined;
    } | null;
    ordering: "none" | "camera";
    /** Seconds between attempts, each varied at random by up to 20 % */
    retry_delays_seconds: number[];
    /** The secret. Only this answer shows it */
    secret?: string | undefined;
  }>>({ method: "POST", path: "/api/v1/webhooks/{webhook_id}/rotate-secret", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** Send a `webhook.test` now, and wait until the attempt has ended */
  testWebhook(
    args: {
      webhook_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<WebhookDelivery>> {
    return this.#http.json<Answer<WebhookDelivery>>({ method: "POST", path: "/api/v1/webhooks/{webhook_id}/test", idempotent: true }, { args: { ...args } }, options);
  }

  /** List a webhook's deliveries, newest first */
  listWebhookDeliveries(
    args: {
      webhook_id: string;
      /** Largest number of entries in the answer */
      limit?: number | undefined;
      /** Number of entries to skip */
      offset?: number | undefined;
      /** The `next_cursor` of the previous page. It stays valid while entries are added */
      after?: string | undefined;
      status?: "pending" | "succeeded" | "exhausted" | "skipped" | undefined;
      event_type?: "job.completed" | "job.failed" | "job.cancelled" | "incident.created" | "incident.resolved" | "incident.escalated" | "robot.incident" | "robot.command" | "webhook.disabled" | "webhook.test" | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: WebhookDelivery[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: WebhookDelivery[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/webhooks/{webhook_id}/deliveries" }, { args: { ...args } }, options);
  }

  /** Send the event of a delivery again, with the same bytes */
  redeliverDelivery(
    args: {
      webhook_id: string;
      delivery_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<WebhookDelivery>> {
    return this.#http.json<Answer<WebhookDelivery>>({ method: "POST", path: "/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver", idempotent: true }, { args: { ...args } }, options);
  }

  /** Send all events again that did not arrive since a given time */
  recoverWebhook(
    args: {
      webhook_id: string;
    },
    body: {
      /** Start in Unix seconds, at most 14 days ago */
      since: number;
      /** End in Unix seconds. The default is now */
      until?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<{
    webhook_id: string;
    /** Number of deliveries that are now due */
    queued: number;
  }>> {
    return this.#http.json<Answer<{
    webhook_id: string;
    /** Number of deliveries that are now due */
    queued: number;
  }>>({ method: "POST", path: "/api/v1/webhooks/{webhook_id}/recover", idempotent: true }, { args: { ...args }, body }, options);
  }
}

/** Every operation of the box, by area. */
export class Api {
  readonly ads: AdsApi;
  readonly assets: AssetsApi;
  readonly avatars: AvatarsApi;
  readonly brands: BrandsApi;
  readonly campaigns: CampaignsApi;
  readonly clinical: ClinicalApi;
  readonly health: HealthApi;
  readonly images: ImagesApi;
  readonly jobs: JobsApi;
  readonly keys: KeysApi;
  readonly neural: NeuralApi;
  readonly people: PeopleApi;
  readonly push: PushApi;
  readonly robots: RobotsApi;
  readonly rules: RulesApi;
  readonly runs: RunsApi;
  readonly session: SessionApi;
  readonly surveillance: SurveillanceApi;
  readonly system: SystemApi;
  readonly voice: VoiceApi;
  readonly webhooks: WebhooksApi;

  constructor(http: Http) {
    this.ads = new AdsApi(http);
    this.assets = new AssetsApi(http);
    this.avatars = new AvatarsApi(http);
    this.brands = new BrandsApi(http);
    this.campaigns = new CampaignsApi(http);
    this.clinical = new ClinicalApi(http);
    this.health = new HealthApi(http);
    this.images = new ImagesApi(http);
    this.jobs = new JobsApi(http);
    this.keys = new KeysApi(http);
    this.neural = new NeuralApi(http);
    this.people = new PeopleApi(http);
    this.push = new PushApi(http);
    this.robots = new RobotsApi(http);
    this.rules = new RulesApi(http);
    this.runs = new RunsApi(http);
    this.session = new SessionApi(http);
    this.surveillance = new SurveillanceApi(http);
    this.system = new SystemApi(http);
    this.voice = new VoiceApi(http);
    this.webhooks = new WebhooksApi(http);
  }
}
