import { fillIn } from "../../../base/core/catalog.ts";
import { fail } from "../../../base/contract/fail.ts";
import { lexicons, shownVerbs } from "./lexicons.ts";
import type { RefusedReading } from "./phrases.ts";

/** Zones that a refusal lists. */
const namedZones = 20;
const endpointHint =
  "A model endpoint can plan other words: `uplink.routes.text`, with `robot` in `uplink.endpoints[].data`";

/**
 * Returns the refusal of a task in words, for its author: the words not understood, the understood ones, the
 * verbs, two readable sentences, the zones, and the setting that lets an endpoint plan.
 */
export function notUnderstood(refused: RefusedReading, zones: readonly string[]) {
  const { problem, rule, language, understood } = refused;
  const detail = (name: string, message: string) => ({ path: "task", rule: name, message });
  if (rule === "stop") {
    return fail("task_not_understood", `task: ${problem}`, {
      param: "task",
      details: [detail(rule, problem)],
    });
  }
  const lexicon = lexicons.find((each) => each.language === language)!;
  const verbs = shownVerbs(language);
  const zone = zones[0] ?? "(2, 3)";
  const examples = lexicon.examples.map((text) => `“${fillIn(text, { zone })}”`);
  const places = zones.length === 0 ? "there are none" : zones.slice(0, namedZones).join(", ");
  const help = [
    detail("understood", understood.length === 0 ? "nothing" : understood.join(" ")),
    detail("verbs", verbs.join(", ")),
    detail("examples", examples.join(", ")),
    detail("zones", places),
    detail("setting", endpointHint),
  ];
  const hints = help.slice(0, -1).map(({ rule: name, message }) => `${name}: ${message}`);
  const message = `task: ${problem}. ${hints.join("; ")}. ${endpointHint}`;
  return fail("task_not_understood", message, {
    param: "task",
    details: [detail(rule, problem), ...help],
  });
}
