import { isNetworkCamera } from "../../cameras/source.ts";
import type { CameraMoves } from "../../cameras/camera-moves.ts";
import { onvifAddressOf } from "../../cameras/onvif-address.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { AuditEntry } from "../../base/keys/audit-record.ts";
import { noAutotracking } from "../core/stream-autotracking.ts";
import type { RunningStreams } from "../streams/running-streams.ts";
import type { StreamRunner } from "../streams/stream-runner.ts";
import { autotrackingEntry } from "./autotracking-audit-wire.ts";
import { Autotracker } from "./autotracker.ts";
import type { PtzService } from "./ptz-service.ts";

/** The parts of the service. */
export interface AutotrackServiceParts {
  running: RunningStreams;
  ptz: Pick<PtzService, "steered">;
  moves: CameraMoves;
  audit: { add(entry: AuditEntry): Promise<void> };
  clock: Clock;
  log: Logger;
}

interface Tracked {
  tracker: Autotracker;
  sourceUrl: string;
  /** Address of the camera, which at most one stream turns. */
  camera: string;
}

/** Often enough for 10 analysed frames a second; a tick without anything to do costs microseconds. */
const tickMs = 100;

const elsewhere = {
  code: "conflict",
  message: "Another stream follows objects with this camera. Turn autotracking off in one of them.",
};

/** Autotracking of all running streams that have it on. */
export class AutotrackService implements Part {
  readonly #parts: AutotrackServiceParts;
  readonly #tracked = new Map<string, Tracked>();
  #timer: Timer | undefined;

  constructor(parts: AutotrackServiceParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer = this.#parts.clock.every(tickMs, () => this.#tick());
  }

  /** The PTZ service stops the cameras. */
  stop(): void {
    this.#timer?.cancel();
  }

  #tick(): void {
    const present = new Set<string>();
    for (const runner of this.#parts.running.all()) {
      const key = `${runner.task.org}\0${runner.task.streamId}`;
      const tracked = this.#of(key, runner);
      if (!tracked) continue;
      present.add(key);
      this.#step(tracked, runner);
    }
    for (const [key, tracked] of this.#tracked) {
      if (!present.has(key)) this.#step(tracked, undefined);
      if (tracked.tracker.isOver) this.#forget(key, tracked);
    }
  }

  /** The tracker of a stream whose camera follows objects, or still returns. */
  #of(key: string, runner: StreamRunner): Tracked | undefined {
    const settings = runner.settings.requested.autotracking;
    const { source } = runner.task;
    const isOn = settings?.enabled === true && isNetworkCamera(source);
    const known = this.#tracked.get(key);
    if (known && known.sourceUrl === source.url) {
      if (isOn) known.tracker.configure(settings);
      else known.tracker.end();
      return known;
    }
    if (known) this.#forget(key, known);
    runner.autotracking = noAutotracking;
    if (!isOn) return undefined;
    const camera = onvifAddressOf(source).url;
    if ([...this.#tracked.values()].some((other) => other.camera === camera)) {
      runner.autotracking = { ...noAutotracking, state: "failed", problem: elsewhere };
      return undefined;
    }
    const tracker = new Autotracker(this.#trackerParts(runner), settings);
    const tracked = { tracker, sourceUrl: source.url, camera };
    this.#tracked.set(key, tracked);
    return tracked;
  }

  #trackerParts({ task }: StreamRunner) {
    const { ptz, clock, log, audit } = this.#parts;
    const { org, streamId, source } = task;
    return {
      org,
      camera: ptz.steered(source),
      clock,
      log: log.child({ streamId }),
      audit: (verb: "FOLLOW" | "RETURN", reason: string | null): void => {
        void audit.add(autotrackingEntry(task, verb, reason));
      },
    };
  }

  #step({ tracker, sourceUrl }: Tracked, runner: StreamRunner | undefined): void {
    if (!runner) tracker.end();
    const judge = runner?.judge;
    tracker.tick(
      runner &&
        judge && {
          tracks: judge.tracks,
          lastSec: judge.lastSec,
          frameWallMs: judge.frameWallMs,
          zones: runner.settings.resolved.zones,
        },
    );
    this.#parts.moves.noteAway(sourceUrl, tracker.isAway);
    if (runner) runner.autotracking = tracker.state;
  }

  #forget(key: string, { sourceUrl }: Tracked): void {
    this.#tracked.delete(key);
    this.#parts.moves.noteAway(sourceUrl, false);
  }
}
