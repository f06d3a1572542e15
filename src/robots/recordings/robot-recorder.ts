import type { Clock, Timer } from "../../base/core/clock.ts";
import { uuidv7 } from "../../base/core/ids.ts";
import type { Part } from "../../base/core/parts.ts";
import type { EventLog } from "../../base/events/event-log.ts";
import type { Robots } from "../fleet/robots.ts";
import { causesOf, type FoundCause } from "./causes-wire.ts";
import { noteStream, type RecordingCause, type RecordingRecord } from "./recording-record.ts";
import { recordingLimits } from "./recording-terms.ts";
import type { RecordingWriter } from "./recording-writer.ts";

/** Dependencies of the recorder. */
export interface RobotRecorderParts {
  robots: Pick<Robots, "all" | "unit">;
  events: Pick<EventLog, "subscribe">;
  clock: Clock;
  writer: RecordingWriter;
}

interface Open {
  record: RecordingRecord;
  timer: Timer;
  /** Incidents need it until then, in Unix milliseconds; 0 without one. */
  incidentUntilMs: number;
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
  #unsubscribe: (() => void) | undefined;

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
    await this.#parts.writer.settled();
  }

  isRecording(org: string, robotId: string): boolean {
    return this.#open.has(keyOf(org, robotId));
  }

  /** How many robots are being recorded. */
  get openCount(): number {
    return this.#open.size;
  }

  /** The recordings of an organisation that have no file yet. */
  current(org: string): RecordingRecord[] {
    const open = [...this.#open.values()].map(({ record }) => record);
    return [...open, ...this.#parts.writer.writing].filter((each) => each.org === org);
  }

  /** Records a robot on request; undefined for an unknown robot. */
  request(org: string, robotId: string, span: RecordingSpan): RecordingRecord | undefined {
    if (!this.#parts.robots.unit(org, robotId)) return undefined;
    const atMs = this.#parts.clock.wallMs();
    const none = { id: null, type: null, streamId: null, summary: null };
    return this.#record({ org, robotId }, { kind: "request", ...none, atMs }, span);
  }

  /** Ends a recording as soon as no incident needs it any more; one that has ended stays as it is. */
  finish(record: RecordingRecord): void {
    const key = keyOf(record.org, record.robotId);
    const open = this.#open.get(key);
    if (open?.record !== record) return;
    const nowMs = this.#parts.clock.wallMs();
    record.toMs = Math.min(record.toMs, Math.max(nowMs, open.incidentUntilMs));
    open.timer.cancel();
    if (record.toMs <= nowMs) this.#end(key);
    else open.timer = this.#endAt(key, record.toMs);
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
    const untilMs = cause.kind === "request" ? 0 : Math.min(nowMs + afterMs, latestMs);
    this.#open.set(key, {
      record,
      timer: this.#endAt(key, record.toMs),
      incidentUntilMs: Math.max(before?.incidentUntilMs ?? 0, untilMs),
    });
    return record;
  }

  #endAt(key: string, atMs: number): Timer {
    const { clock } = this.#parts;
    return clock.after(Math.max(0, atMs - clock.wallMs()), () => this.#end(key));
  }

  #end(key: string): void {
    const open = this.#open.get(key);
    if (!open) return;
    open.timer.cancel();
    this.#open.delete(key);
    this.#parts.writer.begin(open.record);
  }
}

function keyOf(org: string, robotId: string): string {
  return `${org}\0${robotId}`;
}
