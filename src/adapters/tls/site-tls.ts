import { createPrivateKey, randomBytes, X509Certificate } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { SerialLane } from "../../base/concurrency/serial-lane.ts";
import { fail } from "../../base/contract/fail.ts";
import type { TlsWire } from "../../base/contract/wire/tls-answers.ts";
import { writeFileAtomic } from "../../base/core/atomic-file.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { TlsIdentity } from "../../http/connections/tls-port.ts";
import { newPrivateKey, signCertificate } from "./certificate.ts";
import { authorityFile, authorityKeyFile, serverFile } from "./files.ts";
import { Changes, describeCertificate, namesOf, plainAddress } from "./identity.ts";
import { ownNames } from "./own-names.ts";

/** The options of the site's certificate. */
export interface SiteTlsOptions {
  /** Folder of the authority and the certificate; made with mode 0700, its files with 0600. */
  dir: string;
  /** Names and addresses besides the machine's own. Read at each check. */
  names: () => readonly string[];
  clock: Clock;
  log: Logger;
  /** Names and addresses of the certificate; the machine's own besides `names` when absent. */
  allNames?: () => readonly string[];
}

/** A key with its certificate, PEM. */
interface Pair {
  key: string;
  cert: string;
}

const dayMs = 86_400_000;
const authorityLifeMs = 10 * 365 * dayMs;
/** The longest that browsers accept. */
const serverLifeMs = 397 * dayMs;
/** Clocks of clients may be slow. */
const leewayMs = dayMs;
const checkPeriodMs = 60_000;
/** Longest common name in characters (RFC 5280, appendix A). */
const maxCommonName = 64;

/**
 * The site's own authority and the server certificate it signs, both on P-256. It creates them at the first
 * start, and renews them at two thirds of their life, when the machine gains a name or address, or when its
 * clock was wrong. The authority keeps its key, so that clients trust it until it expires.
 */
export class SiteTls implements TlsIdentity, Part {
  readonly #options: SiteTlsOptions;
  readonly #changes = new Changes();
  #authority: Pair | undefined;
  #server: Pair | undefined;
  #timer: Timer | undefined;
  readonly #lane = new SerialLane();

  constructor(options: SiteTlsOptions) {
    this.#options = options;
  }

  /** Fails with `store_failed` when the folder cannot be read or written. */
  async start(): Promise<void> {
    const { dir, clock, log } = this.#options;
    try {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      this.#authority = await readPair(join(dir, authorityKeyFile), join(dir, authorityFile));
      this.#server = await readPair(join(dir, serverFile), join(dir, serverFile));
      await this.#check();
    } catch (error) {
      throw fail(
        "store_failed",
        `certificate: ${dir} holds none that can be read, and none can be created. Check the folder`,
        {
          cause: error,
        },
      );
    }
    this.#timer = clock.every(checkPeriodMs, () => {
      this.#lane
        .run(() => this.#check())
        .catch((error: unknown) => {
          log.warn({ error: describeError(error) }, "the certificate could not be renewed");
        });
    });
  }

  async stop(): Promise<void> {
    this.#timer?.cancel();
    await this.#lane.idle();
  }

  material(): { cert: string; key: string } {
    const { authority, server } = this.#started();
    return { cert: server.cert + authority.cert, key: server.key };
  }

  onChange(listener: () => void): () => void {
    return this.#changes.add(listener);
  }

  describe(): TlsWire {
    const { authority, server } = this.#started();
    return describeCertificate(server.cert, {
      mode: "site",
      ca_fingerprint_sha256: new X509Certificate(authority.cert).fingerprint256,
      renews_at: Math.floor(renewalMs(new X509Certificate(server.cert)) / 1000),
    });
  }

  #started(): { authority: Pair; server: Pair } {
    if (this.#authority && this.#server) {
      return { authority: this.#authority, server: this.#server };
    }
    throw fail("internal_error", "the certificate was not started");
  }

  async #check(): Promise<void> {
    const { names: extraNames, clock, allNames } = this.#options;
    const nowMs = clock.wallMs();
    const names = allNames?.() ?? ownNames(extraNames());
    const isOld = !this.#authority || isDue(this.#authority.cert, nowMs);
    if (isOld) this.#authority = await this.#makeAuthority(nowMs);
    const authority = this.#authority!;
    if (!isOld && this.#server && isGood(this.#server.cert, { authority, nowMs, names })) return;
    this.#server = await this.#makeServer(authority, names, nowMs);
    this.#options.log.info({ ...this.describe() }, "the site's certificate is new");
    this.#changes.announce();
  }

  async #makeAuthority(nowMs: number): Promise<Pair> {
    const { dir } = this.#options;
    const key = this.#authority?.key ?? newPrivateKey();
    // Its own name distinguishes the authorities of two boxes.
    const subject = this.#authority
      ? commonNameOf(this.#authority.cert)
      : `Gatehouse site ${randomBytes(4).toString("hex")}`;
    const pair = { key, cert: await certificateOf(key, nowMs, subject) };
    await writeFileAtomic(join(dir, authorityKeyFile), pair.key);
    await writeFileAtomic(join(dir, authorityFile), pair.cert);
    return pair;
  }

  async #makeServer(authority: Pair, names: readonly string[], nowMs: number): Promise<Pair> {
    const key = newPrivateKey();
    const cert = await signCertificate({
      subject: (names[0] ?? "Gatehouse").slice(0, maxCommonName),
      issuer: commonNameOf(authority.cert),
      notBeforeMs: nowMs - leewayMs,
      notAfterMs: nowMs + serverLifeMs - leewayMs,
      key,
      signerKey: authority.key,
      names,
    });
    await writeFileAtomic(join(this.#options.dir, serverFile), key + cert);
    return { key, cert };
  }
}

function certificateOf(key: string, nowMs: number, subject: string): Promise<string> {
  return signCertificate({
    subject,
    issuer: subject,
    notBeforeMs: nowMs - leewayMs,
    notAfterMs: nowMs + authorityLifeMs,
    key,
    signerKey: key,
    names: null,
  });
}

function commonNameOf(pem: string): string {
  return /^CN=(.*)$/m.exec(new X509Certificate(pem).subject)?.[1] ?? "Gatehouse site";
}

/** Two thirds of the certificate's life. */
function renewalMs({ validFromDate, validToDate }: X509Certificate): number {
  const fromMs = validFromDate.getTime();
  return fromMs + ((validToDate.getTime() - fromMs) * 2) / 3;
}

/** Too old, or from a future that the clock has come back from. */
function isDue(pem: string, nowMs: number): boolean {
  const certificate = new X509Certificate(pem);
  return nowMs >= renewalMs(certificate) || nowMs < certificate.validFromDate.getTime();
}

function isGood(
  pem: string,
  by: { authority: Pair; nowMs: number; names: readonly string[] },
): boolean {
  const certificate = new X509Certificate(pem);
  const held = new Set(namesOf(certificate));
  return (
    !isDue(pem, by.nowMs) &&
    certificate.checkIssued(new X509Certificate(by.authority.cert)) &&
    certificate.verify(new X509Certificate(by.authority.cert).publicKey) &&
    by.names.every((name) => held.has(plainAddress(name)))
  );
}

/** Reads the pair of files; undefined without one, or when the two do not match. */
async function readPair(keyFile: string, certFile: string): Promise<Pair | undefined> {
  const [key, cert] = await Promise.all([keyFile, certFile].map(readIfThere));
  if (key === undefined || cert === undefined) return undefined;
  try {
    const privateKey = createPrivateKey(key);
    if (!new X509Certificate(cert).checkPrivateKey(privateKey)) return undefined;
    return { key: sectionOf(key, "PRIVATE KEY"), cert: sectionOf(cert, "CERTIFICATE") };
  } catch {
    // Not what this part writes: made again, as if it were not there.
    return undefined;
  }
}

function sectionOf(pem: string, label: string): string {
  const section = new RegExp(`-----BEGIN ${label}-----[^-]+-----END ${label}-----\n?`).exec(pem);
  return section?.[0] ?? "";
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return undefined;
    throw error;
  }
}
