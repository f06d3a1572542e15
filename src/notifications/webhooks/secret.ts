import { randomBytes } from "node:crypto";

/** A new secret in the form of Standard Webhooks, of 256 random bits. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}
