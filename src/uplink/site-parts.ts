import { join, resolve } from "node:path";
import { readPem } from "../base/settings/secret-files.ts";
import { type CamelCased, camelCased } from "../base/settings/camel-case.ts";
import { readSecret } from "../base/settings/secret-files.ts";
import type { ProcessEnvironment } from "../system/config/environment.ts";
import type { Fault } from "../base/contract/explain.ts";
import { installDir } from "../base/settings/install-dir.ts";
import type { UplinkYaml } from "./site-settings.ts";

type EndpointYaml = UplinkYaml["endpoints"][number];

/** A model endpoint with the place of its key: each request reads the key itself. */
export type EndpointConfig = CamelCased<
  Omit<EndpointYaml, "key_file" | "key_credential" | "ca_file">
> & {
  /** Null where the endpoint needs none. */
  readonly keyPath: string | null;
  readonly ca?: string;
};

/** The uplink with paths made absolute. */
export type UplinkConfig = CamelCased<Omit<UplinkYaml, "endpoints">> & {
  readonly endpoints: readonly EndpointConfig[];
};

/** Reads the files that the endpoints name. An unreadable file is a fault of its endpoint. */
export async function readUplink(
  uplink: UplinkYaml,
  environment: ProcessEnvironment,
): Promise<{ uplink: UplinkConfig; faults: Fault[] }> {
  const faults: Fault[] = [];
  const endpoints = await Promise.all(
    uplink.endpoints.map(async (endpoint, at): Promise<EndpointConfig> => {
      const { key_file: keyFile, key_credential: credential, ca_file: caFile, ...rest } = endpoint;
      const add = (field: string, { message }: { message: string }): void => {
        faults.push({ path: ["uplink", "endpoints", at, field], message });
      };
      const ca = caFile === undefined ? undefined : await readPem(resolve(installDir, caFile));
      if (typeof ca === "object") add("ca_file", ca);
      const keyPath = keyFile === undefined ? null : resolve(installDir, keyFile);
      const key = keyPath === null ? "" : await readSecret(keyPath, "the key");
      if (typeof key === "object") add("key_file", key);
      return {
        ...camelCased(rest),
        keyPath: credential === undefined ? keyPath : credentialPath(credential, environment),
        ...(typeof ca === "string" ? { ca } : {}),
      };
    }),
  );
  const { endpoints: _endpoints, ...rest } = uplink;
  return { uplink: { ...camelCased(rest), endpoints }, faults };
}

/** The path of the service's systemd credentials; the command line has none, and needs none. */
function credentialPath(name: string, environment: ProcessEnvironment): string {
  return join(environment["CREDENTIALS_DIRECTORY"] ?? "/run/credentials/gatehouse.service", name);
}

const dayMs = 86_400_000;

/** Returns the retention of the egress log. */
export function egressRetention({
  retention,
}: {
  retention: { egressDays: number; egress: number };
}) {
  return { maxAgeMs: retention.egressDays * dayMs, maxCount: retention.egress };
}

/** Returns the endpoints for each capability. */
export function uplinkRoutes({ uplink }: { uplink: UplinkConfig }) {
  const { routes } = uplink;
  type Entry = (typeof routes)["text"][number];
  const entry = ({ endpoint, model, costPerRequest }: Entry) => ({
    endpoint,
    model: model ?? null,
    costPerRequest: costPerRequest ?? null,
  });
  return {
    image: routes.image.map(entry),
    image_edit: routes.imageEdit.map(entry),
    text: routes.text.map(entry),
    vision: routes.vision.map(entry),
    speech: routes.speech.map(entry),
  };
}

/** Returns the daily budget of each organisation. */
export function uplinkBudgetOf({ uplink }: { uplink: UplinkConfig }) {
  const budget = ({
    requestsPerDay,
    costPerDay,
  }: {
    requestsPerDay: number;
    costPerDay: number;
  }) => ({
    requestsPerDay: requestsPerDay === 0 ? null : requestsPerDay,
    costPerDay: costPerDay === 0 ? null : costPerDay,
  });
  const general = budget(uplink);
  const own = new Map(uplink.budgets.map((each) => [each.organisation, budget(each)]));
  return (org: string) => own.get(org) ?? general;
}
