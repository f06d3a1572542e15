import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { invalidField, fail } from "../contract/fail.ts";
import { SerialLane } from "../concurrency/serial-lane.ts";
import { personLimits } from "./person-terms.ts";

/** A password as stored: its scrypt hash (RFC 7914) with the cost that it was made with. */
export interface PasswordHash {
  kdf: "scrypt";
  n: number;
  r: number;
  p: number;
  /** 16 random bytes, hexadecimal. */
  salt: string;
  /** 32 bytes, hexadecimal. */
  hash: string;
}

/** Cost of scrypt: memory is 128 × `n` × `r` bytes, time grows with all three. */
export type PasswordCost = Pick<PasswordHash, "n" | "r" | "p">;

/** 32 MiB and three passes: a line of the OWASP password storage cheat sheet (N=2^15, r=8, p=3). */
const standardCost: PasswordCost = { n: 2 ** 15, r: 8, p: 3 };
const hashBytes = 32;
const maxMemoryBytes = 64 * 1024 * 1024;
/** Passwords that wait for their hash; more are refused, so that a flood cannot hold the threads that files need. */
const maxWaiting = 16;
const leastDifferent = 5;

/** Hashes and checks passwords, one at a time; at most 16 wait, then it fails with `overloaded`. */
export class Passwords {
  readonly #lane = new SerialLane();
  readonly #cost: PasswordCost;
  /** Stands for the hash of accounts that do not exist or have no password: a check against it costs the same. */
  readonly #nobody: PasswordHash;
  #waiting = 0;

  /** `cost` is for new hashes; a stored one is checked with its own. */
  constructor(cost: PasswordCost = standardCost) {
    this.#cost = cost;
    const salt = randomBytes(16).toString("hex");
    this.#nobody = { kdf: "scrypt", ...cost, salt, hash: randomBytes(hashBytes).toString("hex") };
  }

  /** The hash of a new password; fails with `invalid_request_body` for one that is too weak for `name`. */
  async hash(password: string, name: string): Promise<PasswordHash> {
    assertStrong(password, name);
    const salt = randomBytes(16).toString("hex");
    const stored: PasswordHash = { kdf: "scrypt", ...this.#cost, salt, hash: "" };
    return { ...stored, hash: (await this.#derive(password, stored)).toString("hex") };
  }

  /** True when `stored` is the hash of `password`. Null takes the same time and is false. */
  async matches(stored: PasswordHash | null, password: string): Promise<boolean> {
    const compared = stored ?? this.#nobody;
    const derived = await this.#derive(password, compared);
    return timingSafeEqual(derived, Buffer.from(compared.hash, "hex")) && stored !== null;
  }

  async #derive(password: string, { n, r, p, salt }: PasswordHash): Promise<Buffer> {
    if (this.#waiting >= maxWaiting) {
      throw fail("overloaded", "password: too many sign-ins at once. Try again", {
        retryAfterSec: 2,
      });
    }
    this.#waiting += 1;
    try {
      return await this.#lane.run(() => derived(password, salt, { N: n, r, p }));
    } finally {
      this.#waiting -= 1;
    }
  }
}

/** Of the normalised form, so that the same letters typed on another system are the same password. */
function derived(
  password: string,
  salt: string,
  params: { N: number; r: number; p: number },
): Promise<Buffer> {
  const options = { ...params, maxmem: maxMemoryBytes };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), Buffer.from(salt, "hex"), hashBytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

function assertStrong(password: string, name: string): void {
  const { passwordMin, passwordMax } = personLimits;
  if (password.length < passwordMin || password.length > passwordMax) {
    throw weak(`has ${passwordMin} to ${passwordMax} characters. Use some words`);
  }
  if (new Set(password).size < leastDifferent) {
    throw weak(`has fewer than ${leastDifferent} different characters. Use some words`);
  }
  if (password.toLowerCase().includes(name.toLowerCase()) && name.length > 2) {
    throw weak("contains the name. Choose another");
  }
}

function weak(message: string) {
  return invalidField("password", message);
}
