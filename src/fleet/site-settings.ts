import { resolve } from "node:path";
import { type Static, Type } from "typebox";
import type { Fault } from "../base/contract/explain.ts";
import { count, flag, section, text, texts } from "../base/settings/fields.ts";
import { installDir } from "../base/settings/install-dir.ts";
import { readPem, readSecret } from "../base/settings/secret-files.ts";

function file(title: string) {
  return Type.Optional(Type.String({ title, minLength: 1, maxLength: 4096 }));
}

/** The boxes of a site that work together; off while no server is named. */
export const fleetSetting = section(
  "Several boxes at one site; docs/operations/fleet.md",
  "restart",
  {
    name: text({
      title: "Name of the fleet, the same on all its boxes",
      default: "site",
      pattern: "^[a-z][a-z0-9-]{0,31}$",
    }),
    servers: texts({
      title:
        "NATS servers, each as `tls://host:4222`; `nats://` without TLS only on the box itself. Without any, the box works alone",
    }),
    publish: flag({
      title:
        "Publish events and states on these servers, for central ones that they join as leaf nodes",
      default: false,
    }),
    voters: count({
      title:
        "Number of NATS servers that keep the fleet's table: 1, 3 or 5. Only three or more survive the loss of one",
      default: 3,
      minimum: 1,
      maximum: 5,
    }),
    plain_http: flag({
      title:
        "Ask other boxes also at addresses without TLS (`http://`) that are not on this machine",
      default: false,
    }),
    share_jobs: flag({
      title: "Let other boxes do jobs of this one, and do jobs of others",
      default: true,
    }),
    share_health_jobs: flag({
      title: "Also share jobs about people's health; they then cross the network of the site",
      default: false,
    }),
    username: Type.Optional(
      Type.String({ title: "User of the box on the NATS servers", minLength: 1, maxLength: 256 }),
    ),
    password_file: file("File whose first line is the user's password"),
    credentials_file: file("Credentials file of NATS (`.creds`), in place of user and password"),
    ca_file: file("Certificate authority (PEM) of the servers, in place of the public ones"),
    cert_file: file("Certificate (PEM) of the box for the servers"),
    key_file: file("Its private key (PEM)"),
  },
);

/** The section as written. */
export type FleetYaml = Static<typeof fleetSetting>;

/** The contents of the files that the section names. */
export interface FleetSecrets {
  password?: string;
  credentials?: string;
  ca?: string;
  cert?: string;
  key?: string;
}

/** Reads the files of the section. An unreadable one is a fault. */
export async function readFleetSecrets(
  fleet: FleetYaml,
): Promise<{ secrets: FleetSecrets; faults: Fault[] }> {
  const secrets: FleetSecrets = {};
  const faults: Fault[] = [];
  const files = {
    password: fleet.password_file,
    credentials: fleet.credentials_file,
    ca: fleet.ca_file,
    cert: fleet.cert_file,
    key: fleet.key_file,
  };
  for (const [name, path] of Object.entries(files) as [keyof FleetSecrets, string?][]) {
    if (path === undefined) continue;
    const read = name === "password" ? readSecret : readPem;
    const content = await read(resolve(installDir, path));
    if (typeof content === "string") secrets[name] = content;
    else faults.push({ path: ["fleet", `${name}_file`], message: content.message });
  }
  return { secrets, faults };
}
