import type { NatsLink } from "../adapters/nats/nats-link.ts";
import { NatsWork } from "../adapters/nats/nats-work.ts";
import { JobLinks } from "../base/jobs/job-links.ts";
import type { FleetTable } from "./fleet-table.ts";
import { ResultFiles } from "./jobs/result-files.ts";
import { noSharedJobs, SharedJobs, sharedJobReadings } from "./jobs/shared-jobs.ts";
import { SiteNeeds } from "./jobs/site-needs.ts";
import type { Membership } from "./membership.ts";
import type { FleetJobs, FleetNeeds } from "./module.ts";

/** Prepares the sharing of jobs: the workers must know of it before they start. */
export function shareJobs(
  needs: FleetNeeds,
  fleet: { link: NatsLink; table: FleetTable; membership: Membership },
): FleetJobs {
  const { config, log, clock, events, jobs, store, blobs, assets, sealed } = needs;
  const { name, shareHealthJobs: sharesHealth } = config.fleet;
  const { boxId } = events;
  const site = new SiteNeeds({ ...fleet, boxId, sharesHealth });
  const link = new NatsWork({ link: fleet.link, fleet: name, boxId, log });
  jobs.sharing.others = site;
  let running: SharedJobs | undefined;
  return {
    counts: () => running?.counts() ?? noSharedJobs,
    isKnown: (need) => site.isKnown(need),
    async start(start, forgetAnswers) {
      const shared = new SharedJobs({
        link,
        clock,
        log,
        jobs,
        store,
        blobs,
        boxId,
        needs: site,
        membership: fleet.membership,
        files: new ResultFiles(assets, sealed),
        links: new JobLinks(assets),
        forgetAnswers,
      });
      running = await start("shared jobs", shared);
      return { parts: {}, metrics: () => sharedJobReadings(shared.counts()) };
    },
  };
}
