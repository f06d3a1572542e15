import { createPrivateKey, createPublicKey } from "node:crypto";
import { CompactSign, compactVerify, decodeProtectedHeader, errors } from "jose";
import type { Signatures } from "../../fleet/identity/signature-port.ts";

const algorithm = "EdDSA";
/** PKCS #8 before the seed of an Ed25519 key (RFC 8410, section 7). */
const pkcs8Prefix = Buffer.from("302e020100300506032b657004220420", "hex");
const typePattern = /^gatehouse-([a-z][a-z_]{0,31})\+jws$/;
const keyPattern = /^[A-Za-z0-9_-]{43}$/;

/** Signatures of boxes: compact JWS (RFC 7515) with Ed25519 (RFC 8037). */
export const ed25519: Signatures = {
  open(seed) {
    const key = createPrivateKey({
      key: Buffer.concat([pkcs8Prefix, seed]),
      format: "der",
      type: "pkcs8",
    });
    return {
      publicKey: createPublicKey(key).export({ format: "jwk" }).x!,
      async sign({ kind, boxId }, payload) {
        return await new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
          .setProtectedHeader({ alg: algorithm, kid: boxId, typ: `gatehouse-${kind}+jws` })
          .sign(key);
      },
    };
  },

  read(token) {
    try {
      const { kid, typ } = decodeProtectedHeader(token);
      const kind = typePattern.exec(typ ?? "")?.[1];
      if (kind === undefined || typeof kid !== "string" || kid === "") return undefined;
      const text = Buffer.from(token.split(".")[1] ?? "", "base64url").toString();
      return { kind, boxId: kid, payload: JSON.parse(text) as unknown };
    } catch {
      return undefined;
    }
  },

  async verify(token, publicKey) {
    if (!keyPattern.test(publicKey)) return undefined;
    try {
      const key = createPublicKey({
        key: { kty: "OKP", crv: "Ed25519", x: publicKey },
        format: "jwk",
      });
      const { payload } = await compactVerify(token, key, { algorithms: [algorithm] });
      return JSON.parse(new TextDecoder().decode(payload)) as unknown;
    } catch (error) {
      // All that a foreign text can cause; anything else is a fault of this program.
      const isForeign = error instanceof errors.JOSEError || error instanceof SyntaxError;
      if (isForeign || error instanceof TypeError) return undefined;
      throw error;
    }
  },
};
