import type { Job, JobDiagnostics } from "../../../../../client/source/generated.ts";
import { useAct } from "../../../api/act.ts";
import { assetAddress } from "../../../api/assets.ts";
import { box } from "../../../api/box.ts";
import { useLoad } from "../../../api/load.ts";
import { go, href } from "../../../app/router.ts";
import { may } from "../../../app/session.ts";
import { ConfirmButton } from "../../../parts/button.tsx";
import { Loading, Notice, Problem } from "../../../parts/notice.tsx";
import { Table } from "../../../parts/paged.tsx";
import { Facts, Page, Section } from "../../../parts/page.tsx";
import { dateTime, duration, number, percent } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import type { ViewProps } from "../../registry.ts";
import { JobBadge } from "./job-badge.tsx";

const everyMs = 3000;

/** One job: how it stands, what it was given, what came of it, and why it failed. */
export function View({ params }: ViewProps) {
  const id = params["id"]!;
  const { jobs: own, nav } = words.value;
  const { data, error, reload } = useLoad(
    async (signal) =>
      (await box.jobs.getJob({ job_id: id, expand: "diagnostics" }, { signal })).data,
    [id],
    { everyMs },
  );
  return (
    <Page
      title={data?.type ?? own.job}
      back={{ href: href("/system/jobs"), label: nav.jobs }}
      actions={data && <JobActions job={data} onDone={reload} />}
    >
      <Problem error={error} onRetry={reload} />
      {!data && error === undefined && <Loading />}
      {data && <Details job={data} />}
    </Page>
  );
}

function isOver({ status }: Job): boolean {
  return status === "completed" || status === "failed" || status === "cancelled";
}

function JobActions({ job, onDone }: { job: Job; onDone: () => void }) {
  const { isRunning, error, run } = useAct();
  const { jobs: own } = words.value;
  if (!may("jobs:write")) return null;
  const { stream_id: streamId } = job.payload as { stream_id?: unknown };
  if (!isOver(job) && job.max_attempts === null && typeof streamId === "string") {
    return (
      <a class="button" href={href(`/cameras/${encodeURIComponent(streamId)}`)}>
        {own.toCamera}
      </a>
    );
  }
  const args = { job_id: job.job_id };
  const cancel = async (): Promise<void> => {
    if (await run(() => box.jobs.cancelJob(args))) onDone();
  };
  const remove = async (): Promise<void> => {
    if (await run(() => box.jobs.deleteJob(args))) go("/system/jobs");
  };
  return (
    <>
      <Problem error={error} />
      {isOver(job) ? (
        <ConfirmButton icon="trash" isBusy={isRunning} onPress={() => void remove()}>
          {own.deleteJob}
        </ConfirmButton>
      ) : (
        <ConfirmButton isBusy={isRunning} onPress={() => void cancel()}>
          {own.cancelJob}
        </ConfirmButton>
      )}
    </>
  );
}

function Details({ job }: { job: Job }) {
  const { jobs: own, common } = words.value;
  const { input, output, phase, ...more } = job.payload;
  const picture = pictureOf(job);
  const end = job.completed_at ?? Date.now() / 1000;
  return (
    <>
      {job.error && (
        <Notice tone="critical">
          <p>
            <strong>{own.failedWith}:</strong> <code>{job.error.code}</code> {job.error.message}
          </p>
          {job.error.retryable && <p>{own.canRepeat}</p>}
        </Notice>
      )}
      {job.cancel_requested_at !== null && !isOver(job) && (
        <Notice tone="warning">{own.cancelling}</Notice>
      )}
      <Section title={common.state}>
        <Facts
          entries={[
            [common.state, <JobBadge key="state" status={job.status} />],
            [own.phase, phase],
            [own.created, dateTime(job.created_at)],
            [own.took, job.started_at === null ? "–" : duration(end - job.started_at)],
            [own.attempts, `${job.attempts} / ${job.max_attempts ?? "∞"}`],
            ...(job.queue_position === null
              ? []
              : [[own.place, number(job.queue_position)] as const]),
            ...(job.progress === null ? [] : [[own.progress, percent(job.progress)] as const]),
            [own.reference, job.client_reference_id ?? common.none],
            ["ID", <code key="id">{job.job_id}</code>],
          ]}
        />
        {picture !== undefined && <img class="job-picture" src={picture} alt={own.picture} />}
      </Section>
      <Section title={own.payload}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by itself */}
        <pre class="code" dir="ltr" tabIndex={0} role="region" aria-label={own.payload}>
          {JSON.stringify({ input, output, ...more, metadata: job.metadata }, null, 2)}
        </pre>
      </Section>
      {job.expanded?.diagnostics && <Course of={job.expanded.diagnostics} />}
    </>
  );
}

function Course({ of }: { of: JobDiagnostics }) {
  const { jobs: own } = words.value;
  const took = (ms: number | null): string => (ms === null ? "…" : `${number(ms, 0)} ms`);
  return (
    <div class="grid">
      <Section title={own.steps}>
        <Table label={own.steps} head={[own.step, own.created, own.took]}>
          {of.steps.map((step, at) => (
            <tr key={at}>
              <td dir="ltr">{step.name}</td>
              <td>{dateTime(step.started_at)}</td>
              <td>{took(step.duration_ms)}</td>
            </tr>
          ))}
        </Table>
      </Section>
      {of.attempts.length > 0 && (
        <Section title={own.attempts}>
          <Table label={own.attempts} head={[own.attempt, own.outcome, own.took]}>
            {of.attempts.map((attempt) => (
              <tr key={attempt.number}>
                <td>{attempt.number}</td>
                <td dir="ltr">{attempt.error_code ?? attempt.outcome ?? "…"}</td>
                <td>{took(attempt.duration_ms)}</td>
              </tr>
            ))}
          </Table>
        </Section>
      )}
    </div>
  );
}

/** The picture that a job has made, by the page's own address. */
function pictureOf({ payload }: Job): string | undefined {
  const { image_url: url } = payload as { image_url?: unknown };
  return typeof url === "string" ? assetAddress(url) : undefined;
}
