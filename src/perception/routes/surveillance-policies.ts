import {
  policyAnswer as policyData,
  removedPolicyAnswer,
  replayAnswer,
} from "../wire/policy-answers.ts";
import { Type } from "typebox";
import { listOf } from "../../base/contract/answers.ts";
import { fail } from "../../base/contract/fail.ts";
import { policyPatchSchema, policySchema } from "../policies/policy-document.ts";
import { replaySchema, ruleReplaySchema } from "../wire/policy.ts";
import { type Answer, listAnswer } from "../../http/answers/envelope-wire.ts";
import type { PolicyReplay, PolicyTrial } from "../policies/policy-replay.ts";
import type { PolicyService, PolicyState } from "../policies/policy-service.ts";
import { policyWire, replaySpan, replayWire } from "../policies/policy-wire.ts";
import {
  closedObject,
  pageOf,
  pageParameters,
  sliceById,
  streamIdParameter,
  uuidParameter,
} from "../../http/queries.ts";
import { type Route, route } from "../../http/route.ts";

const base = "/api/v1/surveillance/policies";
const params = closedObject({ policy_id: uuidParameter });

type StoredPolicies = Pick<PolicyService, "create" | "list" | "get" | "patch" | "remove">;
type Replay = Pick<PolicyReplay, "run" | "tryUnstored">;

/** Stored policies (contract sections 2.7 and 4.10). */
export function policyRoutes(policies: StoredPolicies, replay: Replay): Route[] {
  return [
    create(policies),
    list(policies),
    one(policies),
    patch(policies),
    remove(policies),
    tryOut(replay),
    tryUnstored(replay),
  ];
}

function create(policies: StoredPolicies): Route {
  return route({
    method: "POST",
    path: base,
    summary: "Create a policy; it applies to its streams at once",
    tag: "surveillance",
    access: "surveillance:write",
    isTool: true,
    body: policySchema,
    replayable: true,
    answers: { 201: { description: "The policy", schema: policyData } },
    errors: ["conflict"],
    async handle({ caller, body, reply }, keep) {
      reply.code(201);
      const created = await policies.create(caller.org, body, (tx, stored) =>
        keep(tx, policyAnswer(stored)),
      );
      return policyAnswer(created);
    },
  });
}

function list(policies: StoredPolicies): Route {
  return route({
    method: "GET",
    path: base,
    summary: "List policies, oldest first; with `stream_id` only those of that stream",
    tag: "surveillance",
    access: "surveillance:read",
    isTool: true,
    query: closedObject({ ...pageParameters, stream_id: Type.Optional(streamIdParameter) }),
    answers: { 200: { description: "A page of policies", schema: listOf(policyData) } },
    handle: ({ caller, query }) =>
      listAnswer(
        sliceById(policies.list(caller.org, query.stream_id).map(policyWire), pageOf(query)),
      ),
  });
}

function one(policies: StoredPolicies): Route {
  return route({
    method: "GET",
    path: `${base}/:policy_id`,
    summary: "Get one policy, with the streams to which it applies",
    tag: "surveillance",
    access: "surveillance:read",
    isTool: true,
    params,
    answers: { 200: { description: "The policy", schema: policyData } },
    handle: ({ caller, params: { policy_id: id } }) => policyAnswer(policies.get(caller.org, id)),
  });
}

function patch(policies: StoredPolicies): Route {
  return route({
    method: "PATCH",
    path: `${base}/:policy_id`,
    summary: "Change a policy, or switch it on or off; the change applies at once",
    tag: "surveillance",
    access: "surveillance:write",
    isTool: true,
    params,
    body: policyPatchSchema,
    replayable: true,
    answers: { 200: { description: "The policy", schema: policyData } },
    handle: async ({ caller, params: { policy_id: id }, body }) =>
      policyAnswer(await policies.patch(caller.org, id, body)),
  });
}

function remove(policies: StoredPolicies): Route {
  return route({
    method: "DELETE",
    path: `${base}/:policy_id`,
    summary: "Remove a policy; its open incidents are resolved",
    tag: "surveillance",
    access: "surveillance:write",
    isTool: true,
    params,
    replayable: true,
    answers: { 200: { description: "The deleted object", schema: removedPolicyAnswer } },
    async handle({ caller, params: { policy_id: id } }) {
      if (!(await policies.remove(caller.org, id))) throw unknownPolicy();
      const data = { id, object: "surveillance.policy", deleted: true };
      return { object: "surveillance.policy", status: "deleted", data };
    },
  });
}

function tryOut(replay: Replay): Route {
  return route({
    method: "POST",
    path: `${base}/:policy_id/replay`,
    summary:
      "Compute the incidents that the policy, enabled or not, would have raised on recorded tracks",
    tag: "surveillance",
    access: "surveillance:read",
    isTool: true,
    params,
    body: replaySchema,
    answers: {
      200: { description: "The incidents that the policy would have raised", schema: replayAnswer },
    },
    errors: ["overloaded"],
    async handle({ caller, params: { policy_id: id }, body, signal }) {
      const trial = await replay.run(caller.org, id, { span: replaySpan(body), signal });
      if (!trial) throw unknownPolicy();
      return trialAnswer(trial);
    },
  });
}

function tryUnstored(replay: Replay): Route {
  return route({
    method: "POST",
    path: `${base}/replay`,
    summary: "What a rule that is not stored would have raised on recorded tracks",
    tag: "surveillance",
    access: "surveillance:read",
    isTool: true,
    body: ruleReplaySchema,
    answers: { 200: { description: "Incidents that were not raised", schema: replayAnswer } },
    errors: ["overloaded"],
    async handle({ caller, body, signal }) {
      const how = { policy: body.policy, span: replaySpan(body), signal };
      return trialAnswer(await replay.tryUnstored(caller.org, how));
    },
  });
}

function trialAnswer(trial: PolicyTrial): Answer {
  return { object: "surveillance.policy_replay", status: "ok", data: replayWire(trial) };
}

function policyAnswer(state: PolicyState | undefined): Answer {
  if (!state) throw unknownPolicy();
  const policy = policyWire(state);
  return {
    object: "surveillance.policy",
    status: policy.enabled ? "active" : "disabled",
    createdAt: policy.created_at,
    data: policy,
  };
}

/** The same answer for an unknown policy and for one of another organisation. */
function unknownPolicy() {
  return fail("not_found", "policy_id: there is no such policy. List the policies");
}
