import type { ComponentChildren } from "preact";
import { isAway } from "../../api/connection.ts";
import { Badge, type Tone } from "../../parts/notice.tsx";
import { duration, number, percent, say, speed } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import type { HeardRobot } from "./fleet.ts";
import { Holder } from "./holder.tsx";

const tones: Readonly<Record<HeardRobot["connection"]["state"], Tone>> = {
  online: "good",
  stale: "warning",
  offline: "critical",
};

/** How a robot is connected, and what is wrong with it, in badges. */
export function RobotBadges({ robot }: { robot: HeardRobot }) {
  const { robots: own } = words.value;
  return (
    <span class="row">
      {isAway() ? (
        <Badge>{words.value.shell.retrying}</Badge>
      ) : (
        <Badge tone={tones[robot.connection.state]}>{own.links[robot.connection.state]}</Badge>
      )}
      {robot.e_stop?.value === true && <Badge tone="critical">{own.eStop}</Badge>}
      {robot.inside_geofence === false && <Badge tone="critical">{own.outside}</Badge>}
      {(robot.errors?.value.length ?? 0) > 0 && <Badge tone="warning">{own.faults}</Badge>}
      {robot.active_command && (
        <Badge tone="info">{own.commands[robot.active_command.command]}</Badge>
      )}
    </span>
  );
}

/** A measured value with its age, or "unknown"; the answer arrived `sinceMs` ago. */
function measured<T>(
  sinceMs: number,
  from: { value: T; age_ms: number } | null,
  show: (value: T) => string,
): ComponentChildren {
  const { robots: own } = words.value;
  if (!from) return own.noPose;
  const ageSec = (from.age_ms + sinceMs) / 1000;
  return (
    <>
      {show(from.value)}{" "}
      <small class="age" data-old={ageSec > 3}>
        {say(own.ago, { time: duration(ageSec, "narrow") })}
      </small>
    </>
  );
}

/** The limit, with its reason where people lower it. */
function speedLimitText({ speed_limit_mps: mps, people_limit: people }: HeardRobot): string {
  const limit = speed(mps);
  if (!people || people.reason === "clear" || people.limit_mps > mps) return limit;
  const distance = number(people.distance_m ?? 0, 1);
  return say(words.value.robots.peopleLimit[people.reason], { limit, distance });
}

/** A driver may report a mode that the page has no word for. */
function modeText(mode: string): string {
  const names: Readonly<Record<string, string>> = words.value.robots.modes;
  return names[mode] ?? mode;
}

/** What is known of a robot, each value with its age. */
export function robotFacts(
  robot: HeardRobot,
  nowMs: number,
): (readonly [string, ComponentChildren])[] {
  const { robots: own } = words.value;
  const { lease, active_command: active } = robot;
  const sinceMs = Math.max(0, nowMs - robot.heardAtMs);
  return [
    [
      own.position,
      measured(sinceMs, robot.pose, ({ frame, x, y }) =>
        say(own.placeText, { frame, x: number(x, 2), y: number(y, 2) }),
      ),
    ],
    [
      own.speed,
      measured(sinceMs, robot.velocity, (velocity) =>
        say(own.speedText, {
          linear: number(velocity.linear_mps, 2),
          angular: number(velocity.angular_radps, 2),
        }),
      ),
    ],
    [own.speedLimit, speedLimitText(robot)],
    [
      own.battery,
      measured(sinceMs, robot.battery, ({ percent: full, charging }) =>
        charging === true
          ? say(own.charging, { percent: percent(full / 100) })
          : percent(full / 100),
      ),
    ],
    [
      own.loads,
      measured(sinceMs, robot.loads, (loads) =>
        loads.length === 0
          ? own.noLoads
          : loads
              .map(({ type, id }) => [type, id].filter(Boolean).join(" ") || own.someLoad)
              .join(", "),
      ),
    ],
    [own.mode, measured(sinceMs, robot.mode, modeText)],
    [
      own.eStop,
      measured(sinceMs, robot.e_stop, (isPressed) => (isPressed ? own.pressed : own.notPressed)),
    ],
    [
      own.lease,
      lease ? (
        <Holder id={lease.holder} name={lease.holder_name} priority={lease.priority} />
      ) : (
        own.nobody
      ),
    ],
    [
      own.command,
      active
        ? `${own.commands[active.command]} (${own.states[active.state]})`
        : words.value.common.none,
    ],
  ];
}
