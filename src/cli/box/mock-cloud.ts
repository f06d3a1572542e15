import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { mockCloudName } from "../../uplink/uplink-terms.ts";

const image = "gpt-image-1";
const text = "gpt-5-mini";

/** Classes of data that every demo sends to the mock cloud, and those of health work. */
const usualData = ["media", "brand", "voice"];
const healthData = ["health", "clinical"];

/**
 * Writes a site configuration into `dataDir` whose pictures and texts come from the mock cloud of
 * `readyFile`; returns its path. `withHealth` sends health work there too. A file for the same mock
 * cloud stays as it is, because somebody may have changed it on the page, which restarts the demo.
 * Rejects when `readyFile` cannot be read.
 */
export async function mockCloudSite(
  readyFile: string,
  { dataDir, withHealth }: { dataDir: string; withHealth: boolean },
): Promise<string> {
  const { key, baseUrls } = JSON.parse(await readFile(readyFile, "utf8")) as {
    key: string;
    baseUrls: { openai: string };
  };
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const keyFile = join(dataDir, "mock-cloud.key");
  const file = join(dataDir, "mock-cloud.yaml");
  const isSame = (await textOf(keyFile)).trim() === key;
  if (isSame && (await textOf(file)).includes(baseUrls.openai)) return file;
  await writeFile(keyFile, `${key}\n`, { mode: 0o600 });
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
  // JSON is YAML.
  const site = { uplink: { endpoints: [endpoint], routes } };
  await writeFile(file, JSON.stringify(site, null, 2), { mode: 0o600 });
  return file;
}

/** The text of a file, empty where there is none. */
async function textOf(file: string): Promise<string> {
  return await readFile(file, "utf8").catch(() => "");
}
