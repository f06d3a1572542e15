import type { Behavior, Mode, Policy, Stream } from "../../../../../client/source/generated.ts";
import { box } from "../../../api/box.ts";
import { type Loaded, useLoad } from "../../../api/load.ts";
import { pageMax, readAll } from "../../../api/pages.ts";
import { href } from "../../../app/router.ts";
import { behaviorLine } from "../../../behaviors/behavior-words.ts";
import { Empty, Problem } from "../../../parts/notice.tsx";
import { words } from "../../../words/words.ts";
import { typeName } from "../../review/incident-words.tsx";
import { nameOf } from "../../../cameras/camera-name.ts";

const everyMs = 15_000;
/** A site has some dozens of each. */
const maxPages = 5;

/** What raises incidents in a mode: the cameras' own rules and the policies that hold in it. */
export interface RaisingRules {
  ofCameras: readonly { streamId: string; behavior: Behavior }[];
  policies: readonly Policy[];
}

/** The rules of `streams` and the policies that raise incidents in `mode`; their schedules may let them rest. */
export function raisingIn(
  mode: Mode["mode"],
  { streams, policies }: { streams: readonly Stream[]; policies: readonly Policy[] },
): RaisingRules {
  const holds = ({ modes = [] }: Pick<Policy, "modes">): boolean =>
    modes.length === 0 || modes.includes(mode);
  return {
    ofCameras: streams.flatMap(({ stream_id: streamId, behaviors }) =>
      behaviors.filter(holds).map((behavior) => ({ streamId, behavior })),
    ),
    policies: policies.filter((policy) => policy.enabled && holds(policy)),
  };
}

/** Reads what raises incidents in a mode; nothing while there is no mode. */
export function useRaisingRules(mode: Mode["mode"] | undefined): Loaded<RaisingRules | undefined> {
  return useLoad(
    async (signal) => {
      if (mode === undefined) return undefined;
      const limit = pageMax;
      const [streams, policies] = await Promise.all([
        readAll(
          (after) => box.surveillance.listStreams({ limit, ...after }, { signal }),
          signal,
          maxPages,
        ),
        readAll(
          (after) => box.surveillance.listPolicies({ limit, ...after }, { signal }),
          signal,
          maxPages,
        ),
      ]);
      return raisingIn(mode, {
        streams: streams.filter(({ state }) => state !== "ended"),
        policies,
      });
    },
    [mode],
    { everyMs },
  );
}

/** Lists what raises incidents in the mode, with the way to each. */
export function StillRaising({ mode }: { mode: Mode["mode"] }) {
  const { data, error, reload } = useRaisingRules(mode);
  const { modes: own } = words.value;
  const isEmpty = data && data.ofCameras.length + data.policies.length === 0;
  return (
    <>
      <Problem error={error} onRetry={reload} />
      {isEmpty && <Empty>{own.nothingRaises}</Empty>}
      <ul class="entries">
        {data?.policies.map(({ id, name, type, stream_id: streamId }) => (
          <li key={id} data-raising={name}>
            <span>
              <a href={href("/automation/rules")}>{name}</a> {typeName(type)}{" "}
              {streamId === "" ? words.value.cameras.every : nameOf(streamId)}
            </span>
            <span class="quiet-text">{own.policyHolds}</span>
          </li>
        ))}
        {data?.ofCameras.map(({ streamId, behavior }, index) => (
          <li key={index} data-raising={streamId}>
            <span>
              <a href={href(`/cameras/${encodeURIComponent(streamId)}`)}>{nameOf(streamId)}</a>{" "}
              {typeName(behavior.type)} <span class="quiet-text">{behaviorLine(behavior)}</span>
            </span>
            <span class="quiet-text">
              {behavior.modes?.length ? own.behaviorHolds : own.noMode}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
