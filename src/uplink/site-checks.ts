import { BlockList, isIP } from "node:net";
import { capabilities, type Capability, type EndpointKind } from "./wire/uplink.ts";
import type { Fault } from "../base/contract/explain.ts";
import type { UplinkYaml } from "./site-settings.ts";

type EndpointYaml = UplinkYaml["endpoints"][number];

/** What kinds of endpoints can do that cannot do everything. */
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

/** Whether keys may go to this host in clear: it is of the site by its address or by its name. */
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
    add("name", "is the name of another endpoint already");
  }
  if (url === undefined && (kind === "openai-compatible" || kind === "service")) {
    add("url", `is needed with kind: ${kind}`);
  }
  if (url !== undefined && !URL.canParse(url)) add("url", "is no address");
  else if (url?.startsWith("http:") && !isOfTheSite(new URL(url))) {
    add("url", "must be https: its key would cross the internet in clear");
  }
  if (keyFile !== undefined && credential !== undefined) {
    add("key_credential", "stands beside key_file: give one of the two");
  }
  if (keyFile === undefined && credential === undefined && kind !== "openai-compatible") {
    add("key_file", `or key_credential is needed with kind: ${kind}`);
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
      { path: [...path, "endpoint"], message: "is the name of no entry of uplink.endpoints" },
    ];
  }
  const isService = endpoint.kind === "service";
  if (isService && entry.model !== undefined) {
    return [{ path: [...path, "model"], message: "a service chooses its models itself" }];
  }
  if (!isService && entry.model === undefined) {
    return [{ path: [...path, "model"], message: `is needed with kind: ${endpoint.kind}` }];
  }
  const can = abilities[endpoint.kind];
  if (!can || can.includes(capability)) return [];
  const message = `is of kind ${endpoint.kind}, which only does ${can.join(" and ")}`;
  return [{ path: [...path, "endpoint"], message }];
}

/** What is wrong with an uplink whose fields are each right by themselves. */
export function uplinkFaults({ endpoints, routes }: UplinkYaml): Fault[] {
  return [
    ...endpoints.flatMap(endpointFaults),
    ...capabilities.flatMap((capability) =>
      routes[capability].flatMap((entry, at) => routeFaults(capability, entry, { at, endpoints })),
    ),
  ];
}
