import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from "node:crypto";
import { isIP } from "node:net";
import { bits, integer, isTrue, octets, oid, sequence, set, tagged, time, utf8 } from "./der.ts";

/** What a certificate is to say. */
export interface CertificateOptions {
  /** Common names of the holder and of who signs. */
  subject: string;
  issuer: string;
  /** Unix milliseconds. */
  notBeforeMs: number;
  notAfterMs: number;
  /** PEM of the holder's key and of the signer's; the same for an authority's own certificate. */
  key: string;
  signerKey: string;
  /** Host names and IP addresses of a server; null makes an authority. */
  names: readonly string[] | null;
}

const ecdsaWithSha256 = sequence(oid("1.2.840.10045.4.3.2"));
const commonName = oid("2.5.4.3");
const serverAuth = oid("1.3.6.1.5.5.7.3.1");

/** A new private key on the curve P-256, PEM. */
export function newPrivateKey(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

/** Signs an X.509 v3 certificate (RFC 5280) with ECDSA and SHA-256; PEM. */
export function signCertificate(options: CertificateOptions): string {
  const holder = createPublicKey(options.key);
  const body = sequence(
    tagged(0xa0, integer(Buffer.of(2))),
    // Positive and 127 random bits long: unique without a record of the earlier ones.
    integer(randomBytes(16)),
    ecdsaWithSha256,
    nameOf(options.issuer),
    sequence(time(options.notBeforeMs), time(options.notAfterMs)),
    nameOf(options.subject),
    holder.export({ type: "spki", format: "der" }),
    tagged(0xa3, sequence(...extensionsOf(options, holder))),
  );
  const signature = sign("sha256", body, createPrivateKey(options.signerKey));
  const der = sequence(body, ecdsaWithSha256, bits(signature));
  const lines = der.toString("base64").replaceAll(/.{64}(?=.)/g, "$&\n");
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

function nameOf(text: string): Buffer {
  return sequence(set(sequence(commonName, utf8(text))));
}

function extensionsOf({ names, signerKey }: CertificateOptions, holder: KeyObject): Buffer[] {
  const identifier = (key: KeyObject): Buffer => keyIdOf(key);
  const shared = [
    extension("2.5.29.14", octets(identifier(holder))),
    extension("2.5.29.35", sequence(tagged(0x80, identifier(createPublicKey(signerKey))))),
  ];
  if (names === null) {
    return [
      critical("2.5.29.19", sequence(isTrue, integer(Buffer.of(0)))),
      // keyCertSign and cRLSign.
      critical("2.5.29.15", bits(Buffer.of(0x06), 1)),
      ...shared,
    ];
  }
  return [
    critical("2.5.29.19", sequence()),
    // digitalSignature.
    critical("2.5.29.15", bits(Buffer.of(0x80), 7)),
    extension("2.5.29.37", sequence(serverAuth)),
    extension("2.5.29.17", sequence(...names.map(alternativeName))),
    ...shared,
  ];
}

function extension(id: string, value: Uint8Array): Buffer {
  return sequence(oid(id), octets(value));
}

function critical(id: string, value: Uint8Array): Buffer {
  return sequence(oid(id), isTrue, octets(value));
}

/** SHA-1 of the public key, as RFC 5280, section 4.2.1.2 has it: a name for it, not a protection. */
function keyIdOf(key: KeyObject): Buffer {
  const spki = key.export({ type: "spki", format: "der" });
  // The key itself is an uncompressed point: the last 65 bytes.
  return createHash("sha1").update(spki.subarray(-65)).digest();
}

function alternativeName(name: string): Buffer {
  const address = addressBytes(name);
  return address ? tagged(0x87, address) : tagged(0x82, Buffer.from(name, "ascii"));
}

function addressBytes(text: string): Buffer | undefined {
  const version = isIP(text);
  if (version === 4) return Buffer.from(text.split(".").map(Number));
  if (version !== 6 || text.includes(".")) return undefined;
  const [head = "", tail] = text.split("::");
  const groups = (part: string): number[] =>
    part === "" ? [] : part.split(":").map((group) => parseInt(group, 16));
  const start = groups(head);
  const end = tail === undefined ? [] : groups(tail);
  const all = [...start, ...Array<number>(8 - start.length - end.length).fill(0), ...end];
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 0xff]));
}
