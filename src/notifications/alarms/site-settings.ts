import { resolve } from "node:path";
import { type Static, Type } from "typebox";
import { readPem } from "../../base/settings/secret-files.ts";
import { readSecret } from "../../base/settings/secret-files.ts";
import type { Fault } from "../../base/contract/explain.ts";
import { amount, choice, count, section } from "../../base/settings/fields.ts";
import { installDir } from "../../base/settings/install-dir.ts";

function file(title: string) {
  return Type.Optional(Type.String({ title, minLength: 1, maxLength: 4096 }));
}

const address = '^[^\\s@<>,;:"]+@[^\\s@<>,;:"]+$';

const smtp = section("Mails about alarms, by an SMTP server of the site", {
  host: Type.String({ title: "Name or address of the mail server", minLength: 1, maxLength: 255 }),
  port: count({ title: "TCP port of the mail server", default: 587, minimum: 1, maximum: 65_535 }),
  security: choice(["starttls", "tls", "plain"], {
    title: "`starttls` and `tls` require encryption. `plain` sends mails unencrypted",
    default: "starttls",
  }),
  username: Type.Optional(
    Type.String({ title: "User name of the box on the mail server", minLength: 1, maxLength: 256 }),
  ),
  password_file: file("File with the box's password on the mail server in its first line"),
  ca_file: file("Certificate authority (PEM) of the mail server, instead of the public ones"),
  from: Type.String({ title: "Sender of the mails", pattern: address, maxLength: 254 }),
  to: Type.Array(Type.String({ pattern: address, maxLength: 254 }), {
    title: "Recipients of the mails",
    minItems: 1,
    maxItems: 20,
  }),
  cooldown_seconds: amount({
    title: "Shortest time between two mails. The next mail contains all alarms since the last one",
    unit: "seconds",
    default: 300,
    minimum: 1,
    maximum: 86_400,
  }),
});

const argv = Type.Array(Type.String({ minLength: 1, maxLength: 1000 }), {
  minItems: 1,
  maxItems: 50,
});

const relay = section("A command that switches a light or a siren", {
  on: {
    ...argv,
    title:
      "Program, with its arguments, that the box runs for each new alarm. No shell interprets it",
  },
  off: Type.Optional({
    ...argv,
    title: "Program, with its arguments, that the box runs when all alarms have ended",
  }),
  timeout_seconds: amount({
    title: "Longest time that `on` or `off` may run. Then the box kills the program",
    unit: "seconds",
    default: 10,
    minimum: 0.1,
    maximum: 600,
  }),
  min_on_seconds: amount({
    title: "Shortest time from `on` to `off`",
    unit: "seconds",
    default: 30,
    minimum: 0,
    maximum: 86_400,
  }),
  min_interval_seconds: amount({
    title: "Shortest time between two runs of `on` or `off`",
    unit: "seconds",
    default: 5,
    minimum: 0.1,
    maximum: 3600,
  }),
});

/** The outlets of alarms without the internet. */
export const alarmsSetting = section("Alarms on the site; docs/operations/alarms.md", "live", {
  camera_lost_seconds: amount({
    title: "Time without video after which a camera raises an alarm",
    unit: "seconds",
    default: 120,
    minimum: 1,
    maximum: 86_400,
  }),
  smtp: Type.Optional(smtp),
  relay: Type.Optional(relay),
});

/** Secrets of the mail server, read from their files. */
export interface AlarmSecrets {
  smtpPassword?: string;
  smtpCa?: string;
}

/** Reads the files of the mail server. An unreadable one is a fault. */
export async function readAlarmSecrets(
  alarms: Static<typeof alarmsSetting>,
): Promise<{ secrets: AlarmSecrets; faults: Fault[] }> {
  const secrets: AlarmSecrets = {};
  const faults: Fault[] = [];
  const { password_file: passwordFile, ca_file: caFile } = alarms.smtp ?? {};
  const take = async (
    name: keyof AlarmSecrets,
    field: string,
    read: Promise<string | { message: string }>,
  ): Promise<void> => {
    const text = await read;
    if (typeof text === "string") secrets[name] = text;
    else faults.push({ path: ["alarms", "smtp", field], message: text.message });
  };
  if (passwordFile !== undefined) {
    const path = resolve(installDir, passwordFile);
    await take("smtpPassword", "password_file", readSecret(path));
  }
  if (caFile !== undefined) await take("smtpCa", "ca_file", readPem(resolve(installDir, caFile)));
  return { secrets, faults };
}
