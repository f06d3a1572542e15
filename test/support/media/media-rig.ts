import type { TestContext } from "node:test";
import { OutboundClient } from "../../../src/adapters/outbound/outbound-client.ts";
import { startPictures } from "../../../src/media/module.ts";
import type { Capability } from "../../../src/uplink/uplink-terms.ts";
import type { Part } from "../../../src/base/core/parts.ts";
import type { ModelUplink } from "../../../src/uplink/model-uplink.ts";
import { Rig } from "../http/rig.ts";
import { loopbackNetworks, siteCa } from "../notifications/https-receiver.ts";
import { type MockCloud, startMockCloud } from "../mock-cloud/mock-cloud.ts";
import { makeUplink } from "../uplink/make-uplink.ts";
import { tempDir } from "../box/temp-dir.ts";

/** The HTTP server with everything that makes pictures, and a stand-in for the endpoints. */
export interface MediaRig {
  rig: Rig;
  cloud: MockCloud;
  uplink: ModelUplink;
  /** Posts and waits for the job's end; what is shown of it then. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  make(path: string, body: object, expand?: string): Promise<any>;
  /** What is shown of a job once it has ended. */
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  end(jobId: string, expand?: string): Promise<any>;
}

const modelsOf = {
  openai: { image: "gpt-image-1", text: "gpt-5-mini" },
  google: { image: "gemini-2.5-flash-image", text: "gemini-2.5-flash" },
} as const;
const allRoutes: readonly Capability[] = ["image", "image_edit", "text"];

/**
 * Starts the rig; `routed` are the capabilities that there are endpoints for, `service` another server
 * that does the jobs in their place.
 */
export async function startMedia(
  t: TestContext,
  options: {
    routed?: readonly Capability[];
    service?: { url: string; key: string };
    /** How the stand-in is spoken to; as OpenAI's when absent. */
    kind?: "openai" | "google";
  } = {},
): Promise<MediaRig> {
  const { routed = allRoutes, service, kind = "openai" } = options;
  const cloud = await startMockCloud();
  t.after(() => cloud.stop());
  const dir = await tempDir(t);
  const outbound = new OutboundClient({
    allowedNetworks: loopbackNetworks,
    caFile: siteCa().caFile,
    ownPorts: () => [],
  });
  await outbound.start();
  const rig = new Rig({ outbound });
  const { store, jobs } = rig;
  const route = (capability: Capability, model: string) =>
    routed.includes(capability) ? { [capability]: [{ endpoint: "cloud", model }] } : {};
  const { image, text } = modelsOf[kind];
  const models = {
    ...route("image", image),
    ...route("image_edit", image),
    ...route("text", text),
  };
  const whole = { image: [{ endpoint: "service" }], image_edit: [{ endpoint: "service" }] };
  const uplink = await makeUplink(t, {
    dir,
    store,
    endpoints: [
      service
        ? { name: "service", kind: "service", ...service }
        : { name: "cloud", kind, url: cloud.baseUrls[kind], key: cloud.key },
    ],
    routes: service ? whole : models,
    isJobLive: (org, id) => jobs.isLive(org, id),
  });
  const parts = await registerMedia(rig, { outbound, uplink });
  await rig.start();
  await uplink.start();
  t.after(async () => {
    await rig.stop();
    for (const part of parts.toReversed()) await part.stop?.();
  });
  const media: MediaRig = {
    rig,
    cloud,
    uplink,
    async make(path, body, expand) {
      const { status, json } = await rig.ask(path, { method: "POST", body });
      if (status !== 202) throw new Error(`${status}: ${JSON.stringify(json)}`);
      return await media.end(json.data.job_id, expand);
    },
    async end(jobId, expand) {
      const asked = expand === undefined ? "" : `&expand=${expand}`;
      const path = `/api/v1/jobs/${jobId}?wait_for_completion=true&timeout_seconds=60${asked}`;
      return (await rig.ask(path)).json.data;
    },
  };
  return media;
}

/** Adds the operations on pictures to a server that has not started; what is to be stopped after it. */
async function registerMedia(
  { store, clock, jobs, feed: events, assets, blobs, brands }: Rig,
  ways: { outbound: OutboundClient; uplink: ModelUplink },
): Promise<Part[]> {
  const parts: Part[] = [];
  const start = <P extends Part>(_name: string, part: P): Promise<P> => {
    parts.push(part);
    return Promise.resolve(part);
  };
  const options = { ...ways, store, events, jobs, assets, brands, clock, blobs };
  jobs.add((await startPictures(start, options)).operations);
  return parts;
}

/** The same without any endpoint: the routes are there, and refuse with `feature_disabled`. */
export async function addBareMedia(rig: Rig): Promise<void> {
  const { store, dir } = rig;
  const never = { after: () => undefined };
  const uplink = await makeUplink(never, { dir, store, endpoints: [], routes: {} });
  const outbound = new OutboundClient({ allowedNetworks: [], ownPorts: () => [] });
  await registerMedia(rig, { outbound, uplink });
}
