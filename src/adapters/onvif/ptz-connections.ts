import type { OnvifAddress } from "../../cameras/onvif-port.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import { type KnownPtz, OnvifPtzService } from "./ptz.ts";
import { readClock, readServices } from "./services.ts";
import type { SoapClient } from "./soap-client.ts";

/** What is known of a camera is asked for again after this: its clock drifts, and a token must be 5 s true. */
const keptMs = 60_000;
/** Cameras remembered; beyond the bound, the one that was asked longest ago is forgotten. */
const maxCameras = 1000;

/** A camera that says this has not carried out the request, which may be sent again. */
const refusals = new Set(["onvif_refused", "onvif_broken", "stream_auth_failed"]);

/**
 * The cameras' PTZ services. The first command to a camera asks for its clock, its services and its profiles; the
 * next ones are one request each, until the camera refuses one or a minute is over.
 */
export class PtzConnections {
  readonly #wallMs: () => number;
  readonly #known = new Map<string, { atMs: number; ptz: KnownPtz }>();

  constructor(wallMs: () => number) {
    this.#wallMs = wallMs;
  }

  /** Does `work` with the camera's service; throws as `work` and as the questions about the camera do. */
  async with<T>(
    address: OnvifAddress,
    client: SoapClient,
    work: (ptz: OnvifPtzService) => Promise<T>,
  ): Promise<T> {
    const key = `${address.url}\n${address.username ?? ""}`;
    const earlier = this.#known.get(key);
    this.#known.delete(key);
    if (earlier && Math.abs(this.#wallMs() - earlier.atMs) < keptMs) {
      try {
        const done = await work(OnvifPtzService.again(client, earlier.ptz));
        this.#known.set(key, earlier);
        return done;
      } catch (error) {
        if (!refusals.has(GatehouseError.find(error)?.code ?? "")) throw error;
        // The camera may have other services or profiles than a minute ago, as after a reset.
      }
    }
    const ptz = await this.#ask(client);
    const done = await work(ptz);
    this.#known.set(key, { atMs: this.#wallMs(), ptz: ptz.known });
    if (this.#known.size > maxCameras) this.#known.delete(this.#known.keys().next().value!);
    return done;
  }

  async #ask(client: SoapClient): Promise<OnvifPtzService> {
    await readClock(client, this.#wallMs);
    return await OnvifPtzService.of(client, await readServices(client));
  }
}
