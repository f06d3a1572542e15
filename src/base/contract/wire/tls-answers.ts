import { type Static, Type } from "typebox";
import { named, oneOfValues, orNull, unixTime } from "../answers.ts";

/**
 * The certificate that the box presents to clients, as `/api/v1/system` and the command line show
 * it; times in Unix seconds.
 */
export const tlsAnswer = named(
  "TlsCertificate",
  Type.Object({
    mode: oneOfValues(["site", "files"]),
    fingerprint_sha256: Type.String(),
    ca_fingerprint_sha256: orNull(Type.String()),
    names: Type.Array(Type.String()),
    not_before: unixTime,
    not_after: unixTime,
    renews_at: orNull(unixTime),
  }),
);

/**
 * `mode`: `site` is a certificate that the box made under its own authority, `files` the operator's.
 * Fingerprints are SHA-256, pairs of capital hexadecimal digits with colons; `ca_fingerprint_sha256` is that
 * of the site's authority, which clients should trust. It and `renews_at` are null for `files`.
 */
export type TlsWire = Static<typeof tlsAnswer>;
