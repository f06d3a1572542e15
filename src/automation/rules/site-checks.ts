import type { Fault } from "../../base/contract/explain.ts";
import type { RuleYaml } from "./site-settings.ts";
import type { SiteYaml } from "../../system/config/schema.ts";
import { reservedRuleIds } from "./rule-terms.ts";

/** Faults of rules: ids that are taken or reserved. */
export function rulesFaults({ rules }: SiteYaml): Fault[] {
  return rules.flatMap(ruleFaults);
}

function ruleFaults(rule: RuleYaml, at: number, all: readonly RuleYaml[]): Fault[] {
  const path = ["rules", at, "id"];
  const twin = all.findIndex(
    (each) => each.id === rule.id && each.organisation === rule.organisation,
  );
  if (twin < at) return [{ path, message: `is the id of rule ${twin + 1} already` }];
  return reservedRuleIds.has(rule.id) ? [{ path, message: "is a word of the API's paths" }] : [];
}
