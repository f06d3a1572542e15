import { fail } from "../../../src/base/contract/fail.ts";
import type { DoorLink, DoorListener, DoorRequest } from "../../../src/robots/doors/door-port.ts";
import type { DoorSettings } from "../../../src/robots/doors/door-settings.ts";
import { reportedDoorStates } from "../../../src/robots/doors/door-terms.ts";

/** Settings of a door that opens quickly. */
export function aDoor(more: Partial<DoorSettings> = {}): DoorSettings {
  return {
    id: "gate",
    org: "default",
    name: "Gate",
    kind: "door",
    link: "mqtt",
    levels: [],
    states: new Map(reportedDoorStates.map((state) => [state, state])),
    mostAgeMs: 5000,
    timeoutMs: 20_000,
    renewMs: 5000,
    leastOpenMs: 0,
    radiusM: 1,
    ...more,
  };
}

/** A door in memory. It does what the test says, and outlives the box's process. */
export class FakeDoor implements DoorLink {
  readonly hasClose = true;
  readonly requests: DoorRequest[] = [];
  #listener: DoorListener | undefined;
  /** Why it cannot be reached; null while it can. */
  broken: string | null = null;
  /** What it does with a request. */
  onRequest: (request: DoorRequest) => void = () => undefined;

  open(listener: DoorListener): void {
    this.#listener = listener;
  }

  async request(request: DoorRequest): Promise<void> {
    if (this.broken !== null)
      throw fail("door_unreachable", `door: cannot be reached (${this.broken}). Check its address`);
    this.requests.push(request);
    this.onRequest(request);
  }

  async close(): Promise<void> {
    this.#listener = undefined;
  }

  /** Says something, unless it cannot be reached. */
  say(state: string, level: string | null = null): void {
    if (this.broken === null) this.#listener?.onWords({ state, level });
    else this.#listener?.onProblem(this.broken);
  }

  /** Kinds of requests so far, repeated ones once. */
  get kinds(): string[] {
    const kinds = this.requests.map(({ kind, ...rest }) =>
      "level" in rest && rest.level !== null ? `${kind} ${rest.level}` : kind,
    );
    return kinds.filter((kind, at) => kind !== kinds[at - 1]);
  }
}
