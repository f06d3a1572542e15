import { type ApplianceContext, demoKeyMs } from "../../appliance-options.ts";
import type { BaseParts } from "../../base/module.ts";
import type { Module, Start } from "../../module.ts";
import type { ConfiguredStream } from "../../perception/streams/configured-streams.ts";
import { DemoCamera } from "./demo-camera.ts";
import { demoStreams } from "./demo-site.ts";
import { type DemoTriage, submitDemoTriage } from "./triage.ts";

/** The parts that the demo adds; none without the demo. */
export interface DemoModule {
  demoStreams: readonly ConfiguredStream[];
  /** Key of the visitor. */
  demoKey?: string;
  triage?: readonly DemoTriage[];
}

/** The demo's camera and streams, a key for the visitor, and health work where the visitor asks for it. */
export async function startDemo(
  start: Start,
  { demo, config, clock, log, keys, jobs }: ApplianceContext & BaseParts,
): Promise<Module<DemoModule>> {
  if (!demo) return { parts: { demoStreams: [] } };
  const { site, dataDir } = config;
  const org = site.organisation;
  const key = await keys.create({ org, name: "demo", preset: "admin", expiresInMs: demoKeyMs });
  const camera = await start("demo camera", new DemoCamera({ clock, log }));
  const own = demo.rtsp === undefined ? {} : { ownCameraUrl: demo.rtsp };
  const requests = demoStreams({ cameraUrl: camera.url, ...own });
  const triage = demo.withHealth ? await submitDemoTriage(jobs, { org, dataDir }) : undefined;
  return {
    parts: {
      demoStreams: requests.map((request) => ({ org, request })),
      demoKey: key.token,
      ...(triage ? { triage } : {}),
    },
  };
}
