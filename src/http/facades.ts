import type { SafeModeWire } from "../system/wire/safe-mode.ts";
import type { VoiceWire } from "../voice/wire/voice-answers.ts";
import type { VoiceAgents } from "../voice/agents.ts";
import type { VoiceSessions } from "../voice/sessions.ts";
import type { BrandWire } from "../media/brands/wire/brand-answers.ts";
import type { SystemHistoryWire } from "../notifications/alarms/wire/alarms.ts";
import type {
  ConfigurationCheckWire,
  ConfigurationWire,
} from "../system/config/wire/configuration.ts";
import type { CoverageWire } from "../perception/wire/coverage.ts";
import type { DoctorWire } from "../system/doctor/wire/doctor.ts";
import type { Severity } from "../base/contract/event-types.ts";
import type {
  AdviceWire,
  IncidentGroupWire,
  IncidentVerdict,
  IncidentWire,
} from "../perception/wire/incident.ts";
import type {
  ModeRequest,
  ModeWire,
  PolicyPatch,
  PolicyRequest,
  PolicyWire,
  ReplayRequest,
  ReplayWire,
} from "../perception/wire/policy.ts";
import type { AvatarSaveRequest } from "../media/wire/media.ts";
import type { AvatarWire } from "../media/wire/media-answers.ts";
import type { EvidenceWire, RecordingWire } from "../cameras/wire/recording.ts";
import type { StreamState, StreamWire } from "../perception/wire/surveillance.ts";
import type { OpenVideo, VideoSink } from "../perception/streams/own-video.ts";
import type { StoreTransaction } from "../base/core/store.ts";
import type { EventLog } from "../base/events/event-log.ts";
import type { FieldCameras } from "../perception/ptz/field-cameras.ts";
import type { PageOf } from "./envelope.ts";

/** Which part of a list is wanted; `after` (a cursor) wins over `offset`. */
export interface PageQuery {
  limit: number;
  offset: number;
  after?: string;
}

/** A resource as the wire shows it. */
export type Wire = Readonly<Record<string, unknown>>;

/** What a list of streams can be narrowed to. */
export interface StreamFilters {
  state?: StreamState;
  profile?: string;
}

/** Which of a stream's videos, and what the viewer plays. */
export interface VideoChoice {
  /** Without it the main stream, and the sub-stream where only its codec can be played. */
  track?: "main" | "sub";
  codecs: "h264" | "any";
}

/** Streams of the box as the routes need them; every call is bound to one organisation. */
export interface StreamsFacade {
  /** By id; `filters` narrow the list. */
  list(org: string, page: PageQuery, filters?: StreamFilters): PageOf<StreamWire>;
  /** Undefined for an unknown stream, and for one of another organisation. */
  get(org: string, streamId: string): StreamWire | undefined;
  /** Applies a change to the running stream; coded errors with `param`; undefined as in `get`. */
  patch(org: string, streamId: string, change: unknown): Promise<StreamWire | undefined>;
  /** Cancels the stream's job; the stream as it is then. */
  remove(org: string, streamId: string): Promise<StreamWire | undefined>;
  /** The newest picture with what was seen drawn in; `stream_not_ready` before the first. */
  snapshot(
    org: string,
    streamId: string,
    options: { maxWidthPx: number; isPlain?: boolean },
  ): Promise<{ jpeg: Uint8Array } | undefined>;
  /** Starts a live view; pictures come until `close` or `onEnd`. Undefined as in `get`. */
  openLive(
    org: string,
    streamId: string,
    options: {
      fps: number;
      maxWidthPx: number;
      onJpeg: (jpeg: Uint8Array) => void;
      onEnd: () => void;
    },
  ): { close(): void } | undefined;
  /**
   * Starts the stream's own video; it comes after the call, until `close`. Undefined as in `get`;
   * `stream_not_ready`, `codec_not_playable`.
   */
  openVideo(
    org: string,
    streamId: string,
    wanted: VideoChoice & { sink: VideoSink },
  ): OpenVideo | undefined;
  /** The built-in profiles, in the contract's order. */
  profiles(): readonly (Wire & { name: string })[];
}

/** The account of what was observed as the routes need it. */
export interface CoverageFacade {
  /** Hours by stream and time; `invalid_query_parameter` for a time that cannot be asked for. */
  list(
    org: string,
    query: { streamId?: string; fromMs?: number; toMs?: number },
    page: PageQuery,
  ): PageOf<CoverageWire>;
}

/** Cameras in the field as the routes need them. */
export type FieldCamerasFacade = Pick<FieldCameras, "probe" | "discover" | "ptzState" | "ptz">;

/** What a list of incidents can be narrowed to. */
export interface IncidentFilters {
  streamId?: string;
  state?: "open" | "resolved";
  severity?: Severity;
  /** This severity or a higher one. */
  minSeverity?: Severity;
  type?: string;
  groupKey?: string;
  /** Unix seconds of the start: inclusive, exclusive. */
  from?: number;
  to?: number;
}

/** Incidents as the routes need them; newest first. */
export interface IncidentsFacade {
  list(org: string, filters: IncidentFilters, page: PageQuery): PageOf<IncidentWire>;
  /** Those that belong together as one; a group ends where nothing of it began for `gapSec`. */
  groups(
    org: string,
    filters: IncidentFilters & { gapSec: number },
    page: PageQuery,
  ): PageOf<IncidentGroupWire>;
  get(org: string, id: string): IncidentWire | undefined;
  acknowledge(org: string, id: string, keyId: string): Promise<IncidentWire | undefined>;
  resolve(org: string, id: string, keyId: string): Promise<IncidentWire | undefined>;
  /** `onStored` runs in the transaction that stores it. */
  note(
    org: string,
    id: string,
    note: {
      text: string;
      keyId: string;
      onStored?: (tx: StoreTransaction, noted: IncidentWire) => void;
    },
  ): Promise<IncidentWire | undefined>;
  judge(
    org: string,
    id: string,
    verdict: IncidentVerdict | null,
  ): Promise<IncidentWire | undefined>;
  advice(org: string, streamId: string): AdviceWire | undefined;
  /** The picture of the opening; undefined when there is none (any more). */
  snapshot(
    org: string,
    id: string,
    options?: { isPlain?: boolean },
  ): Promise<{ jpeg: Uint8Array } | undefined>;
}

/** Stored policies as the routes need them; unknown is `undefined` (or false). */
export interface PoliciesFacade {
  /** `onStored` runs in the transaction that stores it. */
  create(
    org: string,
    request: PolicyRequest,
    onStored?: (tx: StoreTransaction, made: PolicyWire) => void,
  ): Promise<PolicyWire>;
  /** Oldest first; with `streamId` those that are about that stream, global ones included. */
  list(org: string, streamId?: string): PolicyWire[];
  get(org: string, id: string): PolicyWire | undefined;
  patch(org: string, id: string, change: PolicyPatch): Promise<PolicyWire | undefined>;
  remove(org: string, id: string): Promise<boolean>;
}

/** Tries policies on recorded tracks. */
export interface PolicyReplayFacade {
  run(
    org: string,
    id: string,
    how: { request: ReplayRequest; signal?: AbortSignal },
  ): Promise<ReplayWire | undefined>;
}

/** The site's mode as the routes need it. */
export interface ModesFacade {
  describe(org: string): ModeWire;
  set(org: string, request: ModeRequest, keyId: string): Promise<ModeWire>;
}

/** What `GET /api/v1/system` shows. */
export interface SystemFacade {
  describe(org: string): Wire;
  /** What was read of the machine since the start, a day at most. */
  history(): SystemHistoryWire;
}

/** The doctor as the routes need it; for one organisation. */
export interface DoctorFacade {
  /** The examination that runs, or the last one. */
  describe(org: string): DoctorWire;
  /** Begins one, unless the organisation's runs already; `overloaded`. */
  begin(org: string): DoctorWire;
}

/** The site's configuration as the routes need it. */
export interface ConfigurationFacade {
  /** What holds now, without secrets and without what belongs to other organisations. */
  describe(org: string): ConfigurationWire;
  /** What is wrong with `yaml` as the file of this box. Changes nothing. */
  check(yaml: string): Promise<ConfigurationCheckWire>;
}

/** The event log as readers of event streams need it. */
export type EventFeed = Pick<
  EventLog,
  "boxId" | "epoch" | "oldestSeq" | "lastSeq" | "read" | "subscribe"
>;

/** A file behind a signed address: on the disk, decrypted, or video that is cut while it is read. */
export type SignedFile =
  | { path: string; sizeBytes: number; contentType: string }
  | PrivateFile
  | PlayableVideo;

/** Something about somebody's health: each reading is audited, and nobody keeps a copy. */
export interface PrivateFile extends Pick<PlayableVideo, "contentType" | "sizeBytes" | "read"> {
  /** In whose log it is audited. */
  auditedOrg: string;
}

/** Recorded video of which any part can be read. */
export interface PlayableVideo {
  contentType: string;
  sizeBytes: number;
  /** True when nothing will be added any more. */
  isFinal: boolean;
  /** Videos of other formats besides, this one included. */
  parts: number;
  /** Bytes from `start` to `end`, both inclusive. */
  read(start: number, end: number): AsyncIterable<Uint8Array>;
}

/** What is recorded, as the routes need it; spans are Unix seconds. Undefined: unknown, or gone. */
export interface RecordingsFacade {
  list(
    org: string,
    streamId: string,
    asked: { span: { from: number; to: number }; limit: number; offset: number },
  ): PageOf<RecordingWire> | undefined;
  play(
    org: string,
    streamId: string,
    asked: { span: { from: number; to: number }; part: number },
  ): Promise<PlayableVideo | undefined>;
  clip(org: string, incidentId: string, part: number): Promise<PlayableVideo | undefined>;
  evidence(org: string, incidentId: string): Promise<EvidenceWire | undefined>;
  protect(org: string, incidentId: string, isProtected: boolean): Promise<EvidenceWire | undefined>;
  /** An archive of the incidents; rejects with `not_found` for an unknown one. */
  export(org: string, incidentIds: readonly string[]): Promise<AsyncIterable<Uint8Array>>;
}

/** Files that are handed out by signed address, without a key. */
export interface AssetsFacade {
  /** Undefined for a wrong signature, an address past its expiry, and a file that is gone. */
  openSigned(address: {
    id: string;
    extension: string;
    exp: string;
    sig: string;
  }): Promise<SignedFile | undefined>;
}

/** Stored brands as the routes need them; unknown is `undefined` (or false). */
export interface BrandsFacade {
  /** Newest first; with `query` those whose name, address or tagline has it. */
  list(org: string, query?: string): BrandWire[];
  get(org: string, id: string): BrandWire | undefined;
  remove(org: string, id: string): Promise<boolean>;
}

/** Saved avatars as the routes need them; unknown is `undefined` (or false). */
export interface AvatarsFacade {
  /** `keep` runs in the transaction that stores the avatar. */
  save(
    org: string,
    request: AvatarSaveRequest,
    keep: (tx: StoreTransaction, avatar: AvatarWire) => void,
  ): Promise<AvatarWire>;
  /** Newest first. */
  list(org: string): AvatarWire[];
  get(org: string, id: string): AvatarWire | undefined;
  remove(org: string, id: string): Promise<boolean>;
}

/** Safe mode as the route needs it. */
export interface SafeModeFacade {
  describe(): SafeModeWire;
  /** Fails with `conflict` when the box is not in it. */
  leave(): Promise<void>;
}

/** The box's metrics as the route needs them. */
export interface MetricsFacade {
  /** Prometheus' text format; with `organisation` without the series of others. */
  text(organisation?: string): Promise<string>;
}

/** Voice agents and sessions as the routes need them. */
export interface VoiceFacade {
  agents: VoiceAgents;
  sessions: Pick<VoiceSessions, "create" | "list" | "get" | "complete" | "receive">;
  /** Voices of the box and of the configured providers. */
  voices(): Promise<readonly VoiceWire[]>;
}
