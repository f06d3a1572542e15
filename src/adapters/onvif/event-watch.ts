import { setTimeout as wait } from "node:timers/promises";
import { fail } from "../../base/contract/fail.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import type { CameraEvent } from "../../cameras/events/camera-event.ts";
import type { OnvifChannel, OnvifEventSink } from "../../cameras/onvif-port.ts";
import { isMissing, PullPoint, type PullPointParts } from "./pull-point.ts";
import { readChannels } from "./profiles.ts";
import { readClock, readServices, type Services } from "./services.ts";
import type { SoapClient } from "./soap-client.ts";

/** Shortest time from one question to the next: some cameras answer at once, with or without events. */
const minPeriodMs = { empty: 1000, events: 100 } as const;
/** Questions without an answer, one after the other, that a subscription survives. */
const maxLost = 3;

/** The parts of a watch beside the camera. */
export interface EventWatchParts {
  sink: OnvifEventSink;
  wallMs: () => number;
  signal: AbortSignal;
}

/**
 * Keeps a subscription to the camera's events until `signal` aborts or the camera ends it, and throws the reason:
 * the errors of the client, and `onvif_no_events`.
 */
export async function watchEvents(client: SoapClient, parts: EventWatchParts): Promise<never> {
  const { sink, wallMs, signal } = parts;
  await readClock(client, wallMs);
  const services = await readServices(client);
  const { events: path } = services;
  if (path === undefined) throw noEvents();
  const channels = await channelsOf(client, services);
  const pointParts = { client, path, wallMs, monoMs: () => performance.now() };
  for (;;) {
    const point = await open(pointParts);
    sink.onSubscribed(channels);
    try {
      await point.synchronise();
      await pullUntilOver(point, sink, signal);
    } catch (error) {
      void point.close();
      throw error;
    }
    await point.close();
  }
}

/** A camera that cannot list its streams counts as one camera. */
async function channelsOf(client: SoapClient, services: Services): Promise<OnvifChannel[]> {
  try {
    return await readChannels(client, services);
  } catch (error) {
    if (GatehouseError.find(error)?.code.startsWith("onvif_")) return [];
    throw error;
  }
}

async function open(parts: PullPointParts): Promise<PullPoint> {
  try {
    return await PullPoint.open(parts);
  } catch (error) {
    throw isMissing(error) ? noEvents() : error;
  }
}

/** Returns when the subscription ends and the camera cannot renew it. */
async function pullUntilOver(
  point: PullPoint,
  sink: OnvifEventSink,
  signal: AbortSignal,
): Promise<void> {
  let lost = 0;
  while (await point.keep()) {
    const startedMs = performance.now();
    let events: readonly CameraEvent[] = [];
    try {
      events = await point.pull();
      lost = 0;
      sink.onEvents(events);
    } catch (error) {
      lost += 1;
      // Some cameras end the connection in place of an empty answer.
      const isEnded = GatehouseError.find(error)?.code === "stream_unreachable";
      if (!isEnded || lost >= maxLost || signal.aborted) throw error;
    }
    const leastMs = events.length === 0 ? minPeriodMs.empty : minPeriodMs.events;
    const restMs = leastMs - (performance.now() - startedMs);
    if (restMs > 0) await wait(restMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

function noEvents(): GatehouseError {
  return fail(
    "onvif_no_events",
    "camera: offers no events by ONVIF pull point. Switch them on in the camera, or use the box's own behaviors",
  );
}
