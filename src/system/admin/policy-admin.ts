import type { PolicyReplay } from "../../perception/policies/policy-replay.ts";
import type { PolicyState } from "../../perception/policies/policy-service.ts";
import { policyWire, replayWire } from "../../perception/policies/policy-wire.ts";
import type { ReplayWire } from "../../perception/wire/policy-answers.ts";
import { fail, invalidField } from "../../base/contract/fail.ts";

type Params = Readonly<Record<string, unknown>>;

/** The policy commands of the running appliance. */
export interface PolicyCommands {
  list(org: string): readonly PolicyState[];
  replay: Pick<PolicyReplay, "run">;
}

/** Answers `policies.*` requests of the socket. Codes: those of a replay, `not_found`. */
export async function answerPolicies(
  policies: PolicyCommands,
  method: string,
  params: Params,
): Promise<unknown> {
  const org = text(params, "org");
  switch (method) {
    case "policies.list":
      return policies.list(org).map(policyWire);
    case "policies.replay":
      return await replay(policies, org, params);
    default:
      throw fail("not_found", `method: ${method.slice(0, 60)} is unknown. Check the name`);
  }
}

/** `policy` is an id, or a name that only one policy has. */
async function replay(policies: PolicyCommands, org: string, params: Params): Promise<ReplayWire> {
  const idOrName = text(params, "policy");
  const all = policies.list(org).map(({ policy }) => policy);
  const found = all.filter(({ id, name }) => id === idOrName.toLowerCase() || name === idOrName);
  const [policy, another] = found;
  if (!policy) {
    const names = all.map(({ name }) => name).join(", ") || "none";
    throw fail("not_found", `policy: there is no ${idOrName}. Choose from ${names}`);
  }
  if (another) throw fail("conflict", `policy: several are called ${idOrName}. Give an id`);
  const streamId = params["stream_id"] === undefined ? undefined : text(params, "stream_id");
  const span = { fromSec: moment(params, "from"), toSec: moment(params, "to"), streamId };
  const trial = await policies.replay.run(org, policy.id, { span });
  if (!trial) throw fail("not_found", `policy: there is no ${idOrName}. Choose a listed one`);
  return replayWire(trial);
}

function text(params: Params, name: string): string {
  const value = params[name];
  if (typeof value === "string") return value;
  throw invalidField(name, "must be a string. Give a string");
}

function moment(params: Params, name: string): number {
  const value = params[name];
  if (typeof value === "number" && value >= 0) return value;
  throw invalidField(name, "must be a number of 0 or more. Give Unix seconds");
}
