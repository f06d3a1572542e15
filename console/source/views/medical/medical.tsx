import { useState } from "preact/hooks";
import type { Job } from "../../../../client/source/generated.ts";
import { box } from "../../api/box.ts";
import { useLoad } from "../../api/load.ts";
import { usePages } from "../../api/pages.ts";
import { href } from "../../app/router.ts";
import { may } from "../../app/session.ts";
import { Button } from "../../parts/button.tsx";
import { Loading, Problem } from "../../parts/notice.tsx";
import { Paged } from "../../parts/paged.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { dateTime } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { JobBadge } from "../system/jobs/job-badge.tsx";
import { NewReport } from "./new-report.tsx";
import { Report, type TriagePayload } from "./report.tsx";

const everyMs = 5000;

/** Makes triage reports of medical pictures and EEGs, and shows them. */
export function View() {
  const { medical: own, nav } = words.value;
  const [isAdding, setAdding] = useState(false);
  const pages = usePages(
    (after, signal) => box.jobs.listJobs({ ...after, type: "health.triage" }, { signal }),
    [],
    { everyMs },
  );
  return (
    <Page
      title={nav.medical}
      actions={
        may("health:write") && (
          <Button tone="main" icon="plus" onPress={() => setAdding(true)}>
            {own.newReport}
          </Button>
        )
      }
    >
      <p class="hint">{own.hint}</p>
      <Section title={own.reports}>
        <Paged pages={pages} none={own.noReports}>
          {(jobs) => jobs.map((job) => <Entry key={job.job_id} job={job} />)}
        </Paged>
      </Section>
      {isAdding && (
        <NewReport
          onClose={() => setAdding(false)}
          onStarted={() => {
            setAdding(false);
            pages.reload();
          }}
        />
      )}
    </Page>
  );
}

/** One report; the box notes in its audit log who reads it, so it is read only when somebody opens it. */
function Entry({ job }: { job: Job }) {
  const { medical: own } = words.value;
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      class="panel"
      data-report={job.job_id}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {own.report} · {dateTime(job.created_at)} <JobBadge status={job.status} />
      </summary>
      {isOpen && <Opened jobId={job.job_id} status={job.status} />}
    </details>
  );
}

function Opened({ jobId, status }: { jobId: string; status: Job["status"] }) {
  const { data, error, reload } = useLoad(
    async (signal) => (await box.jobs.getJob({ job_id: jobId }, { signal })).data,
    [jobId, status],
  );
  const payload: unknown = data?.payload;
  return (
    <div class="stack">
      <Problem error={error} onRetry={reload} />
      {!data && error === undefined && <Loading />}
      {data?.error && (
        <p class="hint" lang="en" dir="auto">
          {data.error.message}
        </p>
      )}
      {data && <Report of={payload as TriagePayload} />}
      <a href={href(`/system/jobs/${jobId}`)}>{words.value.jobs.job}</a>
    </div>
  );
}
