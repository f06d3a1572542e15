import type { ApplianceContext } from "../appliance-options.ts";
import type { BaseParts } from "../base/module.ts";
import type { Module, Start } from "../module.ts";
import type { UplinkModule } from "../uplink/module.ts";
import { brandRoutes } from "./brands/routes/brands.ts";
import { avatarRoutes } from "./routes/avatars.ts";
import { MediaReader } from "../adapters/compute/media-reader.ts";
import type { FileBlobs } from "../adapters/files/file-blobs.ts";
import { OutboundPictures } from "../adapters/outbound/picture-downloads.ts";
import { startBrands } from "./brands/module.ts";
import type { Assets } from "../base/assets/assets.ts";
import type { Clock } from "../base/core/clock.ts";
import type { Store } from "../base/core/store.ts";
import type { EventLog } from "../base/events/event-log.ts";
import type { Jobs } from "../base/jobs/jobs.ts";
import { adOfJob } from "./ad-wire.ts";
import { avatarOfJob } from "./avatar-wire.ts";
import { Avatars } from "./avatars.ts";
import { editHandler, editOperation } from "./edit-operation.ts";
import { generationHandler, generationOperation } from "./generation.ts";
import { generationKinds } from "./generation-wire.ts";
import { localizeHandler, localizeOperation } from "./localize-operation.ts";
import type { MediaBrands, SourceJobReader } from "./ports.ts";
import { Results } from "./results.ts";
import type { Uplink } from "../uplink/uplink-port.ts";
import type { Outbound } from "../notifications/webhooks/outbound-port.ts";

/** Brands, and pictures that are grounded in them. */
export async function startMedia(
  start: Start,
  needs: ApplianceContext & BaseParts & UplinkModule,
): Promise<Module> {
  const { brands, ...ofBrands } = await startBrands(start, needs);
  const { avatars, ...ofPictures } = await startPictures(start, { ...needs, brands });
  return {
    parts: {},
    operations: [...ofBrands.operations, ...ofPictures.operations],
    routes: () => [...brandRoutes(brands, needs.jobs), ...avatarRoutes(avatars)],
    expansions: { ...ofBrands.expansions, ...ofPictures.expansions },
  };
}

/** The parts of picture generation. */
export interface MediaOptions {
  store: Store;
  events: Pick<EventLog, "subscribe">;
  jobs: Jobs;
  assets: Assets;
  outbound: Outbound;
  uplink: Uplink;
  brands: MediaBrands;
  clock: Clock;
  /** Stores the pictures of requests. */
  blobs: FileBlobs;
}

const ended: ReadonlySet<string> = new Set(["job.completed", "job.failed", "job.cancelled"]);

/** Campaigns, images, ads, edits, localisations and avatars, with their operations. */
export async function startPictures(start: Start, options: MediaOptions) {
  const { store, assets, outbound, uplink, brands, clock, jobs, blobs } = options;
  const pictures = await start("media reader", new MediaReader({ clock }));
  const results = new Results({ assets, pictures });
  const downloads = new OutboundPictures(outbound);
  const fileOf = (id: string): string => blobs.fileOf(id);
  const parts = { fileOf, uplink, brands, results, pictures, downloads, jobs: sourceJobs(options) };
  const operations = [
    ...generationKinds.map((kind) => ({
      operation: generationOperation(kind, parts),
      handler: generationHandler(kind, parts),
    })),
    { operation: editOperation(parts), handler: editHandler(parts) },
    { operation: localizeOperation(parts), handler: localizeHandler(parts) },
  ];
  const avatars = new Avatars({ store, clock, assets, jobs });
  const expansions = {
    ad: adOfJob,
    avatar: (job: Parameters<typeof adOfJob>[0]) => avatarOfJob(avatars, job),
  };
  return { avatars, operations, expansions };
}

function sourceJobs({ jobs, events }: MediaOptions): SourceJobReader {
  return {
    get: (org, id) => jobs.get(org, id),
    isGone: (org, id) => jobs.isGone(org, id),
    ended: (listener) => {
      events.subscribe(({ type, jobId }) => {
        if (jobId !== undefined && ended.has(type)) listener(jobId);
      });
    },
  };
}
