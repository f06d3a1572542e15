import { compareVersions, type ReleaseManifest } from "./release-manifest.ts";
import type { UploadState } from "../uploads/part-upload.ts";
import { uploadWire } from "../uploads/upload-wire.ts";
import type { Slot, Slots, UpgradeState } from "./slots.ts";
import type { RequestResult, UpgradeRequest } from "./upgrade-request.ts";
import type { UpgradeWire } from "./wire/upgrade.ts";

/** Why the box takes no bundle over the API. */
export type UpgradeBlock = NonNullable<UpgradeWire["blocked"]>;

/** The state of upgrades for a caller. */
export interface UpgradeFacts {
  /** Of the running release. */
  version: string;
  blocked: UpgradeBlock | null;
  /** The two releases; undefined without an installation. */
  slots: Slots | undefined;
  /** The received bundle. */
  offered: { manifest: ReleaseManifest; sizeBytes: number } | undefined;
  upload: UploadState | null;
  /** The check of a bundle that has arrived. */
  check: { state: "running" | "failed"; problem: string | null } | null;
  /** The last request to the helper. */
  request: { request: UpgradeRequest; result: RequestResult | undefined } | undefined;
  nowMs: number;
}

/** The releases, the received bundle and the last upgrade on the wire. */
export async function upgradeWire(facts: UpgradeFacts): Promise<UpgradeWire> {
  const { version, blocked, slots, offered, upload, check, request, nowMs } = facts;
  return {
    object: "system.upgrade",
    version,
    blocked,
    ...(await slotsWire(slots)),
    offered: offered ? offeredWire(offered, version) : null,
    upload: uploadWire(upload),
    check,
    request: request ? requestWire(request.request, request.result, nowMs) : null,
  };
}

/** Time in which the helper takes a request; afterwards something keeps it from running. */
const takenWithinMs = 30_000;

/** The two releases and the last upgrade on the wire; nothing without an installation. */
export async function slotsWire(
  slots: Slots | undefined,
): Promise<Pick<UpgradeWire, "current" | "other" | "last" | "can_roll_back">> {
  const none = { current: null, other: null, last: null, can_roll_back: false };
  const current = await slots?.current().catch(() => undefined);
  if (!slots || current === undefined) return none;
  const last = await slots.state();
  return {
    current: await releaseIn(slots, current),
    other: await releaseIn(slots, current === "a" ? "b" : "a"),
    last: last ? lastWire(last) : null,
    can_roll_back: last?.phase === "confirmed" && last.to.slot === current,
  };
}

async function releaseIn(slots: Slots, slot: Slot): Promise<UpgradeWire["current"]> {
  const version = await slots.versionIn(slot);
  return version === null ? null : { slot, version };
}

function lastWire({ phase, from, to, atMs, reason }: UpgradeState): UpgradeWire["last"] {
  return { phase, from, to, at: Math.floor(atMs / 1000), reason: reason ?? null };
}

/** The received bundle on the wire, compared with the running `version`. */
function offeredWire(
  { manifest, sizeBytes }: { manifest: ReleaseManifest; sizeBytes: number },
  version: string,
): UpgradeWire["offered"] {
  const order = compareVersions(manifest.version, version);
  return {
    version: manifest.version,
    made_at: manifest.made_at,
    arch: manifest.arch,
    size_bytes: sizeBytes,
    order: order === 0 ? "same" : order > 0 ? "newer" : "older",
    changelog: manifest.changelog ?? null,
  };
}

/** A request and how far the helper is with it. */
export function requestWire(
  { kind, atMs }: UpgradeRequest,
  result: RequestResult | undefined,
  nowMs: number,
): NonNullable<UpgradeWire["request"]> {
  const waiting = nowMs - atMs > takenWithinMs ? "not_taken" : "waiting";
  return {
    kind,
    state: result?.state ?? waiting,
    problem: result?.problem ?? null,
    at: Math.floor(atMs / 1000),
  };
}
