const action = (actionType: string, ...actionScopes: string[]) => ({ actionType, actionScopes });

const parameter = (key: string, isOptional: boolean) => ({
  key,
  valueDataType: /^(height|depth)$/.test(key) ? "FLOAT" : "STRING",
  isOptional,
});
const handling = [
  parameter("lhd", true),
  parameter("stationType", true),
  parameter("loadType", true),
  parameter("loadId", true),
  parameter("height", true),
  parameter("x-clamp", true),
];

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
