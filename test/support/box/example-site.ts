import { pageOf } from "../media/brand-rig.ts";
import { siteCa } from "../notifications/https-receiver.ts";
import type { MockCloud } from "../mock-cloud/mock-cloud.ts";
import type { VoiceProviderServer } from "../voice/voice-provider-server.ts";

/** The page of a brand, with words, colours and a logo. */
export const exampleBrand = new Map([
  [
    "/index.html",
    pageOf(
      '<header><a href="/"><img src="/logo.svg" alt="Acme"></a></header><h1>Bread from the valley</h1><p>We bake at night so that you have it in the morning.</p><a class="btn">Order</a>',
      '<meta property="og:image" content="/bread.png"><style>.btn{background:#b5361c}body{font-family:"Work Sans"}</style>',
    ),
  ],
  [
    "/logo.svg",
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="20" height="10" fill="#b5361c"/></svg>',
  ],
]);

/** Settings of a site that can do everything that the documentation's examples ask for; `keyFile` holds the cloud's key. */
export function exampleSite(with_: {
  cloud: MockCloud;
  provider: VoiceProviderServer;
  keyFile: string;
}): string {
  const { cloud, provider, keyFile } = with_;
  const by = (model: string) => [{ endpoint: "cloud", model }];
  const [image, text] = [by("gpt-image-1"), by("gpt-5-mini")];
  const endpoint = {
    name: "cloud",
    kind: "openai",
    url: cloud.baseUrls.openai,
    key_file: keyFile,
    data: ["media", "brand", "health", "clinical", "voice", "robot"],
  };
  const robot = { id: "demo-rover", driver: "sim", sim: { camera: {} } };
  const site = {
    voice: { openai: { base_url: provider.baseUrl } },
    webhooks: { allowed_networks: ["127.0.0.1/32"], ca_file: siteCa().caFile },
    limits: { reads_per_minute: 100_000, creates_per_minute: 10_000 },
    health: { triage: true },
    robots: [robot],
    recording: { mode: "incidents", pre_seconds: 1, post_seconds: 1 },
    uplink: { endpoints: [endpoint], routes: { image, image_edit: image, text, vision: text } },
  };
  return Object.entries(site)
    .map(([name, section]) => `${name}: ${JSON.stringify(section)}`)
    .join("\n");
}
