import type { Migration } from "./migration.ts";
import { fail } from "../../../base/contract/fail.ts";
import { hostOnly, withoutAddressSecrets } from "../../../base/secrets/address-secrets.ts";
import type { StoreKey, StoreTransaction } from "../../../base/core/store.ts";
import type { JsonObject } from "../../../base/jobs/job.ts";
import { JobSeal } from "../../../base/jobs/inputs/job-seal.ts";

/** Keys of one step. */
const perStep = 50;
/**
 * Records with readable addresses of cameras: streams with their usual views, and events about
 * jobs.
 */
const shownIn: ReadonlySet<string> = new Set(["stream", "view", "event"]);

/**
 * Layout 2: the store seals the addresses and passwords of cameras, and their readable form has no
 * credentials.
 */
export const sealCameraSecrets: Migration = {
  to: 2,
  title: "seals addresses and passwords of cameras",
  // Programs of layout 1 read sealed inputs of jobs too.
  readableFrom: 1,
  step(tx, cursor, vault) {
    if (!vault) throw fail("store_failed", "vault: its key is missing. Restore the key of the box");
    const seal = new JobSeal(vault);
    const after = cursor === null ? {} : { after: cursor as StoreKey };
    const page = tx.range({ prefix: [], limit: perStep, ...after });
    for (const { key, value } of page) sealOne(tx, seal, { key, value });
    return page.length < perStep ? undefined : page.at(-1)!.key;
  },
};

function sealOne(
  tx: StoreTransaction,
  seal: JobSeal,
  { key, value }: { key: StoreKey; value: unknown },
): void {
  const [org, kind, id] = key.map(String);
  if (org === undefined || org === "box" || kind === undefined || id === undefined) return;
  if (kind === "job-input") {
    const { input, ...rest } = value as { input?: JsonObject };
    const source = input?.["source"] as { kind?: unknown } | undefined;
    if (!input || typeof source?.kind !== "string") return;
    tx.put(key, { ...rest, sealed: seal.input({ org, id }, input) });
    return;
  }
  if (kind !== "job" && !shownIn.has(kind)) return;
  const clean = kind === "job" ? withoutEcho(value) : cleaned(value);
  if (JSON.stringify(clean) !== JSON.stringify(value)) tx.put(key, clean);
}

/** Returns a stream's job without the paths and queries of its cameras. */
function withoutEcho(value: unknown): unknown {
  const job = value as { type?: string; inputEcho?: { source?: Record<string, unknown> } };
  const source = job.inputEcho?.source;
  if (job.type !== "surveillance.stream" || !source || source["type"] === "file") return value;
  const visible = Object.fromEntries(
    Object.entries(source).map(([name, each]) => [
      name,
      typeof each === "string" && name.endsWith("url") ? hostOnly(each) : each,
    ]),
  );
  return { ...job, inputEcho: { ...job.inputEcho, source: visible } };
}

function cleaned(value: unknown): unknown {
  if (typeof value === "string") {
    return value.includes("://") ? withoutAddressSecrets(value) : value;
  }
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cleaned(each)]));
}
