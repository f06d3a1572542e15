import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  webcrypto,
} from "node:crypto";
import { isIP } from "node:net";
import type { Extension } from "@peculiar/x509";

/** The content of a certificate. */
export interface CertificateOptions {
  /** Common names of the holder and of the signer. */
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

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
const serverAuth = "1.3.6.1.5.5.7.3.1";

/** A new private key on the curve P-256, PEM. */
export function newPrivateKey(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

/** Signs an X.509 v3 certificate (RFC 5280) with ECDSA and SHA-256; PEM. */
export async function signCertificate(options: CertificateOptions): Promise<string> {
  const { X509CertificateGenerator } = await library();
  const publicKey = await publicKeyOf(options.key);
  const certificate = await X509CertificateGenerator.create({
    serialNumber: newSerialNumber(),
    subject: [{ CN: [options.subject] }],
    issuer: [{ CN: [options.issuer] }],
    notBefore: new Date(options.notBeforeMs),
    notAfter: new Date(options.notAfterMs),
    signingAlgorithm: algorithm,
    publicKey,
    signingKey: await privateKeyOf(options.signerKey),
    extensions: await extensionsOf(options, publicKey),
  });
  return `${certificate.toString("pem")}\n`;
}

/** Loaded when a certificate is made, which happens a few times a year: it takes as long as half a start. */
async function library() {
  await import("reflect-metadata");
  return await import("@peculiar/x509");
}

async function extensionsOf(
  { names, signerKey }: CertificateOptions,
  publicKey: webcrypto.CryptoKey,
): Promise<Extension[]> {
  const x509 = await library();
  const signer = await publicKeyOf(signerKey);
  const shared = [
    await x509.SubjectKeyIdentifierExtension.create(publicKey),
    await x509.AuthorityKeyIdentifierExtension.create(signer),
  ];
  const { KeyUsageFlags: usage } = x509;
  if (names === null) {
    const flags = usage.keyCertSign | usage.cRLSign;
    return [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(flags, true),
      ...shared,
    ];
  }
  const alternatives = names.map((value) => ({ type: isIP(value) ? "ip" : "dns", value }) as const);
  return [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(usage.digitalSignature, true),
    new x509.ExtendedKeyUsageExtension([serverAuth]),
    new x509.SubjectAlternativeNameExtension(alternatives),
    ...shared,
  ];
}

function publicKeyOf(pem: string): Promise<webcrypto.CryptoKey> {
  const spki = createPublicKey(pem).export({ type: "spki", format: "der" });
  return webcrypto.subtle.importKey("spki", spki, algorithm, true, ["verify"]);
}

function privateKeyOf(pem: string): Promise<webcrypto.CryptoKey> {
  const pkcs8 = createPrivateKey(pem).export({ type: "pkcs8", format: "der" });
  return webcrypto.subtle.importKey("pkcs8", pkcs8, algorithm, false, ["sign"]);
}

/** Positive and 127 random bits long: unique without a record of the earlier ones. */
function newSerialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0]! &= 0x7f;
  return bytes.toString("hex");
}
