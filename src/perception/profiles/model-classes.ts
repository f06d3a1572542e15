import { fail } from "../../base/contract/fail.ts";
import type { BehaviorWire } from "../wire/surveillance.ts";
import { behaviors } from "../behaviors/registry.ts";
import { nonEmpty } from "./rules.ts";
import type { Sight } from "../models/sight.ts";

/**
 * A behavior about classes that only some models have, with those of the stream's model; any other
 * one as it is. Throws at `param`: `feature_disabled` while no model of the box has such classes, and
 * `invalid_request_body` where another one than the stream's has them.
 */
export function withModelClasses(wire: BehaviorWire, param: string, sight: Sight): BehaviorWire {
  const isAbout = behaviors.get(wire.type)?.needsModelClass;
  if (!isAbout) return wire;
  const asked = nonEmpty(wire.classes);
  const isWanted = asked ? (label: string): boolean => asked.includes(label) : isAbout;
  const classes = sight.labels.filter(isWanted);
  // Mere motion stands for every class elsewhere; it cannot show what somebody wears.
  if (classes.length > 0) return { ...wire, classes: [...(asked ?? classes)] };
  const able = sight.installed.find(({ labels }) => labels.some(isWanted));
  const what = `${param}: model \`${sight.model}\` has no class for \`${wire.type}\``;
  if (able) throw fail("invalid_request_body", `${what}; \`${able.name}\` has`, { param });
  const how = "add one (`gatehouse models add`) and name it as `model` or `models.default`";
  throw fail("feature_disabled", `${what}, nor has another one; ${how}`, { param });
}
