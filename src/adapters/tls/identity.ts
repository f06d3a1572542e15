import { X509Certificate } from "node:crypto";
import type { TlsWire } from "../../base/contract/wire/tls-answers.ts";

/** Listeners of a certificate's change. */
export class Changes {
  readonly #listeners = new Set<() => void>();

  /** Adds `listener`; the result takes it back. */
  add(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  announce(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** The first certificate of `pem` as people compare it. */
export function describeCertificate(
  pem: string,
  more: Pick<TlsWire, "mode" | "ca_fingerprint_sha256" | "renews_at">,
): TlsWire {
  const certificate = new X509Certificate(pem);
  return {
    mode: more.mode,
    fingerprint_sha256: certificate.fingerprint256,
    ca_fingerprint_sha256: more.ca_fingerprint_sha256,
    names: namesOf(certificate),
    not_before: Math.floor(certificate.validFromDate.getTime() / 1000),
    not_after: Math.floor(certificate.validToDate.getTime() / 1000),
    renews_at: more.renews_at,
  };
}

/** Host names and addresses of a certificate. */
export function namesOf(certificate: X509Certificate): string[] {
  return (certificate.subjectAltName ?? "")
    .split(", ")
    .flatMap((entry) => /^(?:DNS|IP Address):(.+)$/.exec(entry)?.[1] ?? [])
    .map(plainAddress);
}

/** One spelling for each name: certificates and interfaces write IPv6 addresses differently. */
export function plainAddress(name: string): string {
  const lower = name.toLowerCase();
  return lower.includes(":") ? new URL(`http://[${lower}]`).hostname.slice(1, -1) : lower;
}
