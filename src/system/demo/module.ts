import { type ApplianceContext, demoKeyMs } from "../../appliance-options.ts";
import type { BaseParts } from "../../base/module.ts";
import type { Module, Start } from "../../module.ts";
import type { ConfiguredStream } from "../../perception/streams/configured-streams.ts";
import { mockCloudName } from "../../uplink/uplink-terms.ts";
import { submitDemoCampaign } from "./campaign.ts";
import { DemoCamera, gateFile } from "./demo-camera.ts";
import { demoStreams } from "./demo-site.ts";
import { type DemoTriage, submitDemoTriage } from "./triage.ts";

/** The parts that the demo adds; none without the demo. */
export interface DemoModule {
  demoStreams: readonly ConfiguredStream[];
  /** Key of the visitor. */
  demoKey?: string;
  triage?: readonly DemoTriage[];
}

/** The demo's cameras and streams, a key for the visitor, and health work where the visitor asks for it. */
export async function startDemo(
  start: Start,
  { demo, config, clock, log, keys, jobs }: ApplianceContext & BaseParts,
): Promise<Module<DemoModule>> {
  if (!demo) return { parts: { demoStreams: [] } };
  const { site, dataDir } = config;
  const org = site.organisation;
  const key = await keys.create({ org, name: "demo", preset: "admin", expiresInMs: demoKeyMs });
  const yard = await start("demo camera", new DemoCamera({ clock, log }));
  const night = new DemoCamera({ clock, log, file: gateFile, name: "gate" });
  const gate = await start("demo camera of the gate", night);
  const own = demo.rtsp === undefined ? {} : { ownCameraUrl: demo.rtsp };
  const requests = demoStreams({ cameraUrl: yard.url, gateUrl: gate.url, ...own });
  const hasStandIn = config.uplink.endpoints.some(({ name }) => name === mockCloudName);
  if (hasStandIn) await submitDemoCampaign(jobs, org);
  const triage = demo.withHealth ? await submitDemoTriage(jobs, { org, dataDir }) : undefined;
  return {
    parts: {
      demoStreams: requests.map((request) => ({ org, request })),
      demoKey: key.token,
      ...(triage ? { triage } : {}),
    },
  };
}
