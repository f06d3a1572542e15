import type { UplinkWire } from "./wire/uplink-answers.ts";
import { type Capability, capabilities } from "./uplink-terms.ts";
import type { Budget, Usage } from "./budgets.ts";
import type { EndpointLanes, EndpointLane } from "./lanes.ts";

/** Returns the uplink as `GET /api/v1/system` shows it. */
export function uplinkWire(
  lanes: EndpointLanes,
  { used, budget }: { used: Usage; budget: Budget },
): UplinkWire {
  const routeOf = (capability: Capability): string[] =>
    lanes
      .route(capability)
      .map(({ endpoint, model }) => (model === null ? endpoint : `${endpoint}/${model}`));
  return {
    endpoints: lanes.all().map(endpointWire),
    routes: Object.fromEntries(capabilities.map((each) => [each, routeOf(each)])) as Record<
      Capability,
      string[]
    >,
    usage: {
      requests: used.requests,
      cost: used.cost,
      requests_per_day: budget.requestsPerDay,
      cost_per_day: budget.costPerDay,
    },
  };
}

function endpointWire({
  endpoint,
  data,
  state,
  line,
}: EndpointLane): UplinkWire["endpoints"][number] {
  const { name, kind, host } = endpoint;
  const { reason, sinceMs, lastSuccessAtMs, nextTryAtMs, state: connectivity } = state.view();
  return {
    name,
    kind,
    host,
    state: connectivity,
    reason,
    since: seconds(sinceMs),
    last_success_at: seconds(lastSuccessAtMs),
    next_try_at: seconds(nextTryAtMs),
    submitting: line.running,
    in_line: line.waiting,
    data: [...data],
  };
}

function seconds(ms: number | null): number | null {
  return ms === null ? null : Math.floor(ms / 1000);
}
