import { resolve } from "node:path";
import { type Static, Type } from "typebox";
import type { Fault } from "../contract/explain.ts";
import { choice, section, text, texts } from "../settings/fields.ts";
import { installDir } from "../settings/install-dir.ts";
import { readPem, readSecret } from "../settings/secret-files.ts";
import { type PersonRole, personRoles } from "./person-terms.ts";

const line = (title: string) => Type.String({ title, minLength: 1, maxLength: 4096 });

const role = section("A claim that gives a role", {
  claim: text({ title: "Name of the claim in the ID token", default: "groups", maxLength: 200 }),
  value: line("Value of the claim, or one of its values"),
  role: Type.Unsafe<PersonRole>({
    type: "string",
    enum: [...personRoles],
    title: "Role on the box",
  }),
  cameras: texts({ title: "Streams that the person may see. An empty list means all" }),
});

const provider = section("Identity provider of the site (OpenID Connect)", {
  name: text({ title: "Name on the sign-in button", default: "OpenID Connect", maxLength: 60 }),
  issuer: Type.String({
    title: "Address of the provider, as its ID tokens name it",
    pattern: "^https://[^\\s/?#@]+(/[^\\s?#]*)?$",
    maxLength: 2048,
  }),
  client_id: line("Client id with which the box is registered at the provider"),
  client_secret_file: line("File with the client secret in its first line"),
  ca_file: Type.Optional(
    line("Certificate authorities (PEM) of the provider, instead of the public ones"),
  ),
  scopes: texts({
    title: "Scopes that the box requests from the provider",
    default: ["openid", "profile", "email"],
  }),
  roles: Type.Array(role, {
    title:
      "Claims of the ID token, each with the role that it gives. The first entry that matches applies",
    default: [],
    maxItems: 50,
  }),
  unknown: choice(["refuse", "viewer"], {
    title:
      "What the box does with people who match no entry of `roles`: `refuse` them, or admit them as `viewer`",
    default: "refuse",
  }),
});

/** Signing in by the site's identity provider. */
export const signInSetting = section("Sign-in; docs/operations/security.md", "restart", {
  provider: Type.Optional(provider),
});

/** Secrets of the identity provider, read from their files. */
export interface SignInSecrets {
  clientSecret?: string;
  providerCa?: string;
}

/** Reads the files of the identity provider. An unreadable one is a fault. */
export async function readSignInSecrets(
  signIn: Static<typeof signInSetting>,
): Promise<{ secrets: SignInSecrets; faults: Fault[] }> {
  const secrets: SignInSecrets = {};
  const faults: Fault[] = [];
  if (!signIn.provider) return { secrets, faults };
  const { client_secret_file: secretFile, ca_file: caFile } = signIn.provider;
  const take = (name: keyof SignInSecrets, field: string, read: string | { message: string }) => {
    if (typeof read === "string") secrets[name] = read;
    else faults.push({ path: ["sign_in", "provider", field], message: read.message });
  };
  const secret = await readSecret(resolve(installDir, secretFile), "the box's secret");
  take("clientSecret", "client_secret_file", secret);
  if (caFile !== undefined) {
    take("providerCa", "ca_file", await readPem(resolve(installDir, caFile)));
  }
  return { secrets, faults };
}
