import type { CameraProbe, ProbeResult, ProbeTarget } from "../../cameras/probe/camera-probe.ts";
import type { FoundCamera, OnvifCameras, PtzState } from "../../cameras/onvif-port.ts";
import { isNetworkCamera, type SourceSpec } from "../../cameras/source.ts";
import { fail, invalidField } from "../../base/contract/fail.ts";
import type { RunningStreams } from "../streams/running-streams.ts";
import type { StoreReader } from "../../base/core/store.ts";
import type { PtzDone } from "./camera-lane.ts";
import type { PtzOrder } from "./ptz-order.ts";
import type { PtzService } from "./ptz-service.ts";
import { listStreams } from "../settings/stream-record.ts";

/** The parts of the service. */
export interface FieldCamerasParts {
  probe: CameraProbe;
  onvif: OnvifCameras;
  ptz: PtzService;
  store: StoreReader;
  running: RunningStreams;
}

/** Probes, finds and moves cameras in the field. */
export class FieldCameras {
  readonly #parts: FieldCamerasParts;
  /** Shares one search among all callers. */
  #search: Promise<FoundCamera[]> | undefined;

  constructor(parts: FieldCamerasParts) {
    this.#parts = parts;
  }

  /** Probes a camera; rejects with `invalid_request_body`, `overloaded`, or `not_found` for an unknown stream. */
  async probe(
    org: string,
    { streamId, target }: { streamId: string | undefined; target: ProbeTarget },
    signal: AbortSignal,
  ): Promise<ProbeResult> {
    const known = streamId === undefined ? undefined : this.#sourceOf(org, streamId);
    return await this.#parts.probe.probe(target, signal, known);
  }

  #sourceOf(org: string, streamId: string): SourceSpec {
    const source = this.#parts.running.get(org, streamId)?.task.source;
    if (source === undefined) {
      throw fail("not_found", "stream_id: there is no such running stream. List the streams", {
        param: "stream_id",
      });
    }
    if (isNetworkCamera(source)) return source;
    throw invalidField("stream_id", "is no camera in the network. Name a camera's stream");
  }

  /** Finds the cameras on the box's networks, with the organisation's streams at each address. */
  async discover(org: string, waitMs: number, signal: AbortSignal) {
    this.#search ??= this.#parts.onvif.discover(waitMs, signal).finally(() => {
      this.#search = undefined;
    });
    const found = await this.#search;
    const streams = listStreams(this.#parts.store, org).filter((one) => one.endedAtMs === null);
    return found.map(({ url, ip, name, hardware, location }) => ({
      object: "surveillance.found_camera",
      onvif_url: url,
      ip,
      name,
      hardware,
      location,
      streams: streams
        .filter(({ source }) => URL.parse(source.url)?.hostname === ip)
        .map(({ streamId }) => streamId),
    }));
  }

  /** As `PtzService`. */
  ptzState(org: string, streamId: string): Promise<PtzState | undefined> {
    return this.#parts.ptz.state(org, streamId);
  }

  /** As `PtzService`. */
  ptz(
    org: string,
    streamId: string,
    request: { order: PtzOrder; by: string },
  ): Promise<PtzDone | undefined> {
    return this.#parts.ptz.command(org, streamId, request);
  }
}
