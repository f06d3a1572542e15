import type { Clock } from "../base/core/clock.ts";
import { withoutLogFields } from "../base/core/log-context.ts";
import type { Logger } from "../base/core/logger.ts";
import type { Part } from "../base/core/parts.ts";
import { fail } from "../base/contract/fail.ts";
import type { CameraLease, Cameras, CameraWatcher } from "./camera.ts";
import { CameraSupervisor } from "./camera-supervisor.ts";
import type { Ingest } from "./ingest-port.ts";
import type { RingLimits } from "./memory-fragment-ring.ts";
import type { SourceSpec } from "./source.ts";
import { ringOf, statusOf, tracksOf, watcherOf } from "./extra-tracks.ts";

/** The parts that a registry is built from. */
export interface CameraRegistryOptions {
  ingest: Ingest;
  clock: Clock;
  log: Logger;
  /** Uniform in [0, 1), for the jitter of reconnects. */
  random?: () => number;
  /** Bounds of each source's ring. */
  ring?: Partial<RingLimits>;
}

/** Sums over all sources, for the metrics page. */
export interface CameraTotals {
  sources: number;
  online: number;
  ringBytes: number;
  ringFragments: number;
  ringEvicted: number;
  ringRefused: number;
}

/**
 * All supervised sources. A camera has one connection for all its watchers, with every track that one of them wants;
 * each gets only its own. The same camera with other credentials is another source. A file is read once per lease,
 * because each reader needs all of it.
 */
export class CameraRegistry implements Cameras, Part {
  readonly #options: CameraRegistryOptions;
  readonly #shared = new Map<string, CameraSupervisor>();
  readonly #all = new Set<CameraSupervisor>();
  #isStopped = false;

  constructor(options: CameraRegistryOptions) {
    this.#options = options;
  }

  /** Throws `shutting_down` after `stop()`. The watcher's first call follows after this returns. */
  acquire(source: SourceSpec, watcher: CameraWatcher): CameraLease {
    if (this.#isStopped)
      throw fail("shutting_down", "camera: the appliance is stopping. Try again after its start");
    const key = keyOf(source);
    const known = key === undefined ? undefined : this.#shared.get(key);
    const supervisor = known ?? this.#open(source, key);
    const tracks = tracksOf(source);
    const own = watcherOf(watcher, tracks);
    supervisor.watch(own, tracks);
    // Other watchers share it later, and it may outlive the first of them.
    if (!known) withoutLogFields(() => supervisor.start());
    let released: Promise<void> | undefined;
    return {
      ring: ringOf(supervisor.ring, tracks),
      status: () => statusOf(supervisor.status(), tracks),
      reconnect: (problem) => supervisor.reconnect(problem),
      release: () => (released ??= this.#release(supervisor, { key, watcher: own })),
    };
  }

  totals(): CameraTotals {
    const stats = [...this.#all].map((each) => each.ringStats());
    const sum = (pick: (of: (typeof stats)[number]) => number): number =>
      stats.reduce((total, each) => total + pick(each), 0);
    return {
      sources: this.#all.size,
      online: [...this.#all].filter((each) => each.status().state === "online").length,
      ringBytes: sum((each) => each.bytes),
      ringFragments: sum((each) => each.fragments),
      ringEvicted: sum((each) => each.evicted),
      ringRefused: sum((each) => each.refused),
    };
  }

  /** Ends every connection, including leased ones. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#shared.clear();
    await Promise.all([...this.#all].map((each) => each.stop()));
    this.#all.clear();
  }

  #open(source: SourceSpec, key: string | undefined): CameraSupervisor {
    const { ingest, clock, log, random, ring } = this.#options;
    const supervisor = new CameraSupervisor({
      source,
      ingest,
      clock,
      log: log.child({ source: nameOf(source) }),
      ...(random ? { random } : {}),
      ...(ring ? { ring } : {}),
    });
    this.#all.add(supervisor);
    if (key !== undefined) this.#shared.set(key, supervisor);
    return supervisor;
  }

  async #release(
    supervisor: CameraSupervisor,
    lease: { key: string | undefined; watcher: CameraWatcher },
  ): Promise<void> {
    if (!supervisor.unwatch(lease.watcher)) return;
    if (lease.key !== undefined && this.#shared.get(lease.key) === supervisor) {
      this.#shared.delete(lease.key);
    }
    await supervisor.stop();
    this.#all.delete(supervisor);
  }
}

/** Returns the same key for equal sources; undefined for sources that are not shared. */
function keyOf(source: SourceSpec): string | undefined {
  if (source.kind === "file") return undefined;
  const { kind, url, username, password, robot } = source;
  return JSON.stringify([kind, url, username, password, robot]);
}

/** Host and port for logs: paths and queries of cameras may hold passwords. */
function nameOf(source: SourceSpec): string {
  if (source.kind === "file") return source.url;
  return URL.canParse(source.url) ? new URL(source.url).host : "invalid url";
}
