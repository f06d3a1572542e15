import { SerialLane } from "../../base/concurrency/serial-lane.ts";
import { fail } from "../../base/contract/fail.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { Store } from "../../base/core/store.ts";
import { loadKeyFile } from "../../base/secrets/key-file.ts";
import type { FleetEntry } from "../fleet-port.ts";
import type { FleetTable } from "../fleet-table.ts";
import { type IdentityDocument, identitySchema } from "./identity-document.ts";
import type { IdentityState } from "./identity-terms.ts";
import type { Signatures, SigningKey } from "./signature-port.ts";
import { asDocument, maxValue } from "../read-document.ts";
import { TrustedKeys } from "./trusted-keys.ts";

const prefix = "identity.";
const identityKind = "identity";
/** Interval between two looks at what the table says of this box, in milliseconds. */
const lookMs = 2000;

/** The parts of the identity. */
export interface FleetIdentityParts {
  table: FleetTable;
  store: Store;
  clock: Clock;
  log: Logger;
  signatures: Signatures;
  boxId: string;
  /** File with the private key; made when absent. */
  keyFile: string;
}

/** Another box's keys, as it signed them itself. */
export interface BoxIdentity {
  state: IdentityState;
  /** The key that it names now: only for comparison while the state is `changed`. */
  publicKey: string;
  /** SHA-256 of its TLS certificate, 64 hexadecimal digits; null without TLS. */
  certificateSha256: string | null;
}

/** The proven signer and payload of a signed text, or the reason why it counts for nothing, without a period. */
export type Verified =
  | { ok: true; boxId: string; payload: unknown }
  | { ok: false; problem: string };

/**
 * The key pair of the box, and the public keys of the others. A box trusts the first key that it reads for a box id,
 * because only the authenticated users of the NATS servers write the table. Another key later counts for nothing until
 * an administrator accepts it.
 *
 * A signature proves which box wrote a text, not when: a caller that must refuse an old text puts a time or a revision
 * into the payload.
 */
export class FleetIdentity implements Part {
  readonly #parts: FleetIdentityParts;
  readonly #trusted: TrustedKeys;
  /** Newest valid document of each box. */
  readonly #documents = new Map<string, IdentityDocument>();
  readonly #lane = new SerialLane();
  #key: SigningKey | undefined;
  #certificate: () => string | null = () => null;
  #timer: Timer | undefined;
  #isTelling = false;

  constructor(parts: FleetIdentityParts) {
    this.#parts = parts;
    this.#trusted = new TrustedKeys(parts);
    parts.table.read({
      prefix,
      onEntry: (entry) => void this.#lane.run(() => this.#onEntry(entry)),
    });
  }

  /** Opens the key pair, and makes it at the first start. Fails with `store_failed` for an unreadable file. */
  async start(): Promise<void> {
    const { signatures, keyFile, clock } = this.#parts;
    this.#key = signatures.open(await loadKeyFile(keyFile, true));
    this.#trusted.load();
    this.#timer = clock.every(lookMs, () => void this.#tell());
  }

  async stop(): Promise<void> {
    this.#timer?.cancel();
    this.#timer = undefined;
    await this.#lane.idle();
  }

  /** Says which certificate the box serves: its SHA-256 as 64 hexadecimal digits, read again and again. */
  serves(certificate: () => string | null): void {
    this.#certificate = certificate;
  }

  /** This box's own public key, base64url; valid after `start`. */
  get publicKey(): string {
    return this.#opened().publicKey;
  }

  /** The keys of a box, this one too; undefined for one that has told none. */
  of(boxId: string): BoxIdentity | undefined {
    const document = this.#documents.get(boxId);
    if (!document) return undefined;
    const state = this.trustedKey(boxId) === document.key ? "trusted" : "changed";
    return { state, publicKey: document.key, certificateSha256: document.certificate };
  }

  /** The public key whose signatures count as those of the box; undefined for an unknown box. */
  trustedKey(boxId: string): string | undefined {
    return boxId === this.#parts.boxId ? this.publicKey : this.#trusted.get(boxId);
  }

  /** Signs `payload` (JSON) as this box. `kind` has letters and `_`; choose one for each use. */
  async sign(kind: string, payload: unknown): Promise<string> {
    return await this.#opened().sign({ kind, boxId: this.#parts.boxId }, payload);
  }

  /** Returns who signed the text as `kind`, and its payload, unchecked. Never rejects. */
  async verify(kind: string, token: string): Promise<Verified> {
    const about = token.length > maxValue ? undefined : this.#parts.signatures.read(token);
    if (about?.kind !== kind) return refused("it is not a signed document of this kind");
    const { boxId } = about;
    const key = this.trustedKey(boxId);
    if (key === undefined) return refused(`the key of the box ${boxId} is not known`);
    const payload = await this.#parts.signatures.verify(token, key);
    if (payload !== undefined) return { ok: true, boxId, payload };
    const hasChanged = this.of(boxId)?.state === "changed";
    return refused(
      hasChanged
        ? `the box ${boxId} has another key than before, and nobody has accepted it`
        : `the signature is not one of the box ${boxId}`,
    );
  }

  /** Boxes with another key than the trusted one. */
  changed(): string[] {
    return [...this.#documents.keys()].filter((boxId) => this.of(boxId)?.state === "changed");
  }

  /**
   * Accepts the present key of a box, whose `publicKey` the administrator has compared. Fails with `not_found` for an
   * unknown box, and with `conflict` when that is not the key that the box names.
   */
  async trust(boxId: string, publicKey: string): Promise<void> {
    const document = this.#documents.get(boxId);
    if (!document) {
      throw fail("not_found", "box_id: the fleet knows no key of such a box. List the boxes");
    }
    if (document.key !== publicKey) {
      const message = "public_key: is not the present key of the box. Compare it on the box itself";
      throw fail("conflict", message, { param: "public_key" });
    }
    await this.#trusted.set(boxId, publicKey);
    this.#parts.log.warn({ box_id: boxId, key: publicKey }, "the new key of a box was accepted");
  }

  #opened(): SigningKey {
    if (this.#key) return this.#key;
    throw fail("internal_error", "the identity of the box was not started");
  }

  async #onEntry({ key, value }: FleetEntry): Promise<void> {
    const boxId = key.slice(prefix.length);
    try {
      const document = value === null ? undefined : await this.#documentOf(boxId, value);
      if (!document) return;
      this.#documents.set(boxId, document);
      if (boxId !== this.#parts.boxId) await this.#meet(boxId, document.key);
    } catch (error) {
      this.#parts.log.error({ box_id: boxId, error: describeError(error) }, "a key was not stored");
    }
  }

  /** What a box says of itself; undefined for a text that it did not sign with the key that it names. */
  async #documentOf(boxId: string, token: string): Promise<IdentityDocument | undefined> {
    const { signatures, log } = this.#parts;
    const claimed = token.length > maxValue ? undefined : signatures.read(token);
    if (claimed?.kind === identityKind && claimed.boxId === boxId) {
      const document = asDocument<IdentityDocument>(identitySchema, claimed.payload);
      const proven = document && (await signatures.verify(token, document.key));
      if (proven !== undefined) return document;
    }
    log.warn({ box_id: boxId }, "a box has a record of its keys that it did not sign");
    return undefined;
  }

  async #meet(boxId: string, publicKey: string): Promise<void> {
    const { log } = this.#parts;
    const known = this.#trusted.get(boxId);
    if (known === publicKey) return;
    if (known !== undefined) {
      log.error({ box_id: boxId, known, key: publicKey }, "a box has another key than before");
    } else if (await this.#trusted.set(boxId, publicKey)) {
      log.info({ box_id: boxId, key: publicKey }, "the key of a box is known");
    }
  }

  /** Writes the own record where the table lacks it or has another one. */
  async #tell(): Promise<void> {
    const { table, boxId, log } = this.#parts;
    if (this.#isTelling || !table.isConnected) return;
    this.#isTelling = true;
    try {
      const document: IdentityDocument = {
        v: 1,
        key: this.publicKey,
        certificate: this.#certificate(),
      };
      // Ed25519 gives the same signature for the same text.
      const token = await this.sign(identityKind, document);
      const key = `${prefix}${boxId}`;
      if (table.get(key)?.value !== token) await table.write(key, token, "any");
    } catch (error) {
      log.warn({ error: describeError(error) }, "the box could not tell its key");
    } finally {
      this.#isTelling = false;
    }
  }
}

function refused(problem: string): Verified {
  return { ok: false, problem };
}
