import type { BoxAlarmCode, BoxAlarmWire } from "./wire/box-alarms.ts";
import type { StoreTrouble } from "../../base/core/store.ts";
import type { MachineReading } from "./machine-port.ts";

/** What alarms are made of. */
export interface BoxAlarmFacts {
  /** Why cameras and robots are paused; null while they are not. */
  safeModeReason: string | null;
  /** Why the store refuses writes; null while it takes them. */
  storeTrouble: StoreTrouble | null;
  /** `StoreCopy.describe`. */
  storeCopy: { state: string; problem: string | null };
  /** `LmdbStore.repair`. */
  storeRepair: { problem: string; source: string; aside: string } | null;
  /** `Assets.unnamed`. */
  unnamedFiles: { count: number; list: string } | null;
  machine: MachineReading | null;
  /** What recordings leave free on the disk, in bytes. */
  keptFreeBytes: number;
  /** `VisionHost.status`. */
  visionState: string;
  damagedModels: readonly string[];
  cameras: { sources: number; online: number };
  /** Cameras of the site's configuration that the box does not accept, and why. */
  refusedCameras: readonly { streamId: string; reason: string }[];
  /** Streams whose pictures could not be decoded, now or a short while ago, and why. */
  decodeTroubles: readonly { streamId: string; reason: string }[];
  /** Endpoints of the uplink that refuse the box's key. */
  refusedEndpoints: readonly string[];
  /** Milliseconds until the certificate ends; null without TLS. */
  certificateEndsInMs: number | null;
  auditLost: number;
}

/** Where processors begin to slow down, in degrees Celsius (Intel and NVIDIA start at 80 to 97). */
const hotCelsius = 85;
/** What keeps the box from doing its work. */
const critical: ReadonlySet<BoxAlarmCode> = new Set([
  "safe_mode",
  "storage_full",
  "store_stalled",
  "store_unwritable",
  "store_at_risk",
  "inodes_low",
  "vision_down",
  "model_damaged",
  "cameras_refused",
  "certificate_ended",
]);
const troubleCodes = {
  full: "storage_full",
  stalled: "store_stalled",
  unwritable: "store_unwritable",
} as const;
/** A day of evidence of one busy camera takes about this many files. */
const scarceFiles = 2000;
const scarceMemory = 0.05;
const certificateWarningMs = 14 * 86_400_000;

/** What a technician should see to, the worst first. */
export function boxAlarms(facts: BoxAlarmFacts): BoxAlarmWire[] {
  const { machine, cameras } = facts;
  const found: BoxAlarmWire[] = [];
  const add = (is: boolean, code: BoxAlarmCode, message: string): void => {
    if (is) found.push({ code, severity: critical.has(code) ? "critical" : "warning", message });
  };
  add(facts.safeModeReason !== null, "safe_mode", facts.safeModeReason ?? "");
  addOfDisk(facts, add);
  add(
    facts.visionState === "down",
    "vision_down",
    "Nothing looks at the cameras: the vision process is being restarted",
  );
  add(
    facts.damagedModels.length > 0,
    "model_damaged",
    `Install again: ${facts.damagedModels.join(", ")}`,
  );
  add(facts.refusedCameras.length > 0, "cameras_refused", refusalsOf(facts.refusedCameras));
  const offline = cameras.sources - cameras.online;
  add(
    offline > 0,
    "cameras_offline",
    `${offline} of ${cameras.sources} cameras send no picture: look at their states`,
  );
  add(
    facts.decodeTroubles.length > 0,
    "decoders_failing",
    `Decoders were replaced within the last 10 minutes: ${listed(facts.decodeTroubles, "their states")}; if it goes on, change the camera's codec or lower the load of the box`,
  );
  add(
    facts.refusedEndpoints.length > 0,
    "endpoint_refused",
    `The key is refused, renew it: ${facts.refusedEndpoints.join(", ")}`,
  );
  addOfMachine(machine, add);
  const endsInMs = facts.certificateEndsInMs ?? Infinity;
  add(endsInMs <= 0, "certificate_ended", "The certificate is over, clients refuse it: renew it");
  add(
    endsInMs > 0 && endsInMs < certificateWarningMs,
    "certificate_ending",
    "The certificate ends within 14 days: renew it",
  );
  add(
    facts.auditLost > 0,
    "audit_lost",
    `${facts.auditLost} entries of the audit log could not be written: look at the disk`,
  );
  // "critical" is before "warning" in the alphabet, too; the order within each stays.
  return found.toSorted((a, b) => a.severity.localeCompare(b.severity));
}

/** Streams that one message names. */
const namedStreams = 3;

function refusalsOf(refused: BoxAlarmFacts["refusedCameras"]): string {
  return `Not watched although the configuration asks for it: ${listed(refused, "cameras.refused")}; tried again every 30 s`;
}

function listed(streams: readonly { streamId: string; reason: string }[], others: string): string {
  const named = streams.slice(0, namedStreams).map((each) => `${each.streamId} (${each.reason})`);
  const left = streams.length - named.length;
  return named.join("; ") + (left > 0 ? ` and ${left} more, see ${others}` : "");
}

function addOfMachine(
  machine: MachineReading | null,
  add: (is: boolean, code: BoxAlarmCode, message: string) => void,
): void {
  if (!machine) return;
  const { hottest, memory } = machine;
  const degrees = `${Math.round(hottest?.celsius ?? 0)} °C`;
  add(
    (hottest?.celsius ?? 0) >= hotCelsius,
    "too_hot",
    `The machine is at ${degrees}: look at its fan, and where it stands`,
  );
  add(
    machine.isThrottled === true,
    "throttled",
    "The processor is slowed down: look at cooling and power supply",
  );
  add(
    memory !== null && memory.availableBytes < scarceMemory * memory.totalBytes,
    "memory_low",
    "Less than 5 % of the memory is free: lower the frame rate or the number of cameras",
  );
  add(
    machine.isClockSynchronised === false,
    "clock_not_synchronised",
    "The clock follows no time server: set one up on the LAN (timedatectl)",
  );
}

function addOfDisk(
  { storeTrouble, storeCopy, storeRepair, unnamedFiles, machine, keptFreeBytes }: BoxAlarmFacts,
  add: (is: boolean, code: BoxAlarmCode, message: string) => void,
): void {
  if (storeTrouble) add(true, troubleCodes[storeTrouble.state], storeTrouble.reason);
  const risks: string[] = [];
  if (storeCopy.state === "unsound")
    risks.push(
      `A copy of the store was found damaged (${storeCopy.problem}): the store may be, too`,
    );
  if (storeRepair)
    risks.push(
      `This start repaired the store (${storeRepair.problem}) from ${storeRepair.source}; ${storeRepair.aside} has the former bytes`,
    );
  add(risks.length > 0, "store_at_risk", `${risks.join(". ")}. Make a backup and look at the disk`);
  const freeBytes = machine?.disk?.freeBytes ?? Infinity;
  add(
    storeTrouble?.state !== "full" && freeBytes < keptFreeBytes / 2,
    "disk_low",
    "The disk holds less than half of what recordings leave free: something else fills it",
  );
  add(
    unnamedFiles !== null,
    "files_unnamed",
    `${unnamedFiles?.count} files have no record in the store and are kept: restore the backup that names them, or remove those listed in ${unnamedFiles?.list}`,
  );
  const freeFiles = machine?.freeFiles ?? Infinity;
  add(
    freeFiles < scarceFiles,
    "inodes_low",
    `The disk has room for only ${freeFiles} more files (df -i): remove small files, or make the file system with more inodes`,
  );
}
