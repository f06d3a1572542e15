import { useEffect, useRef, useState } from "preact/hooks";
import type { TimelineStream } from "../../../../../client/source/generated.ts";
import { streamAddress } from "../../../api/box.ts";
import { dateTime, duration, time, timeOfDay } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import { typeName } from "../incident-words.tsx";
import type { Playback } from "./playback.ts";
import { placeOf, ticksOf, type TimeRange, zoomed, zoomStep } from "./range.ts";
import type { TimelineData } from "./timeline-data.ts";
import { nameOf } from "../../../cameras/camera-name.ts";
import { robotName } from "../../../app/site.ts";

const mostTicks = 8;
/** A picture follows the pointer at most this often. */
const hoverMs = 150;

/** What the axis needs. */
export interface AxisProps {
  data: TimelineData | undefined;
  streamIds: readonly string[];
  range: TimeRange;
  playback: Playback;
  /** The part that brackets enclose. */
  brackets: Partial<TimeRange>;
  onRange: (range: TimeRange) => void;
  onKey: (event: KeyboardEvent) => void;
}

/** Rows of cameras, robots and rules over one axis of time; one slider for the playhead. */
export function Axis(props: AxisProps) {
  const { data, streamIds, range, playback, brackets, onRange } = props;
  const area = useRef<HTMLDivElement>(null);
  const newest = useRef(range);
  newest.current = range;
  const [hover, setHover] = useState<{ streamId: string; at: number } | undefined>(undefined);
  const { timeline } = words.value;
  const timeAt = (clientX: number): number => {
    const { left, width } = area.current!.getBoundingClientRect();
    const { from, to } = newest.current;
    return from + ((clientX - left) / width) * (to - from);
  };
  useEffect(() => {
    const element = area.current!;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const { from, to } = newest.current;
      const isPan = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      const by = event.deltaX || event.deltaY;
      if (isPan)
        onRange({ from: from + (by / 1000) * (to - from), to: to + (by / 1000) * (to - from) });
      else {
        const factor = event.deltaY > 0 ? zoomStep : 1 / zoomStep;
        onRange(zoomed(newest.current, timeAt(event.clientX), factor));
      }
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [onRange]);
  return (
    <div class="timeline-frame" dir="ltr">
      <Names streamIds={streamIds} data={data} />
      <div
        ref={area}
        class="timeline-area"
        role="slider"
        tabIndex={0}
        aria-label={timeline.playhead}
        aria-valuemin={Math.floor(range.from)}
        aria-valuemax={Math.ceil(range.to)}
        aria-valuenow={Math.round(playback.at)}
        aria-valuetext={dateTime(playback.at)}
        onKeyDown={props.onKey}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          playback.seek(timeAt(event.clientX));
        }}
        onPointerMove={(event) => {
          const row = (event.target as Element).closest<HTMLElement>("[data-stream]");
          const streamId = row?.dataset["stream"];
          setHover(streamId ? { streamId, at: timeAt(event.clientX) } : undefined);
          if (event.buttons === 1) playback.seek(timeAt(event.clientX));
        }}
        onPointerLeave={() => setHover(undefined)}
      >
        <Ticks range={range} />
        {streamIds.map((id) => (
          <StreamRow
            key={id}
            id={id}
            range={range}
            stream={data?.streams.find(({ stream_id: one }) => one === id)}
          />
        ))}
        <MarkRow
          kind="command"
          range={range}
          marks={(data?.commands ?? []).map(
            ({ created_at: at, ended_at: end, robot_id: robot, state }) => ({
              at,
              to: end ?? at,
              title: `${robotName(robot)}: ${state}, ${time(at)}`,
            }),
          )}
        />
        <MarkRow
          kind="chain"
          range={range}
          marks={(data?.chains ?? []).map(({ created_at: at, rule_name: name, rule_id: id }) => ({
            at,
            to: at,
            title: `${name ?? id}, ${time(at)}`,
          }))}
        />
        <Brackets range={range} brackets={brackets} />
        <Line className="timeline-playhead" at={playback.at} range={range} />
        {hover && <HoverPicture {...hover} range={range} stream={data} />}
      </div>
      <p class="quiet-text timeline-scale">{scaleOf(range, timeline.scale)}</p>
    </div>
  );
}

function scaleOf({ from, to }: TimeRange, sentence: string): string {
  return sentence.replace("{duration}", duration(to - from));
}

function Names({
  streamIds,
  data,
}: {
  streamIds: readonly string[];
  data: TimelineData | undefined;
}) {
  const { timeline } = words.value;
  const robots = data && data.commands.length > 0;
  const rules = data && data.chains.length > 0;
  return (
    <div class="timeline-names">
      <span />
      {streamIds.map((id) => (
        <span key={id}>{nameOf(id)}</span>
      ))}
      <span data-empty={!robots}>{timeline.commands}</span>
      <span data-empty={!rules}>{timeline.chains}</span>
    </div>
  );
}

function Ticks({ range }: { range: TimeRange }) {
  const isLong = range.to - range.from > 86_400;
  return (
    <div class="timeline-ticks" aria-hidden="true">
      {ticksOf(range, mostTicks).map((at) => (
        <span key={at} style={{ left: `${placeOf(at, range)}%` }}>
          {isLong ? shortDate(at) : timeOfDay(at)}
        </span>
      ))}
    </div>
  );
}

function shortDate(at: number): string {
  const options = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" } as const;
  return new Intl.DateTimeFormat(document.documentElement.lang, options).format(
    new Date(at * 1000),
  );
}

function StreamRow(props: { id: string; range: TimeRange; stream: TimelineStream | undefined }) {
  const { range, stream } = props;
  const { timeline } = words.value;
  return (
    <div class="timeline-row" data-stream={props.id}>
      {stream?.recordings.map(({ from, to }) => (
        <Bar key={from} className="recorded" {...{ from, to, range }} title={timeline.recorded} />
      ))}
      {stream?.gaps.map(({ from, to, reason }) => (
        <Bar
          key={`${from} ${reason}`}
          className="gap"
          {...{ from, to, range }}
          title={`${timeline.reasons[reason]}, ${time(from)} – ${time(to)}`}
        />
      ))}
      {stream?.incidents.map(({ from, to, severity, type, count: amount, incident_id: id }) => (
        <Bar
          key={id}
          className={`mark ${severity}`}
          {...{ from, to, range }}
          title={`${type === null ? amount : typeName(type)}, ${time(from)}`}
        />
      ))}
    </div>
  );
}

function MarkRow(props: {
  kind: "command" | "chain";
  range: TimeRange;
  marks: readonly { at: number; to: number; title: string }[];
}) {
  return (
    <div class="timeline-row" data-kind={props.kind}>
      {props.marks.map(({ at, to, title }) => (
        <Bar
          key={`${at} ${title}`}
          className={`mark ${props.kind}`}
          from={at}
          to={to}
          range={props.range}
          title={title}
        />
      ))}
    </div>
  );
}

function Bar(props: {
  className: string;
  from: number;
  to: number;
  range: TimeRange;
  title: string;
}) {
  const { from, to, range } = props;
  if (to < range.from || from > range.to) return null;
  const left = Math.max(0, placeOf(from, range));
  const width = Math.min(100, placeOf(to, range)) - left;
  return (
    <span
      class={`timeline-bar ${props.className}`}
      title={props.title}
      style={{ left: `${left}%`, width: `${Math.max(0, width)}%` }}
    />
  );
}

function Brackets({ range, brackets }: { range: TimeRange; brackets: Partial<TimeRange> }) {
  const { from, to } = brackets;
  return (
    <>
      {from !== undefined && <Line className="timeline-bracket" at={from} range={range} />}
      {to !== undefined && <Line className="timeline-bracket end" at={to} range={range} />}
      {from !== undefined && to !== undefined && to > from && (
        <Bar className="enclosed" {...{ from, to, range }} title="" />
      )}
    </>
  );
}

function Line(props: { className: string; at: number; range: TimeRange }) {
  const left = placeOf(props.at, props.range);
  if (left < 0 || left > 100) return null;
  return <span class={props.className} style={{ left: `${left}%` }} />;
}

function HoverPicture(props: {
  streamId: string;
  at: number;
  range: TimeRange;
  stream: TimelineData | undefined;
}) {
  const { streamId, at, range } = props;
  const step = Math.max(1, (range.to - range.from) / 200);
  const steppedAt = Math.floor(at / step) * step;
  const [settled, setSettled] = useState<number | undefined>(undefined);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(steppedAt), hoverMs);
    return () => clearTimeout(timer);
  }, [steppedAt, streamId]);
  const stream = props.stream?.streams.find(({ stream_id: id }) => id === streamId);
  const isRecorded = stream?.recordings.some(({ from, to }) => from <= at && to >= at);
  return (
    <div
      class="timeline-hover"
      style={{ left: `${Math.min(88, Math.max(12, placeOf(at, range)))}%` }}
    >
      {isRecorded && settled !== undefined && (
        <img
          key={`${streamId} ${settled}`}
          alt=""
          src={streamAddress(streamId, `preview.jpg?at=${settled.toFixed(3)}`)}
          onError={(event) => event.currentTarget.remove()}
        />
      )}
      <span>{time(at)}</span>
    </div>
  );
}
