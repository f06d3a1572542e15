import type { SiteBusState } from "./site-bus-state.ts";
import { gapMessage } from "./site-bus-wire.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { Store } from "../../base/core/store.ts";
import type { EventLog } from "../../base/events/event-log.ts";
import type { Jobs } from "../../base/jobs/jobs.ts";
import type { TelemetryHub } from "../../robots/fleet/telemetry-wire.ts";
import type { BusLink } from "./bus-port.ts";
import type { CommandService } from "./command-service.ts";
import { EventPublisher } from "./event-feed.ts";
import { eventMessage, isPublished } from "./event-message-wire.ts";
import type { HomeAssistantDiscovery } from "./home-assistant-wire.ts";
import { RetainedStates } from "./retained-states.ts";
import type { SiteView } from "./site-view-wire.ts";
import { topicStates } from "./topic-states-wire.ts";
import { RobotTelemetry } from "./robot-telemetry.ts";

/** The parts of `SiteBus`. */
export interface SiteBusParts {
  /** Name of the broker. */
  broker: string;
  /** Name of its position in the event log, and of what it has retained; `mqtt` when absent. */
  place?: string;
  /** The box's own base topic; everything but discovery is below it. */
  base: string;
  /** Organisation whose events the bus carries. */
  org: string;
  /** True to add signed addresses of pictures and clips. */
  withLinks: boolean;
  /** Delay after a refusal, in milliseconds; 5000 when absent. */
  retryMs?: number;
  /** Time between two messages of a robot's telemetry; 0 for none. */
  telemetryMs: number;
  link: BusLink;
  view: SiteView;
  /** Absent without Home Assistant. The address of the page is known once the server listens. */
  discovery?: () => HomeAssistantDiscovery;
  /** Absent when the box accepts no commands. */
  commands?: CommandService;
  store: Store;
  events: EventLog;
  jobs: Pick<Jobs, "get">;
  telemetry: TelemetryHub;
  clock: Clock;
  log: Logger;
}

/** Name of its position in the event log. */
export const busCursor = "mqtt";
/** Period of reading the site's state. */
const refreshMs = 1000;

/** Publishes the site's events and states on a broker, and executes commands from it. */
export class SiteBus implements Part {
  readonly #parts: SiteBusParts;
  readonly #feed: EventPublisher;
  readonly #states: RetainedStates;
  readonly #telemetry: RobotTelemetry;
  #refresh: Timer | undefined;
  #isStopped = false;

  constructor(parts: SiteBusParts) {
    const { base, org, withLinks, link, jobs, place = busCursor } = parts;
    this.#parts = parts;
    this.#states = new RetainedStates({ ...parts, place });
    this.#telemetry = new RobotTelemetry(parts);
    this.#feed = new EventPublisher({
      ...parts,
      name: place,
      messageOf: (event) => {
        if (!isPublished(event, org)) return undefined;
        const job = event.jobId === undefined ? undefined : jobs.get(event.org, event.jobId);
        return eventMessage(event, { job, withLinks });
      },
      send: (event, payload) =>
        link.send({ topic: `${base}/events/${event.type}`, payload, qos: 1, isRetained: false }),
      gap: (after, before) =>
        link.send({
          topic: `${base}/events/gap`,
          payload: gapMessage(after, before),
          qos: 1,
          isRetained: false,
        }),
    });
  }

  /** Begins to connect; never waits for the broker. */
  async start(signal: AbortSignal): Promise<void> {
    const { link, commands, base, clock } = this.#parts;
    this.#states.start();
    await this.#feed.start();
    link.listen(
      {
        onUp: () => this.#onUp(),
        onDown: () => this.#onDown(),
        onMessage: (message) => commands?.take(message),
      },
      commands ? [`${base}/commands/#`] : [],
    );
    await link.start?.(signal);
    this.#refresh = clock.every(refreshMs, () => {
      if (link.state().isUp) this.#show();
    });
  }

  /** Ends the connection; the next start sends unacknowledged entries. */
  async stop(): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    const { link, commands } = this.#parts;
    this.#refresh?.cancel();
    this.#telemetry.onDown();
    this.#states.onDown();
    await this.#feed.stop();
    // The broker publishes `offline`, and messages in transit settle.
    await link.stop?.();
    await this.#states.stop();
    await commands?.stop();
  }

  /** Returns the state of the connection and its counts. */
  describe(): SiteBusState {
    const { link, broker, base, commands } = this.#parts;
    const { isUp, sinceMs, problem } = link.state();
    const { backlog, acknowledged, lost } = this.#feed.counts();
    return {
      broker,
      baseTopic: base,
      isConnected: isUp,
      sinceMs,
      problem,
      backlog,
      acknowledged,
      lost,
      commands: commands ? commands.counts() : null,
    };
  }

  #onUp(): void {
    this.#show();
    this.#states.onUp();
    this.#feed.onUp();
    this.#telemetry.onUp();
  }

  #onDown(): void {
    this.#states.onDown();
    this.#feed.onDown();
    this.#telemetry.onDown();
  }

  #show(): void {
    const { base, view, discovery, log } = this.#parts;
    try {
      this.#states.show(topicStates(base, view, discovery?.()));
    } catch (error) {
      log.warn({ error: describeError(error) }, "the site's state was not told");
    }
  }
}
