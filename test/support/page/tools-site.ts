import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Appliance, repoDir, startAppliance } from "../box/appliance.ts";
import { siteCa } from "../notifications/https-receiver.ts";
import { type MockCloud, startMockCloud } from "../mock-cloud/mock-cloud.ts";

/** The password of the site's camera, which the page must never show. */
export const secretInFile = "canary-7c41";

/** Starts a box with the site of `toolsSite`, and its stand-in cloud; `release` stops both. */
export async function startToolsBox(): Promise<{
  box: Appliance;
  cloud: MockCloud;
  release(): Promise<void>;
}> {
  const dir = await mkdtemp(join(tmpdir(), "gatehouse-page-"));
  const cloud = await startMockCloud();
  await writeFile(join(dir, "key"), cloud.key, { mode: 0o600 });
  await writeFile(join(dir, "livekit"), "livekit-secret-of-32-bytes-or-more-1", { mode: 0o600 });
  const box = await startAppliance({ yaml: toolsSite({ dir, cloud }) });
  const release = async (): Promise<void> => {
    await box.stop();
    await cloud.stop();
    await rm(dir, { recursive: true, force: true });
  };
  return { box, cloud, release };
}

/**
 * A site for the page's tools: a simulated robot, a camera with a password, a receiver on the LAN, a stand-in
 * cloud and a provider of voices. The secrets of the last two lie in `dir` as `key` and `livekit`.
 */
function toolsSite({ dir, cloud }: { dir: string; cloud: MockCloud }): string {
  const route = (model: string) => [{ endpoint: "mock-cloud", model }];
  const site = {
    models: { default: "motion" },
    voice: {
      livekit: {
        url: "wss://livekit.invalid",
        api_key: "APIgatehouse",
        api_secret_file: join(dir, "livekit"),
      },
    },
    health: { triage: true },
    media_dirs: [join(repoDir, "src/system/demo")],
    webhooks: { allowed_networks: ["127.0.0.0/8"], ca_file: siteCa().caFile },
    robots: [
      {
        id: "rover",
        name: "Rover",
        driver: "sim",
        max_speed_mps: 0.5,
        geofence: {
          frame: "map",
          polygon: [
            [-20, -20],
            [20, -20],
            [20, 20],
            [-20, 20],
          ],
        },
      },
    ],
    cameras: [
      {
        id: "gate",
        source: { type: "rtsp", url: `rtsp://anna:${secretInFile}@127.0.0.1:9/main` },
      },
    ],
    uplink: {
      endpoints: [
        {
          name: "mock-cloud",
          kind: "openai",
          url: cloud.baseUrls.openai,
          key_file: join(dir, "key"),
          data: ["media", "brand", "voice", "health"],
        },
      ],
      routes: {
        image: route("gpt-image-1"),
        image_edit: route("gpt-image-1"),
        text: route("gpt-5-mini"),
        vision: route("gpt-5-mini"),
      },
    },
  };
  // JSON is YAML; the sections stand beside those that the helper writes.
  return Object.entries(site)
    .map(([name, section]) => `${name}: ${JSON.stringify(section)}`)
    .join("\n");
}
