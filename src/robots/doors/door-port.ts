/** What a door says, in its own words. */
export interface DoorWords {
  /** Its state. */
  state: string;
  /** Where a lift is; null where it does not say. */
  level: string | null;
}

/** Takes what a door says. Its methods must not throw. */
export interface DoorListener {
  /** The door said this just now. */
  onWords(words: DoorWords): void;
  /** Why nothing is heard from the door, for people. */
  onProblem(problem: string): void;
}

/** A request to a door. */
export type DoorRequest =
  /** Open, and stay open; a lift comes to this level first. `level` is in the words of the lift, null for a door. */
  | { kind: "open"; level: string | null }
  /** Nobody needs it any more. */
  | { kind: "close" };

/** The connection to one door: the port of MQTT, HTTP and Modbus TCP. */
export interface DoorLink {
  /** True when the door takes `close`; others close by themselves. */
  readonly hasClose: boolean;
  /** Begins to listen, and connects again after each failure. */
  open(listener: DoorListener): void;
  /**
   * Sends a request once, now or never. Resolves when the door has it; for a broker, when that has it. Rejects with
   * `door_unreachable` within `doorLimits.requestMs`.
   */
  request(request: DoorRequest): Promise<void>;
  /** Ends the connection; nothing is reported afterwards. */
  close(): Promise<void>;
}
