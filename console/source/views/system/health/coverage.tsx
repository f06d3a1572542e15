import { useState } from "preact/hooks";
import type { Coverage } from "../../../../../client/source/generated.ts";
import { box } from "../../../api/box.ts";
import { useLoad } from "../../../api/load.ts";
import { pageMax, readAll } from "../../../api/pages.ts";
import { Chart } from "../../../parts/chart.tsx";
import { SelectField } from "../../../parts/field.tsx";
import { Empty, Loading, Problem } from "../../../parts/notice.tsx";
import { Table } from "../../../parts/paged.tsx";
import { Section } from "../../../parts/page.tsx";
import { dateTime, duration, percent, say } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import { nameOf } from "../../../cameras/camera-name.ts";

const daySec = 86_400;
/** A day of eighty cameras, a week of twelve. */
const maxPages = 20;
const everyMs = 60_000;

type Reason = keyof Coverage["not_observed"];

/** Per camera and hour: how much was observed, and why not. */
export function CoverageCharts() {
  const { health: own } = words.value;
  const [range, setRange] = useState<"day" | "week">("day");
  const { data, error, reload } = useLoad(
    (signal) => read(range === "day" ? daySec : 7 * daySec, signal),
    [range],
    { everyMs },
  );
  const streams = [...new Set(data?.map(({ stream_id: id }) => id))].toSorted();
  return (
    <Section
      title={own.coverage}
      actions={
        <SelectField
          label={own.range}
          value={range}
          onChange={setRange}
          options={[
            ["day", own.day],
            ["week", own.week],
          ]}
        />
      }
    >
      <p class="hint">{own.coverageHint}</p>
      <Problem error={error} onRetry={reload} />
      {!data && error === undefined && <Loading />}
      {data?.length === 0 && <Empty>{own.noCoverage}</Empty>}
      {streams.map((id) => (
        <StreamCoverage
          key={id}
          name={nameOf(id)}
          hours={data!
            .filter(({ stream_id: stream }) => stream === id)
            .toSorted((a, b) => a.from - b.from)}
        />
      ))}
    </Section>
  );
}

function StreamCoverage({ name, hours }: { name: string; hours: readonly Coverage[] }) {
  const { health: own } = words.value;
  const observedSec = sum(hours, ({ seconds_observed: seconds }) => seconds);
  const missedSec = sum(hours, ({ seconds_not_observed: seconds }) => seconds);
  const share = observedSec / Math.max(1, observedSec + missedSec);
  const label = say(own.chartLabel, {
    name,
    first: dateTime(hours[0]!.from),
    last: dateTime(hours.at(-1)!.to),
    now: percent(share, 1),
  });
  const lines = [
    {
      name: own.observed,
      values: hours.map(({ observed_ratio: ratio }) => ratio),
      color: "--good",
    },
  ];
  return (
    <details open={missedSec > 0}>
      <summary>
        <strong dir="ltr">{name}</strong> {percent(share, 1)} {reasonText(hours)}
      </summary>
      <div class="stack">
        <Chart
          label={label}
          at={hours.map(({ from }) => from)}
          lines={lines}
          show={(value) => percent(value)}
          min={0}
          max={1}
        />
        <Table label={name} head={[own.range, own.observed, own.notObserved, own.why]}>
          {hours.toReversed().map((hour) => (
            <tr key={hour.from}>
              <td>{dateTime(hour.from)}</td>
              <td>{percent(hour.observed_ratio, 1)}</td>
              <td>{missedText(hour)}</td>
              <td>{reasonText([hour])}</td>
            </tr>
          ))}
        </Table>
      </div>
    </details>
  );
}

/** The time that nobody observed, and how much of it can be watched all the same. */
function missedText(hour: Coverage): string {
  const missed = duration(hour.seconds_not_observed);
  const { seconds_backfilled: seconds } = hour;
  if (seconds < 1) return missed;
  return `${missed} · ${say(words.value.health.backfilled, { time: duration(seconds) })}`;
}

/** The reasons with their times, the longest first. */
function reasonText(hours: readonly Coverage[]): string {
  const { reasons } = words.value.health;
  return (Object.keys(reasons) as Reason[])
    .map((reason) => [reason, sum(hours, (hour) => hour.not_observed[reason])] as const)
    .filter(([, seconds]) => seconds >= 1)
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, seconds]) => `${reasons[reason]} ${duration(seconds)}`)
    .join(" · ");
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

function read(rangeSec: number, signal: AbortSignal): Promise<Coverage[]> {
  const from = Math.floor(Date.now() / 1000) - rangeSec;
  const args = { from, limit: pageMax };
  return readAll(
    (after) => box.surveillance.listCoverage({ ...args, ...after }, { signal }),
    signal,
    maxPages,
  );
}
