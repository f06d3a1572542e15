import { BlockList, isIP } from "node:net";
import { capabilities, type Capability, type EndpointKind } from "./uplink-terms.ts";
import type { Fault } from "../base/contract/explain.ts";
import type { UplinkYaml } from "./site-settings.ts";

type EndpointYaml = UplinkYaml["endpoints"][number];

/** Capabilities of endpoints that are limited to some. */
const abilities: Partial<Record<EndpointKind, readonly Capability[]>> = {
  anthropic: ["text", "vision"],
  elevenlabs: ["speech"],
};

const site = new BlockList();
for (const [network, bits] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
] as const) {
  site.addSubnet(network, bits, "ipv4");
}
site.addAddress("::1", "ipv6");
site.addSubnet("fc00::", 7, "ipv6");
site.addSubnet("fe80::", 10, "ipv6");

/** True when keys may go to this host unencrypted: it belongs to the site by its address or its name. */
function isOfTheSite(url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const version = isIP(host);
  if (version !== 0) return site.check(host, version === 6 ? "ipv6" : "ipv4");
  return !host.includes(".") || /\.(local|lan|home\.arpa|internal)$/.test(host);
}

function endpointFaults(endpoint: EndpointYaml, at: number, all: readonly EndpointYaml[]): Fault[] {
  const faults: Fault[] = [];
  const add = (field: string, message: string): void => {
    faults.push({ path: ["uplink", "endpoints", at, field], message });
  };
  const { name, kind, url, key_file: keyFile, key_credential: credential } = endpoint;
  if (all.findIndex((each) => each.name === name) < at) {
    add("name", "is the name of another endpoint. Choose another name");
  }
  if (url === undefined && (kind === "openai-compatible" || kind === "service")) {
    add("url", `is required with kind ${kind}. Add it`);
  }
  if (url !== undefined && !URL.canParse(url)) add("url", "is not an address. Correct it");
  else if (url?.startsWith("http:") && !isOfTheSite(new URL(url))) {
    add("url", "must be https: its key would cross the internet in clear");
  }
  if (keyFile !== undefined && credential !== undefined) {
    add("key_credential", "stands beside key_file. Remove one of the two");
  }
  if (keyFile === undefined && credential === undefined && kind !== "openai-compatible") {
    add("key_file", `or key_credential is required with kind ${kind}. Add one of the two`);
  }
  return faults;
}

function routeFaults(
  capability: Capability,
  entry: UplinkYaml["routes"][Capability][number],
  { at, endpoints }: { at: number; endpoints: readonly EndpointYaml[] },
): Fault[] {
  const path = ["uplink", "routes", capability, at];
  const endpoint = endpoints.find(({ name }) => name === entry.endpoint);
  if (!endpoint) {
    return [
      {
        path: [...path, "endpoint"],
        message: "is not the name of an entry of uplink.endpoints. Correct it or add the endpoint",
      },
    ];
  }
  const isService = endpoint.kind === "service";
  if (isService && entry.model !== undefined) {
    return [
      { path: [...path, "model"], message: "a service chooses its models itself. Remove the line" },
    ];
  }
  if (!isService && entry.model === undefined) {
    return [
      { path: [...path, "model"], message: `is required with kind ${endpoint.kind}. Add it` },
    ];
  }
  const can = abilities[endpoint.kind];
  if (!can || can.includes(capability)) return [];
  const message = `is of kind ${endpoint.kind}, which supports only ${can.join(" and ")}. Choose another endpoint`;
  return [{ path: [...path, "endpoint"], message }];
}

/** Returns the faults of an uplink whose fields are each valid alone. */
export function uplinkFaults({ uplink: { endpoints, routes } }: { uplink: UplinkYaml }): Fault[] {
  return [
    ...endpoints.flatMap(endpointFaults),
    ...capabilities.flatMap((capability) =>
      routes[capability].flatMap((entry, at) => routeFaults(capability, entry, { at, endpoints })),
    ),
  ];
}
