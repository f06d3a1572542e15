import { createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { fail } from "../../base/contract/fail.ts";

/** The signed description of the release in a bundle. */
export interface ReleaseManifest {
  format: "gatehouse-release";
  v: 1;
  /** Semantic version. */
  version: string;
  /** As `process.arch`: the runtime and the native parts are built for one. */
  arch: string;
  /** Unix seconds. */
  made_at: number;
  /** The layout of the store that this release reads and writes. */
  store_version: number;
  /** What the release changes, in Markdown; at most `maxChangelogChars`. */
  changelog?: string;
  /** `payload.tar.gz` of the bundle. */
  payload: { size_bytes: number; sha256: string; unpacked_bytes: number; entries: number };
}

/** Members of a bundle, in this order. */
export const bundleMembers = ["manifest.json", "manifest.sig", "payload.tar.gz"] as const;
/** Longest changelog in a manifest. */
export const maxChangelogChars = 16_000;
/** Longest accepted manifest and signature, in bytes. */
export const maxManifestBytes = 64 * 1024;
/** Largest accepted release: four times the present size. */
export const maxUnpackedBytes = 4e9;

/** Signs a manifest with Ed25519 (RFC 8032); base64. */
export function signManifest(bytes: Uint8Array, key: KeyObject): string {
  return sign(null, bytes, key).toString("base64");
}

/** Reads the publisher's public key (PEM). Fails with `upgrade_refused`. */
export function publisherKey(pem: string): KeyObject {
  try {
    const key = createPublicKey(pem);
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {
    // Refused below.
  }
  throw fail(
    "upgrade_refused",
    "publisher's key: is not an Ed25519 public key (PEM). Install the publisher's key",
  );
}

/** The manifest, if `key` signed it. Fails with `upgrade_refused`. */
export function openManifest(bytes: Buffer, signature: string, key: KeyObject): ReleaseManifest {
  if (!verify(null, bytes, key, Buffer.from(signature, "base64"))) {
    throw fail(
      "upgrade_refused",
      "bundle: the publisher whose key is installed did not sign it. Use a bundle of that publisher",
    );
  }
  const manifest = JSON.parse(bytes.toString("utf8")) as ReleaseManifest;
  if (manifest.format !== "gatehouse-release" || manifest.v !== 1) {
    throw fail(
      "upgrade_refused",
      "bundle: this release does not know its format. Use another bundle",
    );
  }
  if (!/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(manifest.version)) {
    throw fail("upgrade_refused", "bundle: its version is not valid. Use another bundle");
  }
  return manifest;
}

/**
 * Returns a number below 0 when `a` is older than `b` (semver.org 2.0, precedence; numeric parts of
 * a pre-release by value).
 */
export function compareVersions(a: string, b: string): number {
  const [coreA, preA] = split(a);
  const [coreB, preB] = split(b);
  const byCore = compareParts(coreA, coreB);
  if (byCore !== 0 || preA === preB) return byCore;
  if (preA === undefined) return 1;
  return preB === undefined ? -1 : compareParts(preA, preB);
}

function split(version: string): [string, string | undefined] {
  const at = version.indexOf("-");
  return at < 0 ? [version, undefined] : [version.slice(0, at), version.slice(at + 1)];
}

function compareParts(a: string, b: string): number {
  const [left, right] = [a.split("."), b.split(".")];
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const [one, other] = [left[at], right[at]];
    if (one === undefined || other === undefined) return one === undefined ? -1 : 1;
    const areNumbers = /^\d+$/.test(one) && /^\d+$/.test(other);
    const order = areNumbers ? Number(one) - Number(other) : one < other ? -1 : one > other ? 1 : 0;
    if (order !== 0) return order;
  }
  return 0;
}
