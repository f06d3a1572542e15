import "./day-strip.css";
import type { Stream, TimelineStream } from "../../../../client/source/generated.ts";
import { useEffect } from "preact/hooks";
import { box } from "../../api/box.ts";
import { siteEvents } from "../../api/events.ts";
import { useLoad } from "../../api/load.ts";
import { nameOf } from "../../cameras/camera-name.ts";
import { href } from "../../app/router.ts";
import { Loading, Problem } from "../../parts/notice.tsx";
import { Section } from "../../parts/page.tsx";
import { clock, count, duration, say, time } from "../../words/say.ts";
import { words } from "../../words/words.ts";

const daySec = 86_400;
/** A quarter of a minute: the first minutes of a new box appear as they happen. */
const everyMs = 15_000;
/** Streams of one request, by the API's bound. */
const perRequest = 32;
/** Hours between the marks of the axis. */
const axisHours = 4;

interface Day {
  fromSec: number;
  toSec: number;
  streams: readonly TimelineStream[];
}

/** The last 24 hours of all cameras: recorded, not observed and why, incidents. */
export function DayStrip({ streams }: { streams: readonly Stream[] }) {
  const ids = streams.map(({ stream_id: id }) => id).toSorted((a, b) => a.localeCompare(b));
  const { data, error, reload } = useLoad((signal) => readDay(ids, signal), [ids.join(",")], {
    everyMs,
  });
  useEffect(() => siteEvents.follow(["incident.created"], reload, reload), [reload]);
  const { live: own } = words.value;
  return (
    <Section title={own.day} actions={<Legend />}>
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

async function readDay(ids: readonly string[], signal: AbortSignal): Promise<Day> {
  const toSec = Math.floor(Date.now() / 1000);
  const fromSec = toSec - daySec;
  const parts: TimelineStream[] = [];
  for (let at = 0; at < ids.length; at += perRequest) {
    const args = { stream_ids: ids.slice(at, at + perRequest).join(","), from: fromSec, to: toSec };
    const { data } = await box.surveillance.listTimeline(args, { signal });
    parts.push(...data.data);
  }
  return { fromSec, toSec, streams: parts };
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

function Axis({ day: { fromSec, toSec } }: { day: Day }) {
  const stepSec = axisHours * 3600;
  const first = new Date(fromSec * 1000);
  first.setHours(Math.ceil((first.getHours() + 1) / axisHours) * axisHours, 0, 0, 0);
  const marks: number[] = [];
  for (let at = first.getTime() / 1000; at < toSec; at += stepSec) marks.push(at);
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
      <a class="day-name" href={href(`/cameras/${encodeURIComponent(id)}`)}>
        {nameOf(id)}
      </a>
      <a
        class="day-track"
        dir="ltr"
        href={href("/review", { stream_id: id })}
        aria-label={summaryOf(stream)}
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
function summaryOf({ stream_id: id, recordings, gaps, incidents }: TimelineStream): string {
  const { live: own, health, incidents: incidentWords } = words.value;
  const recordedSec = recordings.reduce((sum, { from, to }) => sum + to - from, 0);
  const missing = new Map<TimelineStream["gaps"][number]["reason"], number>();
  for (const { reason, seconds } of gaps) missing.set(reason, (missing.get(reason) ?? 0) + seconds);
  const reasons = [...missing].map(
    ([reason, seconds]) => `${health.reasons[reason]} ${duration(seconds)}`,
  );
  const amount = incidents.reduce((sum, { count: some }) => sum + some, 0);
  return [
    say(own.dayOf, { name: nameOf(id) }),
    `${own.recorded} ${duration(recordedSec)}`,
    ...reasons,
    count(incidentWords.shown, amount),
  ].join(", ");
}

function placeOf({ fromSec, toSec }: Day, { from, to }: { from: number; to: number }) {
  const length = toSec - fromSec;
  const start = Math.max(0, (from - fromSec) / length);
  const end = Math.min(1, (to - fromSec) / length);
  return { left: share(start), width: share(Math.max(0, end - start)) };
}

function share(part: number): string {
  return `${(part * 100).toFixed(3)}%`;
}
