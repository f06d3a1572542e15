import type { Reading } from "./base/contract/metrics.ts";
import type { Part } from "./base/core/parts.ts";
import type { HandledOperation } from "./base/jobs/operation.ts";
import type { JobExpansions } from "./base/jobs/routes/jobs.ts";
import type { Route } from "./http/route.ts";
import type { HttpServices } from "./http/services.ts";
import { boxAlarmCodes, type BoxAlarm } from "./base/contract/box-alarms.ts";

/** Starts a part and owns it from then on; parts stop in the opposite order. */
export type Start = <P extends Part>(name: string, part: P) => Promise<P>;

/** The contributions of a started module; it leaves out those that it does not have. */
export interface Module<Parts extends object = object> {
  /** Parts for later modules. */
  parts: Parts;
  /** Its operations with their handlers; registered when the jobs start. */
  operations?: readonly HandledOperation[];
  /** Its HTTP routes; called once, when the server starts. */
  routes?(http: HttpServices): readonly Route[];
  /** Its readings for `/metrics` at this moment. */
  metrics?(): readonly Reading[] | Promise<readonly Reading[]>;
  /** Its current faults, as `organisation` may see them. */
  alarms?(organisation: string): readonly BoxAlarm[];
  /** The values that `expand` can add to a job. */
  expansions?: JobExpansions;
}

/** Starts a module: `needs` names the parts of the modules before it that it works with. */
export type StartModule<Needs, Parts extends object> = (
  start: Start,
  needs: Needs,
) => Promise<Module<Parts>>;

/** The started modules, in starting order. */
export class StartedModules {
  readonly #modules: Module[] = [];

  /** Adds the newest module. */
  add(module: Module): void {
    this.#modules.push(module);
  }

  /** The operations of the modules that have started until now. */
  operations(): HandledOperation[] {
    return this.#modules.flatMap((module) => module.operations ?? []);
  }

  /** The routes of the modules that have started until now. */
  routes(http: HttpServices): Route[] {
    return this.#modules.flatMap((module) => module.routes?.(http) ?? []);
  }

  /** The readings of all modules. */
  async readings(): Promise<Reading[]> {
    const lists = await Promise.all(
      this.#modules.map(async (module) => (await module.metrics?.()) ?? []),
    );
    return lists.flat();
  }

  /** The current faults, critical ones first, each severity in the order of the codes. */
  alarms(organisation: string): BoxAlarm[] {
    const raised = this.#modules.flatMap((module) => module.alarms?.(organisation) ?? []);
    const rank = ({ code }: BoxAlarm): number => boxAlarmCodes.indexOf(code);
    // "critical" is before "warning" in the alphabet, too.
    return raised.toSorted((a, b) => a.severity.localeCompare(b.severity) || rank(a) - rank(b));
  }

  /** The values that `expand` can add to a job. */
  expansions(): JobExpansions {
    return Object.assign({}, ...this.#modules.map((module) => module.expansions)) as JobExpansions;
  }
}

/**
 * Modules in starting order. Types hold the order: a module can be added only after those that give what it needs.
 * `Context` is what the first module gets; `Available` adds the parts of all modules in the list.
 */
export class ModuleList<Context extends { modules: StartedModules }, Available extends object> {
  /** Starts the modules one after the other; rejects with the failure of the first that cannot start. */
  readonly start: (start: Start, context: Context) => Promise<Available>;

  private constructor(start: (start: Start, context: Context) => Promise<Available>) {
    this.start = start;
  }

  /** A list without modules. */
  static empty<Context extends { modules: StartedModules }>(): ModuleList<Context, Context> {
    return new ModuleList((_start, context) => Promise.resolve(context));
  }

  /** The list with one module more. */
  add<Parts extends object>(
    startModule: StartModule<Available, Parts>,
  ): ModuleList<Context, Available & Parts> {
    return new ModuleList(async (start, context) => {
      const available = await this.start(start, context);
      const module = await startModule(start, available);
      context.modules.add(module);
      return { ...available, ...module.parts };
    });
  }
}
