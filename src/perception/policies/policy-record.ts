import type { PolicyAction, PolicyCondition } from "./policy-document.ts";
import type { WeeklySchedule } from "../core/schedule-document.ts";
import type { PolicyRequest } from "./policy-document.ts";
import { uuidv7 } from "../../base/core/ids.ts";
import type { BehaviorSettings } from "../settings/stream-document.ts";
import type { StoreKey, StoreReader, StoreTransaction } from "../../base/core/store.ts";
import { policyLimits } from "./policy-terms.ts";
import type { SiteMode } from "../core/schedule-terms.ts";

/** A policy as stored; plain data. */
export interface PolicyRecord {
  v: 1;
  id: string;
  org: string;
  /** Empty: every stream of the organisation. */
  streamId: string;
  name: string;
  type: string;
  condition: PolicyCondition;
  action: PolicyAction;
  schedule: WeeklySchedule | null;
  modes: SiteMode[];
  enabled: boolean;
  createdAtMs: number;
  updatedAtMs: number;
}

const policyKey = (org: string, id: string): StoreKey => [org, "policy", id];

/** The record of a new policy, with the defaults of what the request leaves out. */
export function newPolicy(org: string, request: PolicyRequest, nowMs: number): PolicyRecord {
  return {
    v: 1,
    id: uuidv7(nowMs),
    org,
    streamId: request.stream_id ?? "",
    name: request.name,
    type: request.type,
    condition: request.condition ?? {},
    action: request.action ?? {},
    schedule: request.schedule ?? null,
    modes: request.modes ?? [],
    enabled: request.enabled ?? true,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  };
}

/** Policies of the organisation, oldest first. */
export function listPolicies(store: StoreReader, org: string): PolicyRecord[] {
  return store
    .range<PolicyRecord>({ prefix: [org, "policy"], limit: policyLimits.policies })
    .map(({ value }) => value);
}

/** The policy, or undefined. */
export function getPolicy(store: StoreReader, org: string, id: string): PolicyRecord | undefined {
  return store.get<PolicyRecord>(policyKey(org, id.toLowerCase()));
}

/** Stores the policy, as part of the caller's transaction. */
export function putPolicy(tx: StoreTransaction, policy: PolicyRecord): void {
  tx.put(policyKey(policy.org, policy.id), policy);
}

/** Forgets the policy. */
export function removePolicy(tx: StoreTransaction, policy: PolicyRecord): void {
  tx.remove(policyKey(policy.org, policy.id));
}

/** Returns the policy's condition as an inline behavior. */
export function behaviorOf({ type, condition, action }: PolicyRecord): BehaviorSettings {
  const { severity } = action;
  return { ...condition, type, ...(severity === undefined ? {} : { severity }) };
}

/** Returns true when the policy covers the stream. */
export function isAbout(policy: PolicyRecord, streamId: string): boolean {
  return policy.streamId === "" || policy.streamId === streamId;
}
