/** The connection to the site's broker. */
export interface SiteBusState {
  /** Name of the broker. */
  broker: string;
  baseTopic: string;
  isConnected: boolean;
  /** Begin of this state, Unix milliseconds. */
  sinceMs: number;
  /** The fault, in words; null without one. */
  problem: string | null;
  /** Entries of the event log that wait to be published. */
  backlog: number;
  /** Published events. */
  acknowledged: number;
  /** Events that the box deleted before it could publish them. */
  lost: number;
  /** Null while commands are off. */
  commands: { done: number; refused: number } | null;
}
