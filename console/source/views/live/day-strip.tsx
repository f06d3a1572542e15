import "./day-strip.css";
import type { Stream, TimelineStream } from "../../../../client/source/generated.ts";
import { useEffect } from "preact/hooks";
import { box } from "../../api/box.ts";
import { siteEvents } from "../../api/events.ts";
import { useLoad } from "../../api/load.ts";
import { nameOf } from "../../cameras/camera-name.ts";
import { href } from "../../app/router.ts";
import { site } from "../../app/site.ts";
import { Loading, Problem } from "../../parts/notice.tsx";
import { Section } from "../../parts/page.tsx";
import { clock, count, duration, time } from "../../words/say.ts";
import { words } from "../../words/words.ts";

const daySec = 86_400;
/** Spans of the strip in seconds, each with the distance of the axis' marks: a box of today begins with the first. */
const spans = [
  { span: "minutes15", spanSec: 900, stepSec: 300 },
  { span: "hours2", spanSec: 7200, stepSec: 1800 },
  { span: "hours8", spanSec: 28_800, stepSec: 7200 },
  { span: "hours24", spanSec: daySec, stepSec: 14_400 },
] as const;
/** Marks of the axis closer to an end than this share of it would be cut off. */
const axisMargin = 0.05;
/** A quarter of a minute: the first minutes of a new box appear as they happen. */
const everyMs = 15_000;
/** Width of the narrowest bar in pixels (`day-strip.css`): also one of now lies within the strip. */
const leastPx = 4;
/** Streams of one request, by the API's bound. */
const perRequest = 32;

interface Day {
  span: (typeof spans)[number]["span"];
  stepSec: number;
  fromSec: number;
  toSec: number;
  streams: readonly TimelineStream[];
}

/**
 * The last 24 hours of all cameras: recorded, not observed and why, incidents; less while the box has run for less
 * and nothing is known from before.
 */
export function DayStrip({ streams }: { streams: readonly Stream[] }) {
  const ids = streams.map(({ stream_id: id }) => id).toSorted((a, b) => a.localeCompare(b));
  const system = site.system.value;
  const isYoung = system !== undefined && system.uptime_seconds < daySec;
  const { data, error, reload } = useLoad(
    (signal) => readDay(ids, { isYoung, signal }),
    [ids.join(","), isYoung],
    { everyMs },
  );
  useEffect(() => siteEvents.follow(["incident.created"], reload, reload), [reload]);
  const { live: own } = words.value;
  return (
    <Section title={own.lastSpans[data?.span ?? "hours24"]} actions={<Legend />}>
      <Problem error={error} onRetry={reload} />
      {!data && error === undefined && <Loading />}
      {data && (
        <div class="day-strip">
          <Axis day={data} />
          <ul>
            {data.streams.map((stream) => (
              <Row key={stream.stream_id} stream={stream} day={data} />
            ))}
          </ul>
        </div>
      )}
    </Section>
  );
}

async function readDay(
  ids: readonly string[],
  { isYoung, signal }: { isYoung: boolean; signal: AbortSignal },
): Promise<Day> {
  const day = await readSpan(ids, spans.at(-1)!, signal);
  if (!isYoung) return day;
  const times = day.streams.flatMap(({ recordings, gaps, incidents }) =>
    [...recordings, ...gaps, ...incidents].map(({ from }) => from),
  );
  const ageSec = Math.max(site.system.value?.uptime_seconds ?? 0, day.toSec - Math.min(...times));
  const shortest = spans.find(({ spanSec }) => spanSec >= ageSec);
  if (times.length === 0 || shortest === undefined || shortest.spanSec === daySec) return day;
  return await readSpan(ids, shortest, signal);
}

async function readSpan(
  ids: readonly string[],
  { span, spanSec, stepSec }: (typeof spans)[number],
  signal: AbortSignal,
): Promise<Day> {
  const toSec = Math.floor(Date.now() / 1000);
  const fromSec = toSec - spanSec;
  const parts: TimelineStream[] = [];
  for (let at = 0; at < ids.length; at += perRequest) {
    const args = { stream_ids: ids.slice(at, at + perRequest).join(","), from: fromSec, to: toSec };
    const { data } = await box.surveillance.listTimeline(args, { signal });
    parts.push(...data.data);
  }
  return { span, stepSec, fromSec, toSec, streams: parts };
}

function Legend() {
  const { live: own } = words.value;
  return (
    <ul class="row day-legend">
      <li>
        <i class="recorded" />
        {own.recorded}
      </li>
      <li>
        <i class="gap" />
        {own.unobserved}
      </li>
      <li>
        <i class="event" />
        {words.value.nav.incidents}
      </li>
    </ul>
  );
}

function Axis({ day: { fromSec, toSec, stepSec } }: { day: Day }) {
  const offsetSec = new Date(fromSec * 1000).getTimezoneOffset() * -60;
  const margin = axisMargin * (toSec - fromSec);
  const marks: number[] = [];
  const first = Math.ceil((fromSec + margin + offsetSec) / stepSec) * stepSec - offsetSec;
  for (let at = first; at < toSec - margin; at += stepSec) marks.push(at);
  return (
    <div class="day-axis" aria-hidden="true" dir="ltr">
      {marks.map((at) => (
        <span key={at} style={{ left: share((at - fromSec) / (toSec - fromSec)) }}>
          {clock(at)}
        </span>
      ))}
    </div>
  );
}

function Row({ stream, day }: { stream: TimelineStream; day: Day }) {
  const { stream_id: id, recordings, gaps, incidents } = stream;
  const { health } = words.value;
  const place = (from: number, to: number) => placeOf(day, { from, to });
  return (
    <li data-day={id}>
      <a class="day-name" dir="auto" href={href(`/cameras/${encodeURIComponent(id)}`)}>
        {nameOf(id)}
      </a>
      <a
        class="day-track"
        dir="ltr"
        href={href("/review", { stream_id: id })}
        aria-label={summaryOf(stream, day.span)}
      >
        {recordings.map(({ from, to }) => (
          <i key={from} class="recorded" style={place(from, to)} />
        ))}
        {gaps.map(({ from, to, reason }) => (
          <i
            key={`${reason}${from}`}
            class="gap"
            data-reason={reason}
            style={place(from, to)}
            title={`${health.reasons[reason]} ${time(from)} – ${time(to)}`}
          />
        ))}
        {incidents.map(({ from, to, severity, incident_id: incidentId }) => (
          <i
            key={incidentId}
            class="event"
            data-severity={severity}
            style={place(from, to)}
            title={time(from)}
          />
        ))}
      </a>
    </li>
  );
}

/** What a row shows, in words. */
function summaryOf(stream: TimelineStream, span: Day["span"]): string {
  const { stream_id: id, recordings, gaps, incidents } = stream;
  const { live: own, health, incidents: incidentWords } = words.value;
  const recordedSec = recordings.reduce((sum, { from, to }) => sum + to - from, 0);
  const missing = new Map<TimelineStream["gaps"][number]["reason"], number>();
  for (const { reason, seconds } of gaps) missing.set(reason, (missing.get(reason) ?? 0) + seconds);
  const reasons = [...missing].map(
    ([reason, seconds]) => `${health.reasons[reason]} ${duration(seconds)}`,
  );
  const amount = incidents.reduce((sum, { count: some }) => sum + some, 0);
  return [
    nameOf(id),
    own.lastSpans[span],
    `${own.recorded} ${duration(recordedSec)}`,
    ...reasons,
    count(incidentWords.shown, amount),
  ].join(", ");
}

function placeOf({ fromSec, toSec }: Day, { from, to }: { from: number; to: number }) {
  const length = toSec - fromSec;
  const start = Math.max(0, (from - fromSec) / length);
  const end = Math.max(start, Math.min(1, (to - fromSec) / length));
  return { left: `min(${share(start)}, 100% - ${leastPx}px)`, width: share(end - start) };
}

function share(part: number): string {
  return `${(part * 100).toFixed(3)}%`;
}
