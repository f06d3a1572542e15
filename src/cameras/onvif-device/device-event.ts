/** One named value of an event. */
export type EventItem = readonly [name: string, value: string];

/** A report of the device, as a client pulls it. */
export interface DeviceEvent {
  /** Concrete topic path. */
  topic: string;
  /** For states: what happened to the property; null for an event of a moment. */
  operation: "Initialized" | "Changed" | "Deleted" | null;
  /** Unix milliseconds. */
  atMs: number;
  /** What it is about. */
  source: readonly EventItem[];
  data: readonly EventItem[];
}

/** An incident of a stream as the device tells of it. */
export interface DeviceIncident {
  id: string;
  org: string;
  streamId: string;
  type: string;
  zone: string | null;
  severity: string;
  /** Unix milliseconds of its beginning. */
  startedAtMs: number;
}

/** A change of an incident. */
export interface IncidentChange {
  incident: DeviceIncident;
  isOpen: boolean;
  /** Unix milliseconds. */
  atMs: number;
}
