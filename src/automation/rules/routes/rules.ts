import { Type } from "typebox";
import { listOf } from "../../../base/contract/answers.ts";
import { assertMayConfirm } from "../../../base/contract/agents.ts";
import { fail } from "../../../base/contract/fail.ts";
import { ruleIdSchema, ruleRequestSchema } from "../rule-document.ts";
import {
  chainAnswer as chainData,
  removedRuleAnswer,
  ruleAnswer as ruleData,
} from "../wire/rule-answers.ts";
import type { ChainRecord } from "../chain-record.ts";
import { ruleWire } from "../rule-wire.ts";
import type { RuleStatus, Rules } from "../rules.ts";
import { type Answer, listAnswer } from "../../../http/answers/envelope-wire.ts";
import {
  closedObject,
  pageOf,
  isWithin,
  pageParameters,
  timeSpan,
  sliceOf,
  uuidParameter,
} from "../../../http/queries.ts";
import { type Route, route } from "../../../http/route.ts";

const base = "/api/v1/rules";
const params = closedObject({ rule_id: ruleIdSchema });

/** Rules from cameras to robots, and the chains of their actions. */
export function ruleRoutes(rules: Rules): Route[] {
  return [list(rules), chains(rules), chain(rules), get(rules), put(rules), remove(rules)];
}

function list(rules: Rules): Route {
  return route({
    method: "GET",
    path: base,
    summary: "List the rules by which robots act on incidents",
    tag: "rules",
    access: "robots:read",
    isTool: true,
    query: closedObject(pageParameters),
    answers: { 200: { description: "A page of rules", schema: listOf(ruleData) } },
    handle: ({ caller, query }) => pageAnswer(rules.list(caller.org).map(ruleWire), query),
  });
}

function get(rules: Rules): Route {
  return route({
    method: "GET",
    path: `${base}/:rule_id`,
    summary: "Get one rule",
    tag: "rules",
    access: "robots:read",
    isTool: true,
    params,
    answers: { 200: { description: "The rule", schema: ruleData } },
    handle: ({ caller, params: { rule_id: id } }) => ruleAnswer(rules.get(caller.org, id)),
  });
}

function put(rules: Rules): Route {
  return route({
    method: "PUT",
    path: `${base}/:rule_id`,
    summary: "Add or change a rule; it applies at once",
    tag: "rules",
    access: "robots:write",
    isTool: true,
    params,
    body: ruleRequestSchema,
    replayable: true,
    answers: { 200: { description: "The rule", schema: ruleData } },
    errors: ["conflict"],
    async handle({ caller, params: { rule_id: id }, body }) {
      const moves = body.do.some(({ type }) => type === "command");
      if (moves && !caller.scopes.includes("robots:command")) {
        const message =
          "do: the key may not command robots. Use a key with the scope robots:command";
        throw fail("insufficient_scope", message, {
          details: [{ path: "do", rule: "scope", message: "robots:command" }],
        });
      }
      if (moves) assertMayConfirm(caller, "do");
      return ruleAnswer(await rules.put(caller.org, id, body));
    },
  });
}

function remove(rules: Rules): Route {
  return route({
    method: "DELETE",
    path: `${base}/:rule_id`,
    summary: "Remove a rule; its chains stay",
    tag: "rules",
    access: "robots:write",
    isTool: true,
    params,
    replayable: true,
    answers: { 200: { description: "The deleted object", schema: removedRuleAnswer } },
    errors: ["conflict"],
    async handle({ caller, params: { rule_id: id } }) {
      if (!(await rules.remove(caller.org, id)))
        throw fail("not_found", "rule_id: there is no such rule. Choose a listed one");
      return { object: "rule", status: "deleted", data: { id, object: "rule", deleted: true } };
    },
  });
}

function chains(rules: Rules): Route {
  return route({
    method: "GET",
    path: `${base}/chains`,
    summary:
      "List the chains of rules, newest first: frame, incident, decision, commands, outcomes",
    tag: "rules",
    access: "robots:read",
    isTool: true,
    query: closedObject({
      ...pageParameters,
      ...timeSpan,
      rule_id: Type.Optional(ruleIdSchema),
      incident_id: Type.Optional(uuidParameter),
    }),
    answers: { 200: { description: "A page of chains", schema: listOf(chainData) } },
    handle({ caller, query }) {
      const { rule_id: ruleId, incident_id: incidentId, ...page } = query;
      const filter = {
        ...(ruleId === undefined ? {} : { ruleId }),
        ...(incidentId === undefined ? {} : { incidentId }),
      };
      const found = rules.chains(caller.org, filter);
      return pageAnswer(
        found.filter((chain) => isWithin(chain.created_at, query)),
        page,
      );
    },
  });
}

function chain(rules: Rules): Route {
  return route({
    method: "GET",
    path: `${base}/chains/:chain_id`,
    summary: "Get one chain, from the frame to the outcome",
    tag: "rules",
    access: "robots:read",
    isTool: true,
    params: closedObject({ chain_id: uuidParameter }),
    answers: { 200: { description: "The chain", schema: chainData } },
    handle: ({ caller, params: { chain_id: id } }) => chainAnswer(rules.chain(caller.org, id)),
  });
}

function pageAnswer<T extends { id: string }>(
  items: readonly T[],
  query: Parameters<typeof pageOf>[0],
): Answer {
  const page = sliceOf(
    items.map((item) => ({ name: item.id, item })),
    pageOf(query),
  );
  return listAnswer({ ...page, items: page.items.map(({ item }) => item) });
}

function ruleAnswer(found: RuleStatus | undefined): Answer {
  if (!found) throw fail("not_found", "rule_id: there is no such rule. Choose a listed one");
  const rule = ruleWire(found);
  return {
    object: "rule",
    status: rule.enabled ? "active" : "disabled",
    createdAt: rule.created_at,
    data: rule,
  };
}

function chainAnswer(found: ChainRecord | undefined): Answer {
  if (!found) throw fail("not_found", "chain_id: there is no such chain. Choose a listed one");
  const isOpen = found.steps.some(({ state }) => state === "pending" || state === "executing");
  return {
    object: "rule.chain",
    status: isOpen ? "open" : "ended",
    createdAt: found.created_at,
    data: found,
  };
}
