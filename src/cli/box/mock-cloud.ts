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
 * `readyFile`; returns its path. `withHealth` sends health work there too. Rejects when the file
 * cannot be read.
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
  const file = join(dataDir, "mock-cloud.yaml");
  // JSON is YAML.
  const site = { uplink: { endpoints: [endpoint], routes } };
  await writeFile(file, JSON.stringify(site, null, 2), { mode: 0o600 });
  return file;
}
