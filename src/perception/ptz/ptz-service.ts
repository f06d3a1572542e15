import { onvifAddressOf } from "../../cameras/onvif-address.ts";
import type { PtzCommand, PtzPosition, PtzState } from "../../cameras/onvif-port.ts";
import { isNetworkCamera, type SourceProblem, type SourceSpec } from "../../cameras/source.ts";
import { fail } from "../../base/contract/fail.ts";
import type { Part } from "../../base/core/parts.ts";
import type { StoreReader } from "../../base/core/store.ts";
import type { RunningStreams } from "../streams/running-streams.ts";
import { getStream } from "../settings/stream-record.ts";
import { CameraLane, type CameraLaneParts, type Mover, type PtzDone } from "./camera-lane.ts";
import { type PtzOrder, readCommand } from "./ptz-order.ts";

/** The parts of the service. */
export interface PtzServiceParts extends Omit<CameraLaneParts, "closing"> {
  running: RunningStreams;
  store: StoreReader;
}

/** A camera as autotracking uses it. */
export interface SteeredCamera {
  /** Who moved the camera last; null while only autotracking did. */
  mover(): Mover | null;
  /** Sends a command if `isFree` still holds when its turn comes; "held" where a person has the camera. */
  send(
    command: PtzCommand,
    isFree: () => boolean,
  ): Promise<{ preset: string | null } | SourceProblem | "held">;
  /** Where the camera looks; null when it does not say. */
  position(): Promise<PtzPosition | null | SourceProblem>;
}

/** Cameras remembered with who moved them last; beyond the bound, the box forgets idle ones. */
const maxCameras = 1000;

/** Moves the cameras of running streams, on the orders of people and of autotracking. */
export class PtzService implements Part {
  readonly #parts: PtzServiceParts;
  readonly #lanes = new Map<string, CameraLane>();
  readonly #closing = new AbortController();

  constructor(parts: PtzServiceParts) {
    this.#parts = parts;
  }

  /** Stops every moving camera. */
  async stop(): Promise<void> {
    await Promise.all([...this.#lanes.values()].map((lane) => lane.close()));
    this.#closing.abort();
  }

  /** Undefined for an unknown stream; `ptz_failed`, `stream_not_ready`, `overloaded`. */
  async state(org: string, streamId: string): Promise<PtzState | undefined> {
    const source = this.#source(org, streamId);
    return source && (await this.#lane(source).state());
  }

  /**
   * Carries out the order of the person or the key `by`. As `state`; also `invalid_request_body` for an order that
   * lacks something, and `lease_held` for one that is too late.
   */
  async command(
    org: string,
    streamId: string,
    { order, by }: { order: PtzOrder; by: string },
  ): Promise<PtzDone | undefined> {
    const command = readCommand(order);
    const source = this.#source(org, streamId);
    if (!source) return undefined;
    const { onlyAfter } = order;
    const mover = { org, name: by, ...(onlyAfter === undefined ? {} : { onlyAfter }) };
    return await this.#lane(source).command(command, source.url, mover);
  }

  /** The camera of a source, for autotracking. */
  steered(source: SourceSpec): SteeredCamera {
    const lane = () => this.#lane(source);
    return {
      mover: () => lane().mover,
      send: (command, isFree) => lane().steer(command, source.url, isFree),
      position: () => lane().position(),
    };
  }

  #source(org: string, streamId: string): SourceSpec | undefined {
    const runner = this.#parts.running.get(org, streamId);
    if (!runner) {
      if (!getStream(this.#parts.store, org, streamId)) return undefined;
      throw fail("stream_not_ready", "stream: is not running. Start it first");
    }
    const { source } = runner.task;
    if (isNetworkCamera(source)) return source;
    throw fail("ptz_failed", "stream: is no camera in the network. Use one that turns and zooms");
  }

  #lane(source: SourceSpec): CameraLane {
    const address = onvifAddressOf(source);
    const known = this.#lanes.get(address.url);
    if (known) {
      known.address = address;
      return known;
    }
    if (this.#lanes.size >= maxCameras) this.#forgetIdle();
    const lane = new CameraLane({ ...this.#parts, closing: this.#closing.signal }, address);
    this.#lanes.set(address.url, lane);
    return lane;
  }

  #forgetIdle(): void {
    for (const [url, lane] of this.#lanes) if (lane.isIdle) this.#lanes.delete(url);
  }
}
