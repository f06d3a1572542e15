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
  code: "safe_mode" | "storage_full" | "store_stalled" | "store_unwritable" | "disk_low" | "inodes_low" | "store_at_risk" | "files_unnamed" | "vision_down" | "model_damaged" | "cameras_refused" | "cameras_offline" | "decoders_failing" | "endpoint_refused" | "too_hot" | "throttled" | "memory_low" | "clock_not_synchronised" | "certificate_ending" | "certificate_ended" | "audit_lost";
  severity: "critical" | "warning";
  /** What is wrong and what to do about it */
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
    /** What the command wrote, at most 2000 characters */
    last_output: string;
  } | null;
  /** Newest first, at most 50 */
  recent: RaisedAlarm[];
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
    person_id?: string | null | undefined;
    name?: string | null | undefined;
  };
  address: string | null;
  /** Method and path, or the command */
  action: string;
  outcome: {
    status: number;
    code: string | null;
  };
  request_id: string | null;
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
  /** The person or character; optional with reference pictures */
  prompt?: string | undefined;
  reference_images?: string[] | undefined;
  /** `filter_culture`, `avatar_composition`, `art_direction` and others of your own */
  hints?: Record<string, string> | undefined;
  output?: MediaOutput | undefined;
  client_reference_id?: string | undefined;
  /** Echoed in the job and its webhook deliveries */
  metadata?: Record<string, string> | undefined;
}

export interface AvatarSaveRequest {
  /** A completed avatar job */
  job_id?: string | undefined;
  /** In place of `job_id`: the `image_url` of a picture that this box generated */
  image_url?: string | undefined;
  label: string;
}

export interface Behavior {
  /** `intrusion`, `loitering`, `line_crossing` … */
  type: string;
  /** Name of a zone of `context.zones` */
  zone?: string | undefined;
  /** Name of a zone given as a line */
  line?: string | undefined;
  seconds?: number | undefined;
  classes?: string[] | undefined;
  /** Instead of the behavior's default */
  severity?: "info" | "warning" | "critical" | undefined;
  /** Which crossings count */
  direction?: "any" | "a_to_b" | "b_to_a" | undefined;
  /** Allowed way in degrees, clockwise from up in the picture */
  heading?: number | undefined;
  min_count?: number | undefined;
  /** Metres a second */
  max_mps?: number | undefined;
  /** Metres */
  distance?: number | undefined;
  other_classes?: string[] | undefined;
  /** Of `anomaly`: 1 finds the smallest deviations */
  sensitivity?: number | undefined;
  /** Things that never scored this much do not count */
  min_score?: number | undefined;
  /** Things that were never this high, as a share of the picture, do not count */
  min_height?: number | undefined;
  schedule?: PolicySchedule | undefined;
  /** Modes of the site in which it holds; empty: in all */
  modes?: ("armed" | "home" | "disarmed")[] | undefined;
  /** The stream's own `alerts.cooldown_seconds` when absent */
  cooldown_seconds?: number | undefined;
}

export interface Brand {
  /** UUID of the brand */
  id: string;
  object: "brand";
  name: string;
  source_url: string | null;
  logo_url: string | null;
  /** The main colour first */
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
  /** With `expand=latest_job`: the newest job of the brand */
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
  /** A stored brand; not together with `brand_identity` */
  brand_id?: string | undefined;
  brand_identity?: {
    name?: string | undefined;
    colors?: ({
      /** sRGB, as `#e4572e` */
      hex: string;
      role?: "primary" | "secondary" | "accent" | "background" | "surface" | "text" | "neutral" | undefined;
      /** Share of all that is coloured */
      proportion?: number | undefined;
    })[] | undefined;
    typography?: ({
      family: string;
      role?: "heading" | "body" | "button" | "monospace" | undefined;
      source?: "google_fonts" | "adobe_fonts" | "web_font" | "system" | undefined;
    })[] | undefined;
    tone?: {
      voice?: string | null | undefined;
      /** What texts of the brand do */
      dos?: string[] | undefined;
      /** What they never do */
      donts?: string[] | undefined;
    } | null | undefined;
    identity?: {
      tagline?: string | null | undefined;
      industry?: string | null | undefined;
      /** What the brand stands for */
      values?: string[] | undefined;
      audience?: string | null | undefined;
    } | null | undefined;
  } | undefined;
  output?: MediaOutput | undefined;
  client_reference_id?: string | undefined;
  /** Echoed in the job and its webhook deliveries */
  metadata?: Record<string, string> | undefined;
  /** `filter_culture`, `avatar_composition`, `art_direction` and others of your own */
  hints?: Record<string, string> | undefined;
}

export interface Configuration {
  file: string | null;
  settings: Setting[];
}

export interface ConfigurationCheck {
  valid: boolean;
  problems: ({
    line: number | null;
    /** `line N`, or the variable or flag of this box that is wrong */
    where: string;
    /** Empty when the whole file is meant */
    path: string;
    message: string;
  })[];
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
  /** Seconds between frames that were looked at */
  seconds_observed: number;
  /** Sum of `not_observed` */
  seconds_not_observed: number;
  /** Seconds by reason */
  not_observed: {
    /** The camera was away, or connected but silent */
    source_down: number;
    /** The camera sent the same picture for 10 s or more */
    frozen: number;
    /** The vision process or the asked model did not work */
    detector_down: number;
    /** The pictures could not be decoded */
    undecodable: number;
    /** Pictures came, but the box was too busy to look at them */
    overload: number;
    /** The stream was stopped */
    stopped: number;
    /** The box was off, starting, or ended without a last word */
    box_off: number;
  };
  observed_ratio: number;
  frames_judged: number;
  /** By how much the box's clock was set in this hour; negative for back */
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
  /** The caller's */
  metadata: Record<string, string>;
  /** Events of the provider so far */
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
  /** How long answers are waited for */
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
  /** What has been found so far */
  checks: DoctorCheck[];
}

export interface DoctorCheck {
  /** Stable id of the check */
  check: string;
  title: string;
  subject: string | null;
  status: "ok" | "warn" | "fail" | "skipped";
  /** What was seen, in English */
  reason: string;
  /** Of the sentence, for texts of your own */
  reason_code: string;
  fix: string | null;
  fix_code: string | null;
  /** What the two sentences name */
  values: Record<string, number | string>;
}

export interface EditRequest {
  /** The job that generated the picture */
  source_job_id?: string | undefined;
  /** The same as `source_job_id` */
  ad_id?: string | undefined;
  /** The change */
  prompt?: string | undefined;
  /** The same as `prompt` */
  instructions?: string | undefined;
  client_reference_id?: string | undefined;
  /** Echoed in the job and its webhook deliveries */
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
  /** The job, or incident, that it was sent for */
  job_id: string;
  step: string;
  /** Bytes */
  bytes_sent: number;
  bytes_received: number | null;
  cost: number | null;
  /** `sent` until the answer comes */
  outcome: string;
}

export interface Evidence {
  object: "surveillance.evidence";
  incident_id: string;
  stream_id: string;
  /** True while it is kept whatever its age and the disk */
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
    /** One for each format that the camera had; `?part=2` plays the second */
    parts: ({
      /** Unix seconds */
      from: number;
      /** Unix seconds */
      to: number;
      /** `h264` or `hevc`, as the camera sent it */
      codec: string;
      /** With the codec's RFC 6381 name where it is known */
      mime_type: string;
      width: number;
      height: number;
      size_bytes: number;
      /** True when privacy masks are painted in, so that the video was encoded again */
      masked: boolean;
      duration_seconds: number;
    })[];
  } | null;
}

export interface FoundCamera {
  object: "surveillance.found_camera";
  onvif_url: string;
  ip: string;
  name: string | null;
  hardware: string | null;
  location: string | null;
  /** Your streams at this address */
  streams: string[];
}

export interface ImageRequest {
  /** The content of the picture */
  prompt: string;
  reference_images?: string[] | undefined;
  /** A stored brand; not together with `brand_identity` */
  brand_id?: string | undefined;
  brand_identity?: {
    name?: string | undefined;
    colors?: ({
      /** sRGB, as `#e4572e` */
      hex: string;
      role?: "primary" | "secondary" | "accent" | "background" | "surface" | "text" | "neutral" | undefined;
      /** Share of all that is coloured */
      proportion?: number | undefined;
    })[] | undefined;
    typography?: ({
      family: string;
      role?: "heading" | "body" | "button" | "monospace" | undefined;
      source?: "google_fonts" | "adobe_fonts" | "web_font" | "system" | undefined;
    })[] | undefined;
    tone?: {
      voice?: string | null | undefined;
      /** What texts of the brand do */
      dos?: string[] | undefined;
      /** What they never do */
      donts?: string[] | undefined;
    } | null | undefined;
    identity?: {
      tagline?: string | null | undefined;
      industry?: string | null | undefined;
      /** What the brand stands for */
      values?: string[] | undefined;
      audience?: string | null | undefined;
    } | null | undefined;
  } | undefined;
  output?: MediaOutput | undefined;
  client_reference_id?: string | undefined;
  /** Echoed in the job and its webhook deliveries */
  metadata?: Record<string, string> | undefined;
}

export interface Incident {
  id: string;
  object: "surveillance.incident";
  type: string;
  state: "open" | "resolved";
  severity: "info" | "warning" | "critical";
  stream_id: string;
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
    /** Those that `group_by` put together */
    group_key?: string | undefined;
    /** Words of the summary, type, camera or zone, in any order; 8 count */
    search?: string | undefined;
    /** Started at or after, Unix s */
    from?: number | undefined;
    acknowledged?: boolean | undefined;
    /** Started before, Unix s */
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
  /** As it was sent */
  metadata: Record<string, string>;
  /** `phase`, `input` without secrets and pictures, and what the job has produced */
  payload: {
    phase: string;
    input: Record<string, unknown>;
    output?: Record<string, unknown> | undefined;
    [name: string]: unknown;
  };
  /** What `expand` asked for and there is */
  expanded?: {
    diagnostics?: JobDiagnostics | undefined;
    brand?: Record<string, unknown> | undefined;
    avatar?: Record<string, unknown> | undefined;
    ad?: Record<string, unknown> | undefined;
  } | undefined;
  /** With `wait_for_completion`: how long the answer was held */
  waited_seconds?: number | undefined;
  /** With `expand=ad`, of completed ad jobs */
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
  /** What will not, or not fully, be done as asked */
  warnings?: string[] | undefined;
  /** Key of the signatures to `outputs.webhook_url`, where the box had to make one; shown once */
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
  /** Phases in order, the newest 50 */
  steps: ({
    name: string;
    /** Unix seconds */
    started_at: number;
    duration_ms: number | null;
  })[];
  /** The newest 20 */
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
  preset: "viewer" | "integrator" | "operator" | "technician" | "admin" | null;
  scopes: ("jobs:read" | "jobs:write" | "media:read" | "media:write" | "avatars:read" | "avatars:write" | "brands:read" | "brands:write" | "surveillance:read" | "surveillance:write" | "events:read" | "robots:read" | "robots:write" | "robots:command" | "health:read" | "health:write" | "clinical:read" | "clinical:write" | "neural:read" | "neural:write" | "voice:read" | "voice:write" | "runs:read" | "runs:write" | "webhooks:read" | "webhooks:write" | "system:read" | "system:admin" | "keys:admin")[];
  /** Where it may be used from; all when empty */
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

export interface LearntLessons {
  /** Unix seconds */
  learnt_at: number;
  model: string;
  cameras: ({
    stream_id: string;
    changed: boolean;
    /** Classes whose false alarms are dropped */
    veto: string[];
    /** By class, the score that counts as the site's min_score */
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
  /** The job that generated the picture */
  source_job_id: string;
  /** Guidance, e.g. the parts that stay unchanged */
  prompt: string;
  /** BCP 47, such as `fr` or `pt-BR` */
  target_language: string;
  /** ISO 4217, e.g. `EUR` */
  target_currency: string;
  /** The market in words */
  target_culture: string;
  /** A stored brand; not together with `brand_identity` */
  brand_id?: string | undefined;
  brand_identity?: {
    name?: string | undefined;
    colors?: ({
      /** sRGB, as `#e4572e` */
      hex: string;
      role?: "primary" | "secondary" | "accent" | "background" | "surface" | "text" | "neutral" | undefined;
      /** Share of all that is coloured */
      proportion?: number | undefined;
    })[] | undefined;
    typography?: ({
      family: string;
      role?: "heading" | "body" | "button" | "monospace" | undefined;
      source?: "google_fonts" | "adobe_fonts" | "web_font" | "system" | undefined;
    })[] | undefined;
    tone?: {
      voice?: string | null | undefined;
      /** What texts of the brand do */
      dos?: string[] | undefined;
      /** What they never do */
      donts?: string[] | undefined;
    } | null | undefined;
    identity?: {
      tagline?: string | null | undefined;
      industry?: string | null | undefined;
      /** What the brand stands for */
      values?: string[] | undefined;
      audience?: string | null | undefined;
    } | null | undefined;
  } | undefined;
  client_reference_id?: string | undefined;
  /** Echoed in the job and its webhook deliveries */
  metadata?: Record<string, string> | undefined;
}

export interface Machine {
  disk: {
    /** Bytes */
    free_bytes: number;
    /** Bytes */
    total_bytes: number;
  } | null;
  memory: {
    /** Bytes */
    available_bytes: number;
    /** Bytes */
    total_bytes: number;
  } | null;
  /** Over 1, 5 and 15 minutes */
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
  /** Beyond the points of the calibration: may be far off */
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
  /** IANA name, such as Europe/Berlin */
  time_zone: string;
  changes: ({
    /** Every day, holidays too, when absent */
    days?: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun" | "holiday")[] | undefined;
    at: string;
    mode: "armed" | "home" | "disarmed";
  })[];
  /** Dates that are holidays instead of weekdays */
  holidays?: string[] | undefined;
}

export interface Model {
  name: string;
  description: string | null;
  /** `available`: in the catalogue only */
  state: "available" | "verified" | "corrupt" | "missing" | "quarantined" | "unchecked";
  /** It comes with the installation and cannot be removed */
  shipped: boolean;
  /** Streams that name no model use it */
  default: boolean;
  /** The best of the catalogue that this box can run */
  recommended: boolean;
  /** The caller's streams that use it now */
  streams: string[];
  licence: string;
  ms: number | null;
  /** `ms` follows from another model's time */
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
  /** Name in `mqtt_brokers` */
  broker: string;
  base_topic: string;
  connected: boolean;
  /** Unix seconds */
  since: number;
  last_error: string | null;
  /** Entries of the event log not yet passed */
  backlog: number;
  events_acknowledged: number;
  /** No longer kept when their turn came */
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
  /** Shown this once */
  token?: string | undefined;
  /** The link with the token; shown this once */
  url?: string | undefined;
}

export interface NewKey {
  /** Public part of the key: svk_<id>_… */
  id: string;
  object: "key";
  org: string;
  name: string;
  preset: "viewer" | "integrator" | "operator" | "technician" | "admin" | null;
  scopes: ("jobs:read" | "jobs:write" | "media:read" | "media:write" | "avatars:read" | "avatars:write" | "brands:read" | "brands:write" | "surveillance:read" | "surveillance:write" | "events:read" | "robots:read" | "robots:write" | "robots:command" | "health:read" | "health:write" | "clinical:read" | "clinical:write" | "neural:read" | "neural:write" | "voice:read" | "voice:write" | "runs:read" | "runs:write" | "webhooks:read" | "webhooks:write" | "system:read" | "system:admin" | "keys:admin")[];
  /** Where it may be used from; all when empty */
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
  /** Shown this once */
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
  /** It is the one that asks */
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
    /** COSE algorithm */
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

export interface Person {
  id: string;
  object: "person";
  org: string;
  name: string;
  role: "viewer" | "operator" | "technician" | "admin";
  /** Those of the role */
  scopes: ("jobs:read" | "jobs:write" | "media:read" | "media:write" | "avatars:read" | "avatars:write" | "brands:read" | "brands:write" | "surveillance:read" | "surveillance:write" | "events:read" | "robots:read" | "robots:write" | "robots:command" | "health:read" | "health:write" | "clinical:read" | "clinical:write" | "neural:read" | "neural:write" | "voice:read" | "voice:write" | "runs:read" | "runs:write" | "webhooks:read" | "webhooks:write" | "system:read" | "system:admin" | "keys:admin")[];
  cameras: string[] | null;
  has_password: boolean;
  /** Signs in with the site's identity provider */
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
  /** Empty: every stream of the organisation */
  stream_id: string;
  name: string;
  type: string;
  condition?: PolicyCondition | undefined;
  action?: PolicyAction | undefined;
  /** Null: at all times */
  schedule?: PolicySchedule | null | undefined;
  /** Modes of the site in which it holds; empty: in all */
  modes?: ("armed" | "home" | "disarmed")[] | undefined;
  enabled: boolean;
  /** Whether schedule and mode let it hold now */
  holds_now: boolean;
  /** Streams that it is evaluated on now */
  streams: string[];
  /** Why it does less than was asked */
  warnings: string[];
  /** Unix seconds */
  created_at: number;
  /** Unix seconds */
  updated_at: number;
}

export interface PolicyAction {
  /** The behavior's default when absent */
  severity?: "info" | "warning" | "critical" | undefined;
  /** The stream's own `alerts.cooldown_seconds` when absent */
  cooldown_seconds?: number | undefined;
}

export interface PolicyCondition {
  /** Name of a zone of `context.zones` */
  zone?: string | undefined;
  /** Name of a zone given as a line */
  line?: string | undefined;
  seconds?: number | undefined;
  classes?: string[] | undefined;
  /** Which crossings count */
  direction?: "any" | "a_to_b" | "b_to_a" | undefined;
  /** Allowed way in degrees, clockwise from up in the picture */
  heading?: number | undefined;
  min_count?: number | undefined;
  /** Metres a second */
  max_mps?: number | undefined;
  /** Metres */
  distance?: number | undefined;
  other_classes?: string[] | undefined;
  /** Of `anomaly`: 1 finds the smallest deviations */
  sensitivity?: number | undefined;
  /** Things that never scored this much do not count */
  min_score?: number | undefined;
  /** Things that were never this high, as a share of the picture, do not count */
  min_height?: number | undefined;
}

export interface PolicyPatch {
  /** The one stream that it is about; empty: every stream of the organisation */
  stream_id?: string | undefined;
  name?: string | undefined;
  type?: string | undefined;
  condition?: PolicyCondition | undefined;
  action?: PolicyAction | undefined;
  /** Null: at all times */
  schedule?: PolicySchedule | null | undefined;
  /** Modes of the site in which it holds; empty: in all */
  modes?: ("armed" | "home" | "disarmed")[] | undefined;
  enabled?: boolean | undefined;
}

export interface PolicyReplay {
  object: "surveillance.policy_replay";
  policy_id: string;
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
  /** The one stream that it is about; empty: every stream of the organisation */
  stream_id?: string | undefined;
  name: string;
  type: string;
  condition?: PolicyCondition | undefined;
  action?: PolicyAction | undefined;
  /** Null: at all times */
  schedule?: PolicySchedule | null | undefined;
  /** Modes of the site in which it holds; empty: in all */
  modes?: ("armed" | "home" | "disarmed")[] | undefined;
  enabled?: boolean | undefined;
}

export interface PolicySchedule {
  /** IANA name, such as Europe/Berlin */
  time_zone: string;
  windows: ({
    /** Every day, holidays too, when absent */
    days?: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun" | "holiday")[] | undefined;
    from?: string | undefined;
    /** Earlier than `from`: on the next day */
    to?: string | undefined;
  })[];
  /** Dates that are holidays instead of weekdays */
  holidays?: string[] | undefined;
}

export interface Probe {
  object: "surveillance.probe";
  /** `usable`, or the most important fault; a key for your own headline */
  finding: "usable" | "bad_address" | "not_allowed" | "unknown_host" | "no_answer" | "refused" | "lost" | "hung_up" | "untrusted" | "no_tls" | "busy" | "password_missing" | "password_wrong" | "sign_in_unknown" | "rights_missing" | "no_such_path" | "redirected" | "not_rtsp" | "udp_only" | "no_video" | "codec_unsupported" | "stopped" | "no_stream" | "unreadable" | "onvif_failed";
  /** True when usable pictures came */
  usable: boolean;
  /** True when a host answered at the address */
  reachable: boolean;
  /** The camera's reaction to user name and password */
  credentials: "accepted" | "not_needed" | "missing" | "refused" | "unknown";
  rtsp: {
    /** Without credentials */
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
    /** A key for your own texts, or the code of a problem */
    code: string;
    level: "info" | "warning" | "critical";
    /** In English */
    message: string;
    /** The values in the text */
    values: Record<string, number | string>;
  })[];
}

export interface ProbeRequest {
  /** A running stream: its address where `url` and `host` are absent, and its credentials for its host */
  stream_id?: string | undefined;
  /** `rtsp(s)://…`; its credentials are used */
  url?: string | undefined;
  /** Name or address of a camera that reports its streams by ONVIF */
  host?: string | undefined;
  /** Not kept */
  username?: string | undefined;
  /** Not kept */
  password?: string | undefined;
  /** The camera's device service, when it is not at the usual address */
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
}

export interface PtzRequest {
  action: "move" | "absolute" | "relative" | "stop" | "home" | "set_home" | "goto_preset" | "set_preset" | "remove_preset";
  /** Speed of `move`, distance of `relative`, position of `absolute`; right is positive */
  pan?: number | undefined;
  /** Up is positive */
  tilt?: number | undefined;
  /** In is positive; a position is 0 to 1 */
  zoom?: number | undefined;
  speed?: number | undefined;
  /** Duration of a `move`; repeat the command to continue; default 1 */
  seconds?: number | undefined;
  preset?: string | undefined;
  name?: string | undefined;
}

export interface Push {
  /** `push.contact` is set */
  enabled: boolean;
  public_key: string | null;
  /** Hosts that the site allows */
  services: string[];
  /** Notifications show the incident's picture */
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
  /** Least severity of incidents; `warning` when absent */
  min_severity?: "info" | "warning" | "critical" | undefined;
  camera_ids?: string[] | null | undefined;
  quiet_hours?: PolicySchedule | null | undefined;
  /** Critical incidents come in quiet hours too; true when absent */
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
  /** Messages that wait to be sent */
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
  /** With the codec's RFC 6381 name where it is known */
  mime_type: string;
  width: number;
  height: number;
  size_bytes: number;
  /** True when privacy masks are painted in, so that the video was encoded again */
  masked: boolean;
  duration_seconds: number;
  /** Plays it; relative to the box, with the caller's key */
  url: string;
}

export interface Review {
  object: "surveillance.review";
  changed: number;
  unchanged: number;
  not_found: number;
  /** The filter matches more incidents that the review would change: repeat it */
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
  e_stop: RobotEStop | null;
  lease: RobotLease | null;
  active_command: {
    command_id: string;
    command: "move_to" | "follow_route" | "dock" | "undock" | "pick" | "drop" | "stop" | "pause" | "resume" | "set_speed_limit" | "announce" | "teleop" | "cancel" | "localize";
    state: "accepted" | "executing" | "succeeded" | "failed" | "cancelled" | "rejected";
  } | null;
  active_run: string | null;
  /** A stop or a breach; runs and rules wait until an operator moves the robot */
  held_by_stop: boolean;
  inside_geofence: boolean | null;
  /** In force at this place */
  speed_limit_mps: number;
  zones: ({
    id: string | null;
    name: string;
    type: string;
    enforcement: "native" | "monitored" | "advisory";
    reason: string;
  })[];
  /** Where its settings come from */
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
  /** Type of behavior */
  on: string;
  do: RobotActionStep[];
  /** Unix seconds */
  created_at: number;
  /** Unix seconds */
  updated_at: number;
}

export interface RobotActionRequest {
  /** Of the one to change; by robot and name when absent */
  id?: string | undefined;
  /** Null: every robot of the organisation */
  robot_id?: string | null | undefined;
  /** The one stored behavior it answers */
  behavior_id?: string | null | undefined;
  name: string;
  /** Type of behavior */
  on: string;
  do: RobotActionStep[];
}

export interface RobotActionStep {
  type: "alert" | "command";
  severity?: "info" | "warning" | "critical" | undefined;
  message?: string | undefined;
  command?: RobotCommandBody | undefined;
  /** Of a command: the run fails where it cannot be given */
  required?: boolean | undefined;
  /** Of a command: how long it waits while somebody else has the robot */
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
  /** What was decided or done */
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
  /** Since the box heard it */
  age_ms: number;
  /** Where it came from */
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
  /** Of the one to change; by robot and name when absent */
  id?: string | undefined;
  /** Null: every robot of the organisation */
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
  /** Id of the key */
  requested_by: string;
  priority: "e_stop" | "local_operator" | "remote_operator" | "run" | "runs" | "rule";
  /** Unix seconds */
  created_at: number;
  sent_at: number | null;
  ended_at: number | null;
  /** Bounds that may not hold on its way, and why */
  warnings: string[];
}

export interface RobotCommandBody {
  command: "move_to" | "follow_route" | "dock" | "undock" | "pick" | "drop" | "stop" | "pause" | "resume" | "set_speed_limit" | "announce" | "teleop" | "cancel" | "localize";
  target?: RobotPlace | undefined;
  /** Of `follow_route`, in order */
  waypoints?: RobotPlace[] | undefined;
  loops?: number | undefined;
  /** Of a movement, or the limit to set; null lifts a limit that was set */
  max_speed_mps?: number | null | undefined;
  /** To say */
  message?: string | undefined;
  linear_mps?: number | undefined;
  angular_radps?: number | undefined;
  /** How long `teleop` moves without a further command */
  duration_ms?: number | undefined;
  /** Of `cancel`; the active one */
  command_id?: string | undefined;
  load?: RobotLoad | undefined;
  station?: RobotStation | undefined;
  /** Of `pick` and `drop`: which of the robot's load handling devices */
  device?: string | undefined;
  /** Of `pick` and `drop`: what the robot's maker wants beside these */
  parameters?: Record<string, unknown> | undefined;
}

export interface RobotCommandRequest {
  command: RobotCommandBody;
  /** A command that was not sent to the robot by then never is */
  ttl_seconds?: number | undefined;
  /** Why; kept in the audit log */
  reason?: string | undefined;
}

export interface RobotEStop {
  value: boolean;
  /** Since the box heard it */
  age_ms: number;
  /** Where it came from */
  source: string;
}

export interface RobotErrors {
  value: ({
    code: string;
    message: string;
  })[];
  /** Since the box heard it */
  age_ms: number;
  /** Where it came from */
  source: string;
}

export interface RobotLease {
  object: "robot.lease";
  lease_id: string;
  robot_id: string;
  /** Id of the key */
  holder: string;
  priority: "e_stop" | "local_operator" | "remote_operator" | "run" | "runs" | "rule";
  on_expiry: "continue" | "pause" | "cancel";
  command_id: string | null;
  /** Unix seconds */
  since: number;
  expires_in_ms: number | null;
}

export interface RobotLeaseRequest {
  /** Without a heartbeat it ends after this */
  ttl_seconds?: number | undefined;
  /** What becomes of the active command then; `cancel` when absent */
  on_expiry?: "continue" | "pause" | "cancel" | undefined;
}

/** Of `pick` and `drop` */
export interface RobotLoad {
  /** Of this one load, as the site calls it */
  id?: string | undefined;
  /** Of its carrier, as the robot knows it: `EPAL` */
  type?: string | undefined;
}

export interface RobotLoads {
  value: ({
    id: string | null;
    type: string | null;
    position: string | null;
    weight_kg: number | null;
  })[];
  /** Since the box heard it */
  age_ms: number;
  /** Where it came from */
  source: string;
}

export interface RobotMode {
  value: string;
  /** Since the box heard it */
  age_ms: number;
  /** Where it came from */
  source: string;
}

export interface RobotPlace {
  /** Name of the map frame */
  frame: string;
  x: number;
  y: number;
  /** Heading at the end, radians */
  yaw?: number | undefined;
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
  /** Since the box heard it */
  age_ms: number;
  /** Where it came from */
  source: string;
}

export interface RobotRequest {
  name?: string | undefined;
  /** How the robot is reached */
  driver: "sim" | "vda5050" | "ros2" | "rosbridge";
  /** Map frames that its goals may be in; `map` when absent */
  frames?: string[] | undefined;
  /** The robot stays in it, in all circumstances */
  geofence?: {
    /** Name of the map frame */
    frame: string;
    /** Corners [x, y] in metres of the frame */
    polygon: ([number, number])[];
  } | undefined;
  /** Metres per second */
  max_speed_mps?: number | undefined;
  max_turn_radps?: number | undefined;
  /** Below it the robot is only sent to its dock */
  battery_floor_percent?: number | undefined;
  /** With a geofence or zones, a robot on a command is stopped when its pose is older */
  max_pose_age_ms?: number | undefined;
  /** Loudspeaker of the box that speaks for it (`voice.speakers`) where it cannot itself; the first when absent */
  speaker?: string | undefined;
  /** Stream of the site that looks from the robot; the page shows it while driving */
  camera?: string | undefined;
  sim?: SimulatedRobot | undefined;
  vda5050?: Vda5050Robot | undefined;
  ros2?: Ros2Robot | undefined;
  rosbridge?: RosbridgeRobot | undefined;
}

export interface RobotRunRequest {
  robot_id: string;
  /** `patrol`, `observe`, `follow`, or words */
  task: string;
  profile?: string | undefined;
  zones?: RunZone[] | undefined;
  zone_ids?: string[] | undefined;
  behaviors?: RunBehavior[] | undefined;
  behavior_ids?: string[] | undefined;
  actions?: RunAction[] | undefined;
  action_ids?: string[] | undefined;
  perception?: RunPerception | undefined;
  /** Rounds of a patrol; null: until it is cancelled */
  laps?: number | null | undefined;
  /** How long it stays at each place: 0 on a patrol, 60 to observe; null: until it is cancelled */
  dwell_seconds?: number | null | undefined;
  max_speed_mps?: number | undefined;
  /** How far from what it follows the robot stays */
  standoff_m?: number | undefined;
  /** What becomes of a place that cannot be reached; a patrol skips it, anything else fails */
  on_blocked?: "skip" | "fail" | undefined;
  /** Of a run that would drive on after a restart of the box: wait for somebody, which is the default, or drive on */
  after_restart?: "pause" | "resume" | undefined;
  outputs?: {
    /** Empty: the run's incidents are in the job only */
    delivery?: "sse"[] | undefined;
  } | undefined;
  output?: {
    /** Language of texts and of the task; `context.locale` when absent, then `en` */
    locale?: string | undefined;
  } | undefined;
  context?: {
    /** Where `output.locale` is absent */
    locale?: string | undefined;
  } | undefined;
  /** Make the plan, and nothing else */
  dry_run?: boolean | undefined;
  client_reference_id?: string | undefined;
  /** Echoed in the job and its webhook deliveries */
  metadata?: Record<string, string> | undefined;
}

/** Of `pick` and `drop` */
export interface RobotStation {
  /** As the robot knows it: `floor`, `rack`, `conveyor` */
  type?: string | undefined;
  /** Of this one station */
  name?: string | undefined;
  /** Of the load's bottom above ground */
  height_m?: number | undefined;
  /** How far in it stands */
  depth_m?: number | undefined;
  /** Of the robot, where it has several */
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
  e_stop: RobotEStop | null;
  lease: RobotLease | null;
  active_command: {
    command_id: string;
    command: "move_to" | "follow_route" | "dock" | "undock" | "pick" | "drop" | "stop" | "pause" | "resume" | "set_speed_limit" | "announce" | "teleop" | "cancel" | "localize";
    state: "accepted" | "executing" | "succeeded" | "failed" | "cancelled" | "rejected";
  } | null;
  active_run: string | null;
  /** A stop or a breach; runs and rules wait until an operator moves the robot */
  held_by_stop: boolean;
  inside_geofence: boolean | null;
  /** In force at this place */
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
  /** What was really done, such as `cancel+zero_velocity` */
  done: string;
  /** Until the robot's side had taken it */
  took_ms: number;
  cancelled_command_id: string | null;
  /** Where it was written: `journal` while the store cannot be, `pending` while the disk does not answer */
  recorded: "store" | "journal" | "pending" | "lost";
  /** When the robot's side had taken it, Unix seconds */
  stopped_at: number;
}

export interface RobotStopRequest {
  reason?: string | undefined;
}

export interface RobotVelocity {
  value: {
    linear_mps: number;
    angular_radps: number;
  };
  /** Since the box heard it */
  age_ms: number;
  /** Where it came from */
  source: string;
}

export interface RobotZone {
  id: string;
  object: "robot.zone";
  robot_id: string | null;
  name: string;
  /** One of patrol, observe, keep_in, keep_out, speed_limit; any other word binds nothing */
  type: string;
  /** Name of the map frame */
  frame: string;
  /** Corners [x, y] in metres of the frame */
  polygon: ([number, number])[];
  max_speed_mps: number | null;
  /** Why it does less than its type may seem to say */
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
  /** Of the one to change; by robot and name when absent */
  id?: string | undefined;
  /** Null: every robot of the organisation */
  robot_id?: string | null | undefined;
  name: string;
  /** One of patrol, observe, keep_in, keep_out, speed_limit; any other word binds nothing */
  type: string;
  /** Name of the map frame */
  frame: string;
  /** Corners [x, y] in metres of the frame */
  polygon: ([number, number])[];
  /** Of a `speed_limit` zone */
  max_speed_mps?: number | undefined;
}

export interface Ros2Robot {
  /** ROS_DOMAIN_ID; the box's own when absent */
  domain_id?: number | undefined;
  /** Where its emergency stop is read (std_msgs/msg/Bool). ROS has no common place for it, so it must be said; `none`: the robot has none that can be read, and the box takes it as not pressed */
  e_stop_topic: string;
  /** The value that means pressed; true when absent */
  e_stop_pressed?: boolean | undefined;
  /** Of its nodes and topics; names below count from there, those with a / do not */
  namespace?: string | undefined;
  /** Of its body; `base_link`, else `base_footprint`, when absent */
  base_frame?: string | undefined;
  /** nav_msgs/msg/Odometry; found by its type when absent */
  odom_topic?: string | undefined;
  /** sensor_msgs/msg/BatteryState; found by its type when absent */
  battery_topic?: string | undefined;
  /** Whether its battery says 0 to 1 or 0 to 100; `auto`, when absent, takes 0 to 1 until it says more */
  battery_scale?: "auto" | "fraction" | "percent" | undefined;
  /** Where velocities by hand go in, Twist or TwistStamped: an input of its collision monitor or multiplexer, never their output; `cmd_vel_smoothed` when absent */
  velocity_topic?: string | undefined;
  /** Its camera, which looks ahead. What is seen has a place on the map only where the angle of view, the height and the direction are all given */
  camera?: {
    /** sensor_msgs/msg/CompressedImage (JPEG, PNG) or sensor_msgs/msg/Image (8 bit) */
    topic: string;
    /** Horizontal angle of view */
    fov_degrees?: number | undefined;
    /** Above the ground */
    height_m?: number | undefined;
    /** How far it looks down from the horizon */
    down_degrees?: number | undefined;
  } | undefined;
  stop_service?: {
    /** Called by each stop beside everything else; nobody here ever takes it back */
    service: string;
    /** SetBool is called with true */
    type: "std_srvs/srv/Trigger" | "std_srvs/srv/SetBool";
  } | undefined;
  /** In its docking server, whose parameters say where the dock is */
  dock_id?: string | undefined;
  dock_type?: string | undefined;
  /** Where its dock is, in place of what its docking server says; the robot is sent to this place */
  dock_pose?: {
    /** Name of the map frame */
    frame: string;
    x: number;
    y: number;
    /** Heading at the end, radians */
    yaw: number;
  } | undefined;
  /** Where the approach to `dock_pose` begins, along its heading: `staging_x_offset` of the dock's plugin; -0.7 when absent */
  dock_staging_x_offset_m?: number | undefined;
  /** Within bounds: `checked`, when absent, refuses a dock whose place is not known; `advisory` lets the robot drive there, with warnings */
  dock_way?: "checked" | "advisory" | undefined;
  /** As fast as it ever drives by itself; needed where it takes no speed limit */
  top_speed_mps?: number | undefined;
  /** nav2_msgs/msg/CostmapFilterInfo of its keep-out filter; found by its type when absent */
  keepout_info_topic?: string | undefined;
}

export interface RosbridgeRobot {
  /** Of the rosbridge server: `ws://host:9090`, `wss://` with TLS */
  url: string;
  /** Where its emergency stop is read (std_msgs/msg/Bool). ROS has no common place for it, so it must be said; `none`: the robot has none that can be read, and the box takes it as not pressed */
  e_stop_topic: string;
  /** The value that means pressed; true when absent */
  e_stop_pressed?: boolean | undefined;
  /** Of its nodes and topics; names below count from there, those with a / do not */
  namespace?: string | undefined;
  /** Of its body; `base_link`, else `base_footprint`, when absent */
  base_frame?: string | undefined;
  /** nav_msgs/msg/Odometry; found by its type when absent */
  odom_topic?: string | undefined;
  /** sensor_msgs/msg/BatteryState; found by its type when absent */
  battery_topic?: string | undefined;
  /** Whether its battery says 0 to 1 or 0 to 100; `auto`, when absent, takes 0 to 1 until it says more */
  battery_scale?: "auto" | "fraction" | "percent" | undefined;
  /** Where velocities by hand go in, Twist or TwistStamped: an input of its collision monitor or multiplexer, never their output; `cmd_vel_smoothed` when absent */
  velocity_topic?: string | undefined;
  /** Its camera, which looks ahead. What is seen has a place on the map only where the angle of view, the height and the direction are all given */
  camera?: {
    /** sensor_msgs/msg/CompressedImage (JPEG, PNG) or sensor_msgs/msg/Image (8 bit) */
    topic: string;
    /** Horizontal angle of view */
    fov_degrees?: number | undefined;
    /** Above the ground */
    height_m?: number | undefined;
    /** How far it looks down from the horizon */
    down_degrees?: number | undefined;
  } | undefined;
  stop_service?: {
    /** Called by each stop beside everything else; nobody here ever takes it back */
    service: string;
    /** SetBool is called with true */
    type: "std_srvs/srv/Trigger" | "std_srvs/srv/SetBool";
  } | undefined;
  /** In its docking server, whose parameters say where the dock is */
  dock_id?: string | undefined;
  dock_type?: string | undefined;
  /** Where its dock is, in place of what its docking server says; the robot is sent to this place */
  dock_pose?: {
    /** Name of the map frame */
    frame: string;
    x: number;
    y: number;
    /** Heading at the end, radians */
    yaw: number;
  } | undefined;
  /** Where the approach to `dock_pose` begins, along its heading: `staging_x_offset` of the dock's plugin; -0.7 when absent */
  dock_staging_x_offset_m?: number | undefined;
  /** Within bounds: `checked`, when absent, refuses a dock whose place is not known; `advisory` lets the robot drive there, with warnings */
  dock_way?: "checked" | "advisory" | undefined;
  /** As fast as it ever drives by itself; needed where it takes no speed limit */
  top_speed_mps?: number | undefined;
  /** nav2_msgs/msg/CostmapFilterInfo of its keep-out filter; found by its type when absent */
  keepout_info_topic?: string | undefined;
}

export interface Rule {
  id: string;
  object: "rule";
  name: string | null;
  on: RuleTrigger;
  do: RuleStep[];
  cooldown_seconds: number;
  dry_run: boolean;
  enabled: boolean;
  /** Where it comes from */
  origin: "config" | "api";
  /** Why it cannot act as it stands now */
  warnings: string[];
  acted: number;
  /** Incidents within its cooldown */
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

export interface RuleRequest {
  name?: string | undefined;
  on: RuleTrigger;
  do: RuleStep[];
  /** For so long the rule does not act on the same stream again */
  cooldown_seconds?: number | undefined;
  /** Decide and write down, but send nothing */
  dry_run?: boolean | undefined;
  enabled?: boolean | undefined;
}

export interface RuleStep {
  type: "alert" | "command";
  severity?: "info" | "warning" | "critical" | undefined;
  message?: string | undefined;
  robot_id?: string | undefined;
  command?: RobotCommandBody | undefined;
  /** Of `move_to` without a target: go where it was seen */
  target_from?: "incident" | undefined;
  /** Wait until the movement before this step has succeeded */
  after?: "arrived" | undefined;
  /** Of a command: how long it waits while somebody else has the robot; `stop`, `pause` and `set_speed_limit` do not wait */
  wait_seconds?: number | undefined;
  /** With `target_from`: how far before that place the robot stops */
  standoff_m?: number | undefined;
}

/** Incidents of streams or robots; all that is given holds */
export interface RuleTrigger {
  /** Type of behavior, or of a robot's incident: battery_low, command_failed, e_stop, geofence_breach, keep_out_entered, lease_expired, pose_lost, robot_offline */
  type?: string | undefined;
  /** Whose incidents; of robots' incidents */
  robot_ids?: string[] | undefined;
  /** The stored policy that raised the incident */
  policy_id?: string | undefined;
  stream_ids?: string[] | undefined;
  zones?: string[] | undefined;
  /** Of which the incident shows at least one */
  classes?: string[] | undefined;
  min_severity?: "info" | "warning" | "critical" | undefined;
  min_confidence?: number | undefined;
}

export interface Run {
  /** UUID; also the id of the run's own job */
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
  /** As it was sent */
  metadata: Record<string, string>;
  error: {
    code: string;
    message: string;
    retryable: boolean;
  } | null;
  steps: RunStep[];
  /** With `wait_for_completion`: how long the answer was held */
  waited_seconds?: number | undefined;
}

export interface RunAction {
  /** Type of behavior */
  on: string;
  do: RobotActionStep[];
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
    /** One picture of the robot: base64 or a data URL */
    data: string;
    mime_type?: string | undefined;
  } | undefined;
  /** The caller's number of the given picture; incidents repeat it */
  frame_index?: number | undefined;
  detect?: string[] | undefined;
  /** Streams whose incidents count for the run's behaviors */
  stream_ids?: string[] | undefined;
  /** Look with the robot's own camera; it does where it has one */
  robot_camera?: boolean | undefined;
  /** Between two looks of the robot's own camera */
  period_seconds?: number | undefined;
}

export interface RunRequest {
  steps: RunStepRequest[];
  client_reference_id?: string | undefined;
  /** Echoed in the run and its webhook deliveries */
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
  /** Name of the step within the run; `step_1`, `step_2`, … when absent */
  id?: string | undefined;
  namespace: string;
  method: string;
  /** Input of the operation; `{"$ref": "steps.<id>.job_id"}` and `{"$ref": "steps.<id>.output.<path>"}` stand for what an earlier step made */
  input: Record<string, unknown>;
  /** Steps that have ended before this one begins */
  depends_on?: string[] | undefined;
  /** What becomes of the run when the step fails */
  on_error?: "fail" | "continue" | undefined;
  /** Life of the step's job, from its acceptance on */
  timeout_seconds?: number | undefined;
}

export interface RunZone {
  name: string;
  /** One of patrol, observe, keep_in, keep_out, speed_limit; any other word binds nothing */
  type: string;
  /** Name of the map frame */
  frame: string;
  /** Corners [x, y] in metres of the frame */
  polygon: ([number, number])[];
  /** Of a `speed_limit` zone */
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
  scopes: ("jobs:read" | "jobs:write" | "media:read" | "media:write" | "avatars:read" | "avatars:write" | "brands:read" | "brands:write" | "surveillance:read" | "surveillance:write" | "events:read" | "robots:read" | "robots:write" | "robots:command" | "health:read" | "health:write" | "clinical:read" | "clinical:write" | "neural:read" | "neural:write" | "voice:read" | "voice:write" | "runs:read" | "runs:write" | "webhooks:read" | "webhooks:write" | "system:read" | "system:admin" | "keys:admin")[];
  csrf_token: string | null;
  expires_at: number | null;
  /** The key that the setup code made; shown this once */
  key?: string | undefined;
}

export interface Setting {
  /** Such as `server.port` */
  path: string;
  title: string;
  /** What holds now; secrets are `***` */
  value: unknown;
  default: unknown;
  /** Values or range in words; empty for no limit */
  allowed: string;
  unit: string | null;
  variable: string | null;
  origin: {
    kind: "default" | "file" | "environment" | "flag";
    at: string | null;
  };
}

export interface SignInMethods {
  /** There are accounts */
  password: boolean;
  /** There is no key and no account yet */
  setup_code: boolean;
}

export interface SimulatedRobot {
  start?: RobotPlace | undefined;
  dock?: RobotPlace | undefined;
  battery_percent?: number | undefined;
  /** Solid areas of the map */
  obstacles?: (([number, number])[])[] | undefined;
  /** Around it; its camera sees them, and nothing else does */
  people?: ({
    /** Corners [x, y] in metres: walked along, back, and again; one: stands there */
    way: ([number, number])[];
    speed_mps?: number | undefined;
  })[] | undefined;
  /** Looks ahead; without it the robot gives no picture */
  camera?: {
    /** Horizontal angle of view */
    fov_degrees?: number | undefined;
    /** Above the ground */
    height_m?: number | undefined;
    /** How far it looks down from the horizon */
    down_degrees?: number | undefined;
  } | undefined;
  faults?: {
    /** Says nothing and hears nothing */
    silent?: boolean | undefined;
    /** Sideways, while it moves */
    drift_mps?: number | undefined;
    refuse?: ("move_to" | "follow_route" | "dock" | "undock" | "pick" | "drop" | "stop" | "pause" | "resume" | "set_speed_limit" | "announce" | "teleop" | "cancel" | "localize")[] | undefined;
    /** Abilities that it has lost */
    lacks?: ("move_to" | "follow_route" | "dock" | "undock" | "pick" | "drop" | "stop" | "pause" | "resume" | "set_speed_limit" | "announce" | "teleop" | "cancel" | "localize")[] | undefined;
    /** Its emergency stop is pressed */
    e_stop?: boolean | undefined;
    /** Says everything but where it is */
    no_pose?: boolean | undefined;
  } | undefined;
}

export interface SiteFile {
  file: string | null;
  /** Secrets are `***1`, `***2` and so on */
  yaml: string;
  etag: string;
  /** False when the box may not replace the file */
  writable: boolean;
  trial: {
    state: "none" | "pending" | "reverted";
    at: number | null;
    revert_at: number | null;
  };
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

export interface Stream {
  id: string;
  object: "surveillance.stream";
  stream_id: string;
  display_name: string | null;
  state: "connecting" | "watching" | "degraded" | "offline" | "ended";
  /** Unix seconds */
  since: number;
  job_id: string;
  source: {
    type: string;
    /** Without credentials: `***` stands for those in path and query, and for both of them where the key may not change streams */
    url: string;
    /** What is looked at instead */
    sub_url?: string | undefined;
    fps_cap: number;
  };
  profile: string | null;
  /** Frames per second */
  fps_in: number;
  /** Frames per second */
  fps_detected: number;
  /** The scene is quiet: its key frames alone are decoded */
  idle: boolean;
  /** Frames not looked at since the start, by reason */
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
    /** Of the week's 168 */
    known_hours: number;
  } | null;
  masks: ({
    polygon: number[][];
  })[];
  recording: {
    mode: "off" | "incidents" | "continuous";
    pre_seconds: number;
    post_seconds: number;
    state: "off" | "waiting" | "recording" | "stopped";
    problem: {
      code: string;
      message: string;
    } | null;
    /** Masks are burnt in by coding the video again */
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
  /** Ids of the policies in force */
  policies: string[];
  warnings: string[];
  /** Unix seconds */
  created_at: number;
}

export interface StreamCalibration {
  /** Name of the map frame */
  frame: string;
  /** Points on the ground; five and more tell how good they are */
  points: ({
    /** Where it is in the picture, fractions of the frame */
    image: [number, number];
    /** Where it is on the ground, metres of the map */
    map: [number, number];
  })[];
}

export interface StreamCalibrationState {
  /** Name of the map frame */
  frame: string;
  points: ({
    /** Where it is in the picture, fractions of the frame */
    image: [number, number];
    /** Where it is on the ground, metres of the map */
    map: [number, number];
    /** What the fit misses this point by */
    error_m: number;
  })[];
  rms_error_m: number | null;
  max_error_m: number | null;
}

export interface StreamPatch {
  /** Null: the stream id stands for it */
  display_name?: string | null | undefined;
  source?: {
    /** Camera address, or the path of a file */
    url?: string | undefined;
    /** Kind of the address; that of `url` when absent */
    type?: "rtsp" | "rtsps" | undefined;
    /** Frames per second to look at */
    fps_cap?: number | undefined;
    /** A smaller stream of the same camera; null: none */
    sub_url?: string | null | undefined;
    /** The camera's device service; null: the usual one */
    onvif_url?: string | null | undefined;
    /** Write-only; null: none */
    username?: string | null | undefined;
    /** Write-only; null: none */
    password?: string | null | undefined;
  } | undefined;
  /** Name of a model, `auto` or `motion`; null: the default of the site */
  model?: string | null | undefined;
  detect?: string[] | undefined;
  behaviors?: Behavior[] | undefined;
  alerts?: {
    /** Less severe conditions raise no incident */
    min_severity?: "info" | "warning" | "critical" | undefined;
    cooldown_seconds?: number | undefined;
    /** What `group_key` of an incident is made of */
    group_by?: "none" | "stream" | "zone" | "type" | "site" | undefined;
  } | undefined;
  context?: {
    /** Name of the site */
    site?: string | undefined;
    zones?: Record<string, Zone> | undefined;
  } | undefined;
  motion?: {
    /** When the detector looks */
    mode?: "auto" | "always" | "off" | undefined;
    /** 0 sees large movements only, 1 the smallest */
    sensitivity?: number | undefined;
  } | undefined;
  anomaly?: {
    enabled?: boolean | undefined;
    /** Quantile of what counts as unusual */
    sensitivity?: number | undefined;
  } | undefined;
  masks?: ({
    /** Corners as fractions of the frame, origin top left; may not cross itself */
    polygon: ([number, number])[];
  })[] | undefined;
  recording?: {
    /** What the box records */
    mode: "off" | "incidents" | "continuous";
    pre_seconds?: number | undefined;
    post_seconds?: number | undefined;
  } | undefined;
  /** Null takes it away */
  calibration?: StreamCalibration | null | undefined;
}

export interface StreamRequest {
  stream_id?: string | undefined;
  /** The camera's name for people, in any script */
  display_name?: string | undefined;
  source?: {
    /** Camera address, or the path of a file */
    url: string;
    /** Kind of the source */
    type: "rtsp" | "rtsps" | "file";
    /** Frames per second to look at */
    fps_cap?: number | undefined;
    /** A smaller stream of the same camera */
    sub_url?: string | undefined;
    /** The camera's device service, where it is not the usual one */
    onvif_url?: string | undefined;
    /** Write-only */
    username?: string | undefined;
    /** Write-only */
    password?: string | undefined;
  } | undefined;
  /** A built-in profile */
  profile?: string | undefined;
  detect?: string[] | undefined;
  behaviors?: Behavior[] | undefined;
  anomaly?: {
    enabled?: boolean | undefined;
    /** Quantile of what counts as unusual */
    sensitivity?: number | undefined;
  } | undefined;
  outputs?: {
    delivery?: ("sse" | "webhook")[] | undefined;
    /** How much an incident event carries: `full` or `compact`; the words of `output.format` count there */
    format?: "full" | "compact" | "json" | "annotated" | undefined;
    /** The https address that incidents go to, in place of the organisation's webhooks */
    webhook_url?: string | undefined;
  } | undefined;
  alerts?: {
    /** Less severe conditions raise no incident */
    min_severity?: "info" | "warning" | "critical" | undefined;
    cooldown_seconds?: number | undefined;
    /** What `group_key` of an incident is made of */
    group_by?: "none" | "stream" | "zone" | "type" | "site" | undefined;
  } | undefined;
  context?: {
    /** Name of the site */
    site?: string | undefined;
    zones?: Record<string, Zone> | undefined;
    /** Where `output.locale` is absent */
    locale?: string | undefined;
  } | undefined;
  input?: {
    /** One picture: base64 or a data URL */
    data: string;
    /** `image/jpeg`, `image/png` or `image/webp` */
    mime_type?: string | undefined;
  } | undefined;
  output?: {
    /** Language of texts; `context.locale` when absent, then `en` */
    locale?: string | undefined;
    include_diagnostics?: boolean | undefined;
    /** `annotated` adds a picture to results; the words of `outputs.format` count there */
    format?: "json" | "annotated" | "full" | "compact" | undefined;
  } | undefined;
  recording?: {
    /** What the box records */
    mode: "off" | "incidents" | "continuous";
    pre_seconds?: number | undefined;
    post_seconds?: number | undefined;
  } | undefined;
  masks?: ({
    /** Corners as fractions of the frame, origin top left; may not cross itself */
    polygon: ([number, number])[];
  })[] | undefined;
  motion?: {
    /** When the detector looks */
    mode?: "auto" | "always" | "off" | undefined;
    /** 0 sees large movements only, 1 the smallest */
    sensitivity?: number | undefined;
  } | undefined;
  /** Name of a model, or `motion` */
  model?: string | undefined;
  calibration?: StreamCalibration | undefined;
  client_reference_id?: string | undefined;
  /** Echoed in the job and its webhook deliveries */
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
      /** `perception.hardware_decoding` */
      wish: string;
      /** Method by codec; other codecs are decoded in software */
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
    checked_at: number | null;
  };
  cameras: {
    sources: number;
    online: number;
    /** Bytes */
    ring_bytes: number;
    ring_fragments: number;
    ring_evicted: number;
    ring_refused: number;
    /** Cameras of the site's configuration that the box does not accept now, of the caller's organisation; tried again every 30 s */
    refused: ({
      stream_id: string;
      /** In English; names the field at fault */
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
  alarm_outlets: AlarmOutlets;
  mdns: {
    host: string | null;
    problem: string | null;
  } | null;
  event_streams: {
    open: number;
    /** Bytes */
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
  voice: {
    speech: {
      available: boolean;
      reason: string | null;
    };
    speakers: Speaker[];
  };
  audit: {
    entries_lost: number;
  };
  tls: TlsCertificate | null;
  memory: {
    /** Bytes */
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
    reason: "source_down" | "frozen" | "detector_down" | "undecodable" | "overload" | "stopped" | "box_off";
    /** Unobserved seconds in it */
    seconds: number;
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
    /** The newest */
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
    /** Classes of data that may be sent there */
    data: ("media" | "brand" | "incident" | "health" | "clinical" | "neural" | "voice" | "robot")[];
  })[];
  /** `endpoint/model` by capability, the preferred first */
  routes: Record<string, string[]>;
  /** The organisation's usage today (UTC) and its limits; null for no limit */
  usage: {
    requests: number;
    cost: number;
    requests_per_day: number | null;
    cost_per_day: number | null;
  };
}

export interface Vda5050Robot {
  /** Name of one of `mqtt_brokers` of the site configuration */
  broker: string;
  /** As in the robot's topics */
  manufacturer: string;
  /** As in the robot's topics */
  serial_number: string;
  /** Of VDA 5050; 2.1 when absent */
  version?: "1.1" | "2.0" | "2.1" | "3.0" | undefined;
  /** First level of its topics; `uagv` when absent, `vda5050` for 3.0 */
  interface_name?: string | undefined;
  /** Second level of its topics; `v` and the number before the point when absent */
  major_version?: string | undefined;
  /** `legacy_instant_actions`: wants the field `instantActions` where the standard has `actions` */
  profile?: "standard" | "legacy_instant_actions" | undefined;
  /** No more of a way is released to it at once, in metres: it may drive so far when nobody reaches it. Ways are then divided into straight pieces; no bound when absent */
  max_uncontrolled_m?: number | undefined;
  /** How far it may leave the line between two places to go round something (2.1 and 3.0) */
  corridor?: {
    left_m: number;
    right_m: number;
  } | undefined;
  dock?: RobotPlace | undefined;
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
  /** The caller's */
  metadata: Record<string, string>;
  /** Unix seconds */
  created_at: number;
  /** Unix seconds */
  updated_at: number;
}

export interface VoiceAgentPatch {
  /** The agent's name */
  name?: string | undefined;
  /** As listed by GET /voice/voices */
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
  /** The agent's name */
  name: string;
  /** As listed by GET /voice/voices */
  voice_id: string;
  /** Instructions for the agent */
  system_prompt: string;
  /** Its first words; built from its name when absent */
  greeting?: string | undefined;
  /** BCP 47 */
  language?: string | undefined;
  provider?: "openai" | "elevenlabs" | "livekit" | undefined;
  /** The ElevenLabs agent */
  provider_agent_id?: string | undefined;
  /** Your own values */
  metadata?: Record<string, string> | undefined;
}

export interface VoicePreview {
  /** In place of the greeting */
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
  /** The caller's */
  metadata: Record<string, string>;
  /** Events of the provider so far */
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
  /** Life of the client secret; a session that has not begun by then is expired */
  ttl_seconds?: number | undefined;
  /** Your own values */
  metadata?: Record<string, string> | undefined;
}

export interface Webhook {
  id: string;
  object: "webhook";
  endpoint_url: string;
  is_active: boolean;
  /** ISO 8601 */
  created_at: string;
  /** ISO 8601 */
  updated_at: string;
  events: ("job.completed" | "job.failed" | "job.cancelled" | "incident.created" | "incident.resolved" | "robot.incident" | "robot.command" | "webhook.disabled")[];
  description: string | null;
  disabled_reason: "manual" | "gone" | "failing" | "secret_lost" | null;
  disabled_at: number | null;
  failing_since: number | null;
  last_success_at: number | null;
  rotation_expires_at: number | null;
  pending_deliveries: number;
  origin: "registered" | "stream";
}

export interface WebhookDelivery {
  id: string;
  object: "webhook.delivery";
  event_id: string;
  event_type: "job.completed" | "job.failed" | "job.cancelled" | "incident.created" | "incident.resolved" | "robot.incident" | "robot.command" | "webhook.disabled" | "webhook.test";
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
  /** x1, y1, x2, y2 as fractions of the frame */
  xyxy?: [number, number, number, number] | undefined;
  /** Corners as fractions of the frame, origin top left; may not cross itself */
  polygon?: ([number, number])[] | undefined;
  /** First and second end; side a lies on the left hand when looking along it */
  line?: [[number, number], [number, number]] | undefined;
  metres?: {
    width?: number | undefined;
    height?: number | undefined;
    /** Places of the zone's corners on the ground, in their order */
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
    /** Path of the field at fault */
    param?: string | undefined;
    details?: ({
      path: string;
      rule: string;
      message: string;
    })[] | undefined;
    retryable: boolean;
    /** Seconds */
    retry_after?: number | undefined;
    request_id: string;
    message: string;
  };
}

export type ErrorCode = "missing_authorization_header" | "invalid_authorization_header" | "invalid_api_key" | "api_key_expired" | "api_key_revoked" | "invalid_credentials" | "invalid_invitation" | "invalid_setup_code" | "invalid_rescue_code" | "session_expired" | "insufficient_scope" | "key_network_refused" | "camera_restricted" | "csrf_rejected" | "feature_disabled" | "health_triage_disabled" | "host_not_allowed" | "forbidden_address" | "invalid_request_body" | "invalid_json" | "body_too_deep" | "invalid_query_parameter" | "invalid_path_parameter" | "voice_credentials_missing" | "voice_credentials_refused" | "invalid_signature" | "invalid_idempotency_key" | "webhook_limit_reached" | "range_not_satisfiable" | "malformed_request" | "request_timeout" | "headers_too_large" | "unsupported_media_type" | "request_too_large" | "not_found" | "job_expired" | "upgrade_required" | "method_not_allowed" | "conflict" | "idempotency_key_mismatch" | "idempotency_request_in_progress" | "source_job_not_completed" | "job_not_an_avatar" | "retained_command" | "lease_held" | "command_rejected" | "task_not_understood" | "robot_unreachable" | "stream_not_ready" | "codec_not_playable" | "ptz_failed" | "too_many_waiters" | "too_many_streams" | "rate_limited" | "queue_full" | "job_create_failed" | "internal_error" | "upstream_error" | "job_trigger_failed" | "overloaded" | "detector_unavailable" | "not_ready" | "shutting_down" | "store_stalled" | "store_unwritable" | "storage_full";

export interface Problem {
  /** Address of the code's row on the reference page */
  type: string;
  /** What the code means */
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  /** Path of the field at fault */
  param?: string | undefined;
  details?: ({
    path: string;
    rule: string;
    message: string;
  })[] | undefined;
  retryable: boolean;
  /** Seconds */
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

  /** A picture or clip by its signed address */
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
      /** Entries at most */
      limit?: number | undefined;
      /** Entries to skip */
      offset?: number | undefined;
      /** `next_cursor` of the page before; stable while entries are added */
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

  /** Extract a brand from a page or from pictures; `result_url` is the stored brand */
  extractBrand(
    body: {
      /** https address of the page */
      url?: string | undefined;
      /** JPEG, PNG or WebP up to 15 MB, as base64 or as a data URL */
      logoBase64?: string | undefined;
      imagesBase64?: string[] | undefined;
      name?: string | undefined;
      /** Country code or place: picks the language and regional variant of the page */
      location?: string | undefined;
      client_reference_id?: string | undefined;
      /** Echoed in the job and its webhook deliveries */
      metadata?: Record<string, string> | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<JobAccepted>> {
    return this.#http.json<Answer<JobAccepted>>({ method: "POST", path: "/api/v1/brands/extract", idempotent: true }, { body }, options);
  }

  /** Project a brand onto a use case: guidance in `payload.output` */
  projectBrand(
    args: {
      brand_id: string;
    },
    body: {
      /** What the brand is to be used for, e.g. `email newsletter` */
      use_case: string;
      client_reference_id?: string | undefined;
      /** Echoed in the job and its webhook deliveries */
      metadata?: Record<string, string> | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<JobAccepted>> {
    return this.#http.json<Answer<JobAccepted>>({ method: "POST", path: "/api/v1/brands/{brand_id}/project", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** List brands, newest first; `query` looks in names, addresses and taglines */
  listBrands(
    args: {
      /** Entries at most */
      limit?: number | undefined;
      /** Entries to skip */
      offset?: number | undefined;
      /** `next_cursor` of the page before; stable while entries are added */
      after?: string | undefined;
      query?: string | undefined;
      /** One or more of latest_job, separated by commas or blanks, or repeated */
      expand?: string | string[] | undefined;
      /** One or more of latest_job, separated by commas or blanks, or repeated */
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
      /** One or more of latest_job, separated by commas or blanks, or repeated */
      expand?: string | string[] | undefined;
      /** One or more of latest_job, separated by commas or blanks, or repeated */
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

  /** Change a picture that a job has made; edits can build on edits */
  editCampaign(
    body: EditRequest,
    options?: CallOptions,
  ): Promise<Answer<JobAccepted>> {
    return this.#http.json<Answer<JobAccepted>>({ method: "POST", path: "/api/v1/campaigns/edit", idempotent: true }, { body }, options);
  }

  /** Adapt an advertisement to a market; several may build on one job that is not done yet */
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

  /** Score vital signs, check values against their ranges, and weigh them */
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
        /** Oxygen saturation */
        spo2_percent?: number | undefined;
        /** 2 only where a clinician prescribed 88–92 % (hypercapnic failure); default 1 */
        spo2_scale?: 1 | 2 | undefined;
        /** Supplemental oxygen */
        on_oxygen?: boolean | undefined;
        systolic_mmhg?: number | undefined;
        diastolic_mmhg?: number | undefined;
        pulse_bpm?: number | undefined;
        /** ACVPU; `confusion` is new confusion */
        consciousness?: "alert" | "confusion" | "voice" | "pain" | "unresponsive" | undefined;
        /** Glasgow Coma Scale */
        gcs?: number | undefined;
        temperature?: {
          /** 20–47 °C, 68–117 °F */
          value: number;
          unit: "C" | "F";
        } | undefined;
      } | undefined;
      labs?: ({
        name: string;
        value: number;
        unit: string;
        /** For conversion where the range has another unit */
        analyte?: "glucose" | "creatinine" | "urea" | "urea_nitrogen" | "bilirubin" | "calcium" | "cholesterol" | "triglycerides" | "urate" | "lactate" | "hemoglobin" | "albumin" | "sodium" | "potassium" | "weight" | "height" | "pressure" | "temperature" | undefined;
        range?: {
          low?: number | undefined;
          high?: number | undefined;
          unit?: string | undefined;
        } | undefined;
      })[] | undefined;
      question?: string | undefined;
      /** BCP 47; `context.locale` when absent, then the site's */
      locale?: string | undefined;
      /** Any JSON: age, symptoms, duration, locale and so on; at most 16000 characters */
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
      /** BCP 47; `context.locale` when absent, then the site's */
      locale?: string | undefined;
      /** Any JSON: age, symptoms, duration, locale and so on; at most 16000 characters */
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

  /** Structure a clinical note into SOAP sections with the places in the text */
  createNote(
    body: {
      /** The note as written */
      text: string;
      /** BCP 47; `context.locale` when absent, then the site's */
      locale?: string | undefined;
      /** Any JSON: age, symptoms, duration, locale and so on; at most 16000 characters */
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
        /** ISO date, 2026-01-31 */
        from: string;
        /** ISO date, 2026-01-31 */
        to: string;
      };
      medications: ({
        name: string;
        fills: ({
          /** ISO date, 2026-01-31 */
          date: string;
          days_supply: number;
        })[];
      })[];
      /** BCP 47; `context.locale` when absent, then the site's */
      locale?: string | undefined;
      /** Any JSON: age, symptoms, duration, locale and so on; at most 16000 characters */
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

  /** Put patients in order of risk by NEWS2 and qSOFA */
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
          /** Oxygen saturation */
          spo2_percent?: number | undefined;
          /** 2 only where a clinician prescribed 88–92 % (hypercapnic failure); default 1 */
          spo2_scale?: 1 | 2 | undefined;
          /** Supplemental oxygen */
          on_oxygen?: boolean | undefined;
          systolic_mmhg?: number | undefined;
          diastolic_mmhg?: number | undefined;
          pulse_bpm?: number | undefined;
          /** ACVPU; `confusion` is new confusion */
          consciousness?: "alert" | "confusion" | "voice" | "pain" | "unresponsive" | undefined;
          /** Glasgow Coma Scale */
          gcs?: number | undefined;
          temperature?: {
            /** 20–47 °C, 68–117 °F */
            value: number;
            unit: "C" | "F";
          } | undefined;
        };
      })[];
      /** BCP 47; `context.locale` when absent, then the site's */
      locale?: string | undefined;
      /** Any JSON: age, symptoms, duration, locale and so on; at most 16000 characters */
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

  /** Look at a medical picture: format, tags and exposure on the box, content by a model */
  createScan(
    body: {
      input: {
        /** Base64 or a data URL: JPEG, PNG, WebP, DICOM */
        data: string;
        modality: string;
      };
      question?: string | undefined;
      /** BCP 47; `context.locale` when absent, then the site's */
      locale?: string | undefined;
      /** Any JSON: age, symptoms, duration, locale and so on; at most 16000 characters */
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

  /** Find and quote the passages of given sources that answer a question */
  createResearch(
    body: {
      question: string;
      sources: ({
        id: string;
        title?: string | undefined;
        text: string;
      })[];
      /** BCP 47; `context.locale` when absent, then the site's */
      locale?: string | undefined;
      /** Any JSON: age, symptoms, duration, locale and so on; at most 16000 characters */
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
      /** BCP 47; `context.locale` when absent, then the site's */
      locale?: string | undefined;
      /** Any JSON: age, symptoms, duration, locale and so on; at most 16000 characters */
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

  /** Triage of a medical picture or an EEG; not a diagnosis */
  analyzeHealth(
    body: {
      input: {
        type: "image" | "eeg";
        /** Base64 or a data URL; of pictures (JPEG, PNG, WebP, DICOM) also an https URL; of EEG an EDF or BDF file */
        data: string;
        /** Kind of picture; required for one */
        modality?: string | undefined;
      };
      response_format?: {
        /** BCP 47; `context.locale` when absent, then the site's */
        locale?: string | undefined;
        detail?: "brief" | "full" | undefined;
      } | undefined;
      /** Any JSON: age, symptoms, duration, locale and so on; at most 16000 characters */
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

  /** Get a job; with wait_for_completion hold the answer until it is terminal */
  getJob(
    args: {
      job_id: string;
      /** One or more of brand, avatar, ad, diagnostics, separated by commas or blanks, or repeated */
      expand?: string | string[] | undefined;
      /** One or more of brand, avatar, ad, diagnostics, separated by commas or blanks, or repeated */
      include?: string | string[] | undefined;
      wait_for_completion?: boolean | undefined;
      /** Longest hold; values above 60 are lowered to it */
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
      /** Entries at most */
      limit?: number | undefined;
      /** Entries to skip */
      offset?: number | undefined;
      /** `next_cursor` of the page before; stable while entries are added */
      after?: string | undefined;
      status?: "queued" | "processing" | "completed" | "failed" | "cancelled" | undefined;
      type?: "campaign.generation" | "image.generation" | "ad.generation" | "image.edit" | "ad.localization" | "avatar.generation" | "brand.extraction" | "brand.projection" | "health.triage" | "clinical.decision_support" | "clinical.medication_check" | "clinical.notes" | "clinical.adherence" | "clinical.risk" | "clinical.scan" | "clinical.research" | "clinical.wellness" | "neural.decode" | "surveillance.stream" | "robot.run" | "voice.preview" | "robot.command" | "run" | undefined;
      client_reference_id?: string | undefined;
      stream_id?: string | undefined;
      robot_id?: string | undefined;
      run_id?: string | undefined;
      /** `false` leaves out the running jobs of cameras, which do not end */
      live?: "true" | "false" | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: Job[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: Job[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/jobs" }, { args: { ...args } }, options);
  }

  /** Cancel a job; one that has ended stays as it is */
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
      /** Entries at most */
      limit?: number | undefined;
      /** Entries to skip */
      offset?: number | undefined;
      /** `next_cursor` of the page before; stable while entries are added */
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

  /** Make a key; its secret is in this answer only */
  createKey(
    body: {
      name: string;
      preset?: "viewer" | "integrator" | "operator" | "technician" | "admin" | undefined;
      /** Instead of a preset */
      scopes?: ("jobs:read" | "jobs:write" | "media:read" | "media:write" | "avatars:read" | "avatars:write" | "brands:read" | "brands:write" | "surveillance:read" | "surveillance:write" | "events:read" | "robots:read" | "robots:write" | "robots:command" | "health:read" | "health:write" | "clinical:read" | "clinical:write" | "neural:read" | "neural:write" | "voice:read" | "voice:write" | "runs:read" | "runs:write" | "webhooks:read" | "webhooks:write" | "system:read" | "system:admin" | "keys:admin")[] | undefined;
      /** Seconds from now, not after the end of the key that asks; null for a key that does not expire */
      expires_in_seconds?: number | null | undefined;
      /** Networks (CIDR) that the key may be used from; all when empty */
      networks?: string[] | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<NewKey>> {
    return this.#http.json<Answer<NewKey>>({ method: "POST", path: "/api/v1/keys", idempotent: true }, { body }, options);
  }

  /** Get a key, without its secret */
  getKey(
    args: {
      key_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Key>> {
    return this.#http.json<Answer<Key>>({ method: "GET", path: "/api/v1/keys/{key_id}" }, { args: { ...args } }, options);
  }

  /** End a key at once and for ever */
  deleteKey(
    args: {
      key_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Key>> {
    return this.#http.json<Answer<Key>>({ method: "DELETE", path: "/api/v1/keys/{key_id}", idempotent: true }, { args: { ...args } }, options);
  }

  /** Give a key a new secret; the old one is good for a grace period as well */
  rollKey(
    args: {
      key_id: string;
    },
    body: {
      /** How long the old secret is good as well */
      grace_seconds?: number | undefined;
      /** Seconds from now, not after the end of the key that asks; null for a key that does not expire */
      expires_in_seconds?: number | null | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<NewKey>> {
    return this.#http.json<Answer<NewKey>>({ method: "POST", path: "/api/v1/keys/{key_id}/roll", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** Who changed what, from where, and what came of it; newest first */
  listAudit(
    args: {
      /** Entries at most */
      limit?: number | undefined;
      /** Entries to skip */
      offset?: number | undefined;
      /** `next_cursor` of the page before; stable while entries are added */
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

  /** Measure a neural signal, and decode it by the configured model */
  decodeNeural(
    body: {
      signal_type: "eeg" | "emg" | "ecog" | "ecg";
      /** Base64 of an EDF or BDF file or of little-endian float32 in microvolts, channel after channel; or a list of channels */
      data: string | number[][];
      channel_count?: number | undefined;
      sample_rate_hz?: number | undefined;
      channel_labels?: string[] | undefined;
      /** Any JSON: age, symptoms, duration, locale and so on; at most 16000 characters */
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

  /** Invite somebody by a link that works once, or give an account a new password that way */
  createInvitation(
    body: {
      role?: "viewer" | "operator" | "technician" | "admin" | undefined;
      /** Streams that the account may see; null or absent: all */
      cameras?: string[] | null | undefined;
      /** What the person signs in with and is called; one on the box, whatever its case */
      name?: string | undefined;
      /** Instead of a role: a new password for this account */
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

  /** Options for a new passkey of the own account; good once, for five minutes */
  createPasskeyChallenge(
    options?: CallOptions,
  ): Promise<Answer<PasskeyCreationOptions>> {
    return this.#http.json<Answer<PasskeyCreationOptions>>({ method: "POST", path: "/api/v1/people/me/passkey-challenge", idempotent: true }, {}, options);
  }

  /** Add the passkey that the browser made to the own account */
  createPasskey(
    body: {
      /** What the person signs in with and is called; one on the box, whatever its case */
      name: string;
      /** Answer of WebAuthn as JSON, as the browser gives it */
      response: Record<string, unknown>;
    },
    options?: CallOptions,
  ): Promise<Answer<Person>> {
    return this.#http.json<Answer<Person>>({ method: "POST", path: "/api/v1/people/me/passkeys", idempotent: true }, { body }, options);
  }

  /** Remove a passkey of the own account */
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
      /** Entries at most */
      limit?: number | undefined;
      /** Entries to skip */
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

  /** Make an account with a first password; an invitation leaves the password to the person */
  createPerson(
    body: {
      /** What the person signs in with and is called; one on the box, whatever its case */
      name: string;
      password: string;
      role: "viewer" | "operator" | "technician" | "admin";
      /** Streams that the account may see; null or absent: all */
      cameras?: string[] | null | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<Person>> {
    return this.#http.json<Answer<Person>>({ method: "POST", path: "/api/v1/people", idempotent: true }, { body }, options);
  }

  /** The account that is signed in */
  getMe(
    options?: CallOptions,
  ): Promise<Answer<Person>> {
    return this.#http.json<Answer<Person>>({ method: "GET", path: "/api/v1/people/me" }, {}, options);
  }

  /** Change the own password; every other session of the account ends */
  setPassword(
    body: {
      /** Where the account has one */
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

  /** Change an account's name, role or cameras; it holds at once, in open sessions too */
  updatePerson(
    args: {
      person_id: string;
    },
    body: {
      /** What the person signs in with and is called; one on the box, whatever its case */
      name?: string | undefined;
      role?: "viewer" | "operator" | "technician" | "admin" | undefined;
      /** Streams that the account may see; null or absent: all */
      cameras?: string[] | null | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<Person>> {
    return this.#http.json<Answer<Person>>({ method: "PATCH", path: "/api/v1/people/{person_id}", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** Remove an account; its sessions and what they have open end at once */
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

  /** List your devices, oldest first; with `keys:admin` those of everybody */
  listSubscriptions(
    args: {
      /** Entries at most */
      limit?: number | undefined;
      /** Entries to skip */
      offset?: number | undefined;
      /** `next_cursor` of the page before; stable while entries are added */
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

  /** Send notifications to this device, or change which */
  createSubscription(
    body: PushSubscribe,
    options?: CallOptions,
  ): Promise<Answer<PushSubscription>> {
    return this.#http.json<Answer<PushSubscription>>({ method: "POST", path: "/api/v1/push/subscriptions", idempotent: true }, { body }, options);
  }

  /** Stop notifications to a device */
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

  /** Send a test to a device and wait for the push service */
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

  /** Give a robot a task: patrol, observe, follow, or words; the job shows the plan */
  runRobot(
    body: RobotRunRequest,
    options?: CallOptions,
  ): Promise<Answer<JobAccepted>> {
    return this.#http.json<Answer<JobAccepted>>({ method: "POST", path: "/api/v1/robots/run", idempotent: true }, { body }, options);
  }

  /** List stored zones, oldest first */
  listZones(
    args: {
      /** Entries at most */
      limit?: number | undefined;
      /** Entries to skip */
      offset?: number | undefined;
      /** `next_cursor` of the page before; stable while entries are added */
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

  /** Create or change 1 to 200, all or none; by `id`, else by robot and name (zones) */
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
      /** Entries at most */
      limit?: number | undefined;
      /** Entries to skip */
      offset?: number | undefined;
      /** `next_cursor` of the page before; stable while entries are added */
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

  /** Create or change 1 to 200, all or none; by `id`, else by robot and name (behaviors) */
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
      /** Entries at most */
      limit?: number | undefined;
      /** Entries to skip */
      offset?: number | undefined;
      /** `next_cursor` of the page before; stable while entries are added */
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

  /** Create or change 1 to 200, all or none; by `id`, else by robot and name (actions) */
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

  /** Incidents, commands and telemetry of robots (server-sent events) */
  followRobotsEvents(
    args: {
      robot_id?: string | undefined;
      /** False: incidents and commands only */
      telemetry?: boolean | undefined;
      /** Where to go on, for clients that cannot send Last-Event-ID; the header wins */
      last_event_id?: string | undefined;
    } = {},
    options?: FollowOptions,
  ): AsyncGenerator<ServerEvent, void, void> {
    return followEvents(this.#http, { method: "GET", path: "/api/v1/robots/events" }, { args: { ...args }, options });
  }

  /** List the robots of the organisation with their states */
  listRobots(
    args: {
      /** Entries at most */
      limit?: number | undefined;
      /** Entries to skip */
      offset?: number | undefined;
      /** `next_cursor` of the page before; stable while entries are added */
      after?: string | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: Robot[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: Robot[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/robots" }, { args: { ...args } }, options);
  }

  /** The hash-chained record of commands, leases and stops, newest first */
  listRecord(
    args: {
      /** Entries at most */
      limit?: number | undefined;
      /** `next_cursor` of the page before */
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

  /** Add a robot or change its settings; one that drives on a command is stopped first */
  setRobot(
    args: {
      robot_id: string;
    },
    body: RobotRequest,
    options?: CallOptions,
  ): Promise<Answer<Robot>> {
    return this.#http.json<Answer<Robot>>({ method: "PUT", path: "/api/v1/robots/{robot_id}", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** Forget a robot; it is stopped first if it drives on a command */
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

  /** The robot's state: every value with its age and source, null where it is not known */
  getRobotStatus(
    args: {
      robot_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<RobotStatus>> {
    return this.#http.json<Answer<RobotStatus>>({ method: "GET", path: "/api/v1/robots/{robot_id}/status" }, { args: { ...args } }, options);
  }

  /** Take the robot for this key, or send the heartbeat of the lease */
  leaseRobot(
    args: {
      robot_id: string;
    },
    body: RobotLeaseRequest,
    options?: CallOptions,
  ): Promise<Answer<RobotLease>> {
    return this.#http.json<Answer<RobotLease>>({ method: "POST", path: "/api/v1/robots/{robot_id}/lease", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** Give the robot back; the active command goes on */
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

  /** Drive by hand over a WebSocket, with heartbeat and deadman */
  getRobotTeleop(
    args: {
      robot_id: string;
      /** How long a velocity holds without a further message */
      deadman_ms?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<Response> {
    return this.#http.raw({ method: "GET", path: "/api/v1/robots/{robot_id}/teleop" }, { args: { ...args } }, options);
  }

  /** Send a command through the safety gate; answers when the robot has taken it */
  commandRobot(
    args: {
      robot_id: string;
    },
    body: RobotCommandRequest,
    options?: CallOptions,
  ): Promise<Answer<RobotCommand>> {
    return this.#http.json<Answer<RobotCommand>>({ method: "POST", path: "/api/v1/robots/{robot_id}/command", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** The robot's commands, newest first, refused ones included */
  listRobotCommands(
    args: {
      robot_id: string;
      /** Entries at most */
      limit?: number | undefined;
      /** Entries to skip */
      offset?: number | undefined;
      /** `next_cursor` of the page before; stable while entries are added */
      after?: string | undefined;
      /** At or after, Unix seconds */
      from?: number | undefined;
      /** Before, Unix seconds */
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

  /** Get one command and what became of it */
  getCommand(
    args: {
      robot_id: string;
      command_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<RobotCommand>> {
    return this.#http.json<Answer<RobotCommand>>({ method: "GET", path: "/api/v1/robots/{robot_id}/commands/{command_id}" }, { args: { ...args } }, options);
  }

  /** Stop the robot now; sent before anything else, then written down */
  stopRobot(
    args: {
      robot_id: string;
    },
    body: RobotStopRequest,
    options?: CallOptions,
  ): Promise<Answer<RobotStop>> {
    return this.#http.json<Answer<RobotStop>>({ method: "POST", path: "/api/v1/robots/{robot_id}/stop", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** Pause a run: the robot is brought to rest, the run keeps its place */
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
}

/** Operations of the area rules. */
export class RulesApi {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** List the rules by which robots act on incidents of cameras */
  listRules(
    args: {
      /** Entries at most */
      limit?: number | undefined;
      /** Entries to skip */
      offset?: number | undefined;
      /** `next_cursor` of the page before; stable while entries are added */
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

  /** What rules did, newest first: frame, incident, decision, commands, outcomes */
  listChains(
    args: {
      /** Entries at most */
      limit?: number | undefined;
      /** Entries to skip */
      offset?: number | undefined;
      /** `next_cursor` of the page before; stable while entries are added */
      after?: string | undefined;
      /** At or after, Unix seconds */
      from?: number | undefined;
      /** Before, Unix seconds */
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

  /** Add or change a rule; it is in force at once */
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

  /** Carry out 1 to 20 steps, each a job; what does not depend on another runs beside it */
  createRun(
    body: RunRequest,
    options?: CallOptions,
  ): Promise<Answer<JobAccepted>> {
    return this.#http.json<Answer<JobAccepted>>({ method: "POST", path: "/api/v1/runs", idempotent: true }, { body }, options);
  }

  /** List runs, newest first, without what their steps have made */
  listRuns(
    args: {
      /** Entries at most */
      limit?: number | undefined;
      /** Entries to skip */
      offset?: number | undefined;
      /** `next_cursor` of the page before; stable while entries are added */
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

  /** Get a run with its steps; with wait_for_completion hold the answer until it has ended */
  getRun(
    args: {
      run_id: string;
      wait_for_completion?: boolean | undefined;
      /** Longest hold; values above 60 are lowered to it */
      timeout_seconds?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<Run>> {
    return this.#http.json<Answer<Run>>({ method: "GET", path: "/api/v1/runs/{run_id}" }, { args: { ...args } }, options);
  }

  /** Cancel a run and the steps that have not ended; one that has ended stays as it is */
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

  /** Sign the page in: with a key, name and password, an invitation, or the box's setup code */
  createSession(
    body: {
      key?: string | undefined;
      /** What the person signs in with and is called; one on the box, whatever its case */
      name?: string | undefined;
      password?: string | undefined;
      setup_code?: string | undefined;
      /** With the setup code: the name of the key that it makes */
      key_name?: string | undefined;
      /** Answer of WebAuthn as JSON, as the browser gives it */
      passkey?: Record<string, unknown> | undefined;
      /** Token of an invitation */
      invitation?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<Session>> {
    return this.#http.json<Answer<Session>>({ method: "POST", path: "/api/v1/session" }, { body }, options);
  }

  /** Who is signed in, and the CSRF token of the session */
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
  }>> {
    return this.#http.json<Answer<{
    signed_in: boolean;
  }>>({ method: "DELETE", path: "/api/v1/session" }, {}, options);
  }

  /** How people can sign in here */
  getMethods(
    options?: CallOptions,
  ): Promise<Answer<SignInMethods>> {
    return this.#http.json<Answer<SignInMethods>>({ method: "GET", path: "/api/v1/session/methods" }, {}, options);
  }

  /** List the page sessions, newest first: the own ones, with `keys:admin` everybody's */
  listPageSessions(
    args: {
      /** Entries at most */
      limit?: number | undefined;
      /** Entries to skip */
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

  /** End a page session, and what it has open, at once */
  deletePageSession(
    args: {
      page_session_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<{
    signed_in: boolean;
  }>> {
    return this.#http.json<Answer<{
    signed_in: boolean;
  }>>({ method: "DELETE", path: "/api/v1/page-sessions/{page_session_id}", idempotent: true }, { args: { ...args } }, options);
  }

  /** Options for a sign-in with a passkey; good once, for five minutes */
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

  /** Watch a camera or a file, or look at one picture */
  createStream(
    body: StreamRequest,
    options?: CallOptions,
  ): Promise<Answer<JobAccepted>> {
    return this.#http.json<Answer<JobAccepted>>({ method: "POST", path: "/api/v1/surveillance/streams", idempotent: true }, { body }, options);
  }

  /** List the streams of the organisation */
  listStreams(
    args: {
      /** Entries at most */
      limit?: number | undefined;
      /** Entries to skip */
      offset?: number | undefined;
      /** `next_cursor` of the page before; stable while entries are added */
      after?: string | undefined;
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
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: Stream[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
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

  /** Stop a stream by cancelling its job */
  deleteStream(
    args: {
      stream_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Stream>> {
    return this.#http.json<Answer<Stream>>({ method: "DELETE", path: "/api/v1/surveillance/streams/{stream_id}", idempotent: true }, { args: { ...args } }, options);
  }

  /** The newest picture with boxes, zones and labels */
  getStreamSnapshot(
    args: {
      stream_id: string;
      /** Greatest width in pixels */
      width?: number | undefined;
      /** `false`: without boxes, zones and labels; masks stay */
      annotated?: "true" | "false" | undefined;
    },
    options?: CallOptions,
  ): Promise<Response> {
    return this.#http.raw({ method: "GET", path: "/api/v1/surveillance/streams/{stream_id}/snapshot.jpg" }, { args: { ...args } }, options);
  }

  /** Live pictures with boxes, zones and labels, for an <img> */
  getStreamLive(
    args: {
      stream_id: string;
      /** Greatest width in pixels */
      width?: number | undefined;
      fps?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<Response> {
    return this.#http.raw({ method: "GET", path: "/api/v1/surveillance/streams/{stream_id}/live.mjpeg" }, { args: { ...args } }, options);
  }

  /** The camera's own live video, as it is, for Media Source Extensions and players */
  getStreamLiveVideo(
    args: {
      stream_id: string;
      /** The camera's main stream or its sub-stream (`source.sub_url`); without it the main one, or the sub-stream where only that can be played */
      track?: "main" | "sub" | undefined;
      /** What the viewer plays; `any` includes H.265 */
      codecs?: "h264" | "any" | undefined;
    },
    options?: CallOptions,
  ): Promise<Response> {
    return this.#http.raw({ method: "GET", path: "/api/v1/surveillance/streams/{stream_id}/live-video.mp4" }, { args: { ...args } }, options);
  }

  /** List the built-in profiles and their defaults */
  listProfiles(
    args: {
      /** Entries at most */
      limit?: number | undefined;
      /** Entries to skip */
      offset?: number | undefined;
      /** `next_cursor` of the page before; stable while entries are added */
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
      /** Entries at most */
      limit?: number | undefined;
      /** Entries to skip */
      offset?: number | undefined;
      /** `next_cursor` of the page before; stable while entries are added */
      after?: string | undefined;
      stream_id?: string | undefined;
      state?: "open" | "resolved" | undefined;
      severity?: "info" | "warning" | "critical" | undefined;
      min_severity?: "info" | "warning" | "critical" | undefined;
      type?: string | undefined;
      /** Those that `group_by` put together */
      group_key?: string | undefined;
      /** Words of the summary, type, camera or zone, in any order; 8 count */
      search?: string | undefined;
      /** Started at or after, Unix s */
      from?: number | undefined;
      /** `false`: those that nobody has seen yet */
      acknowledged?: "true" | "false" | undefined;
      /** Started before, Unix s */
      to?: number | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Answer<{
    object: "list";
    data: Incident[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>> {
    return this.#http.json<Answer<{
    object: "list";
    data: Incident[];
    has_more: boolean;
    total: number;
    next_cursor: string | null;
  }>>({ method: "GET", path: "/api/v1/surveillance/incidents" }, { args: { ...args } }, options);
  }

  /** List incidents in the groups of `alerts.group_by`, across cameras, newest first */
  listIncidentGroups(
    args: {
      /** Entries at most */
      limit?: number | undefined;
      /** Entries to skip */
      offset?: number | undefined;
      /** `next_cursor` of the page before; stable while entries are added */
      after?: string | undefined;
      stream_id?: string | undefined;
      state?: "open" | "resolved" | undefined;
      severity?: "info" | "warning" | "critical" | undefined;
      min_severity?: "info" | "warning" | "critical" | undefined;
      type?: string | undefined;
      /** Those that `group_by` put together */
      group_key?: string | undefined;
      /** Words of the summary, type, camera or zone, in any order; 8 count */
      search?: string | undefined;
      /** Started at or after, Unix s */
      from?: number | undefined;
      /** `false`: those that nobody has seen yet */
      acknowledged?: "true" | "false" | undefined;
      /** Started before, Unix s */
      to?: number | undefined;
      /** Longest time between the beginnings of two incidents of one group, s; 300 when absent */
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
    },
    options?: CallOptions,
  ): Promise<Answer<Incident>> {
    return this.#http.json<Answer<Incident>>({ method: "GET", path: "/api/v1/surveillance/incidents/{incident_id}" }, { args: { ...args } }, options);
  }

  /** The picture of the incident's opening, with what was seen drawn in */
  getIncidentSnapshot(
    args: {
      incident_id: string;
      /** `false`: without boxes, zones and labels; masks stay */
      annotated?: "true" | "false" | undefined;
      /** `thumbnail`: at most 8 kB, for lists */
      size?: "full" | "thumbnail" | undefined;
    },
    options?: CallOptions,
  ): Promise<Response> {
    return this.#http.raw({ method: "GET", path: "/api/v1/surveillance/incidents/{incident_id}/snapshot.jpg" }, { args: { ...args } }, options);
  }

  /** Say that somebody has seen the incident; the first time counts */
  acknowledgeIncident(
    args: {
      incident_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Incident>> {
    return this.#http.json<Answer<Incident>>({ method: "POST", path: "/api/v1/surveillance/incidents/{incident_id}/acknowledge", idempotent: true }, { args: { ...args } }, options);
  }

  /** Close the incident by hand; a resolved one stays as it is */
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

  /** Mark the incident as a true or a false positive; null takes the mark back */
  verdictIncident(
    args: {
      incident_id: string;
    },
    body: IncidentVerdict,
    options?: CallOptions,
  ): Promise<Answer<Incident>> {
    return this.#http.json<Answer<Incident>>({ method: "POST", path: "/api/v1/surveillance/incidents/{incident_id}/verdict", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** What marked incidents of the stream say about its thresholds */
  getStreamAdvice(
    args: {
      stream_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Advice>> {
    return this.#http.json<Answer<Advice>>({ method: "GET", path: "/api/v1/surveillance/streams/{stream_id}/advice" }, { args: { ...args } }, options);
  }

  /** Incidents and stream states as they happen (server-sent events) */
  followSurveillanceEvents(
    args: {
      stream_id?: string | undefined;
      severity?: "info" | "warning" | "critical" | undefined;
      min_severity?: "info" | "warning" | "critical" | undefined;
      /** Where to go on, for clients that cannot send Last-Event-ID; the header wins */
      last_event_id?: string | undefined;
    } = {},
    options?: FollowOptions,
  ): AsyncGenerator<ServerEvent, void, void> {
    return followEvents(this.#http, { method: "GET", path: "/api/v1/surveillance/events" }, { args: { ...args }, options });
  }

  /** How much of each stream's time was observed, by UTC hour, and why the rest was not */
  listCoverage(
    args: {
      /** Entries at most */
      limit?: number | undefined;
      /** Entries to skip */
      offset?: number | undefined;
      /** `next_cursor` of the page before; stable while entries are added */
      after?: string | undefined;
      stream_id?: string | undefined;
      /** Unix seconds; a day before `to` when absent */
      from?: number | undefined;
      /** Unix seconds, exclusive; now when absent */
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

  /** Store a policy; it is in force at once on the streams that it is about */
  createPolicy(
    body: PolicyRequest,
    options?: CallOptions,
  ): Promise<Answer<Policy>> {
    return this.#http.json<Answer<Policy>>({ method: "POST", path: "/api/v1/surveillance/policies", idempotent: true }, { body }, options);
  }

  /** List policies, oldest first; with `stream_id` those that are about that stream */
  listPolicies(
    args: {
      /** Entries at most */
      limit?: number | undefined;
      /** Entries to skip */
      offset?: number | undefined;
      /** `next_cursor` of the page before; stable while entries are added */
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

  /** Get one policy, with the streams that it is evaluated on */
  getPolicy(
    args: {
      policy_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Policy>> {
    return this.#http.json<Answer<Policy>>({ method: "GET", path: "/api/v1/surveillance/policies/{policy_id}" }, { args: { ...args } }, options);
  }

  /** Change a policy, or switch it off and on; running streams hear of it at once */
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

  /** What the policy, enabled or not, would have raised on recorded tracks */
  replayPolicy(
    args: {
      policy_id: string;
    },
    body: PolicyReplayRequest,
    options?: CallOptions,
  ): Promise<Answer<PolicyReplay>> {
    return this.#http.json<Answer<PolicyReplay>>({ method: "POST", path: "/api/v1/surveillance/policies/{policy_id}/replay", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** Try a camera: what it sends, whether it lets the box in, and what to change in it */
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

  /** How the stream's camera can be moved, where it looks, and its presets */
  getStreamPtz(
    args: {
      stream_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Ptz>> {
    return this.#http.json<Answer<Ptz>>({ method: "GET", path: "/api/v1/surveillance/streams/{stream_id}/ptz" }, { args: { ...args } }, options);
  }

  /** Move the stream's camera; a `move` that is not repeated is stopped */
  ptzStream(
    args: {
      stream_id: string;
    },
    body: PtzRequest,
    options?: CallOptions,
  ): Promise<Answer<PtzDone>> {
    return this.#http.json<Answer<PtzDone>>({ method: "POST", path: "/api/v1/surveillance/streams/{stream_id}/ptz", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** The site's mode: armed, home or disarmed, and what changes it next */
  getMode(
    options?: CallOptions,
  ): Promise<Answer<Mode>> {
    return this.#http.json<Answer<Mode>>({ method: "GET", path: "/api/v1/system/mode" }, {}, options);
  }

  /** Set the site's mode by hand, or give it a schedule */
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
      /** Class names, by commas */
      labels?: string | undefined;
      licence?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<Models>> {
    return this.#http.json<Answer<Models>>({ method: "POST", path: "/api/v1/surveillance/models", idempotent: true }, { body }, options);
  }

  /** Choose the model of streams that name none */
  setDefaultModel(
    body: {
      name: string | null;
    },
    options?: CallOptions,
  ): Promise<Answer<Models>> {
    return this.#http.json<Answer<Models>>({ method: "PUT", path: "/api/v1/surveillance/default-model", idempotent: true }, { body }, options);
  }

  /** Remove a model that was pulled or added and that nothing uses */
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

  /** Mark an object that the detector missed on the newest picture */
  markStreamMissedObject(
    args: {
      stream_id: string;
    },
    body: MissedObject,
    options?: CallOptions,
  ): Promise<Answer<Miss>> {
    return this.#http.json<Answer<Miss>>({ method: "POST", path: "/api/v1/surveillance/streams/{stream_id}/mark-missed-object", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** List the stream's marked misses, newest first */
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

  /** Take a marked miss back */
  deleteMissedObject(
    args: {
      miss_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Miss>> {
    return this.#http.json<Answer<Miss>>({ method: "DELETE", path: "/api/v1/surveillance/missed-objects/{miss_id}", idempotent: true }, { args: { ...args } }, options);
  }

  /** Learn vetoes and scores from marked incidents and misses, in the background */
  createLearn(
    options?: CallOptions,
  ): Promise<Answer<Models>> {
    return this.#http.json<Answer<Models>>({ method: "POST", path: "/api/v1/surveillance/models/learn", idempotent: true }, {}, options);
  }

  /** Put back what was in force before the last learning */
  createUnlearn(
    options?: CallOptions,
  ): Promise<Answer<Models>> {
    return this.#http.json<Answer<Models>>({ method: "POST", path: "/api/v1/surveillance/models/unlearn", idempotent: true }, {}, options);
  }

  /** Marked pictures with their boxes in COCO's format, privacy masks painted in */
  getTrainingSet(
    options?: CallOptions,
  ): Promise<Response> {
    return this.#http.raw({ method: "GET", path: "/api/v1/surveillance/training-set.zip" }, {}, options);
  }

  /** List what is recorded of a stream, oldest first; the last day unless asked otherwise */
  listStreamRecordings(
    args: {
      stream_id: string;
      /** Unix seconds */
      from?: number | undefined;
      /** Unix seconds; now when absent */
      to?: number | undefined;
      /** Entries at most */
      limit?: number | undefined;
      /** Entries to skip */
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

  /** Play what is recorded of a stream; the last minute unless asked otherwise */
  getStreamClip(
    args: {
      stream_id: string;
      /** Unix seconds */
      from?: number | undefined;
      /** Unix seconds; now when absent */
      to?: number | undefined;
      /** Of a camera that changed its format */
      part?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<Response> {
    return this.#http.raw({ method: "GET", path: "/api/v1/surveillance/streams/{stream_id}/clip.mp4" }, { args: { ...args } }, options);
  }

  /** The video of an incident, so far while it is open */
  getIncidentClip(
    args: {
      incident_id: string;
      /** Of a camera that changed its format */
      part?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<Response> {
    return this.#http.raw({ method: "GET", path: "/api/v1/surveillance/incidents/{incident_id}/clip.mp4" }, { args: { ...args } }, options);
  }

  /** What is kept of an incident, in which form, and how long */
  getIncidentEvidence(
    args: {
      incident_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Evidence>> {
    return this.#http.json<Answer<Evidence>>({ method: "GET", path: "/api/v1/surveillance/incidents/{incident_id}/evidence" }, { args: { ...args } }, options);
  }

  /** Everything that is kept of an incident, with SHA-256 sums */
  getIncidentExport(
    args: {
      incident_id: string;
    },
    options?: CallOptions,
  ): Promise<Response> {
    return this.#http.raw({ method: "GET", path: "/api/v1/surveillance/incidents/{incident_id}/export.zip" }, { args: { ...args } }, options);
  }

  /** Keep an incident and its evidence until the protection ends, whatever the disk */
  protectIncident(
    args: {
      incident_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Evidence>> {
    return this.#http.json<Answer<Evidence>>({ method: "POST", path: "/api/v1/surveillance/incidents/{incident_id}/protect", idempotent: true }, { args: { ...args } }, options);
  }

  /** Let an incident and its evidence age again */
  unprotectIncident(
    args: {
      incident_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<Evidence>> {
    return this.#http.json<Answer<Evidence>>({ method: "POST", path: "/api/v1/surveillance/incidents/{incident_id}/unprotect", idempotent: true }, { args: { ...args } }, options);
  }

  /** Recorded time, unobserved time with its reason, and incidents of streams in a span */
  listTimeline(
    args: {
      /** Ids with commas between them, at most 32 */
      stream_ids: string;
      /** Unix seconds */
      from: number;
      /** Unix seconds, exclusive */
      to: number;
      /** What lies closer together is one entry, s; a 500th of the span when absent */
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

  /** A small picture of the recorded key frame at or before a time */
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

  /** Key frames of a span as a film of at most two minutes */
  getStreamTimeLapse(
    args: {
      stream_id: string;
      /** Unix seconds */
      from: number;
      /** Unix seconds, exclusive */
      to: number;
    },
    options?: CallOptions,
  ): Promise<Response> {
    return this.#http.raw({ method: "GET", path: "/api/v1/surveillance/streams/{stream_id}/time-lapse.mp4" }, { args: { ...args } }, options);
  }

  /** The video of a span of several streams, one file each, with SHA-256 sums */
  getExport(
    args: {
      /** Ids with commas between them, at most 32 */
      stream_ids: string;
      /** Unix seconds */
      from: number;
      /** Unix seconds, exclusive */
      to: number;
      /** `true`: with a time-lapse of each */
      time_lapse?: "true" | "false" | undefined;
    },
    options?: CallOptions,
  ): Promise<Response> {
    return this.#http.raw({ method: "GET", path: "/api/v1/surveillance/recordings/export.zip" }, { args: { ...args } }, options);
  }
}

/** Operations of the area system. */
export class SystemApi {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** List what left the box for model endpoints, newest first */
  listEgress(
    args: {
      /** Entries at most */
      limit?: number | undefined;
      /** Entries to skip */
      offset?: number | undefined;
      /** `next_cursor` of the page before; stable while entries are added */
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

  /** Whether the process answers */
  getHealthz(
    options?: CallOptions,
  ): Promise<Answer<{
    healthy: boolean;
  }>> {
    return this.#http.json<Answer<{
    healthy: boolean;
  }>>({ method: "GET", path: "/healthz" }, {}, options);
  }

  /** Whether the box takes work: 200, or 503 `not_ready` with what is missing */
  getReadyz(
    options?: CallOptions,
  ): Promise<Answer<{
    ready: boolean;
  }>> {
    return this.#http.json<Answer<{
    ready: boolean;
  }>>({ method: "GET", path: "/readyz" }, {}, options);
  }

  /** Let cameras and robots go on that were paused after repeated crashes */
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

  /** Figures of the box in Prometheus' text format */
  getMetrics(
    options?: CallOptions,
  ): Promise<Response> {
    return this.#http.raw({ method: "GET", path: "/metrics" }, {}, options);
  }

  /** Version, parts, detectors, store and counters of the box */
  getSystem(
    options?: CallOptions,
  ): Promise<Answer<System>> {
    return this.#http.json<Answer<System>>({ method: "GET", path: "/api/v1/system" }, {}, options);
  }

  /** Disk, memory, load, heat, cameras and queue, minute by minute since the start, a day at most */
  getHistory(
    options?: CallOptions,
  ): Promise<Answer<SystemHistory>> {
    return this.#http.json<Answer<SystemHistory>>({ method: "GET", path: "/api/v1/system/history" }, {}, options);
  }

  /** The examination that runs, or the last one since the start: what is wrong, and what to do */
  getDoctor(
    options?: CallOptions,
  ): Promise<Answer<Doctor>> {
    return this.#http.json<Answer<Doctor>>({ method: "GET", path: "/api/v1/system/doctor" }, {}, options);
  }

  /** Examine the box; one that runs already goes on */
  runDoctor(
    options?: CallOptions,
  ): Promise<Answer<Doctor>> {
    return this.#http.json<Answer<Doctor>>({ method: "POST", path: "/api/v1/system/doctor/run", idempotent: true }, {}, options);
  }

  /** Every setting with its value, its default and where it comes from, without secrets */
  getConfiguration(
    options?: CallOptions,
  ): Promise<Answer<Configuration>> {
    return this.#http.json<Answer<Configuration>>({ method: "GET", path: "/api/v1/system/configuration" }, {}, options);
  }

  /** Every problem of a configuration file with its line; changes nothing */
  createCheck(
    body: {
      /** The whole file */
      yaml: string;
    },
    options?: CallOptions,
  ): Promise<Answer<ConfigurationCheck>> {
    return this.#http.json<Answer<ConfigurationCheck>>({ method: "POST", path: "/api/v1/system/configuration/check", idempotent: true }, { body }, options);
  }

  /** The site file as written, with hidden secrets, and whether a change is on trial */
  getFile(
    options?: CallOptions,
  ): Promise<Answer<SiteFile>> {
    return this.#http.json<Answer<SiteFile>>({ method: "GET", path: "/api/v1/system/configuration/file" }, {}, options);
  }

  /** Put a site file on trial and restart: without a confirmation in 60 s the former file returns */
  setFile(
    body: {
      /** The whole file; `***N` keeps a secret */
      yaml: string;
      /** Of the file that was edited */
      etag: string;
    },
    options?: CallOptions,
  ): Promise<Answer<SiteFile>> {
    return this.#http.json<Answer<SiteFile>>({ method: "PUT", path: "/api/v1/system/configuration/file", idempotent: true }, { body }, options);
  }

  /** Keep the site file that is on trial */
  createConfirm(
    options?: CallOptions,
  ): Promise<Answer<SiteFile>> {
    return this.#http.json<Answer<SiteFile>>({ method: "POST", path: "/api/v1/system/configuration/confirm", idempotent: true }, {}, options);
  }

  /** This API as an OpenAPI 3.1 document */
  getOpenapi(
    options?: CallOptions,
  ): Promise<Record<string, unknown>> {
    return this.#http.json<Record<string, unknown>>({ method: "GET", path: "/openapi.json" }, {}, options);
  }

  /** This API as a page */
  getDocs(
    options?: CallOptions,
  ): Promise<Response> {
    return this.#http.raw({ method: "GET", path: "/docs" }, {}, options);
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
      /** Entries at most */
      limit?: number | undefined;
      /** Entries to skip */
      offset?: number | undefined;
      /** `next_cursor` of the page before; stable while entries are added */
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
      /** Entries at most */
      limit?: number | undefined;
      /** Entries to skip */
      offset?: number | undefined;
      /** `next_cursor` of the page before; stable while entries are added */
      after?: string | undefined;
      /** Only of this source */
      source?: "box" | "openai" | "elevenlabs" | undefined;
      /** Only with this language */
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

  /** Open a voice session; the client secret is in this answer only */
  createVoiceSession(
    body: VoiceSessionRequest,
    options?: CallOptions,
  ): Promise<Answer<CreatedVoiceSession>> {
    return this.#http.json<Answer<CreatedVoiceSession>>({ method: "POST", path: "/api/v1/voice/sessions", idempotent: true }, { body }, options);
  }

  /** List voice sessions, newest first */
  listVoiceSessions(
    args: {
      /** Entries at most */
      limit?: number | undefined;
      /** Entries to skip */
      offset?: number | undefined;
      /** `next_cursor` of the page before; stable while entries are added */
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

  /** Events of voice providers, authenticated by the provider's own signature */
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
      /** Where events go: https, without user name or password */
      endpoint_url?: string | undefined;
      /** Where events go: https, without user name or password */
      url?: string | undefined;
      /** Key of the signatures: any characters, in UTF-8; never returned */
      secret: string;
      /** What is delivered; job.completed and job.failed when absent */
      events?: ("job.completed" | "job.failed" | "job.cancelled" | "incident.created" | "incident.resolved" | "robot.incident" | "robot.command" | "webhook.disabled")[] | undefined;
      description?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<Webhook>> {
    return this.#http.json<Answer<Webhook>>({ method: "POST", path: "/api/v1/webhooks", idempotent: true }, { body }, options);
  }

  /** List the organisation's webhooks, oldest first */
  listWebhooks(
    args: {
      /** Entries at most */
      limit?: number | undefined;
      /** Entries to skip */
      offset?: number | undefined;
      /** `next_cursor` of the page before; stable while entries are added */
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

  /** Change a webhook, or switch it off and on */
  updateWebhook(
    args: {
      webhook_id: string;
    },
    body: {
      is_active?: boolean | undefined;
      /** Where events go: https, without user name or password */
      endpoint_url?: string | undefined;
      /** Where events go: https, without user name or password */
      url?: string | undefined;
      /** Key of the signatures: any characters, in UTF-8; never returned */
      secret?: string | undefined;
      /** What is delivered; job.completed and job.failed when absent */
      events?: ("job.completed" | "job.failed" | "job.cancelled" | "incident.created" | "incident.resolved" | "robot.incident" | "robot.command" | "webhook.disabled")[] | undefined;
      description?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<Webhook>> {
    return this.#http.json<Answer<Webhook>>({ method: "PATCH", path: "/api/v1/webhooks/{webhook_id}", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** Remove a webhook with its deliveries */
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

  /** Replace the secret; both sign until the grace is over */
  rotateWebhookSecret(
    args: {
      webhook_id: string;
    },
    body: {
      /** Key of the signatures: any characters, in UTF-8; never returned */
      secret?: string | undefined;
      /** How long the old secret signs beside the new one */
      grace_seconds?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<{
    id: string;
    object: "webhook";
    endpoint_url: string;
    is_active: boolean;
    /** ISO 8601 */
    created_at: string;
    /** ISO 8601 */
    updated_at: string;
    events: ("job.completed" | "job.failed" | "job.cancelled" | "incident.created" | "incident.resolved" | "robot.incident" | "robot.command" | "webhook.disabled")[];
    description: string | null;
    disabled_reason: "manual" | "gone" | "failing" | "secret_lost" | null;
    disabled_at: number | null;
    failing_since: number | null;
    last_success_at: number | null;
    rotation_expires_at: number | null;
    pending_deliveries: number;
    origin: "registered" | "stream";
    /** Shown this once */
    secret?: string | undefined;
  }>> {
    return this.#http.json<Answer<{
    id: string;
    object: "webhook";
    endpoint_url: string;
    is_active: boolean;
    /** ISO 8601 */
    created_at: string;
    /** ISO 8601 */
    updated_at: string;
    events: ("job.completed" | "job.failed" | "job.cancelled" | "incident.created" | "incident.resolved" | "robot.incident" | "robot.command" | "webhook.disabled")[];
    description: string | null;
    disabled_reason: "manual" | "gone" | "failing" | "secret_lost" | null;
    disabled_at: number | null;
    failing_since: number | null;
    last_success_at: number | null;
    rotation_expires_at: number | null;
    pending_deliveries: number;
    origin: "registered" | "stream";
    /** Shown this once */
    secret?: string | undefined;
  }>>({ method: "POST", path: "/api/v1/webhooks/{webhook_id}/rotate-secret", idempotent: true }, { args: { ...args }, body }, options);
  }

  /** Send a webhook.test now and wait for its end */
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
      /** Entries at most */
      limit?: number | undefined;
      /** Entries to skip */
      offset?: number | undefined;
      /** `next_cursor` of the page before; stable while entries are added */
      after?: string | undefined;
      status?: "pending" | "succeeded" | "exhausted" | "skipped" | undefined;
      event_type?: "job.completed" | "job.failed" | "job.cancelled" | "incident.created" | "incident.resolved" | "robot.incident" | "robot.command" | "webhook.disabled" | "webhook.test" | undefined;
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

  /** Send the event of a delivery once more, the same bytes */
  redeliverDelivery(
    args: {
      webhook_id: string;
      delivery_id: string;
    },
    options?: CallOptions,
  ): Promise<Answer<WebhookDelivery>> {
    return this.#http.json<Answer<WebhookDelivery>>({ method: "POST", path: "/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver", idempotent: true }, { args: { ...args } }, options);
  }

  /** Send again what never arrived since a time */
  recoverWebhook(
    args: {
      webhook_id: string;
    },
    body: {
      /** Unix seconds, at most 14 days ago */
      since: number;
      /** Unix seconds; now when absent */
      until?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<Answer<{
    webhook_id: string;
    /** Deliveries that are due now */
    queued: number;
  }>> {
    return this.#http.json<Answer<{
    webhook_id: string;
    /** Deliveries that are due now */
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
