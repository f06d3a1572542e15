import type { PolicyRequest } from "../../perception/policies/policy-document.ts";
import type { PolicyRecord } from "../../perception/policies/policy-record.ts";
import type { SharedPolicy } from "./record-document.ts";
import type { SharedData, SharedKind } from "./shared-kind.ts";

/** The policies of a box. */
export interface OwnPolicies {
  list(): readonly PolicyRecord[];
  get(id: string): PolicyRecord | undefined;
  adopt(policy: PolicyRecord): Promise<void>;
  remove(org: string, id: string): Promise<boolean>;
}

/** Policies as a kind that boxes share. */
export function sharedPolicies(own: OwnPolicies): SharedKind {
  return {
    kind: "policy",
    isRemovable: true,
    isRemovalFinal: false,
    list: () => new Map(own.list().map((policy) => [policy.id, policyWire(policy)])),
    get(id) {
      const policy = own.get(id);
      return policy ? policyWire(policy) : null;
    },
    async apply(id, data) {
      const before = own.get(id);
      if (data) await own.adopt(policyOf(data as SharedPolicy));
      else if (before) await own.remove(before.org, id);
    },
  };
}

function policyWire({
  v: _v,
  id,
  org,
  createdAtMs,
  updatedAtMs,
  ...policy
}: PolicyRecord): SharedData {
  const { streamId, ...rest } = policy;
  const request: PolicyRequest = { ...rest, stream_id: streamId };
  return { id, org, createdAtMs, updatedAtMs, policy: request };
}

function policyOf({ id, org, createdAtMs, updatedAtMs, policy }: SharedPolicy): PolicyRecord {
  return {
    v: 1,
    id,
    org,
    streamId: policy.stream_id ?? "",
    name: policy.name,
    type: policy.type,
    condition: policy.condition ?? {},
    action: policy.action ?? {},
    schedule: policy.schedule ?? null,
    modes: policy.modes ?? [],
    enabled: policy.enabled ?? true,
    createdAtMs,
    updatedAtMs,
  };
}
