const action = (actionType: string, ...actionScopes: string[]) => ({ actionType, actionScopes });

/** Parameters of an action; `number` is the protocol version's name for a number's type. */
export const parameters =
  (number: "FLOAT" | "NUMBER") =>
  (
    key: string,
    isOptional: boolean,
  ): { key: string; valueDataType: string; isOptional: boolean } => ({
    key,
    valueDataType: /^(height|depth)$/.test(key) ? number : "STRING",
    isOptional,
  });

/** What a load is picked up or put down with. */
export const handlingWith = (parameter: ReturnType<typeof parameters>) =>
  ["lhd", "stationType", "loadType", "loadId", "height", "x-clamp"].map((key) =>
    parameter(key, true),
  );

const parameter = parameters("FLOAT");
const handling = handlingWith(parameter);

/** What the strict test robot is and can. */
export const strictFactsheet = {
  typeSpecification: {
    seriesName: "strict",
    agvKinematic: "DIFF",
    agvClass: "CARRIER",
    maxLoadMass: 10,
    localizationTypes: ["NATURAL"],
    navigationTypes: ["AUTONOMOUS"],
  },
  physicalParameters: {
    speedMin: 0.01,
    speedMax: 2,
    accelerationMax: 1,
    decelerationMax: 1,
    heightMin: 0.3,
    heightMax: 0.3,
    width: 0.5,
    length: 0.7,
  },
  protocolLimits: {
    maxStringLens: {},
    maxArrayLens: {},
    timing: { minOrderInterval: 0.05, minStateInterval: 0.05 },
  },
  protocolFeatures: {
    optionalParameters: [],
    agvActions: [
      action("startPause", "INSTANT"),
      action("stopPause", "INSTANT"),
      action("cancelOrder", "INSTANT"),
      action("stateRequest", "INSTANT"),
      action("factsheetRequest", "INSTANT"),
      action("initPosition", "INSTANT"),
      {
        ...action("pick", "NODE"),
        actionParameters: [...handling, parameter("stationName", false)],
      },
      { ...action("drop", "NODE"), actionParameters: handling },
      action("startCharging", "INSTANT", "NODE"),
      action("stopCharging", "INSTANT", "NODE"),
    ],
  },
  agvGeometry: {},
  loadSpecification: { loadSets: [{ setName: "pallets", loadType: "EPAL" }] },
};
