import type { ProbeResult } from "../../cameras/probe/camera-probe.ts";
import type { SiteConfig } from "../config/site-config.ts";
import type { MachineReading } from "../machine/machine-port.ts";
import type { TrialResult } from "../../perception/models/trials.ts";
import type { InstalledModel } from "../../perception/models/installed-model.ts";
import type { RecordingProblemsWire } from "../../robots/wire/robot-recordings.ts";
import type { Host } from "./host-port.ts";
import type { HolesOf, SentenceCode, SentenceValues } from "./sentences.ts";
import type { StoreFacts } from "./store-facts.ts";

/** Result of a check; `skipped` when it does not apply. */
export type CheckOutcome = "ok" | "warn" | "fail" | "skipped";

/** The finding of a check. */
export interface CheckFinding {
  outcome: CheckOutcome;
  /** The camera or endpoint of the finding, where one check covers several. */
  subject?: string;
  /** Code of the sentence with the finding. */
  reason: SentenceCode;
  /** Code of the sentence with the remedy; for `warn` and `fail`. */
  fix?: SentenceCode;
  /** Values for the placeholders of the two sentences. */
  values: SentenceValues;
}

/** One check of the doctor. */
export interface Check {
  /** Stable, snake_case; its title is the sentence of this code. */
  id: string;
  /**
   * Position in the list: checks are shown in ascending order. Unique; steps of ten leave room
   * between two.
   */
  position: number;
  /** Takes at most `checkMs`; an error that it throws counts as a failure of the check. */
  run(site: DoctorSite): Promise<CheckFinding | CheckFinding[]> | CheckFinding | CheckFinding[];
}

/** A certificate in use (PEM). */
export interface CertificateFile {
  name: string;
  file: string;
  /** True when the box makes it, at its first start. */
  isOwn: boolean;
}

/** A module's contribution to the doctor: its own checks, and entries for the shared checks. */
export interface DoctorPart {
  checks: readonly Check[];
  /** Paths of files with keys and passwords, which only their owner may read. */
  keyFiles?(config: SiteConfig): readonly string[];
  /** Addresses or host names that the site depends on; the doctor resolves the names. */
  hosts?(config: SiteConfig): readonly string[];
  certificates?(config: SiteConfig): readonly CertificateFile[];
}

/** The answer of the running box; null when it does not run. */
export interface BoxView {
  url: string;
  ready: boolean;
  safe_mode: { active: boolean; reason: string | null };
  vision: { state: string; restarts: number };
  cameras: {
    /** Cameras of the configuration that it refuses, with the reasons. */
    refused: readonly { stream_id: string; reason: string }[];
    /** Cameras whose own events a behavior needs, and do not arrive. Absent in the answer of an older box. */
    without_events?: readonly { stream_id: string; reason: string }[];
  };
  /** Robots whose recordings lack something. Absent in the answer of an older box. */
  robots?: { recording_problems: RecordingProblemsWire };
  jobs: { queued: number; running: number };
  uplink: { endpoints: readonly { name: string; state: string; reason: string | null }[] };
  /** The connection to the site's broker; null or absent without one. */
  mqtt?: { broker: string; connected: boolean; last_error: string | null } | null;
  /** The fleet; null or absent for a box that works alone. */
  fleet?: {
    name: string;
    state: string;
    problem: string | null;
    takeover: { automatic: boolean; problem: string | null };
    /** Absent in the answer of an older box. */
    records?: { conflicts: number; refused: number } | null;
    /** `identity` is absent in the answer of an older box. */
    boxes: readonly { name: string; identity?: string }[];
  } | null;
}

/** A camera with an RTSP address: in the configuration, or watched by the running appliance. */
export interface DoctorCamera {
  /** Its stream's id, after the organisation's where that differs from the site's. */
  name: string;
  url: string;
  subUrl?: string;
  username?: string;
  password?: string;
}

/** Everything that the checks read. */
export interface DoctorSite {
  config: SiteConfig;
  cameras: readonly DoctorCamera[];
  /** Problems and warnings of the configuration file; with problems `config` holds the defaults. */
  configuration: { file: string | null; problems: readonly string[]; warnings: readonly string[] };
  host: Host;
  machine: MachineReading;
  box: BoxView | null;
  /** The facts of the store, or a sentence with the reason why it cannot be read. */
  store: StoreFacts | string;
  /** Tries a camera over a connection of its own. */
  probe(camera: { url: string; username?: string; password?: string }): Promise<ProbeResult>;
  /** Runs a model on its golden picture in a separate process. */
  tryModel(model: InstalledModel): Promise<TrialResult>;
  /**
   * Starts the process of WebRTC for a moment, and tries UDP port `port` unless it is 0. Resolves with the reason why
   * it would serve no viewers, or null.
   */
  tryWebrtc(port: number): Promise<string | null>;
  nowMs: number;
}

/** The values of sentences; absent where the sentences have no placeholder. */
type ValuesFor<Code extends SentenceCode> = [HolesOf<Code>] extends [never]
  ? []
  : [values: Readonly<Record<HolesOf<Code>, string | number>>];

/** Sentences that need no values. */
type PlainCode = {
  [Code in SentenceCode]: [HolesOf<Code>] extends [never] ? Code : never;
}[SentenceCode];

/** A finding that all is well. */
export function ok<Reason extends SentenceCode>(
  reason: Reason,
  ...values: ValuesFor<Reason>
): CheckFinding {
  return { outcome: "ok", reason, values: valuesOf(values) };
}

/** A finding of a check that does not apply. */
export function skip<Reason extends SentenceCode>(
  reason: Reason,
  ...values: ValuesFor<Reason>
): CheckFinding {
  return { outcome: "skipped", reason, values: valuesOf(values) };
}

/** A finding about something that works but needs attention. */
export function warn<Reason extends SentenceCode, Fix extends SentenceCode>(
  reason: Reason,
  fix: Fix,
  ...values: ValuesFor<Reason | Fix>
): CheckFinding {
  return { outcome: "warn", reason, fix, values: valuesOf(values) };
}

/** A finding about a failure. */
export function bad<Reason extends SentenceCode, Fix extends SentenceCode>(
  reason: Reason,
  fix: Fix,
  ...values: ValuesFor<Reason | Fix>
): CheckFinding {
  return { outcome: "fail", reason, fix, values: valuesOf(values) };
}

function valuesOf(rest: readonly SentenceValues[]): SentenceValues {
  return rest[0] ?? {};
}

/** Adds the subject to a finding. */
export function ofSubject(subject: string, finding: CheckFinding): CheckFinding {
  return { ...finding, subject };
}

/** Runs a check of the store; skipped when the store cannot be read. */
export function ofStore(
  { store }: DoctorSite,
  look: (facts: StoreFacts) => CheckFinding,
): CheckFinding {
  return typeof store === "string" ? skip("any.store_unasked", { problem: store }) : look(store);
}

/** Returns one finding per item; skipped when there are none. */
export async function each<T>(
  things: readonly T[],
  none: PlainCode,
  look: (thing: T) => Promise<CheckFinding> | CheckFinding,
): Promise<CheckFinding | CheckFinding[]> {
  if (things.length === 0) return skip(none);
  return await Promise.all(things.map(async (thing) => await look(thing)));
}

/** Rounds a figure to one decimal. */
export function tenths(figure: number): number {
  return Math.round(figure * 10) / 10;
}

/** Returns bytes in gigabytes for people. */
export function gigabytes(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`;
}
