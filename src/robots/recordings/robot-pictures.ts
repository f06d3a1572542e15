import type { Clock, Timer } from "../../base/core/clock.ts";
import type { Part } from "../../base/core/parts.ts";
import type { KnownRobot } from "../fleet/robot-record.ts";
import type { Robots } from "../fleet/robots.ts";

/** Takes the newest picture of a stream, with its privacy masks; rejects where it has none now. */
export type StreamPicture = (org: string, streamId: string) => Promise<Uint8Array | undefined>;

/** Dependencies of the pictures. */
export interface RobotPicturesParts {
  robots: Pick<Robots, "all" | "traces">;
  clock: Clock;
  ofStream: StreamPicture;
  /** True while the robot is being recorded. */
  isRecording(org: string, robotId: string): boolean;
}

/** Period of looking which pictures are due, in milliseconds: half of the shortest time between two. */
const tickMs = 250;

/**
 * Takes single pictures of robots' cameras for recordings and for Foxglove: while a robot moves or has a command, while
 * it is recorded, and while somebody follows its pictures. One picture of a robot at a time; one that fails is left out
 * and counted.
 */
export class RobotPictures implements Part {
  readonly #parts: RobotPicturesParts;
  readonly #busy = new Set<string>();
  readonly #dueMs = new Map<string, number>();
  #timer: Timer | undefined;
  /** Pictures that could not be taken. */
  failed = 0;

  constructor(parts: RobotPicturesParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    this.#timer = this.#parts.clock.every(tickMs, () => this.#tick());
  }

  async stop(): Promise<void> {
    this.#timer?.cancel();
  }

  #tick(): void {
    const nowMs = this.#parts.clock.monoMs();
    for (const robot of this.#parts.robots.all()) {
      const { org, id } = robot.record;
      const key = `${org}\0${id}`;
      if (this.#busy.has(key) || nowMs < (this.#dueMs.get(key) ?? 0)) continue;
      const { picturesPerSec } = robot.unit.parts.settings.recording;
      if (!hasCamera(robot) || !this.#isWanted(robot)) continue;
      // Who follows the pictures gets one in a second at least.
      const isFollowed = this.#parts.robots.traces.wantsPictures(org, id);
      const perSec = isFollowed ? Math.max(1, picturesPerSec) : picturesPerSec;
      this.#dueMs.set(key, nowMs + 1000 / perSec - tickMs / 2);
      void this.#take(robot, key);
    }
  }

  #isWanted({ record: { org, id }, unit }: KnownRobot): boolean {
    const { robots, isRecording } = this.#parts;
    if (robots.traces.wantsPictures(org, id)) return true;
    if (unit.parts.settings.recording.picturesPerSec === 0) return false;
    const velocity = unit.state.fresh("velocity");
    const isMoving = velocity ? velocity.linearMps !== 0 || velocity.angularRadps !== 0 : false;
    return isMoving || unit.active !== null || isRecording(org, id);
  }

  async #take({ record, unit }: KnownRobot, key: string): Promise<void> {
    const { robots, clock, ofStream } = this.#parts;
    const { org, id, request } = record;
    const streamId = request.camera ?? null;
    this.#busy.add(key);
    try {
      const atMs = clock.wallMs();
      const bytes =
        streamId === null
          ? (await unit.parts.driver.camera?.take())?.bytes
          : await ofStream(org, streamId);
      if (bytes) robots.traces.addPicture(org, id, { atMs, bytes, streamId });
    } catch {
      this.failed += 1;
    } finally {
      this.#busy.delete(key);
    }
  }
}

/** The stream that its settings name comes first, because its privacy masks are painted. */
function hasCamera({ record, unit }: KnownRobot): boolean {
  return record.request.camera !== undefined || unit.parts.driver.camera !== undefined;
}
