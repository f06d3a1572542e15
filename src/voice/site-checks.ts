import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { rootCertificates } from "node:tls";
import type { EndpointKind } from "../uplink/uplink-terms.ts";
import { installDir } from "../base/settings/install-dir.ts";
import type { EndpointConfig, UplinkConfig } from "../uplink/site-parts.ts";
import type { VoiceYaml } from "./site-settings.ts";

type Section = NonNullable<VoiceYaml["openai" | "elevenlabs"]>;

/** A provider of voices: the kinds of endpoints that know them, and the path of its speech API. */
interface Speaker {
  kind: EndpointKind;
  knownBy: readonly EndpointKind[];
  basePath: string;
}

const speakers: Readonly<Record<"openai" | "elevenlabs", Speaker>> = {
  openai: { kind: "openai", knownBy: ["openai", "openai-compatible"], basePath: "/v1" },
  elevenlabs: { kind: "elevenlabs", knownBy: ["elevenlabs"], basePath: "" },
};

/**
 * The uplink with the providers of `voice` whose key is configured as the last endpoints of the route
 * `speech`, unless that route already has one that knows the provider's voices. They are named after their
 * section (`voice.elevenlabs`), which no endpoint of the file can be, and receive only texts to speak.
 * `caFile` holds authorities that are trusted in addition to the public ones.
 */
export async function withVoiceEndpoints(
  uplink: UplinkConfig,
  voice: VoiceYaml,
  caFile: string | undefined,
): Promise<UplinkConfig> {
  const routed = uplink.routes.speech.map(({ endpoint }) => endpoint);
  const kinds = new Set(
    uplink.endpoints.filter(({ name }) => routed.includes(name)).map(({ kind }) => kind),
  );
  const providers = (["openai", "elevenlabs"] as const).flatMap((name) => {
    const section = voice[name];
    const isKnown = speakers[name].knownBy.some((kind) => kinds.has(kind));
    return section?.api_key_file === undefined || isKnown ? [] : [{ name, section }];
  });
  if (providers.length === 0) return uplink;
  // An unreadable file is reported as a fault of `webhooks` when the box starts.
  const pem =
    caFile === undefined ? undefined : await readFile(caFile, "utf8").catch(() => undefined);
  const ca = pem === undefined ? {} : { ca: [...rootCertificates, pem].join("\n") };
  const ownEndpoints = providers.map(({ name, section }) => endpointOf(name, section, ca));
  const entries = providers.map(({ name, section }) => ({
    endpoint: nameOf(name),
    model: section.speech_model,
  }));
  return {
    ...uplink,
    endpoints: [...uplink.endpoints, ...ownEndpoints],
    routes: { ...uplink.routes, speech: [...uplink.routes.speech, ...entries] },
  };
}

const nameOf = (provider: string): string => `voice.${provider}`;

function endpointOf(
  provider: keyof typeof speakers,
  { api_key_file: keyFile = "", base_url: baseUrl }: Section,
  ca: { ca?: string },
): EndpointConfig {
  const { kind, basePath } = speakers[provider];
  return {
    name: nameOf(provider),
    kind,
    url: `${baseUrl.replace(/\/+$/, "")}${basePath}`,
    keyPath: resolve(installDir, keyFile),
    ...ca,
    data: ["voice"],
    timeoutSeconds: 60,
    submissionsPerSecond: 2,
    parallel: 4,
    onUnknownOutcome: "fail",
  };
}
