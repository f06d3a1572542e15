import type { Rule, RuleChain } from "../../../../../client/source/generated.ts";
import { percent, say } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import { typeName } from "../../review/incident-words.tsx";
import { nameOf } from "../../../cameras/camera-name.ts";
import { robotName } from "../../../app/site.ts";

/** What a step does: `rover: Move to`, or the alert with its text. */
export function stepLine(step: {
  type: "alert" | "command";
  robot_id?: string | null | undefined;
  message?: string | null | undefined;
  command: Readonly<Record<string, unknown>> | { command: string } | null;
}): string {
  const { rules: own, robots } = words.value;
  if (step.type === "alert") {
    return step.message ? say(own.alertWith, { message: step.message }) : own.alert;
  }
  const command = step.command?.command;
  const name = typeof command === "string" ? command : "";
  const known: Readonly<Record<string, string>> = robots.commands;
  const robot = step.robot_id ? robotName(step.robot_id) : undefined;
  return [robot, known[name] ?? typeName(name)].filter(Boolean).join(": ");
}

/** Each condition of a rule with the value that met it. */
export function conditionLines(
  { on }: Pick<Rule, "on">,
  { incident, frame }: RuleChain,
): [string, string][] {
  const { incidents, rules: own, behaviors, nav } = words.value;
  const lines: [string, string | undefined][] = [
    [behaviors.kind, on.type && typeName(incident.type)],
    [nav.cameras, on.stream_ids && frame.stream_id ? nameOf(frame.stream_id) : undefined],
    [nav.robots, on.robot_ids && incident.robot_id ? robotName(incident.robot_id) : undefined],
    [incidents.zone, on.zones && (incident.zone ?? undefined)],
    [incidents.seen, on.classes && incident.classes.join(", ")],
    [
      incidents.severity,
      on.min_severity &&
        say(own.atLeast, {
          value: incidents.severities[incident.severity],
          least: incidents.severities[on.min_severity],
        }),
    ],
    [
      incidents.confidence,
      on.min_confidence === undefined
        ? undefined
        : say(own.atLeast, {
            value: percent(incident.confidence),
            least: percent(on.min_confidence),
          }),
    ],
  ];
  return lines.filter((line): line is [string, string] => line[1] !== undefined);
}
