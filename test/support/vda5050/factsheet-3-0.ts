import { handlingWith, parameters } from "./factsheet.ts";

const action = (actionType: string, ...actionScopes: string[]) => ({
  actionType,
  actionScopes,
  pauseAllowed: false,
  cancelAllowed: true,
});

const parameter = parameters("NUMBER");
const handling = handlingWith(parameter);

/** What the strict test robot of 3.0 is and can. */
export const strictFactsheet30 = {
  typeSpecification: {
    seriesName: "strict",
    mobileRobotKinematics: "DIFFERENTIAL",
    mobileRobotClass: "CARRIER",
    maximumLoadMass: 10,
    localizationTypes: ["NATURAL"],
    navigationTypes: ["FREELY_NAVIGATING"],
    supportedZones: ["BLOCKED", "SPEED_LIMIT"],
  },
  physicalParameters: {
    minimumSpeed: 0.01,
    maximumSpeed: 2,
    maximumAcceleration: 1,
    maximumDeceleration: 1,
    minimumHeight: 0.3,
    maximumHeight: 0.3,
    width: 0.5,
    length: 0.7,
  },
  protocolLimits: {
    maximumStringLengths: {},
    maximumArrayLengths: {},
    timing: { minimumOrderInterval: 0.05, minimumStateInterval: 0.05 },
  },
  protocolFeatures: {
    optionalParameters: [],
    mobileRobotActions: [
      action("startPause", "INSTANT"),
      action("stopPause", "INSTANT"),
      action("cancelOrder", "INSTANT"),
      action("stateRequest", "INSTANT"),
      action("factsheetRequest", "INSTANT"),
      action("initializePosition", "INSTANT"),
      {
        ...action("pick", "NODE"),
        actionParameters: [...handling, parameter("stationName", false)],
      },
      { ...action("drop", "NODE"), actionParameters: handling },
      action("startCharging", "INSTANT", "NODE"),
      action("stopCharging", "INSTANT", "NODE"),
      action("enableZoneSet", "INSTANT"),
      action("deleteZoneSet", "INSTANT"),
      action("clearInstantActions", "INSTANT"),
    ],
  },
  mobileRobotGeometry: {},
  loadSpecification: { loadSets: [{ setName: "pallets", loadType: "EPAL" }] },
};
