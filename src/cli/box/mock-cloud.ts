import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stringify } from "yaml";
import { mockCloudName } from "../../uplink/uplink-terms.ts";

const image = "gpt-image-1";
const text = "gpt-5-mini";

/** Classes of data that every demo sends to the mock cloud, and those of health work. */
const usualData = ["media", "brand", "voice"];
const healthData = ["health", "clinical", "neural"];

/** What the ready file of the mock cloud says. */
interface MockCloud {
  key: string;
  baseUrls: { openai: string };
  /** Takes webhooks; absent on a machine without openssl. */
  receiver?: { url: string; ca_file: string };
}

/** A site whose pictures and texts come from the mock cloud. */
export interface MockCloudSite {
  file: string;
  receiverUrl?: string;
}

/**
 * Writes a site configuration into `dataDir` whose pictures and texts come from the mock cloud of `readyFile`.
 * `withHealth` sends health work there too, and lets webhooks and voice sessions be tried. A file for the same mock
 * cloud stays as it is, because somebody may have changed it on the page, which restarts the demo. Rejects when
 * `readyFile` cannot be read.
 */
export async function mockCloudSite(
  readyFile: string,
  { dataDir, withHealth }: { dataDir: string; withHealth: boolean },
): Promise<MockCloudSite> {
  const cloud = JSON.parse(await readFile(readyFile, "utf8")) as MockCloud;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const keyFile = join(dataDir, "mock-cloud.key");
  const file = join(dataDir, "mock-cloud.yaml");
  const site = { file, ...(cloud.receiver ? { receiverUrl: cloud.receiver.url } : {}) };
  const isSame = (await textOf(keyFile)).trim() === cloud.key;
  if (isSame && (await textOf(file)).includes(cloud.baseUrls.openai)) return site;
  await writeFile(keyFile, `${cloud.key}\n`, { mode: 0o600 });
  const tried = withHealth ? await triedSite(cloud, dataDir) : {};
  const text = stringify({ uplink: uplinkOf(cloud, { keyFile, withHealth }), ...tried });
  await writeFile(file, text, { mode: 0o600 });
  return site;
}

function uplinkOf(
  { baseUrls }: MockCloud,
  { keyFile, withHealth }: { keyFile: string; withHealth: boolean },
): object {
  const endpoint = {
    name: mockCloudName,
    kind: "openai",
    url: baseUrls.openai,
    key_file: keyFile,
    data: withHealth ? [...usualData, ...healthData] : usualData,
  };
  const route = (model: string) => [{ endpoint: mockCloudName, model }];
  const routes = {
    image: route(image),
    image_edit: route(image),
    text: route(text),
    vision: route(text),
  };
  return { endpoints: [endpoint], routes };
}

/** The mock cloud as a receiver of webhooks; and a LiveKit server as `livekit-server --dev` starts it on this machine. */
async function triedSite({ receiver }: MockCloud, dataDir: string): Promise<object> {
  const secretFile = join(dataDir, "livekit.key");
  await writeFile(secretFile, "secret\n", { mode: 0o600 });
  const livekit = { url: "ws://127.0.0.1:7880", api_key: "devkey", api_secret_file: secretFile };
  return {
    voice: { livekit },
    ...(receiver
      ? { webhooks: { allowed_networks: ["127.0.0.0/8"], ca_file: receiver.ca_file } }
      : {}),
  };
}

/** The text of a file, empty where there is none. */
async function textOf(file: string): Promise<string> {
  return await readFile(file, "utf8").catch(() => "");
}
