import { isAway } from "../../api/connection.ts";
import { may } from "../../app/session.ts";
import { Icon } from "../../parts/icon.tsx";
import { number, say } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { type HeardRobot, nameOf } from "./fleet.ts";
import { type StoppableRobot, StopMessages, useStops } from "./stops.tsx";

/** Slower than this a robot stands: drivers report some noise. */
const standingMps = 0.01;

/** What the stop needs of a robot; its state as far as it is known. */
export type StopBarRobot = StoppableRobot & Partial<HeardRobot>;

/**
 * The stop, always in sight while robots are: each press sends at once, also while another is under way,
 * and nothing disables it. `onStop` is called at the press, so that a manual drive can end.
 */
export function StopBar(props: { robots: readonly StopBarRobot[]; onStop?: () => void }) {
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
      {may("robots:command") ? (
        <button type="button" class="stop-button" onClick={press}>
          <Icon name="stop" />
          {robots.length === 1 ? say(own.stopOne, { name: nameOf(robots[0]!) }) : own.stopAll}
        </button>
      ) : (
        <p class="stop-refused">{say(own.stopMayNot, { scope: "robots:command" })}</p>
      )}
      <div role="status" class="stop-messages">
        <p class="stop-now">{robots.length === 1 ? stateOf(robots[0]!) : stateOfAll(robots)}</p>
        <StopMessages messages={messages} />
      </div>
      {may("robots:command") && <p class="stop-hint">{own.stopHint}</p>}
    </div>
  );
}

function stateOf(robot: StopBarRobot): string {
  const { stopNow } = words.value.robots;
  const name = nameOf(robot);
  const { velocity, held_by_stop: isHeld } = robot;
  if (isAway() || robot.connection?.state !== "online" || !velocity) {
    return say(stopNow.unknown, { name });
  }
  if (isMoving(robot)) {
    return say(stopNow.moving, { name, speed: number(Math.abs(velocity.value.linear_mps), 2) });
  }
  return say(isHeld === true ? stopNow.held : stopNow.standing, { name });
}

function stateOfAll(robots: readonly StopBarRobot[]): string {
  const { stopNow } = words.value.robots;
  if (isAway()) return stopNow.allUnknown;
  const moving = robots.filter(isMoving).length;
  return say(stopNow.someMoving, { moving, all: robots.length });
}

function isMoving({ velocity }: StopBarRobot): boolean {
  if (!velocity) return false;
  const { linear_mps: linear, angular_radps: turn } = velocity.value;
  return Math.abs(linear) > standingMps || Math.abs(turn) > standingMps;
}
