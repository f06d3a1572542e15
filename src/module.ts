import type { Reading } from "./base/contract/metrics.ts";
import type { Part } from "./base/core/parts.ts";
import type { JobExpansions } from "./base/jobs/routes/jobs.ts";
import type { Route } from "./http/route.ts";
import type { HttpServices } from "./http/services.ts";
import type { BoxAlarmWire } from "./system/machine/wire/box-alarms.ts";

/** Starts a part and owns it from then on; parts stop in the opposite order. */
export type Start = <P extends Part>(name: string, part: P) => Promise<P>;

/** What a started module gives to the appliance; it leaves out the lists that it does not have. */
export interface Module<Parts extends object = object> {
  /** What later modules may need. */
  parts: Parts;
  /** Its HTTP routes; called once, when the server starts. */
  routes?(http: HttpServices): readonly Route[];
  /** Its readings for `/metrics` at this moment. */
  metrics?(): readonly Reading[] | Promise<readonly Reading[]>;
  /** What is wrong with it now, as `organisation` may see it. */
  alarms?(organisation: string): readonly BoxAlarmWire[];
  /** What `expand` can add to a job. */
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

  /** What is wrong now, the worst first; the order within a severity is the modules'. */
  alarms(organisation: string): BoxAlarmWire[] {
    const found = this.#modules.flatMap((module) => module.alarms?.(organisation) ?? []);
    // "critical" is before "warning" in the alphabet, too.
    return found.toSorted((a, b) => a.severity.localeCompare(b.severity));
  }

  /** What `expand` can add to a job. */
  expansions(): JobExpansions {
    return Object.assign({}, ...this.#modules.map((module) => module.expansions)) as JobExpansions;
  }
}

/**
 * Modules in starting order. Types hold the order: a module can be added only after those that give what it needs.
 * `Box` is what the first module gets, `Have` what all of them give together.
 */
export class ModuleList<Box extends { modules: StartedModules }, Have extends object = Box> {
  readonly #starts: readonly StartModule<Have, object>[];

  constructor(starts: readonly StartModule<Have, object>[] = []) {
    this.#starts = starts;
  }

  /** The list with one module more. */
  add<Parts extends object>(start: StartModule<Have, Parts>): ModuleList<Box, Have & Parts> {
    return new ModuleList<Box, Have & Parts>([...this.#starts, start]);
  }

  /** Starts the modules one after the other; rejects with the failure of the first that cannot start. */
  async start(start: Start, box: Box): Promise<Have> {
    // Complete once every module has given its parts; `add` keeps a module from needing what is not there yet.
    const have = { ...box } as unknown as Have;
    for (const startModule of this.#starts) {
      const module = await startModule(start, have);
      box.modules.add(module);
      Object.assign(have, module.parts);
    }
    return have;
  }
}
