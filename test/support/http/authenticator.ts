import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** What an answer claims; tests change it to make answers that the box must refuse. */
export interface Claims {
  challenge: string;
  /** Of the page, as the browser names it. */
  origin: string;
  /** Host name that the authenticator hashes. */
  rpId: string;
  /** Signatures counted; 0 when absent. */
  counter?: number;
  /** False when the authenticator asked for neither PIN nor finger. */
  isUserVerified?: boolean;
}

const isPresentFlag = 0x01;
const isVerifiedFlag = 0x04;
const hasCredentialFlag = 0x40;

/** An authenticator with one ES256 key and the browser in front of it (WebAuthn level 3, section 6), without attestation. */
export class Authenticator {
  readonly id = randomBytes(32);
  readonly #publicKey: KeyObject;
  readonly #privateKey: KeyObject;

  constructor() {
    const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.#publicKey = pair.publicKey;
    this.#privateKey = pair.privateKey;
  }

  /** The answer to `navigator.credentials.create`, as JSON. */
  create(claims: Claims): object {
    const idLength = Buffer.from([0, this.id.length]);
    const aaguid = Buffer.alloc(16);
    const credential = Buffer.concat([aaguid, idLength, this.id, this.#coseKey()]);
    const authData = Buffer.concat([authDataOf(claims, hasCredentialFlag), credential]);
    // CBOR: {"fmt": "none", "attStmt": {}, "authData": bytes}, whose length takes one byte.
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      cborText("fmt"),
      cborText("none"),
      cborText("attStmt"),
      Buffer.from([0xa0]),
      cborText("authData"),
      Buffer.from([0x58, authData.length]),
      authData,
    ]);
    return this.#answer({
      clientDataJSON: clientDataOf("webauthn.create", claims),
      attestationObject,
    });
  }

  /** The answer to `navigator.credentials.get`, as JSON. */
  get(claims: Claims): object {
    const authenticatorData = authDataOf(claims, 0);
    const clientDataJSON = clientDataOf("webauthn.get", claims);
    const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)]);
    const signature = sign("sha256", signed, this.#privateKey);
    return this.#answer({ clientDataJSON, authenticatorData, signature });
  }

  #answer(parts: Record<string, Buffer>): object {
    const id = this.id.toString("base64url");
    const response = Object.fromEntries(
      Object.entries(parts).map(([name, bytes]) => [name, bytes.toString("base64url")]),
    );
    return { id, rawId: id, type: "public-key", response, clientExtensionResults: {} };
  }

  /** COSE: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}. */
  #coseKey(): Buffer {
    const { x, y } = this.#publicKey.export({ format: "jwk" });
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 32]),
      Buffer.from(x!, "base64url"),
      Buffer.from([0x22, 0x58, 32]),
      Buffer.from(y!, "base64url"),
    ]);
  }
}

function authDataOf({ rpId, counter = 0, isUserVerified = true }: Claims, flags: number): Buffer {
  const rest = Buffer.alloc(5);
  rest.writeUInt8(flags | isPresentFlag | (isUserVerified ? isVerifiedFlag : 0));
  rest.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(Buffer.from(rpId)), rest]);
}

function clientDataOf(type: string, { challenge, origin }: Claims): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

/** CBOR of a text below 24 bytes. */
function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}
