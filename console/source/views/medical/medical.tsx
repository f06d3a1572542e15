import { useState } from "preact/hooks";
import type { Job } from "../../../../client/source/generated.ts";
import { box } from "../../api/box.ts";
import { useLoad } from "../../api/load.ts";
import { usePages } from "../../api/pages.ts";
import { href } from "../../app/router.ts";
import { may } from "../../app/session.ts";
import { site } from "../../app/site.ts";
import { Button } from "../../parts/button.tsx";
import { SelectField } from "../../parts/field.tsx";
import { Loading, Problem } from "../../parts/notice.tsx";
import { Paged } from "../../parts/paged.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { dateTime } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { JobBadge } from "../system/jobs/job-badge.tsx";
import { Analysis, type AnalysisPayload } from "./analysis.tsx";
import { NewAnalysis, ownOperations } from "./new-analysis.tsx";
import { NewReport } from "./new-report.tsx";
import type { OperationName } from "./operations.ts";
import { Report, type TriagePayload } from "./report.tsx";

const everyMs = 5000;
const jobTypes = {
  "decision-support": "clinical.decision_support",
  risk: "clinical.risk",
  "medication-check": "clinical.medication_check",
  adherence: "clinical.adherence",
  notes: "clinical.notes",
  research: "clinical.research",
  wellness: "clinical.wellness",
  scan: "clinical.scan",
  decode: "neural.decode",
} as const satisfies Record<OperationName, string>;

/** The type of the jobs of an operation. */
function typeOf(operation: OperationName | "triage") {
  return operation === "triage" ? "health.triage" : jobTypes[operation];
}

/** Makes triage reports and the other medical analyses, and shows them. */
export function View() {
  const { medical: own, clinical, nav } = words.value;
  const { system } = site;
  const hasTriage = system.value?.health.triage === true;
  const [adding, setAdding] = useState<"report" | "analysis" | undefined>(undefined);
  const [chosen, setChosen] = useState<OperationName | "triage" | undefined>(undefined);
  const others = ownOperations();
  const operation = chosen ?? (hasTriage ? "triage" : (others[0] ?? "triage"));
  const [startedCount, setStartedCount] = useState(0);
  const close = (): void => setAdding(undefined);
  const started = (name: OperationName | "triage"): void => {
    close();
    setChosen(name);
    setStartedCount((count) => count + 1);
  };
  return (
    <Page
      title={nav.medical}
      actions={
        <>
          {hasTriage && may("health:write") && (
            <Button tone="main" icon="plus" onPress={() => setAdding("report")}>
              {own.newReport}
            </Button>
          )}
          {others.length > 0 && (
            <Button icon="plus" onPress={() => setAdding("analysis")}>
              {clinical.newAnalysis}
            </Button>
          )}
        </>
      }
    >
      <p class="hint">{own.hint}</p>
      <Section title={own.reports}>
        {others.length > 0 && (
          <SelectField
            label={clinical.operation}
            value={operation}
            onChange={setChosen}
            options={[
              ["triage", clinical.triage],
              ...others.map((each) => [each, clinical.operations[each]] as const),
            ]}
          />
        )}
        <Reports key={`${operation} ${startedCount}`} operation={operation} />
      </Section>
      {adding === "report" && <NewReport onClose={close} onStarted={() => started("triage")} />}
      {adding === "analysis" && <NewAnalysis onClose={close} onStarted={started} />}
    </Page>
  );
}

/** The reports of one operation; mounted anew for another one, so that no reports of the former are in its place. */
function Reports({ operation }: { operation: OperationName | "triage" }) {
  const pages = usePages(
    (after, signal) => box.jobs.listJobs({ ...after, type: typeOf(operation) }, { signal }),
    [operation],
    { everyMs },
  );
  return (
    <Paged pages={pages} none={words.value.medical.noReports}>
      {(jobs) => jobs.map((job) => <Entry key={job.job_id} job={job} />)}
    </Paged>
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
      {data?.type === "health.triage" && <Report of={payload as TriagePayload} />}
      {data && data.type !== "health.triage" && <Analysis of={payload as AnalysisPayload} />}
      <a href={href(`/system/jobs/${jobId}`)}>{words.value.jobs.job}</a>
    </div>
  );
}
