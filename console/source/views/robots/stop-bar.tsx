import { useState } from "preact/hooks";
import type { Robot } from "../../../../client/source/generated.ts";
import { box } from "../../api/box.ts";
import { explain } from "../../api/explain.ts";
import { Icon } from "../../parts/icon.tsx";
import { say } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { nameOf } from "./fleet.ts";

type Named = Pick<Robot, "robot_id" | "name">;

/** What is said of the last stop of each robot. */
interface Said {
  text: string;
  isBad: boolean;
}

const patienceMs = 5000;

/**
 * The stop, always in sight while robots are: each press sends at once, also while another is under way,
 * and nothing disables it. `onStop` is called at the press, so that a manual drive can end.
 */
export function StopBar({ robots, onStop }: { robots: readonly Named[]; onStop?: () => void }) {
  const [said, setSaid] = useState<Readonly<Record<string, Said>>>({});
  const { robots: own } = words.value;
  const tell = (robot: Named, text: string, isBad = false): void =>
    setSaid((before) => ({ ...before, [robot.robot_id]: { text, isBad } }));
  const stop = (robot: Named): void => {
    const name = nameOf(robot);
    tell(robot, say(own.stopSending, { name }));
    const signal = AbortSignal.timeout(patienceMs);
    const body = { reason: "stop button of the page" };
    box.robots.stopRobot({ robot_id: robot.robot_id }, body, { signal }).then(
      ({ data }) => {
        const { took_ms: ms, done } = data;
        tell(robot, say(own.stopDone, { name, ms: Math.round(ms), done }));
      },
      (error: unknown) => tell(robot, say(own.stopFailed, { name, reason: explain(error) }), true),
    );
  };
  const press = (): void => {
    onStop?.();
    for (const robot of robots) stop(robot);
  };
  if (robots.length === 0) return null;
  return (
    <div class="stop-bar">
      <button type="button" class="stop-button" onClick={press}>
        <Icon name="stop" />
        {robots.length === 1 ? say(own.stopOne, { name: nameOf(robots[0]!) }) : own.stopAll}
      </button>
      <div role="status" class="stop-said">
        {Object.entries(said).map(([id, { text, isBad }]) => (
          <p key={id} class={isBad ? "bad" : undefined}>
            {text}
          </p>
        ))}
        {Object.keys(said).length === 0 && <p>{own.stopHint}</p>}
      </div>
    </div>
  );
}
