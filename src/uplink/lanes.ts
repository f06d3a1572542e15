import type { Capability, DataClass } from "./uplink-terms.ts";
import type { Clock } from "../base/core/clock.ts";
import type { Endpoint } from "./endpoint-port.ts";
import { EndpointState } from "./endpoint-state.ts";
import { type LineLimits, SubmissionLine } from "./submission-line.ts";
import type { Need } from "./uplink-port.ts";

/** An endpoint with the operator's settings. */
export interface EndpointSetup {
  endpoint: Endpoint;
  /** Classes of data that may be sent to it. */
  data: readonly DataClass[];
  limits: LineLimits;
  /** True when a request with an unknown outcome is sent again, at the risk of double billing. */
  resubmitUnknown: boolean;
}

/** One entry of a route. */
export interface RouteEntry {
  endpoint: string;
  /** Null for a service. */
  model: string | null;
  /** The operator's estimate, for an endpoint that does not report its cost; null for none. */
  costPerRequest: number | null;
}

/** The endpoints for each capability, the preferred one first. */
export type Routes = Readonly<Record<Capability, readonly RouteEntry[]>>;

/** An endpoint with its state and its queue. */
export interface EndpointLane extends EndpointSetup {
  state: EndpointState;
  line: SubmissionLine;
}

/** An endpoint that may answer a need. */
export interface Target {
  lane: EndpointLane;
  model: string | null;
  costPerRequest: number | null;
}

/** A job that has begun and has not asked yet. */
interface ExpectedJob {
  capability: Capability;
  atMs: number;
}

/** The longest time for which a job counts as on its way to a queue. */
const expectedMs = 2000;

/** All endpoints, by name and by route. */
export class EndpointLanes {
  readonly #clock: Clock;
  readonly #makeLane: (setup: EndpointSetup) => EndpointLane;
  #routes: Routes;
  #lanes: ReadonlyMap<string, EndpointLane> = new Map();
  /** The number of running handlers bounds it. */
  readonly #expected = new Map<string, ExpectedJob>();

  constructor(parts: {
    endpoints: readonly EndpointSetup[];
    routes: Routes;
    clock: Clock;
    random: () => number;
    mayOpen: () => void;
  }) {
    const { clock, random, mayOpen } = parts;
    this.#clock = clock;
    this.#makeLane = (setup) => {
      const { name } = setup.endpoint;
      const state = new EndpointState({ clock, random, mayOpen });
      const isOlderExpected = (jobId: string): boolean => this.#isOlderExpected(name, jobId);
      const line = new SubmissionLine({ clock, limits: setup.limits, isOlderExpected });
      return { ...setup, state, line };
    };
    this.#routes = parts.routes;
    this.use(parts);
  }

  /** Replaces endpoints and routes. A setup that is there already keeps its lane; a lane that goes ends its queue. */
  use({ endpoints, routes }: { endpoints: readonly EndpointSetup[]; routes: Routes }): void {
    const former = this.#lanes;
    this.#routes = routes;
    this.#lanes = new Map(
      endpoints.map((setup) => {
        const present = former.get(setup.endpoint.name);
        const isSame = present?.endpoint === setup.endpoint;
        return [setup.endpoint.name, isSame ? present : this.#makeLane(setup)];
      }),
    );
  }

  all(): EndpointLane[] {
    return [...this.#lanes.values()];
  }

  get(name: string): EndpointLane | undefined {
    return this.#lanes.get(name);
  }

  /** Returns the endpoints of the capability's route, whatever data they accept. */
  route(capability: Capability): readonly RouteEntry[] {
    return this.#routes[capability];
  }

  /** Returns the endpoints that may answer, the preferred one first. */
  targets({ capability, dataClass, kinds }: Need): Target[] {
    return this.#routes[capability].flatMap(({ endpoint, model, costPerRequest }) => {
      const lane = this.#lanes.get(endpoint);
      if (!lane?.data.includes(dataClass)) return [];
      const isOfKind = kinds?.includes(lane.endpoint.kind) ?? true;
      return isOfKind ? [{ lane, model, costPerRequest }] : [];
    });
  }

  /** Starts a job with this need; it becomes the next job to try an endpoint that is away. */
  starting(need: Need, jobId: string): void {
    this.#expected.set(jobId, { capability: need.capability, atMs: this.#clock.monoMs() });
    const targets = this.targets(need);
    if (targets.some(({ lane }) => lane.state.isUp)) return;
    targets.find(({ lane }) => lane.state.admits(null))?.lane.state.take(jobId);
  }

  /** The job has reached a queue, or no longer needs one. */
  arrived(jobId: string): void {
    if (!this.#expected.delete(jobId)) return;
    for (const { line } of this.#lanes.values()) line.look();
  }

  /** Ends the job's attempt. */
  left(jobId: string): void {
    this.arrived(jobId);
    for (const { state } of this.#lanes.values()) state.release(jobId);
  }

  stop(): void {
    for (const { state, line } of this.#lanes.values()) {
      state.stop();
      line.stop();
    }
  }

  #isOlderExpected(endpoint: string, jobId: string): boolean {
    const nowMs = this.#clock.monoMs();
    for (const [id, { capability, atMs }] of this.#expected) {
      if (id >= jobId || nowMs - atMs >= expectedMs) continue;
      if (this.#routes[capability].some((entry) => entry.endpoint === endpoint)) return true;
    }
    return false;
  }
}
