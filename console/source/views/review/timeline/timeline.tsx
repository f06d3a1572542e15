import "./timeline.css";
import { useEffect, useRef, useState } from "preact/hooks";
import type { TimelineStream } from "../../../../../client/source/generated.ts";
import { box } from "../../../api/box.ts";
import { useLoad } from "../../../api/load.ts";
import { setQuery } from "../../../app/router.ts";
import { Button } from "../../../parts/button.tsx";
import { CheckField, SelectField } from "../../../parts/field.tsx";
import { Empty, Loading, Problem } from "../../../parts/notice.tsx";
import { Page } from "../../../parts/page.tsx";
import { number } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import type { ViewProps } from "../../registry.ts";
import { Axis } from "./axis.tsx";
import { ExportBar } from "./export-bar.tsx";
import { GoTo } from "./go-to.tsx";
import { type Playback, speeds, usePlayback } from "./playback.ts";
import { Player } from "./player.tsx";
import { moved, showing, type TimeRange, zoomed, zoomStep } from "./range.ts";
import { useTimelineData } from "./timeline-data.ts";
import { nameOf } from "../../../cameras/camera-name.ts";

/** Cameras that play together. */
const mostPlayers = 4;
/** Rows of cameras: what the box answers at once. */
const mostRows = 32;
const usualSpanSec = 3600;
const settleMs = 300;

/** Recordings, gaps, incidents, robots and rules over time, and up to four cameras at one playhead. */
export function View({ query }: ViewProps) {
  const { data, error, reload } = useLoad(
    async (signal) => (await box.surveillance.listStreams({ limit: 100 }, { signal })).data.data,
    [],
  );
  const { timeline } = words.value;
  const visit = useVisit(query);
  const ids = data?.map(({ stream_id: id }) => id).slice(0, mostRows);
  return (
    <Page title={timeline.title}>
      <Problem error={error} onRetry={reload} />
      {!ids && error === undefined && <Loading />}
      {ids?.length === 0 && <Empty>{timeline.noCameras}</Empty>}
      {ids && ids.length > 0 && (
        <Timeline key={visit.count} streamIds={ids} query={query} onWrite={visit.onWrite} />
      )}
    </Page>
  );
}

/**
 * Counts how often the person has come to an address of the timeline, so that each begins with what its query says. What
 * the timeline writes into the address itself, and names to `onWrite` before, counts as the same visit.
 */
function useVisit(query: URLSearchParams): { count: number; onWrite: (query: string) => void } {
  const visit = useRef({ query: query.toString(), count: 0 }).current;
  if (query.toString() !== visit.query) {
    visit.query = query.toString();
    visit.count += 1;
  }
  return {
    count: visit.count,
    onWrite: (own) => {
      visit.query = own;
    },
  };
}

function Timeline(props: {
  streamIds: readonly string[];
  query: URLSearchParams;
  onWrite: (query: string) => void;
}) {
  const { streamIds, query, onWrite } = props;
  const startAt = Number(query.get("at")) || Date.now() / 1000 - 60;
  const span = Number(query.get("span")) || usualSpanSec;
  const askedStreams = (query.get("streams") ?? "")
    .split(",")
    .filter((id) => streamIds.includes(id));
  const [chosen, setChosen] = useState<readonly string[]>(
    askedStreams.length > 0 ? askedStreams.slice(0, mostPlayers) : streamIds.slice(0, 1),
  );
  const [range, setRange] = useState<TimeRange>({
    from: startAt - span / 2,
    to: startAt + span / 2,
  });
  const [brackets, setBrackets] = useState<Partial<TimeRange>>({});
  const playback = usePlayback(startAt);
  const { data, error, reload } = useTimelineData(streamIds, range);
  const place = { streams: chosen.join(), at: playback.at, span: range.to - range.from };
  useAddress(place, { isPlaying: playback.isPlaying, onWrite });
  // A reference: somebody may go to a time between the drawing of the first data and its effect.
  const isPlaceAsked = useRef(query.has("at"));
  const seek = (at: number): void => {
    isPlaceAsked.current = true;
    playback.seek(at);
    setRange((before) => showing(before, at));
  };
  useEffect(() => {
    if (data === undefined || isPlaceAsked.current) return;
    isPlaceAsked.current = true;
    const first = firstRecorded(data.streams, { ids: chosen, from: playback.at });
    if (first !== undefined && first !== playback.at) seek(first);
  }, [data]);
  useEffect(() => {
    if (playback.isPlaying) setRange((before) => showing(before, playback.at));
  }, [playback.at, playback.isPlaying]);
  const { timeline } = words.value;
  return (
    <>
      <Problem error={error} onRetry={reload} />
      <div class="timeline-players" data-count={chosen.length}>
        {chosen.map((id) => {
          const stream = data?.streams.find(({ stream_id: one }) => one === id);
          return stream && <Player key={id} stream={stream} playback={playback} />;
        })}
      </div>
      <Controls {...{ playback, range, seek }} onRange={setRange} onBrackets={setBrackets} />
      <Axis
        data={data}
        {...{ streamIds, range, brackets }}
        playback={{ ...playback, seek }}
        onRange={setRange}
        onKey={(event) => onKey(event, { playback, range, seek, setRange, setBrackets })}
      />
      <p class="hint">{timeline.help}</p>
      <ExportBar brackets={brackets} streamIds={chosen} onClear={() => setBrackets({})} />
      <fieldset class="timeline-cameras">
        <legend>{timeline.pick}</legend>
        {streamIds.map((id) => (
          <CheckField
            key={id}
            label={nameOf(id)}
            value={chosen.includes(id)}
            isDisabled={!chosen.includes(id) && chosen.length >= mostPlayers}
            onChange={(isOn) =>
              setChosen((before) => (isOn ? [...before, id] : before.filter((one) => one !== id)))
            }
          />
        ))}
      </fieldset>
    </>
  );
}

/** The first time from `from` on at which one of the cameras has a recording; undefined without one. */
function firstRecorded(
  streams: readonly TimelineStream[],
  { ids, from }: { ids: readonly string[]; from: number },
): number | undefined {
  const later = streams
    .filter(({ stream_id: id }) => ids.includes(id))
    .flatMap(({ recordings }) => recordings.filter(({ to }) => to > from));
  return later.length === 0
    ? undefined
    : Math.max(from, Math.min(...later.map((span) => span.from)));
}

/** Writes where the timeline stands into the address once it rests. */
function useAddress(
  place: { streams: string; at: number; span: number },
  { isPlaying, onWrite }: { isPlaying: boolean; onWrite: (query: string) => void },
): void {
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    if (isPlaying) return;
    const query = {
      streams: place.streams,
      at: place.at.toFixed(1),
      span: place.span.toFixed(1),
    };
    const timer = setTimeout(() => {
      onWrite(new URLSearchParams(query).toString());
      setQuery("/review/timeline", { query, replace: true });
    }, settleMs);
    return () => clearTimeout(timer);
  }, [place.streams, place.at, place.span, isPlaying]);
}

function Controls(props: {
  playback: Playback;
  range: TimeRange;
  seek: (at: number) => void;
  onRange: (range: TimeRange) => void;
  onBrackets: (change: (before: Partial<TimeRange>) => Partial<TimeRange>) => void;
}) {
  const { playback, range, seek, onRange, onBrackets } = props;
  const { timeline } = words.value;
  const span = range.to - range.from;
  return (
    <div class="row timeline-controls">
      <Button
        tone="main"
        icon={playback.isPlaying ? "stop" : "play"}
        isPressed={playback.isPlaying}
        onPress={playback.toggle}
      >
        {playback.isPlaying ? timeline.pause : timeline.play}
      </Button>
      <SelectField
        label={timeline.speed}
        value={String(playback.speed)}
        onChange={(speed) => playback.setSpeed(Number(speed))}
        options={speeds.map((speed) => [String(speed), `${number(speed)}×`] as const)}
      />
      <GoTo at={playback.at} onGo={seek} />
      <Button onPress={() => onRange(moved(range, -span / 2))}>{timeline.earlier}</Button>
      <Button onPress={() => onRange(moved(range, span / 2))}>{timeline.later}</Button>
      <Button onPress={() => onRange(zoomed(range, playback.at, 1 / 2))}>{timeline.zoomIn}</Button>
      <Button onPress={() => onRange(zoomed(range, playback.at, 2))}>{timeline.zoomOut}</Button>
      <Button onPress={() => seek(Date.now() / 1000 - 10)}>{timeline.now}</Button>
      <Button onPress={() => onBrackets((before) => ({ ...before, from: playback.now() }))}>
        {timeline.start}
      </Button>
      <Button onPress={() => onBrackets((before) => ({ ...before, to: playback.now() }))}>
        {timeline.end}
      </Button>
    </div>
  );
}

interface KeyTargets {
  playback: Playback;
  range: TimeRange;
  seek: (at: number) => void;
  setRange: (range: TimeRange) => void;
  setBrackets: (change: (before: Partial<TimeRange>) => Partial<TimeRange>) => void;
}

function onKey(event: KeyboardEvent, to: KeyTargets): void {
  const { playback, range, seek, setRange, setBrackets } = to;
  const span = range.to - range.from;
  const now = playback.now();
  const zoom = (factor: number) => () => setRange(zoomed(range, now, factor));
  const keys: Readonly<Record<string, () => void>> = {
    ArrowRight: () => seek(now + span / (event.shiftKey ? 1000 : 100)),
    ArrowLeft: () => seek(now - span / (event.shiftKey ? 1000 : 100)),
    PageUp: () => seek(now + span / 4),
    PageDown: () => seek(now - span / 4),
    Home: () => seek(range.from),
    End: () => seek(range.to),
    "+": zoom(1 / zoomStep),
    "=": zoom(1 / zoomStep),
    "-": zoom(zoomStep),
    "[": () => setBrackets((before) => ({ ...before, from: now })),
    "]": () => setBrackets((before) => ({ ...before, to: now })),
    " ": playback.toggle,
  };
  const run = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
  if (!run) return;
  event.preventDefault();
  run();
}
