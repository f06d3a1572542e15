import { assertMayConfirm } from "../../base/contract/agents.ts";
import { fail, invalidField } from "../../base/contract/fail.ts";
import { privateScopeOf } from "../../base/jobs/job-terms.ts";
import type { WorkflowRequest } from "./workflow-document.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import type { InputCheck } from "../../base/jobs/inputs/input-check.ts";
import type { JsonObject } from "../../base/jobs/job.ts";
import type { Caller, StepOperation } from "../../base/jobs/operation.ts";
import { type Reference, referencesOf } from "./references.ts";
import { isAboutHealth, nameOf, type StepTable } from "./step-table.ts";
import type { SchemasWithHoles } from "./schema-with-holes.ts";
import type { Step } from "./workflow-record.ts";
import { workflowLimits } from "./workflow-terms.ts";

/** Dependencies of the checks of steps. */
export interface CheckParts {
  table: StepTable;
  check: InputCheck;
  schemas: SchemasWithHoles;
}

interface RequestedStep {
  step: Step;
  operation: StepOperation;
  references: readonly Reference[];
  /** `steps[2]`. */
  at: string;
}

/**
 * Returns the checked steps of a request: known methods, an order without a cycle, references to steps that
 * have ended by then, and valid inputs. Fails with `invalid_request_body` and the field, and with
 * `insufficient_scope`.
 */
export async function checkSteps(
  parts: CheckParts,
  request: WorkflowRequest,
  caller: Caller,
): Promise<Step[]> {
  const all = request.steps.map((_, at) => readStep(parts, request, { at, caller }));
  checkOrder(all);
  for (const requested of all) {
    checkReferences(requested, all, caller);
    await checkInput(parts, requested, caller);
  }
  return all.map(({ step }) => step);
}

function readStep(
  { table }: CheckParts,
  request: WorkflowRequest,
  { at: index, caller }: { at: number; caller: Caller },
): RequestedStep {
  const at = `steps[${index}]`;
  const { id = `step_${index + 1}`, ...requested } = request.steps[index]!;
  const operation = table.get(nameOf(requested));
  if (!operation) {
    const known = table.names().join(", ");
    throw invalidField(
      `${at}.method`,
      `there is no method ${nameOf(requested)}. Use one of ${known}`,
      "steps",
    );
  }
  const { namespace, method } = operation;
  checkScope(caller, operation.scope, `${at}.method`);
  if (operation.scope === "robots:command") assertMayConfirm(caller, `${at}.method`);
  if (Buffer.byteLength(JSON.stringify(requested.input)) > workflowLimits.stepInputBytes) {
    const message = `is larger than ${workflowLimits.stepInputBytes} bytes. Refer to pictures by URL or job`;
    throw invalidField(`${at}.input`, message, "steps");
  }
  return {
    at,
    operation,
    references: within(`${at}.input`, () => referencesOf(requested.input)),
    step: {
      id,
      namespace,
      method,
      input: requested.input as JsonObject,
      dependsOn: [...new Set(requested.depends_on)],
      onError: requested.on_error ?? "fail",
      timeoutSec: requested.timeout_seconds ?? null,
    },
  };
}

/** Checks that names are unique, dependencies exist, and none leads back to itself. */
function checkOrder(all: readonly RequestedStep[]): void {
  const byId = new Map<string, RequestedStep>();
  for (const requested of all) {
    const { id } = requested.step;
    if (byId.has(id))
      throw invalidField(
        `${requested.at}.id`,
        `${id} is the name of an earlier step. Choose another`,
        "steps",
      );
    byId.set(id, requested);
  }
  for (const { at, step } of all) {
    const missing = step.dependsOn.findIndex((id) => !byId.has(id));
    const itself = step.dependsOn.indexOf(step.id);
    if (missing !== -1) {
      const message = `there is no step ${step.dependsOn[missing]}. Name a step of the run`;
      throw invalidField(`${at}.depends_on[${missing}]`, message, "steps");
    }
    if (itself !== -1)
      throw invalidField(
        `${at}.depends_on[${itself}]`,
        "a step cannot wait for itself. Leave it out",
        "steps",
      );
    if (ancestorsOf(step, all).has(step.id)) {
      throw invalidField(
        `${at}.depends_on`,
        `${step.id} would wait for itself. Remove one dependency of the cycle`,
        "steps",
      );
    }
  }
}

/** Returns all steps that have ended before the step begins. */
function ancestorsOf(step: Step, all: readonly RequestedStep[]): Set<string> {
  const found = new Set<string>();
  const open = [...step.dependsOn];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...(all.find((each) => each.step.id === id)?.step.dependsOn ?? []));
  }
  return found;
}

function checkReferences(
  requested: RequestedStep,
  all: readonly RequestedStep[],
  caller: Caller,
): void {
  const ancestors = ancestorsOf(requested.step, all);
  for (const { at: place, stepId, what } of requested.references) {
    const at = `${requested.at}.input.${place}`;
    const source = all.find(({ step }) => step.id === stepId);
    if (!source)
      throw invalidField(at, `there is no step ${stepId}. Name a step of the run`, "steps");
    if (stepId === requested.step.id)
      throw invalidField(at, "a step cannot refer to itself. Refer to an earlier step", "steps");
    if (!ancestors.has(stepId)) {
      throw invalidField(
        at,
        `${requested.step.id} does not wait for ${stepId}. Add it to depends_on`,
        "steps",
      );
    }
    if (what.kind === "job_id" || !isAboutHealth(source.operation)) continue;
    // Health data stays in jobs with the same retention.
    if (!isAboutHealth(requested.operation)) {
      throw invalidField(
        at,
        `only a health job may use the health data of ${stepId}. Leave the reference out`,
        "steps",
      );
    }
    checkScope(caller, privateScopeOf(source.operation.jobType)!, at);
  }
}

/** Refusals that are final; any other refusal of `prepare` may change until the step runs. */
const lasting: ReadonlySet<string> = new Set([
  "invalid_request_body",
  "feature_disabled",
  "health_triage_disabled",
  "forbidden_address",
  // A reference names the run's own output.
  "not_found",
  "job_expired",
]);

async function checkInput(
  { check, schemas }: CheckParts,
  { at, operation, step, references }: RequestedStep,
  caller: Caller,
): Promise<void> {
  const place = `${at}.input`;
  check.check(schemas.of(operation.inputSchema), step.input, place);
  within(place, () => operation.checkStep?.(step.input));
  if (references.length > 0) return;
  check.check(operation.inputSchema, step.input, place);
  try {
    await operation.prepare(step.input, caller);
  } catch (error) {
    const coded = GatehouseError.find(error);
    if (!coded || !lasting.has(coded.code)) return;
    throw under(place, coded);
  }
}

function checkScope({ scopes }: Caller, scope: Caller["scopes"][number], param: string): void {
  if (scopes.includes(scope)) return;
  throw fail(
    "insufficient_scope",
    `${param}: the key lacks the scope ${scope}. Use a key with this scope`,
    {
      param,
      details: [{ path: param, rule: "scope", message: scope }],
    },
  );
}

function within<T>(place: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const coded = GatehouseError.find(error);
    throw coded ? under(place, coded) : error;
  }
}

/** Returns the same refusal, about a field of a step. */
function under(place: string, coded: GatehouseError): GatehouseError {
  const { code, message, details, retryable } = coded;
  const param = coded.param ? `${place}.${coded.param}` : place;
  return fail(code, `${place}: ${message}`.slice(0, 500), {
    param,
    retryable,
    ...(details
      ? {
          details: details.map((one) => ({
            ...one,
            path: one.path ? `${place}.${one.path}` : place,
          })),
        }
      : {}),
  });
}
