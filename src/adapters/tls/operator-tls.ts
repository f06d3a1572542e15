import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import { SerialLane } from "../../base/concurrency/serial-lane.ts";
import { fail } from "../../base/contract/fail.ts";
import type { TlsWire } from "../../base/contract/wire/tls-answers.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError, GatehouseError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { TlsIdentity } from "../../http/connections/tls-port.ts";
import { Changes, describeCertificate } from "./identity.ts";

/** The files of the operator's certificate. */
export interface OperatorTlsOptions {
  /** PEM: the certificate, then its chain. */
  certFile: string;
  /** PEM, readable by the service alone. */
  keyFile: string;
  clock: Clock;
  log: Logger;
}

const checkPeriodMs = 60_000;

/**
 * The operator's own certificate. The files are read again within a minute of a change; a new pair
 * that is not sound is refused with a warning, and the old one stays in use.
 */
export class OperatorTls implements TlsIdentity, Part {
  readonly #options: OperatorTlsOptions;
  readonly #changes = new Changes();
  #pair: { cert: string; key: string } | undefined;
  #timer: Timer | undefined;
  readonly #lane = new SerialLane();

  constructor(options: OperatorTlsOptions) {
    this.#options = options;
  }

  /** Fails with `config_invalid` naming the fault of the files. */
  async start(): Promise<void> {
    const { clock, log } = this.#options;
    this.#pair = await this.#read();
    this.#timer = clock.every(checkPeriodMs, () => {
      this.#lane
        .run(() => this.#check())
        .catch((error: unknown) => {
          log.warn({ error: describeError(error) }, "the new certificate is not used");
        });
    });
  }

  async stop(): Promise<void> {
    this.#timer?.cancel();
    await this.#lane.idle();
  }

  material(): { cert: string; key: string } {
    if (this.#pair) return this.#pair;
    throw fail("internal_error", "the certificate was not started");
  }

  onChange(listener: () => void): () => void {
    return this.#changes.add(listener);
  }

  describe(): TlsWire {
    const more = { mode: "files", ca_fingerprint_sha256: null, renews_at: null } as const;
    return describeCertificate(this.material().cert, more);
  }

  async #check(): Promise<void> {
    const pair = await this.#read();
    if (pair.cert === this.#pair?.cert && pair.key === this.#pair.key) return;
    this.#pair = pair;
    this.#options.log.info({ ...this.describe() }, "the certificate was replaced");
    this.#changes.announce();
  }

  async #read(): Promise<{ cert: string; key: string }> {
    const { certFile, keyFile } = this.#options;
    try {
      const [cert, key, { mode }] = await Promise.all([
        readFile(certFile, "utf8"),
        readFile(keyFile, "utf8"),
        stat(keyFile),
      ]);
      if ((mode & 0o007) !== 0) {
        throw fail(
          "config_invalid",
          `server.tls: ${keyFile} is open to everybody on the machine. Run chmod 600 on it`,
        );
      }
      if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) {
        throw fail(
          "config_invalid",
          `server.tls: ${keyFile} is not the key of ${certFile}. Give the two files of one pair`,
        );
      }
      createSecureContext({ cert, key });
      return { cert, key };
    } catch (error) {
      if (GatehouseError.find(error)) throw error;
      const message = `server.tls: ${certFile} and ${keyFile} are not a readable certificate and key. Give both in PEM`;
      throw fail("config_invalid", message, { cause: error });
    }
  }
}
