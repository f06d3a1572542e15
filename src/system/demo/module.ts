import { type ApplianceContext, demoKeyMs } from "../../appliance-options.ts";
import type { BaseParts } from "../../base/module.ts";
import type { HttpServices } from "../../http/services.ts";
import type { Module, Start } from "../../module.ts";
import type { ConfiguredStream } from "../../perception/streams/configured-streams.ts";
import { mockCloudName } from "../../uplink/uplink-terms.ts";
import { submitDemoCampaign } from "./campaign.ts";
import { demoCorridors, demoGrid, demoPlaces } from "./yard-map-site.ts";
import { readGridFile } from "../../robots/maps/grid-file.ts";
import { corridorDraft, placeDraft } from "../../robots/maps/place-wire.ts";
import type { RobotsModule } from "../../robots/module.ts";
import { DemoCamera, gateFile } from "./demo-camera.ts";
import { demoStreams } from "./demo-site.ts";
import { demoMission } from "./mission-site.ts";
import type { Missions } from "../../robots/missions/module.ts";
import { DemoExamples } from "./examples/make-examples.ts";
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
  parts: ApplianceContext & BaseParts & RobotsModule & { http: HttpServices; missions: Missions },
): Promise<Module<DemoModule>> {
  const { demo, config, clock, log, keys, jobs, robotMaps, places } = parts;
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
  const isNew = await putDemoMap(org, { robotMaps, places });
  if (isNew) await parts.missions.stored.put({ org, keyId: key.key.id }, demoMission());
  if (hasStandIn) await submitDemoCampaign(jobs, org);
  if (demo.withHealth) {
    const site = { hasStandIn, receiverUrl: demo.receiverUrl };
    const requests = parts.http.inProcess;
    await start("examples", new DemoExamples({ requests, key: key.token, site, clock, log }));
  }
  const triage = demo.withHealth ? await submitDemoTriage(jobs, { org, dataDir }) : undefined;
  return {
    parts: {
      demoStreams: requests.map((request) => ({ org, request })),
      demoKey: key.token,
      ...(triage ? { triage } : {}),
    },
  };
}

/** Stores a map of the yard with its places and its corridor; false where the demo has maps already. */
async function putDemoMap(
  org: string,
  { robotMaps, places }: Pick<RobotsModule, "robotMaps" | "places">,
): Promise<boolean> {
  if (robotMaps.list(org).length > 0) return false;
  const { name, frame, yaml, picture } = demoGrid();
  const file = readGridFile(yaml, "yaml");
  await robotMaps.putGrid(org, { name, frame, level: null }, { file, source: picture });
  await places.putPlaces(org, demoPlaces().map(placeDraft));
  await places.putCorridors(org, demoCorridors().map(corridorDraft));
  return true;
}
