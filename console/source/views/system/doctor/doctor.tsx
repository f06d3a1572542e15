import "./doctor.css";
import { useEffect, useState } from "preact/hooks";
import type { Doctor, DoctorCheck } from "../../../../../client/source/generated.ts";
import { useAct } from "../../../api/act.ts";
import { box } from "../../../api/box.ts";
import { useLoad } from "../../../api/load.ts";
import { nameOf } from "../../../cameras/camera-name.ts";
import { href } from "../../../app/router.ts";
import { Button } from "../../../parts/button.tsx";
import { Empty, Loading, Notice, Problem, type Tone } from "../../../parts/notice.tsx";
import { Page, Section } from "../../../parts/page.tsx";
import {
  type Findings,
  loadFindings,
  type FindingTexts,
  localizeFinding,
} from "../../../words/findings.ts";
import { number, say, time } from "../../../words/say.ts";
import { type Language, language, languages, words } from "../../../words/words.ts";

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
  const sentences = useSentences();
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
      {data && sentences && <Found checks={data.checks} in={sentences} />}
    </Page>
  );
}

/** How findings are texts in the page's language; English where its sentences cannot be loaded. */
type Localize = (check: DoctorCheck) => LocalizedTexts;
type LocalizedTexts = Omit<FindingTexts, "isEnglish"> & { lang: Language };

function useSentences(): Localize | undefined {
  const spoken = language.value;
  const [loaded, setLoaded] = useState<{ of: Language; findings: Findings | undefined }>();
  useEffect(() => {
    let isWanted = true;
    const keep = (findings: Findings | undefined): void => {
      if (isWanted) setLoaded({ of: spoken, findings });
    };
    loadFindings(spoken).then(keep, () => keep(undefined));
    return () => {
      isWanted = false;
    };
  }, [spoken]);
  if (loaded?.of !== spoken) return undefined;
  const filling = { dir: languages[spoken].dir, fill: say };
  return (check) => {
    const { isEnglish, ...texts } = localizeFinding(check, loaded.findings, filling);
    return { ...texts, lang: isEnglish ? "en" : spoken };
  };
}

function Standing({ of }: { of: Doctor }) {
  const { doctor: own } = words.value;
  const { state, checks_done: done, checks_total: total, finished_at: at, status, checks } = of;
  if (state === "never") return <Empty>{own.never}</Empty>;
  if (state === "running") {
    const progress = say(own.running, { done, total });
    return (
      <div class="stack">
        <p>{progress}</p>
        <progress class="doctor-progress" max={total} value={done} aria-label={progress} />
      </div>
    );
  }
  const tone = ({ ok: "good", warn: "warning", fail: "critical" } as const)[status ?? "ok"];
  const amount = (counted: DoctorCheck["status"]): number =>
    checks.filter((check) => check.status === counted).length;
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
function Found({ checks, in: localize }: { checks: readonly DoctorCheck[]; in: Localize }) {
  const { doctor: own } = words.value;
  const of = (status: DoctorCheck["status"]): Finding[] =>
    checks
      .filter((check) => check.status === status)
      .map((check) => ({ check, texts: localize(check) }));
  return (
    <>
      <Troubles title={own.fails} tone="critical" checks={of("fail")} />
      <Troubles title={own.warns} tone="warning" checks={of("warn")} />
      <Folded title={own.oks} checks={of("ok")} />
      <Folded title={own.skips} checks={of("skipped")} />
    </>
  );
}

interface Finding {
  check: DoctorCheck;
  texts: LocalizedTexts;
}

function Troubles(props: { title: string; tone: Tone; checks: readonly Finding[] }) {
  const { title, tone, checks } = props;
  if (checks.length === 0) return null;
  return (
    <Section title={`${title} (${number(checks.length)})`}>
      <ul class="findings">
        {checks.map(({ check, texts }) => (
          <li
            key={keyOf(check)}
            class={`notice ${tone}`}
            data-check={check.check}
            data-status={check.status}
          >
            <div>
              <Name of={check} texts={texts} />
              <p lang={texts.lang} dir="auto">
                {texts.reason}
              </p>
              {texts.fix !== null && (
                <p>
                  <strong>{words.value.doctor.fix}</strong>{" "}
                  <span lang={texts.lang} dir="auto">
                    {texts.fix}
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

function Folded({ title, checks }: { title: string; checks: readonly Finding[] }) {
  if (checks.length === 0) return null;
  return (
    <details class="panel">
      <summary>
        {title} ({number(checks.length)})
      </summary>
      <ul class="findings">
        {checks.map(({ check, texts }) => (
          <li key={keyOf(check)} data-check={check.check} data-status={check.status}>
            <Name of={check} texts={texts} />{" "}
            <span class="quiet-text" lang={texts.lang} dir="auto">
              {texts.reason}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Name({ of: { check, subject }, texts }: { of: DoctorCheck; texts: LocalizedTexts }) {
  const isCamera = check.startsWith("camera_") && subject !== null;
  return (
    <strong>
      <span lang={texts.lang} dir="auto">
        {texts.title}
      </span>
      {subject !== null && ": "}
      {isCamera ? (
        <a href={href(`/cameras/${encodeURIComponent(subject)}`)}>{nameOf(subject)}</a>
      ) : (
        <bdi>{subject}</bdi>
      )}
    </strong>
  );
}

function keyOf({ check, subject, reason }: DoctorCheck): string {
  return [check, subject, reason].join(" ");
}
