import { omitUndefined } from "../../base/core/omit-undefined.ts";
import { readFile } from "node:fs/promises";
import type { EndpointKind } from "../../uplink/uplink-terms.ts";
import { type Endpoint, EndpointFailure } from "../../uplink/endpoint-port.ts";
import { ElevenLabsEndpoint } from "./elevenlabs-endpoint.ts";
import { makeProvider, publicUrls } from "./providers.ts";
import { SdkEndpoint } from "./sdk-endpoint.ts";
import { ServiceClient } from "./service-client.ts";
import { Transport } from "./transport.ts";

/** An endpoint of the site configuration. */
export interface EndpointOptions {
  name: string;
  kind: EndpointKind;
  /** Undefined for a provider's own address. */
  url?: string;
  /** File whose first line is the key; null where none is needed. */
  keyPath: string | null;
  /** Certificate authority (PEM) in place of the public ones. */
  ca?: string;
  timeoutSeconds: number;
  /** Receives every key before its use, so that no log shows it. */
  keepSecret: (secret: string) => void;
  wallMs: () => number;
}

/** Pictures of 4K in base64 are below 64 MiB. */
const maxAnswerBytes = 96 * 1024 * 1024;

/** Makes an endpoint; nothing is loaded, read or connected to before it is used. */
export function makeEndpoint(options: EndpointOptions): Endpoint {
  const { name, kind, ca, timeoutSeconds, wallMs } = options;
  const baseUrl = (options.url ?? publicUrlOf(kind)).replace(/\/+$/, "");
  const url = new URL(baseUrl);
  const timeoutMs = timeoutSeconds * 1000;
  const transport = new Transport({
    url,
    ...omitUndefined({ ca }),
    timeoutMs,
    maxAnswerBytes,
  });
  const identity = { name, kind, host: url.host };
  const key = (): Promise<string | null> => keyOf(options);
  if (kind === "service") {
    const apiKey = async (): Promise<string> => (await key()) ?? "";
    return { ...identity, service: new ServiceClient({ transport, baseUrl, apiKey, wallMs }) };
  }
  if (kind === "elevenlabs") {
    return {
      ...identity,
      models: new ElevenLabsEndpoint({ transport, baseUrl, apiKey: key, wallMs }),
    };
  }
  const provider = async (fetch: typeof globalThis.fetch) =>
    await makeProvider({ kind, baseUrl, apiKey: await key(), fetch });
  return { ...identity, models: new SdkEndpoint({ transport, provider, wallMs }) };
}

function publicUrlOf(kind: EndpointKind): string {
  return kind in publicUrls ? publicUrls[kind as keyof typeof publicUrls] : "http://localhost";
}

/** Read again for each request: a key is changed by changing its file. */
async function keyOf({ keyPath, keepSecret }: EndpointOptions): Promise<string | null> {
  if (keyPath === null) return null;
  let text: string;
  try {
    text = await readFile(keyPath, "utf8");
  } catch (error) {
    const { code = "" } = error as { code?: string };
    throw new EndpointFailure("refused", `its key cannot be read (${code})`, { cause: error });
  }
  const key = text.split(/\r?\n/, 1)[0]!.trim();
  if (key === "") throw new EndpointFailure("refused", "the file of its key is empty");
  keepSecret(key);
  return key;
}
