import type { WorkflowService } from "../../../src/automation/workflows/workflow-service.ts";
import { workflowWire } from "../../../src/automation/workflows/workflow-wire.ts";

/** Runs as the API answers about them. */
export function workflowApi(workflows: WorkflowService) {
  return {
    get(org: string, id: string) {
      const state = workflows.get(org, id);
      return state && workflowWire(state, true);
    },
    list(...about: Parameters<WorkflowService["list"]>) {
      const page = workflows.list(...about);
      return { ...page, items: page.items.map((state) => workflowWire(state, false)) };
    },
    async wait(...about: Parameters<WorkflowService["wait"]>) {
      const state = await workflows.wait(...about);
      return state && workflowWire(state, true);
    },
    async cancel(org: string, id: string) {
      const state = await workflows.cancel(org, id);
      return state && workflowWire(state, true);
    },
  };
}
