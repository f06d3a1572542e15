import { Icon } from "../../parts/icon.tsx";
import { say } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { nameOf } from "./fleet.ts";
import { type StoppableRobot, StopMessages, useStops } from "./stops.tsx";

/**
 * The stop, always in sight while robots are: each press sends at once, also while another is under way,
 * and nothing disables it. `onStop` is called at the press, so that a manual drive can end.
 */
export function StopBar(props: { robots: readonly StoppableRobot[]; onStop?: () => void }) {
  const { robots, onStop } = props;
  const { messages, stopAll } = useStops();
  const { robots: own } = words.value;
  const press = (): void => {
    onStop?.();
    stopAll(robots);
  };
  if (robots.length === 0) return null;
  return (
    <div class="stop-bar">
      <button type="button" class="stop-button" onClick={press}>
        <Icon name="stop" />
        {robots.length === 1 ? say(own.stopOne, { name: nameOf(robots[0]!) }) : own.stopAll}
      </button>
      <div role="status" class="stop-messages">
        <StopMessages messages={messages} />
        {Object.keys(messages).length === 0 && <p>{own.stopHint}</p>}
      </div>
    </div>
  );
}
