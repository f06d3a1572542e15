import { type Actor, camerasOf, maySee } from "../../base/contract/person.ts";
import type { EventLog } from "../../base/events/event-log.ts";
import type { LinkedEntry } from "../commands/chain.ts";
import type { TracedIncident } from "../fleet/mcap-port.ts";
import type { TraceListener } from "../fleet/robot-trace.ts";
import type { Robots } from "../fleet/robots.ts";
import type { Maps } from "../maps/maps.ts";
import { foxgloveLimits } from "./foxglove-terms.ts";
import { shownIncident } from "./incidents-wire.ts";
import type { LiveFeed, LiveMap, LiveRobot } from "./live-port.ts";

/** A caller of the API. */
export type LiveViewer = Actor & { org: string };

/** Makes the feed of a viewer. */
export class LiveRobots {
  readonly #parts: {
    robots: Pick<Robots, "of" | "traces">;
    maps: Pick<Maps, "list" | "cells">;
    events: Pick<EventLog, "subscribe">;
  };

  constructor(parts: {
    robots: Pick<Robots, "of" | "traces">;
    maps: Pick<Maps, "list" | "cells">;
    events: Pick<EventLog, "subscribe">;
  }) {
    this.#parts = parts;
  }

  /** People who may see only some cameras see no picture of another one, and not why a rule acted. */
  feedOf(viewer: LiveViewer): LiveFeed {
    const { robots, events } = this.#parts;
    return {
      robots: () => this.#robotsOf(viewer),
      maps: () => this.#mapsOf(viewer.org),
      follow: (id, listener) => robots.traces.follow(viewer.org, id, limited(viewer, listener)),
      followIncidents: (listener: (incident: TracedIncident) => void) =>
        events.subscribe((event) => {
          const incident = event.org === viewer.org ? shownIncident(viewer, event) : null;
          if (incident) listener(incident);
        }),
    };
  }

  #robotsOf(viewer: LiveViewer): LiveRobot[] {
    return this.#parts.robots.of(viewer.org).map(({ record: { id, request }, unit }) => {
      const isShown =
        request.camera === undefined
          ? unit.parts.driver.camera !== undefined && camerasOf(viewer) === undefined
          : maySee(viewer, request.camera);
      return { id, hasPictures: isShown };
    });
  }

  #mapsOf(org: string): LiveMap[] {
    const { maps } = this.#parts;
    return maps
      .list(org)
      .filter(({ grid }) => grid && grid.widthCells * grid.heightCells <= foxgloveLimits.mapCells)
      .map((map) => ({ map, cells: () => maps.cells(map) }));
  }
}

/** The listener as far as the viewer may see: the camera of a robot may change while it is followed. */
function limited(viewer: LiveViewer, listener: TraceListener): TraceListener {
  if (camerasOf(viewer) === undefined) return listener;
  const { onPicture, onEntry, ...rest } = listener;
  const filtered: TraceListener = rest;
  if (onPicture) {
    filtered.onPicture = (picture) => {
      if (picture.streamId !== null && maySee(viewer, picture.streamId)) onPicture(picture);
    };
  }
  if (onEntry) {
    filtered.onEntry = (entry: LinkedEntry) =>
      onEntry(entry.who?.priority === "rule" ? { ...entry, why: null } : entry);
  }
  return filtered;
}
