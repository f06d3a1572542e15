import type { TracedIncident } from "../fleet/mcap-port.ts";
import type { TraceListener } from "../fleet/robot-trace.ts";
import type { MapRecord } from "../maps/map-record.ts";

/** A WebSocket of a client, as `ws` has it. */
export interface LiveSocket {
  /** Bytes that wait to be sent. */
  readonly bufferedAmount: number;
  send(message: string | Uint8Array): void;
  close(code: number, reason: string): void;
  on(event: "message", listener: (data: Buffer, isBinary: boolean) => void): unknown;
  once(event: "close", listener: () => void): unknown;
}

/** A robot of the feed. */
export interface LiveRobot {
  id: string;
  /** True when the viewer may see the pictures of its camera, and it has one. */
  hasPictures: boolean;
}

/** A map of the feed, with its cells. */
export interface LiveMap {
  map: MapRecord;
  /** Row after row from the highest; undefined when they are gone. */
  cells(): Promise<Uint8Array | undefined>;
}

/** What one viewer may see of an organisation's robots, as it happens. */
export interface LiveFeed {
  robots(): LiveRobot[];
  /** Grids of at most `foxgloveLimits.mapCells`. */
  maps(): LiveMap[];
  /** Calls the listener until the returned function is called. */
  follow(robotId: string, listener: TraceListener): () => void;
  followIncidents(listener: (incident: TracedIncident) => void): () => void;
}

/** Serves connections of Foxglove. */
export interface FoxgloveServing {
  /** Shows the feed to the client until its connection ends. */
  serve(socket: LiveSocket, feed: LiveFeed): void;
}
