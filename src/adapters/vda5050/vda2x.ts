import type { Dialect, Sheet } from "./dialect.ts";
import type { UsableState } from "./robot-state.ts";
import { type FactsheetFrame, factsheetSchema20, factsheetSchema21 } from "./schemas/factsheet.ts";
import { instantActionsSchema, orderSchema20, orderSchema21 } from "./schemas/order.ts";
import {
  connectionSchema,
  type ConnectionWord,
  stateSchema20,
  stateSchema21,
  visualizationSchema,
} from "./schemas/state.ts";

function sheetOf(frame: Record<string, unknown>): Sheet {
  const { protocolLimits, protocolFeatures, physicalParameters, loadSpecification } =
    frame as Partial<FactsheetFrame> & Pick<FactsheetFrame, "protocolLimits" | "protocolFeatures">;
  const { maxArrayLens, maxStringLens, timing } = protocolLimits;
  return {
    actions: protocolFeatures.agvActions,
    optionalParameters: protocolFeatures.optionalParameters.map(({ parameter }) => parameter),
    requiredParameters: protocolFeatures.optionalParameters
      .filter(({ support }) => support === "REQUIRED")
      .map(({ parameter }) => parameter),
    maxNodes: maxArrayLens["order.nodes"] ?? 0,
    maxEdges: maxArrayLens["order.edges"] ?? 0,
    maxZones: 0,
    maxKnots: maxArrayLens["trajectory.knotVector"] ?? 0,
    maxControlPoints: maxArrayLens["trajectory.controlPoints"] ?? 0,
    maxMessage: maxStringLens.msgLen ?? 0,
    maxIdLength: maxStringLens.idLen ?? 0,
    maxLoadIdLength: maxStringLens.loadIdLen ?? 0,
    areIdsNumeric: maxStringLens.idNumericalOnly ?? false,
    orderIntervalSec: timing.minOrderInterval,
    speedMaxMps: physicalParameters?.speedMax ?? null,
    loadTypes: (loadSpecification?.loadSets ?? []).map(({ loadType }) => loadType),
    zoneTypes: [],
  };
}

const common = {
  interfaceName: "uagv",
  majorVersion: "v2",
  order: (frame) => frame,
  instantActions: (frame) => frame,
  state: (frame) => frame as UsableState,
  visualization: (frame) => frame,
  connection: (word) => word as ConnectionWord,
  sheet: sheetOf,
  keepsInstantActions: false,
  hasCorridors: false,
} satisfies Partial<Dialect>;

/** VDA 5050 2.0. */
export const vda20: Dialect = {
  ...common,
  schemas: {
    order: orderSchema20,
    instantActions: instantActionsSchema,
    state: stateSchema20,
    visualization: visualizationSchema,
    connection: connectionSchema,
    factsheet: factsheetSchema20,
  },
};

/** VDA 5050 2.1. */
export const vda21: Dialect = {
  ...common,
  hasCorridors: true,
  schemas: {
    order: orderSchema21,
    instantActions: instantActionsSchema,
    state: stateSchema21,
    visualization: visualizationSchema,
    connection: connectionSchema,
    factsheet: factsheetSchema21,
  },
};
