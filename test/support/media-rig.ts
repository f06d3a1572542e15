import type { TestContext } from "node:test";
import { OutboundClient } from "../../src/adapters/outbound/outbound-client.ts";
import { addMedia } from "../../src/appliance-media.ts";
import type { Capability } from "../../src/contract/uplink.ts";
import type { Part } from "../../src/core/parts.ts";
import type { ModelUplink } from "../../src/uplink/model-uplink.ts";
import { Rig } from "../integration/http/rig.ts";
import { loopbackNetworks, siteCa } from "./https-receiver.ts";
import { type MockCloud, startMockCloud } from "./mock-cloud/mock-cloud.ts";
import { makeUplink } from "./make-uplink.ts";
import { tempDir } from "./temp-dir.ts";

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

const allRoutes: readonly Capability[] = ["image", "image_edit", "text"];

/** Starts the rig; `routed` are the capabilities that there are endpoints for. */
export async function startMedia(
  t: TestContext,
  { routed = allRoutes }: { routed?: readonly Capability[] } = {},
): Promise<MediaRig> {
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
  const { store, clock, jobs, feed: events, assets, blobs } = rig;
  const route = (capability: Capability, model: string) =>
    routed.includes(capability) ? { [capability]: [{ endpoint: "openai", model }] } : {};
  const uplink = await makeUplink(t, {
    dir,
    store,
    endpoints: [{ name: "openai", kind: "openai", url: cloud.baseUrls.openai, key: cloud.key }],
    routes: {
      ...route("image", "gpt-image-1"),
      ...route("image_edit", "gpt-image-1"),
      ...route("text", "gpt-5-mini"),
    },
    isJobLive: (org, id) => jobs.isLive(org, id),
  });
  const parts: Part[] = [];
  const start = async <P extends Part>(_name: string, part: P): Promise<P> => {
    parts.push(part);
    await part.start?.(new AbortController().signal);
    return part;
  };
  await addMedia(start, {
    store,
    events,
    jobs,
    assets,
    outbound,
    uplink,
    brands: rig.brands,
    clock,
    blobs,
  });
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
