import { useEffect, useState } from "preact/hooks";
import type {
  RobotCommand,
  RuleChain,
  TimelineStream,
} from "../../../../../client/source/generated.ts";
import { box } from "../../../api/box.ts";
import { useLoad } from "../../../api/load.ts";
import { may } from "../../../app/session.ts";
import type { TimeRange } from "./range.ts";

/** What the timeline draws. */
export interface TimelineData {
  streams: readonly TimelineStream[];
  commands: readonly RobotCommand[];
  chains: readonly RuleChain[];
}

/** A range that stood still for this long is read. */
const settleMs = 150;
const everyMs = 10_000;
const steps = 400;
const most = 100;

/** Streams, robots' commands and rule chains of a range, read again while the range holds the present. */
export function useTimelineData(streamIds: readonly string[], range: TimeRange) {
  const settled = useSettled(range);
  return useLoad<TimelineData>(
    async (signal) => {
      const { from, to } = settled;
      const span = { from: Math.max(0, from), to };
      const [streams, commands, chains] = await Promise.all([
        streamsOf(streamIds, span, signal),
        may("robots:read") ? commandsOf(span, signal) : [],
        may("robots:read") ? chainsOf(span, signal) : [],
      ]);
      return { streams, commands, chains };
    },
    [streamIds.join(), settled.from, settled.to],
    { everyMs },
  );
}

function useSettled(range: TimeRange): TimeRange {
  const [settled, setSettled] = useState(range);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(range), settleMs);
    return () => clearTimeout(timer);
  }, [range.from, range.to]);
  return settled;
}

async function streamsOf(ids: readonly string[], { from, to }: TimeRange, signal: AbortSignal) {
  if (ids.length === 0) return [];
  const query = { stream_ids: ids.join(), from, to, resolution: (to - from) / steps };
  return (await box.surveillance.listTimeline(query, { signal })).data.data;
}

async function commandsOf(span: TimeRange, signal: AbortSignal) {
  const robots = (await box.robots.listRobots({ limit: most }, { signal })).data.data;
  const lists = await Promise.all(
    robots.map(({ robot_id: id }) =>
      box.robots.listRobotCommands({ robot_id: id, ...span, limit: most }, { signal }),
    ),
  );
  return lists.flatMap(({ data }) => data.data);
}

async function chainsOf(span: TimeRange, signal: AbortSignal) {
  return (await box.rules.listChains({ ...span, limit: most }, { signal })).data.data;
}
