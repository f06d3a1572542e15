import type { CameraMoves } from "../../cameras/camera-moves.ts";
import { onvifAddressOf } from "../../cameras/onvif-address.ts";
import {
  isOnvifProblem,
  type OnvifAddress,
  type OnvifCameras,
  type PtzCommand,
  type PtzState,
} from "../../cameras/onvif-port.ts";
import type { SourceProblem, SourceSpec } from "../../cameras/source.ts";
import { fail, invalidField } from "../../base/contract/fail.ts";
import { SerialLane } from "../../base/concurrency/serial-lane.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { StoreReader } from "../../base/core/store.ts";
import type { RunningStreams } from "../streams/running-streams.ts";
import { getStream } from "../settings/stream-record.ts";

/** The parts of the service. */
export interface PtzServiceParts {
  onvif: OnvifCameras;
  moves: CameraMoves;
  running: RunningStreams;
  store: StoreReader;
  clock: Clock;
  log: Logger;
}

/** A movement, or work on presets, as a caller orders it; each action has its own of the fields. */
export interface PtzOrder {
  action: PtzCommand["action"];
  /** Shares of the full speed, or of the full range, from -1 to 1. */
  pan?: number;
  tilt?: number;
  zoom?: number;
  /** A share of the full speed. */
  speed?: number;
  /** Time after which a move is stopped. */
  seconds?: number;
  /** Token of a preset. */
  preset?: string;
  /** Name of a new preset. */
  name?: string;
}

/** The outcome of a command. */
export interface PtzDone {
  /** Token of the stored preset. */
  preset: string | null;
  /** Unix milliseconds at which a move is stopped. */
  stopsAtMs: number | null;
}

const defaultMoveSec = 1;
/** The longest time in which a camera reaches a position or stops. */
const travelMs = 10_000;
const restMs = 2000;
/** The camera stops by itself this long after our stop, in case that one fails. */
const graceMs = 1000;
/** Commands that wait for one camera; more are refused. */
const maxWaiting = 8;
/** A stop that fails is sent again. */
const stopTries = 3;
const stopRetryMs = 500;

interface CameraLane {
  commands: SerialLane;
  waiting: number;
  stopTimer: Timer | undefined;
  address: OnvifAddress;
}

/**
 * Moves the cameras of running streams. A move always ends: the appliance stops it after its time unless a
 * caller extends it, and has the camera stop by itself shortly after. Commands for one camera go out one
 * after the other.
 */
export class PtzService implements Part {
  readonly #parts: PtzServiceParts;
  readonly #lanes = new Map<string, CameraLane>();
  readonly #closing = new AbortController();

  constructor(parts: PtzServiceParts) {
    this.#parts = parts;
  }

  /** Stops every moving camera. */
  async stop(): Promise<void> {
    const moving = [...this.#lanes.values()].filter(({ stopTimer }) => stopTimer !== undefined);
    await Promise.all(moving.map((lane) => this.#halt(lane, 1)));
    this.#closing.abort();
  }

  /** Undefined for an unknown stream; `ptz_failed`, `stream_not_ready`, `overloaded`. */
  async state(org: string, streamId: string): Promise<PtzState | undefined> {
    const source = this.#source(org, streamId);
    if (!source) return undefined;
    const lane = this.#lane(source);
    return await this.#inLane(lane, async () =>
      accepted(await this.#parts.onvif.ptzState(lane.address, this.#closing.signal)),
    );
  }

  /** As `state`; also `invalid_request_body` for a command that lacks something. */
  async command(org: string, streamId: string, request: PtzOrder): Promise<PtzDone | undefined> {
    const command = readCommand(request);
    const source = this.#source(org, streamId);
    if (!source) return undefined;
    const { clock, moves, onvif } = this.#parts;
    const lane = this.#lane(source);
    return await this.#inLane(lane, async () => {
      const isMove = command.action === "move";
      const lastsMs = isMove ? command.timeoutMs : travelMs;
      // Before the camera moves, so that its first picture does not look like tampering.
      if (changesView(command)) moves.note(source.url, clock.monoMs() + lastsMs + restMs);
      if (changesView(command) || command.action === "stop") {
        lane.stopTimer?.cancel();
        lane.stopTimer = undefined;
      }
      // Planned before the command is sent: after a lost answer a camera must not turn for ever.
      if (isMove) lane.stopTimer = clock.after(lastsMs, () => void this.#halt(lane, stopTries));
      const sent = isMove ? { ...command, timeoutMs: lastsMs + graceMs } : command;
      const stopsAtMs = isMove ? clock.wallMs() + lastsMs : null;
      const { preset } = accepted(await onvif.ptz(lane.address, sent, this.#closing.signal));
      return { preset, stopsAtMs };
    });
  }

  async #halt(lane: CameraLane, tries: number): Promise<void> {
    lane.stopTimer?.cancel();
    lane.stopTimer = undefined;
    const { onvif, log, clock } = this.#parts;
    const { signal } = this.#closing;
    await this.#chain(lane, async () => {
      const answer = await onvif.ptz(lane.address, { action: "stop" }, signal);
      if (!isOnvifProblem(answer)) return;
      log.warn({ problem: answer.code }, "a moving camera did not take the stop");
      if (tries <= 1 || signal.aborted) return;
      lane.stopTimer = clock.after(stopRetryMs, () => void this.#halt(lane, tries - 1));
    });
  }

  #source(org: string, streamId: string): SourceSpec | undefined {
    const runner = this.#parts.running.get(org, streamId);
    if (!runner) {
      if (!getStream(this.#parts.store, org, streamId)) return undefined;
      throw fail("stream_not_ready", "stream: is not running. Start it first");
    }
    const { source } = runner.task;
    if (source.kind !== "file") return source;
    throw fail("ptz_failed", "stream: is a file, which cannot be moved. Use a camera");
  }

  #lane(source: SourceSpec): CameraLane {
    const address = onvifAddressOf(source);
    const known = this.#lanes.get(address.url);
    if (known) {
      known.address = address;
      return known;
    }
    const commands = new SerialLane();
    const lane: CameraLane = { commands, waiting: 0, stopTimer: undefined, address };
    this.#lanes.set(address.url, lane);
    return lane;
  }

  async #inLane<T>(lane: CameraLane, work: () => Promise<T>): Promise<T> {
    if (lane.waiting >= maxWaiting) {
      throw fail("overloaded", "camera: has not answered earlier commands yet. Try again", {
        retryAfterSec: 1,
      });
    }
    return await this.#chain(lane, work);
  }

  async #chain<T>(lane: CameraLane, work: () => Promise<T>): Promise<T> {
    lane.waiting += 1;
    try {
      return await lane.commands.run(work);
    } finally {
      lane.waiting -= 1;
      // Forgets cameras that neither wait nor move.
      if (lane.waiting === 0 && !lane.stopTimer) this.#lanes.delete(lane.address.url);
    }
  }
}

function accepted<T extends object>(answer: T | SourceProblem): T {
  if (!isOnvifProblem(answer)) return answer;
  throw fail("ptz_failed", answer.message, {
    details: [{ path: "", rule: answer.code, message: answer.message }],
  });
}

function changesView({ action }: PtzCommand): boolean {
  return !["stop", "set_home", "set_preset", "remove_preset"].includes(action);
}

function readCommand(request: PtzOrder): PtzCommand {
  const { action, pan, tilt, zoom, speed, seconds, preset, name } = request;
  const vector = {
    ...(pan === undefined ? {} : { pan }),
    ...(tilt === undefined ? {} : { tilt }),
    ...(zoom === undefined ? {} : { zoom }),
  };
  const needsVector = action === "move" || action === "absolute" || action === "relative";
  if (needsVector && Object.keys(vector).length === 0) {
    throw invalidField(
      "pan",
      `is missing, like tilt and zoom. Send at least one for \`${action}\``,
    );
  }
  if (action === "move") {
    return { action, velocity: vector, timeoutMs: (seconds ?? defaultMoveSec) * 1000 };
  }
  if (action === "absolute" || action === "relative") {
    return { action, vector, ...(speed === undefined ? {} : { speed }) };
  }
  return readPresetCommand(action, preset, name);
}

function readPresetCommand(
  action: Exclude<PtzCommand["action"], "move" | "absolute" | "relative">,
  preset: string | undefined,
  name: string | undefined,
): PtzCommand {
  if (action === "goto_preset" || action === "remove_preset") {
    if (preset === undefined)
      throw invalidField("preset", `is missing. Send the preset's token for \`${action}\``);
    return { action, preset };
  }
  if (action === "set_preset") {
    if (name === undefined) throw invalidField("name", "is missing. Send one for `set_preset`");
    return { action, name, ...(preset === undefined ? {} : { preset }) };
  }
  return { action };
}
