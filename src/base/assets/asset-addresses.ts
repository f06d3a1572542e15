import { join } from "node:path";
import { fail } from "../contract/fail.ts";
import type { Clock } from "../core/clock.ts";
import { loadKeyFile } from "../secrets/key-file.ts";
import { signAddress, verifyAddress } from "./signature.ts";

/** The parts of `AssetAddresses`. */
export interface AssetAddressesParts {
  /** Folder of the signing key. */
  dir: string;
  clock: Clock;
  /** The box's address for clients, without a slash at the end; read for each address. */
  publicUrl: string | (() => string);
}

const dayMs = 24 * 3_600_000;
/** Validity of an address whose file has no expiry of its own, from the day of its making. */
const openEndedMs = 365 * dayMs;
const pathPattern = /^\/api\/v1\/assets\/([0-9a-f-]{36})\.([a-z0-9]{1,8})\?exp=(\d{1,12})&sig=/;

/** Signs addresses of files. A signed address opens its file without a key until it expires. */
export class AssetAddresses {
  readonly #parts: AssetAddressesParts;
  #secret: Buffer | undefined;

  constructor(parts: AssetAddressesParts) {
    this.#parts = parts;
  }

  /** Reads the signing key, or creates it on the first start. */
  async start(): Promise<void> {
    this.#secret = await loadKeyFile(join(this.#parts.dir, "signing-key"), true);
  }

  /** Returns the box's address for clients, without a slash at the end. */
  publicUrl(): string {
    const { publicUrl } = this.#parts;
    return typeof publicUrl === "string" ? publicUrl : publicUrl();
  }

  /**
   * Returns the absolute address of a file that expires at `endMs`, Unix milliseconds; for null it
   * lasts a year.
   */
  url(id: string, ext: string, endMs: number | null): string {
    const exp = Math.ceil((endMs ?? this.#openEndMs()) / 1000);
    return `${this.publicUrl()}${this.#path(id, ext, exp)}`;
  }

  /**
   * Returns the path with a signature by the current key; the path unchanged when `isOwn` is false
   * for its file. A restore without keys changes the key.
   */
  renewed(path: string, isOwn: (id: string) => boolean): string {
    const [, id = "", ext = "", exp = ""] = pathPattern.exec(path) ?? [];
    return isOwn(id) ? this.#path(id, ext, Number(exp)) : path;
  }

  /** True when the signature fits and the address has not expired. */
  verify(address: { id: string; ext: string; exp: string; sig: string }): boolean {
    const { id, ext, exp, sig } = address;
    if (!/^\d{1,12}$/.test(exp) || Number(exp) * 1000 <= this.#parts.clock.wallMs()) return false;
    return verifyAddress(this.#signingKey(), { name: `${id}.${ext}`, exp, sig });
  }

  /** Returns the signature of an address that is good until `expSec`, Unix seconds. */
  sign(id: string, ext: string, expSec: number): string {
    return signAddress(this.#signingKey(), `${id}.${ext}`, String(expSec));
  }

  #path(id: string, ext: string, expSec: number): string {
    return `/api/v1/assets/${id}.${ext}?exp=${expSec}&sig=${this.sign(id, ext, expSec)}`;
  }

  /** Constant for a day, so that a file has few addresses. */
  #openEndMs(): number {
    return Math.floor(this.#parts.clock.wallMs() / dayMs) * dayMs + openEndedMs;
  }

  #signingKey(): Buffer {
    if (!this.#secret) throw fail("internal_error", "the assets were not started");
    return this.#secret;
  }
}
