import { useState } from "preact/hooks";
import type { Job } from "../../../../../client/source/generated.ts";
import { box } from "../../../api/box.ts";
import { usePages } from "../../../api/pages.ts";
import { href } from "../../../app/router.ts";
import { SelectField, TextField } from "../../../parts/field.tsx";
import { Paged, Table } from "../../../parts/paged.tsx";
import { Page, Section } from "../../../parts/page.tsx";
import { dateTime, duration } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import { JobBadge, jobTypes } from "./job-badge.tsx";

const everyMs = 5000;

/** Jobs, the newest first, narrowed by state, type and the caller's own reference. */
export function View() {
  const [filters, setFilters] = useState<JobFilters>({ status: "", type: "", reference: "" });
  const { status, type, reference } = filters;
  const { jobs: own, nav, common } = words.value;
  const pages = usePages(
    (after, signal) =>
      box.jobs.listJobs(
        {
          ...after,
          // Cameras have a list of their own.
          live: "false",
          ...(status === "" ? {} : { status }),
          ...(type === "" ? {} : { type }),
          ...(reference === "" ? {} : { client_reference_id: reference }),
        },
        { signal },
      ),
    [status, type, reference],
    { everyMs },
  );
  return (
    <Page title={nav.jobs}>
      <Filters of={filters} onChange={setFilters} />
      <Section title={nav.jobs}>
        <Paged pages={pages} none={own.none}>
          {(jobs) => (
            <Table
              label={nav.jobs}
              head={[own.created, own.type, common.state, own.phase, own.took]}
            >
              {jobs.map((job) => (
                <tr key={job.job_id}>
                  <td>{dateTime(job.created_at)}</td>
                  <td>
                    <a href={href(`/system/jobs/${job.job_id}`)} dir="ltr">
                      {job.type}
                    </a>
                  </td>
                  <td>
                    <JobBadge status={job.status} />
                  </td>
                  <td dir="auto">{job.error?.code ?? job.payload.phase}</td>
                  <td>{tookText(job)}</td>
                </tr>
              ))}
            </Table>
          )}
        </Paged>
      </Section>
    </Page>
  );
}

/** What the list is narrowed to; empty for everything. */
interface JobFilters {
  status: Job["status"] | "";
  type: Job["type"] | "";
  reference: string;
}

function Filters(props: { of: JobFilters; onChange: (filters: JobFilters) => void }) {
  const { of, onChange } = props;
  const { jobs: own, common } = words.value;
  const statuses = Object.entries(own.statuses) as [Job["status"], string][];
  return (
    <Section title={common.search}>
      <div class="fields">
        <SelectField
          label={common.state}
          value={of.status}
          onChange={(status) => onChange({ ...of, status })}
          options={[["", own.allStates], ...statuses]}
        />
        <SelectField
          label={own.type}
          value={of.type}
          onChange={(type) => onChange({ ...of, type })}
          options={[["", own.allTypes], ...jobTypes.map((each) => [each, each] as const)]}
        />
        <TextField
          label={own.reference}
          value={of.reference}
          onChange={(reference) => onChange({ ...of, reference })}
          maxLength={200}
          dir="auto"
        />
      </div>
    </Section>
  );
}

function tookText({ started_at: started, completed_at: ended }: Job): string {
  if (started === null) return "";
  return duration((ended ?? Date.now() / 1000) - started);
}
