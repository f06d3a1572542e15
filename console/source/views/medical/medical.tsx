import { useState } from "preact/hooks";
import type { Job } from "../../../../client/source/generated.ts";
import { box } from "../../api/box.ts";
import { usePages } from "../../api/pages.ts";
import { href } from "../../app/router.ts";
import { may } from "../../app/session.ts";
import { Button } from "../../parts/button.tsx";
import { Badge } from "../../parts/notice.tsx";
import { Paged } from "../../parts/paged.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { dateTime } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { JobBadge } from "../system/jobs/job-badge.tsx";
import { NewReport } from "./new-report.tsx";
import { Report, type TriagePayload, urgencyTones } from "./report.tsx";

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

function Entry({ job }: { job: Job }) {
  const { medical: own, jobs } = words.value;
  const { input, output } = job.payload as unknown as TriagePayload;
  const kind = input.type === "eeg" ? own.kinds.eeg : (input.modality ?? own.kinds.image);
  return (
    <details class="panel" data-report={job.job_id}>
      <summary>
        <bdi>{kind}</bdi> · {dateTime(job.created_at)}{" "}
        {output ? (
          <Badge tone={urgencyTones[output.urgency]}>{own.urgencies[output.urgency]}</Badge>
        ) : (
          <JobBadge status={job.status} />
        )}
      </summary>
      <div class="stack">
        {job.error && (
          <p class="hint" lang="en" dir="auto">
            {job.error.message}
          </p>
        )}
        {output && <Report of={job.payload as unknown as TriagePayload} />}
        <a href={href(`/system/jobs/${job.job_id}`)}>{jobs.job}</a>
      </div>
    </details>
  );
}
