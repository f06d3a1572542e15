import type { Job } from "../../../client/source/generated.ts";
import { href } from "../app/router.ts";
import { may } from "../app/session.ts";
import { words } from "../words/words.ts";
import { JobBadge } from "../views/system/jobs/job-badge.tsx";
import { Notice } from "./notice.tsx";

/** How a started job stands, and why it failed. */
export function JobProgress({ job }: { job: Job | undefined }) {
  if (!job) return null;
  const { jobs } = words.value;
  return (
    <div class="stack" role="status">
      <div class="row">
        <JobBadge status={job.status} />
        {may("jobs:read") && <a href={href(`/system/jobs/${job.job_id}`)}>{jobs.job}</a>}
        {job.completed_at === null && <span class="hint">{jobs.goesOn}</span>}
      </div>
      {job.error && (
        <Notice tone="critical">
          <span lang="en" dir="auto">
            {job.error.message}
          </span>
        </Notice>
      )}
    </div>
  );
}
