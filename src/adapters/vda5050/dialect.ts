import type { TSchema } from "typebox";
import type { UsableState } from "./robot-state.ts";
import type { InstantActionsFrame, OrderFrame } from "./schemas/order.ts";
import type { ConnectionWord, VisualizationFrame } from "./schemas/state.ts";

/** Versions of VDA 5050 that the driver speaks. */
export const vdaVersions = ["1.1", "2.0", "2.1", "3.0"] as const;

/** A version of VDA 5050 that the driver speaks. */
export type VdaVersion = (typeof vdaVersions)[number];

/** A topic of VDA 5050. */
export type VdaTopic =
  | "order"
  | "instantActions"
  | "state"
  | "visualization"
  | "connection"
  | "factsheet"
  | "zoneSet"
  | "responses";

/** An action of a robot according to its factsheet. */
export interface SheetAction {
  actionType: string;
  actionScopes: readonly string[];
  /** Absent where it does not list them. */
  actionParameters?: readonly { key: string; isOptional?: boolean }[];
  blockingTypes?: readonly string[];
}

/** The fields of a factsheet that a master needs. Zero is "no bound", as in the specification. */
export interface Sheet {
  actions: readonly SheetAction[];
  /** Optional fields that may be sent, by their names of 2.1. */
  optionalParameters: readonly string[];
  /** Those of them without which the robot takes no order. */
  requiredParameters: readonly string[];
  maxNodes: number;
  maxEdges: number;
  maxZones: number;
  /** Entries of a trajectory's lists. */
  maxKnots: number;
  maxControlPoints: number;
  /** Bytes of one message. */
  maxMessage: number;
  maxIdLength: number;
  maxLoadIdLength: number;
  areIdsNumeric: boolean;
  orderIntervalSec: number;
  speedMaxMps: number | null;
  /** Types of loads that the robot can handle; empty where it lists none. */
  loadTypes: readonly string[];
  /** Types of zones that the robot keeps to by itself; only 3.0 has any. */
  zoneTypes: readonly string[];
}

/** A frame with the names of its version, ready for the check against the version's schema. */
export type OutgoingFrame = Readonly<Record<string, unknown>>;

/**
 * The form of one version. Inside the driver frames have the names of 2.1; a dialect converts them to its
 * version and back. Received frames have passed its schema, which guarantees only the core fields.
 */
export interface Dialect {
  /** First and second level of the topics, where the settings name no others. */
  readonly interfaceName: string;
  readonly majorVersion: string;
  /** Schemas of the topics that the version has, from its specification. */
  readonly schemas: Readonly<Partial<Record<VdaTopic, TSchema>>>;
  /** Corrects ambiguities of the version before the check; absent without any. */
  readonly tidied?: (topic: VdaTopic, frame: Record<string, unknown>) => Record<string, unknown>;
  order(frame: OrderFrame): OutgoingFrame;
  instantActions(frame: InstantActionsFrame): OutgoingFrame;
  state(frame: Record<string, unknown>): UsableState;
  visualization(frame: Record<string, unknown>): VisualizationFrame;
  connection(word: string): ConnectionWord;
  sheet(frame: Record<string, unknown>): Sheet;
  /** True when its edges may have a corridor. */
  readonly hasCorridors: boolean;
  /** True when the states of instant actions accumulate until the master clears them. */
  readonly keepsInstantActions: boolean;
}
