import "./doctor.css";
import { useEffect } from "preact/hooks";
import type { Doctor, DoctorCheck } from "../../../../client/source/generated.ts";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { useLoad } from "../../api/load.ts";
import { href } from "../../app/router.ts";
import { Button } from "../../parts/button.tsx";
import { Empty, Loading, Notice, Problem, type Tone } from "../../parts/notice.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { number, say, time } from "../../words/say.ts";
import { words } from "../../words/words.ts";

/** How often an examination that runs is looked at. */
const pollMs = 1000;

/** What is wrong with the box and its cameras, and what to do about it. */
export function View() {
  const { doctor: own, nav } = words.value;
  const { data, error, reload } = useLoad(
    async (signal) => (await box.system.getDoctor({ signal })).data,
    [],
  );
  const { run, error: refused, isRunning } = useAct();
  const isBusy = isRunning || data?.state === "running";
  useEffect(() => {
    if (data?.state !== "running") return;
    const timer = setTimeout(reload, pollMs);
    return () => clearTimeout(timer);
  }, [data, error, reload]);
  const begin = async (): Promise<void> => {
    if (await run(() => box.system.runDoctor())) reload();
  };
  return (
    <Page
      title={nav.doctor}
      actions={
        <Button tone="main" icon="doctor" isBusy={isBusy} onPress={() => void begin()}>
          {own.begin}
        </Button>
      }
    >
      <p class="hint">{own.hint}</p>
      <Problem error={refused ?? error} onRetry={reload} />
      {data === undefined && error === undefined && <Loading />}
      <div role="status">{data && <Standing of={data} />}</div>
      {data && <Findings checks={data.checks} />}
    </Page>
  );
}

function Standing({ of }: { of: Doctor }) {
  const { doctor: own } = words.value;
  const { state, checks_done: done, checks_total: total, finished_at: at, status, checks } = of;
  if (state === "never") return <Empty>{own.never}</Empty>;
  if (state === "running") {
    const said = say(own.running, { done, total });
    return (
      <div class="stack">
        <p>{said}</p>
        <progress class="doctor-progress" max={total} value={done} aria-label={said} />
      </div>
    );
  }
  const tone = ({ ok: "good", warn: "warning", fail: "critical" } as const)[status ?? "ok"];
  const amount = (wanted: DoctorCheck["status"]): number =>
    checks.filter((check) => check.status === wanted).length;
  const counts = [
    [own.fails, amount("fail")],
    [own.warns, amount("warn")],
    [own.oks, amount("ok")],
  ] as const;
  return (
    <Notice tone={tone}>
      <strong>
        {status === "ok"
          ? own.allWell
          : counts.map(([name, many]) => `${name}: ${number(many)}`).join(" · ")}
      </strong>
      <span>{say(own.finished, { time: time(at ?? 0) })}</span>
    </Notice>
  );
}

/** The worst first; what is well is folded away. */
function Findings({ checks }: { checks: readonly DoctorCheck[] }) {
  const { doctor: own } = words.value;
  const of = (status: DoctorCheck["status"]) => checks.filter((check) => check.status === status);
  return (
    <>
      <Troubles title={own.fails} tone="critical" checks={of("fail")} />
      <Troubles title={own.warns} tone="warning" checks={of("warn")} />
      <Folded title={own.oks} checks={of("ok")} />
      <Folded title={own.skips} checks={of("skipped")} />
    </>
  );
}

function Troubles(props: { title: string; tone: Tone; checks: readonly DoctorCheck[] }) {
  const { title, tone, checks } = props;
  if (checks.length === 0) return null;
  return (
    <Section title={`${title} (${number(checks.length)})`}>
      <ul class="findings">
        {checks.map((check) => (
          <li
            key={keyOf(check)}
            class={`notice ${tone}`}
            data-check={check.check}
            data-status={check.status}
          >
            <div>
              <Name of={check} />
              <p lang="en" dir="auto">
                {check.reason}
              </p>
              {check.fix !== null && (
                <p>
                  <strong>{words.value.doctor.fix}</strong>{" "}
                  <span lang="en" dir="auto">
                    {check.fix}
                  </span>
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Folded({ title, checks }: { title: string; checks: readonly DoctorCheck[] }) {
  if (checks.length === 0) return null;
  return (
    <details class="panel">
      <summary>
        {title} ({number(checks.length)})
      </summary>
      <ul class="findings">
        {checks.map((check) => (
          <li key={keyOf(check)} data-check={check.check} data-status={check.status}>
            <Name of={check} />{" "}
            <span class="quiet-text" lang="en" dir="auto">
              {check.reason}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Name({ of: { check, title, subject } }: { of: DoctorCheck }) {
  const isCamera = check.startsWith("camera_") && subject !== null;
  return (
    <strong>
      <span lang="en" dir="auto">
        {title}
      </span>
      {subject !== null && ": "}
      {isCamera ? (
        <a href={href(`/cameras/${encodeURIComponent(subject)}`)}>{subject}</a>
      ) : (
        <bdi>{subject}</bdi>
      )}
    </strong>
  );
}

function keyOf({ check, subject, reason }: DoctorCheck): string {
  return [check, subject, reason].join(" ");
}
