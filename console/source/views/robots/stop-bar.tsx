import { useState } from "preact/hooks";
import type { Robot } from "../../../../client/source/generated.ts";
import { box } from "../../api/box.ts";
import { explain } from "../../api/explain.ts";
import { Icon } from "../../parts/icon.tsx";
import { say } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { nameOf } from "./fleet.ts";

type Named = Pick<Robot, "robot_id" | "name">;

/** What is messages of the last stop of each robot. */
interface StopMessage {
  text: string;
  isBad: boolean;
}

const patienceMs = 5000;

/**
 * The stop, always in sight while robots are: each press sends at once, also while another is under way,
 * and nothing disables it. `onStop` is called at the press, so that a manual drive can end.
 */
export function StopBar({ robots, onStop }: { robots: readonly Named[]; onStop?: () => void }) {
  const [messages, setMessages] = useState<Readonly<Record<string, StopMessage>>>({});
  const { robots: own } = words.value;
  const report = (robot: Named, text: string, isBad = false): void =>
    setMessages((before) => ({ ...before, [robot.robot_id]: { text, isBad } }));
  const stop = (robot: Named): void => {
    const name = nameOf(robot);
    report(robot, say(own.stopSending, { name }));
    const signal = AbortSignal.timeout(patienceMs);
    const body = { reason: "stop button of the page" };
    box.robots.stopRobot({ robot_id: robot.robot_id }, body, { signal }).then(
      ({ data }) => {
        const { took_ms: ms, done } = data;
        report(robot, say(own.stopDone, { name, ms: Math.round(ms), done }));
      },
      (error: unknown) =>
        report(robot, say(own.stopFailed, { name, reason: explain(error) }), true),
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
      <div role="status" class="stop-messages">
        {Object.entries(messages).map(([id, { text, isBad }]) => (
          <p key={id} class={isBad ? "bad" : undefined}>
            {text}
          </p>
        ))}
        {Object.keys(messages).length === 0 && <p>{own.stopHint}</p>}
      </div>
    </div>
  );
}
