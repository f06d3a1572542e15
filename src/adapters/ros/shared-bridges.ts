import type { Clock } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";
import { BridgeProcess } from "./bridge-process.ts";

/**
 * Robots of one process. A process takes 63 MiB and 30 unreachable robots in it 71 MiB (measured);
 * its death stops all of its robots.
 */
const robotsPerProcess = 32;

/** The processes that robots behind rosbridge share: no native code runs there that could end them. */
export class SharedBridges {
  readonly #parts: { clock: Clock; log: Logger };
  #processes: BridgeProcess[] = [];

  constructor(parts: { clock: Clock; log: Logger }) {
    this.#parts = parts;
  }

  /** A process with room for another robot, which joins it at once; those without robots are forgotten. */
  withRoom(): BridgeProcess {
    this.#processes = this.#processes.filter(({ clients }) => clients > 0);
    const found = this.#processes.find(({ clients }) => clients < robotsPerProcess);
    if (found) return found;
    const bridge = new BridgeProcess({ ...this.#parts, launch: { setup: [], env: {} } });
    this.#processes.push(bridge);
    return bridge;
  }
}
