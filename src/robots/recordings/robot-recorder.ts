import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import { uuidv7 } from "../../base/core/ids.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { Store } from "../../base/core/store.ts";
import type { EventLog } from "../../base/events/event-log.ts";
import type { McapFormat } from "../fleet/mcap-port.ts";
import type { Robots } from "../fleet/robots.ts";
import { traceOf } from "../fleet/trace-of.ts";
import { causesOf, type FoundCause } from "./causes-wire.ts";
import type { RecordingCause, RecordingRecord } from "./recording-record.ts";
import type { RecordingStore } from "./recording-store.ts";
import { recordingLimits } from "./recording-terms.ts";

/** Dependencies of the recorder. */
export interface RobotRecorderParts {
  robots: Pick<Robots, "all" | "unit" | "traces">;
  store: Store;
  events: Pick<EventLog, "subscribe">;
  clock: Clock;
  log: Logger;
  mcap: McapFormat;
  recordings: RecordingStore;
}

interface Open {
  record: RecordingRecord;
  timer: Timer;
}

/** How long a recording reaches back and goes on, in milliseconds. */
export interface RecordingSpan {
  beforeMs: number;
  afterMs: number;
}

/**
 * Records robots around their incidents, around those of the camera on them, and on request. What comes while a robot is
 * being recorded extends the recording, up to `recordingLimits.longestSec`. The file is written when the recording ends,
 * from what the box has in memory: one that is open when the process dies is lost.
 */
export class RobotRecorder implements Part {
  readonly #parts: RobotRecorderParts;
  readonly #open = new Map<string, Open>();
  readonly #writing = new Set<Promise<void>>();
  #unsubscribe: (() => void) | undefined;
  /** Recordings whose file could not be written. */
  failed = 0;

  constructor(parts: RobotRecorderParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    this.#unsubscribe = this.#parts.events.subscribe((event) => {
      for (const found of causesOf(event)) this.#onCause(event.org, found);
    });
  }

  /** Ends the open recordings now and writes them. */
  async stop(): Promise<void> {
    this.#unsubscribe?.();
    for (const key of this.#open.keys()) this.#end(key);
    await Promise.all(this.#writing);
  }

  isRecording(org: string, robotId: string): boolean {
    return this.#open.has(keyOf(org, robotId));
  }

  /** The recordings of an organisation that are not done yet. */
  current(org: string): RecordingRecord[] {
    return [...this.#open.values()].map(({ record }) => record).filter((each) => each.org === org);
  }

  /** Records a robot on request; undefined for an unknown robot. */
  request(org: string, robotId: string, span: RecordingSpan): RecordingRecord | undefined {
    if (!this.#parts.robots.unit(org, robotId)) return undefined;
    const atMs = this.#parts.clock.wallMs();
    const none = { id: null, type: null, streamId: null, summary: null };
    return this.#record({ org, robotId }, { kind: "request", ...none, atMs }, span);
  }

  #onCause(org: string, { cause, robotId }: FoundCause): void {
    for (const { record, unit } of this.#parts.robots.all()) {
      const isMeant =
        robotId === null ? record.request.camera === cause.streamId : record.id === robotId;
      if (record.org !== org || !isMeant) continue;
      const { ofIncidents, beforeMs, afterMs } = unit.parts.settings.recording;
      if (ofIncidents) this.#record({ org, robotId: record.id }, cause, { beforeMs, afterMs });
    }
  }

  #record(
    robot: { org: string; robotId: string },
    cause: RecordingCause,
    { beforeMs, afterMs }: RecordingSpan,
  ): RecordingRecord {
    const { clock } = this.#parts;
    const key = keyOf(robot.org, robot.robotId);
    const nowMs = clock.wallMs();
    const before = this.#open.get(key);
    before?.timer.cancel();
    const fresh: RecordingRecord = {
      v: 1,
      id: uuidv7(nowMs),
      ...robot,
      causes: [],
      fromMs: nowMs - beforeMs,
      toMs: nowMs,
      file: null,
      counts: { samples: 0, scans: 0, pictures: 0, entries: 0 },
      streamIds: [],
      hasOwnPictures: false,
    };
    const record = before?.record ?? fresh;
    if (record.causes.length < recordingLimits.causes) record.causes.push(cause);
    if (cause.streamId !== null) noteStream(record, cause.streamId);
    const latestMs = record.fromMs + recordingLimits.longestSec * 1000;
    record.fromMs = Math.min(record.fromMs, nowMs - beforeMs);
    record.toMs = Math.min(Math.max(record.toMs, nowMs + afterMs), latestMs);
    const timer = clock.after(Math.max(0, record.toMs - nowMs), () => this.#end(key));
    this.#open.set(key, { record, timer });
    return record;
  }

  #end(key: string): void {
    const open = this.#open.get(key);
    if (!open) return;
    open.timer.cancel();
    this.#open.delete(key);
    const work = this.#write(open.record).finally(() => this.#writing.delete(work));
    this.#writing.add(work);
  }

  async #write(record: RecordingRecord): Promise<void> {
    const { robots, store, clock, log, mcap, recordings } = this.#parts;
    const { org, robotId, fromMs, causes } = record;
    try {
      record.toMs = Math.min(record.toMs, clock.wallMs());
      const whole = traceOf({ traces: robots.traces, store }, { org, robotId, sinceMs: fromMs });
      const incidents = causes.flatMap(({ atMs, type, summary }) =>
        type === null ? [] : [{ atMs, type, summary: summary ?? "" }],
      );
      // A file is for everybody who may see its cameras: why a rule acted names an incident of any camera.
      const entries = whole.entries.map((each) =>
        each.who?.priority === "rule" ? { ...each, why: null } : each,
      );
      const trace = { ...whole, entries, incidents };
      for (const { streamId } of trace.pictures) {
        if (streamId === null) record.hasOwnPictures = true;
        else noteStream(record, streamId);
      }
      const { samples, scans, pictures } = trace;
      record.counts = {
        samples: samples.length,
        scans: scans.length,
        pictures: pictures.length,
        entries: entries.length,
      };
      await recordings.put(record, await mcap.write(trace));
    } catch (error) {
      this.failed += 1;
      log.warn(
        { robot_id: robotId, error: describeError(error) },
        "a recording of a robot was not written",
      );
    }
  }
}

function noteStream(record: RecordingRecord, streamId: string): void {
  if (!record.streamIds.includes(streamId)) record.streamIds.push(streamId);
}

function keyOf(org: string, robotId: string): string {
  return `${org}\0${robotId}`;
}
