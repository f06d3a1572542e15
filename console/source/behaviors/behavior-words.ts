import type { Behavior } from "../../../client/source/generated.ts";
import { tidyList } from "../parts/own-values.ts";
import { number, say } from "../words/say.ts";
import { words } from "../words/words.ts";
import { parametersOf } from "./kinds.ts";

/** A kind of the camera's own events. */
export type CameraEventKind = NonNullable<Behavior["events"]>[number];

/** A behavior's parameters in one line. */
export function behaviorLine(behavior: Behavior): string {
  const { behaviors: own, incidents } = words.value;
  const parts = [behavior.line ?? behavior.zone];
  for (const name of parametersOf(behavior.type)) {
    const value = behavior[name];
    if (value === undefined) continue;
    if (name === "direction") parts.push(own.directions[behavior.direction ?? "any"]);
    else if (name === "events") parts.push(eventNames(behavior.events));
    else if (Array.isArray(value)) parts.push(value.join(", "));
    else
      parts.push(
        say("{name}: {value}", { name: own.parameters[name], value: number(Number(value), 2) }),
      );
  }
  if (behavior.classes?.length) parts.push(behavior.classes.join(", "));
  if (behavior.severity) parts.push(incidents.severities[behavior.severity]);
  return parts.filter(Boolean).join(" · ");
}

/** The kinds of the camera's events in words; undefined for none. */
export function eventNames(events: readonly CameraEventKind[] | undefined): string | undefined {
  return events?.map((event) => words.value.behaviors.cameraEvents[event]).join(", ");
}

/** Ready for the wire: no empty class between two commas. */
export function cleaned<
  T extends { classes?: string[] | undefined; other_classes?: string[] | undefined },
>(behavior: T): T {
  return {
    ...behavior,
    classes: tidyList(behavior.classes),
    other_classes: tidyList(behavior.other_classes),
  };
}
