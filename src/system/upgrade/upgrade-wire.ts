import { compareVersions, type ReleaseManifest } from "./release-manifest.ts";
import type { Slot, Slots, UpgradeState } from "./slots.ts";
import type { RequestResult, UpgradeRequest } from "./upgrade-request.ts";
import type { UpgradeWire } from "./wire/upgrade.ts";

/** Why the box takes no bundle over the API. */
export type UpgradeBlock = NonNullable<UpgradeWire["blocked"]>;

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
export function offeredWire(
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
