import type {
  FoundCamera,
  OnvifAddress,
  OnvifCamera,
  OnvifCameras,
  OnvifEventSink,
  OnvifProfile,
  PtzCommand,
  PtzPosition,
  PtzState,
  StoredVideo,
} from "../../cameras/onvif-port.ts";
import type { SourceProblem } from "../../cameras/source.ts";
import { describeError, GatehouseError } from "../../base/core/errors.ts";
import { mayDial } from "../../base/core/guarded-dial.ts";
import type { Logger } from "../../base/core/logger.ts";
import { isProblem } from "../rtsp-relay/is-problem.ts";
import type { DialOptions } from "../rtsp-relay/dial.ts";
import { discover } from "./discovery.ts";
import { watchEvents } from "./event-watch.ts";
import { readProfiles, withAddresses } from "./profiles.ts";
import type { OnvifPtzService } from "./ptz.ts";
import { PtzConnections } from "./ptz-connections.ts";
import { RecordingSearch } from "./recording-search.ts";
import { namespaces, readClock, readServices } from "./services.ts";
import { SoapClient } from "./soap-client.ts";
import { textOf } from "./xml.ts";
import { timeLimit } from "../../base/concurrency/time-limit.ts";

/** The parts that the adapter is built from. */
export interface OnvifOptions extends DialOptions {
  log: Logger;
  wallMs: () => number;
  /** The address that searches go to; the multicast group when absent. */
  discoveryTarget?: { host: string; port: number };
}

/** The longest time that one question with all its requests may take. */
const describeMs = 12_000;
const commandMs = 8000;
const searchMs = 60_000;
/** Profiles whose addresses are requested. */
const maxAddressed = 6;

/** Speaks ONVIF to one requested host, within `camera_networks`. */
export class OnvifAdapter implements OnvifCameras {
  readonly #options: OnvifOptions;
  readonly #ptzCameras: PtzConnections;

  constructor(options: OnvifOptions) {
    this.#options = options;
    this.#ptzCameras = new PtzConnections(options.wallMs);
  }

  describe(address: OnvifAddress, signal: AbortSignal): Promise<OnvifCamera | SourceProblem> {
    return this.#answer(address, { signal, timeoutMs: describeMs }, async (client) => {
      const clockOffsetMs = await readClock(client, this.#options.wallMs);
      const services = await readServices(client);
      const device = await client.call({
        path: client.devicePath,
        namespace: namespaces.device,
        operation: "GetDeviceInformation",
      });
      const profiles: OnvifProfile[] = [];
      for (const profile of (await readProfiles(client, services)).slice(0, maxAddressed)) {
        profiles.push(await withAddresses(client, services, profile));
      }
      return {
        manufacturer: textOf(device, "Manufacturer"),
        model: textOf(device, "Model"),
        firmware: textOf(device, "FirmwareVersion"),
        clockOffsetMs,
        profiles,
      };
    });
  }

  ptzState(address: OnvifAddress, signal: AbortSignal): Promise<PtzState | SourceProblem> {
    return this.#ptz(address, signal, (ptz) => ptz.state());
  }

  ptzPosition(
    address: OnvifAddress,
    signal: AbortSignal,
  ): Promise<{ position: PtzPosition | null } | SourceProblem> {
    return this.#ptz(address, signal, async (ptz) => ({ position: await ptz.position() }));
  }

  ptz(
    address: OnvifAddress,
    command: PtzCommand,
    signal: AbortSignal,
  ): Promise<{ preset: string | null } | SourceProblem> {
    return this.#ptz(address, signal, async (ptz) => ({ preset: await ptz.run(command) }));
  }

  storedVideo(
    address: OnvifAddress,
    span: { fromMs: number; toMs: number },
    signal: AbortSignal,
  ): Promise<{ videos: readonly StoredVideo[] } | SourceProblem> {
    return this.#answer(address, { signal, timeoutMs: searchMs }, async (client) => {
      await readClock(client, this.#options.wallMs);
      const search = RecordingSearch.of(client, await readServices(client));
      return { videos: await search.between(span) };
    });
  }

  async watchEvents(
    address: OnvifAddress,
    sink: OnvifEventSink,
    signal: AbortSignal,
  ): Promise<SourceProblem> {
    const { wallMs } = this.#options;
    return await this.#answer(address, { signal }, (client) =>
      watchEvents(client, { sink, wallMs, signal }),
    );
  }

  discover(waitMs: number, signal: AbortSignal): Promise<FoundCamera[]> {
    const { discoveryTarget } = this.#options;
    return discover({
      waitMs,
      signal,
      mayUse: (ip) => mayDial(ip, 0, this.#options),
      ...(discoveryTarget ? { target: discoveryTarget } : {}),
    });
  }

  #ptz<T extends object>(
    address: OnvifAddress,
    signal: AbortSignal,
    work: (ptz: OnvifPtzService) => Promise<T>,
  ): Promise<T | SourceProblem> {
    const limits = { signal, timeoutMs: commandMs };
    return this.#answer(address, limits, (client) => this.#ptzCameras.with(address, client, work));
  }

  async #answer<T extends object>(
    address: OnvifAddress,
    limits: { signal: AbortSignal; timeoutMs?: number },
    work: (client: SoapClient) => Promise<T>,
  ): Promise<T | SourceProblem> {
    const { timeoutMs } = limits;
    const signal = timeoutMs === undefined ? limits.signal : timeLimit(timeoutMs, limits.signal);
    try {
      return await work(
        new SoapClient(address, { ...this.#options, signal }, this.#options.wallMs),
      );
    } catch (error) {
      const coded = GatehouseError.find(error);
      if (coded) return problemOf(coded);
      this.#options.log.error({ error: describeError(error) }, "an ONVIF request failed");
      return { code: "onvif_broken", message: "The camera's ONVIF answer cannot be read." };
    }
  }
}

/** The problem between box and camera that the error stands for, if it has one as its cause. */
function problemOf({ code, message, cause }: GatehouseError): SourceProblem {
  return isProblem(cause) ? cause : { code, message };
}
