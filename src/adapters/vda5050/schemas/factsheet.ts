import { type Static, Type } from "typebox";
import { oneOfValues } from "../../../base/contract/answers.ts";
import { headerFields, optional } from "./header.ts";

const text = Type.String();
const number = Type.Number();
const texts = Type.Array(text);

const typeFields = {
  seriesName: text,
  seriesDescription: optional(text),
  agvKinematic: oneOfValues(["DIFF", "OMNI", "THREEWHEEL"]),
  agvClass: oneOfValues(["FORKLIFT", "CONVEYOR", "TUGGER", "CARRIER"]),
  maxLoadMass: Type.Number({ minimum: 0 }),
};

const physicalFields = {
  speedMin: number,
  speedMax: number,
  accelerationMax: number,
  decelerationMax: number,
  heightMax: number,
  width: number,
  length: number,
};

const arrayLengths = [
  "order.nodes",
  "order.edges",
  "node.actions",
  "edge.actions",
  "actions.actionsParameters",
  "instantActions",
  "trajectory.knotVector",
  "trajectory.controlPoints",
  "state.nodeStates",
  "state.edgeStates",
  "state.loads",
  "state.actionStates",
  "state.errors",
  "state.information",
  "error.errorReferences",
  "information.infoReferences",
] as const;

const length = optional(Type.Integer());
const maxArrayLens = Type.Object(
  Object.fromEntries(arrayLengths.map((name) => [name, length])) as Record<
    (typeof arrayLengths)[number],
    typeof length
  >,
);

const protocolLimits = Type.Object({
  maxStringLens: Type.Object({
    msgLen: length,
    topicSerialLen: length,
    topicElemLen: length,
    idLen: length,
    idNumericalOnly: optional(Type.Boolean()),
    enumLen: length,
    loadIdLen: length,
  }),
  maxArrayLens,
  timing: Type.Object({
    minOrderInterval: number,
    minStateInterval: number,
    defaultStateInterval: optional(number),
    visualizationInterval: optional(number),
  }),
});

const agvAction = Type.Object({
  actionType: text,
  actionDescription: optional(text),
  actionScopes: Type.Array(oneOfValues(["INSTANT", "NODE", "EDGE"])),
  actionParameters: optional(
    Type.Array(
      Type.Object({
        key: text,
        valueDataType: oneOfValues([
          "BOOL",
          "NUMBER",
          "INTEGER",
          "FLOAT",
          "STRING",
          "OBJECT",
          "ARRAY",
        ]),
        description: optional(text),
        isOptional: optional(Type.Boolean()),
      }),
    ),
  ),
  resultDescription: optional(text),
  blockingTypes: optional(Type.Array(oneOfValues(["NONE", "SOFT", "HARD"]))),
});

const protocolFeatures = Type.Object({
  optionalParameters: Type.Array(
    Type.Object({
      parameter: text,
      support: oneOfValues(["SUPPORTED", "REQUIRED"]),
      description: optional(text),
    }),
  ),
  agvActions: Type.Array(agvAction),
});

const point = Type.Object({ x: number, y: number });
const wheel = Type.Object({
  type: oneOfValues(["DRIVE", "CASTER", "FIXED", "MECANUM"]),
  isActiveDriven: Type.Boolean(),
  isActiveSteered: Type.Boolean(),
  position: Type.Object({ x: number, y: number, theta: optional(number) }),
  diameter: number,
  width: number,
  centerDisplacement: optional(number),
  constraints: optional(text),
});

const agvGeometry = Type.Object({
  wheelDefinitions: optional(Type.Array(wheel)),
  envelopes2d: optional(
    Type.Array(
      Type.Object({ set: text, polygonPoints: Type.Array(point), description: optional(text) }),
    ),
  ),
  envelopes3d: optional(
    Type.Array(
      Type.Object({
        set: text,
        format: text,
        data: optional(Type.Object({})),
        url: optional(text),
        // The text of both versions has a string; the JSON schema of 2.1.0 has an integer.
        description: optional(text),
      }),
    ),
  ),
});

const loadSet = Type.Object({
  setName: text,
  loadType: text,
  loadPositions: optional(texts),
  boundingBoxReference: optional(
    Type.Object({ x: number, y: number, z: number, theta: optional(number) }),
  ),
  loadDimensions: optional(
    Type.Object({ length: number, width: number, height: optional(number) }),
  ),
  maxWeight: optional(number),
  minLoadhandlingHeight: optional(number),
  maxLoadhandlingHeight: optional(number),
  minLoadhandlingDepth: optional(number),
  maxLoadhandlingDepth: optional(number),
  minLoadhandlingTilt: optional(number),
  maxLoadhandlingTilt: optional(number),
  agvSpeedLimit: optional(number),
  agvAccelerationLimit: optional(number),
  agvDecelerationLimit: optional(number),
  pickTime: optional(number),
  dropTime: optional(number),
  description: optional(text),
});

const commonFields = {
  ...headerFields,
  protocolLimits,
  protocolFeatures,
  agvGeometry,
  loadSpecification: Type.Object({
    loadPositions: optional(texts),
    loadSets: optional(Type.Array(loadSet)),
  }),
};

/** Topic `factsheet` of 2.0 (section 6.15). */
export const factsheetSchema20 = Type.Object({
  ...commonFields,
  typeSpecification: Type.Object({
    ...typeFields,
    localizationTypes: texts,
    navigationTypes: texts,
  }),
  physicalParameters: Type.Object({ ...physicalFields, heightMin: number }),
  localizationParameters: optional(Type.Object({})),
});

const vehicleConfig = Type.Object({
  versions: optional(Type.Array(Type.Object({ key: text, value: text }))),
  network: optional(
    Type.Object({
      dnsServers: optional(texts),
      localIpAddress: optional(text),
      ntpServers: optional(texts),
      netmask: optional(text),
      defaultGateway: optional(text),
    }),
  ),
});

/** Topic `factsheet` of 2.1. */
export const factsheetSchema21 = Type.Object({
  ...commonFields,
  typeSpecification: Type.Object({
    ...typeFields,
    localizationTypes: Type.Array(
      oneOfValues(["NATURAL", "REFLECTOR", "RFID", "DMC", "SPOT", "GRID"]),
    ),
    navigationTypes: Type.Array(
      oneOfValues(["PHYSICAL_LINE_GUIDED", "VIRTUAL_LINE_GUIDED", "AUTONOMOUS"]),
    ),
  }),
  physicalParameters: Type.Object({ ...physicalFields, heightMin: optional(number) }),
  vehicleConfig: optional(vehicleConfig),
});

/** A frame of topic `factsheet`. */
export type FactsheetFrame = Static<typeof factsheetSchema21>;
