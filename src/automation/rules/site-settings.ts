import { type Static, Type } from "typebox";
import { organisationSetting } from "../../base/settings/fields.ts";
import { ruleRequestSchema } from "./rule-document.ts";
import { streamIdPattern } from "../../perception/core/stream-terms.ts";

/** A rule as written: the body of `PUT /rules/<id>` with its id and its organisation. */
const ruleEntrySchema = Type.Object(
  {
    id: Type.String({ title: "Rule id", pattern: streamIdPattern }),
    organisation: organisationSetting("Organisation that the rule belongs to"),
    ...ruleRequestSchema.properties,
  },
  { title: "A rule: the body of PUT /api/v1/rules/<id>", additionalProperties: false },
);

/** The rules of the site. */
export const rulesSetting = Type.Array(ruleEntrySchema, {
  title: "Rules that make robots act on incidents (docs/robots/rules.md)",
  applies: "restart",
  default: [],
  maxItems: 100,
});

/** One rule as written. */
export type RuleYaml = Static<typeof ruleEntrySchema>;
