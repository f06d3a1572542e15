import type { TlsWire } from "../../base/contract/wire/tls-answers.ts";

/** The server's certificate, which may change while the server runs. */
export interface TlsIdentity {
  /** PEM: the certificate with its chain, and its private key. */
  material(): { cert: string; key: string };
  /** Calls `listener` whenever `material` has changed; call the result to stop. */
  onChange(listener: () => void): () => void;
  describe(): TlsWire;
}
