/** The certificate that clients meet, as `/api/v1/system` and the command line show it. */
export interface TlsWire {
  /** `site`: made by the box under its own authority; `files`: the operator's. */
  mode: "site" | "files";
  /** SHA-256 of the certificate, pairs of capital hexadecimal digits with colons. */
  fingerprint_sha256: string;
  /** The same of the site's authority, which is what clients should trust; null for `files`. */
  ca_fingerprint_sha256: string | null;
  /** Host names and addresses that the certificate is good for. */
  names: readonly string[];
  /** Unix seconds. */
  not_before: number;
  not_after: number;
  /** When the box makes the next one; null for `files`, which the operator replaces. */
  renews_at: number | null;
}
