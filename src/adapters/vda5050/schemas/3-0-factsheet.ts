import { type Static, Type } from "typebox";
import { oneOfValues } from "../../../base/contract/answers.ts";
import { blockingTypes30, vertexSchema } from "./3-0-header.ts";
import { headerFields, optional } from "./header.ts";

const text = Type.String();
const texts = Type.Array(text);
const number = Type.Number();
const positive = Type.Number({ minimum: 0 });
const limit = optional(Type.Integer({ minimum: 0 }));
const percent = optional(Type.Number({ minimum: 0, maximum: 100 }));

const typeSpecification = Type.Object({
  seriesName: text,
  seriesDescription: optional(text),
  mobileRobotKinematics: text,
  mobileRobotClass: text,
  maximumLoadMass: positive,
  localizationTypes: texts,
  navigationTypes: texts,
  supportedZones: optional(
    Type.Array(
      oneOfValues([
        "BLOCKED",
        "LINE_GUIDED",
        "RELEASE",
        "COORDINATED_REPLANNING",
        "SPEED_LIMIT",
        "ACTION",
        "PRIORITY",
        "PENALTY",
        "DIRECTED",
        "BIDIRECTED",
      ]),
    ),
  ),
});

const physicalParameters = Type.Object({
  minimumSpeed: positive,
  maximumSpeed: positive,
  minimumAngularSpeed: optional(positive),
  maximumAngularSpeed: optional(positive),
  maximumAcceleration: positive,
  maximumDeceleration: number,
  minimumHeight: number,
  maximumHeight: number,
  width: number,
  length: number,
});

const arrayLengths = [
  "order.nodes",
  "order.edges",
  "node.actions",
  "edge.actions",
  "actions.actionsParameters",
  "instantActions",
  "trajectory.knotVector",
  "trajectory.controlPoints",
  "zoneSet.zones",
  "state.nodeStates",
  "state.edgeStates",
  "state.loads",
  "state.actionStates",
  "state.instantActionStates",
  "state.zoneActionStates",
  "state.errors",
  "state.information",
  "error.errorReferences",
  "information.infoReferences",
] as const;

const protocolLimits = Type.Object({
  maximumStringLengths: Type.Object({
    maximumMessageLength: limit,
    maximumTopicSerialLength: limit,
    maximumTopicElementLength: limit,
    maximumIdLength: limit,
    idNumericalOnly: optional(Type.Boolean()),
    maximumLoadIdLength: limit,
  }),
  maximumArrayLengths: Type.Object(
    Object.fromEntries(arrayLengths.map((name) => [name, limit])) as Record<
      (typeof arrayLengths)[number],
      typeof limit
    >,
  ),
  timing: Type.Object({
    minimumOrderInterval: positive,
    minimumStateInterval: positive,
    defaultStateInterval: optional(positive),
    visualizationInterval: optional(positive),
  }),
});

const mobileRobotAction = Type.Object({
  actionType: text,
  actionDescription: optional(text),
  actionScopes: Type.Array(oneOfValues(["INSTANT", "NODE", "EDGE", "ZONE"])),
  actionParameters: optional(
    Type.Array(
      Type.Object({
        key: text,
        valueDataType: oneOfValues(["BOOL", "NUMBER", "INTEGER", "STRING", "OBJECT", "ARRAY"]),
        description: optional(text),
        isOptional: optional(Type.Boolean()),
      }),
    ),
  ),
  actionResult: optional(text),
  blockingTypes: optional(Type.Array(oneOfValues(blockingTypes30))),
  pauseAllowed: Type.Boolean(),
  cancelAllowed: Type.Boolean(),
});

const protocolFeatures = Type.Object({
  optionalParameters: Type.Array(
    Type.Object({
      parameter: text,
      support: oneOfValues(["SUPPORTED", "REQUIRED"]),
      description: optional(text),
    }),
  ),
  mobileRobotActions: Type.Array(mobileRobotAction),
});

const mobileRobotGeometry = Type.Object({
  wheelDefinitions: optional(
    Type.Array(
      Type.Object({
        type: text,
        isActiveDriven: Type.Boolean(),
        isActiveSteered: Type.Boolean(),
        position: Type.Object({ x: number, y: number, theta: optional(number) }),
        diameter: number,
        width: number,
        centerDisplacement: optional(number),
        constraints: optional(text),
      }),
    ),
  ),
  envelopes2d: optional(
    Type.Array(
      Type.Object({
        envelope2dId: text,
        vertices: Type.Array(vertexSchema),
        description: optional(text),
      }),
    ),
  ),
  envelopes3d: optional(
    Type.Array(
      Type.Object({
        envelope3dId: text,
        format: text,
        data: optional(Type.Object({})),
        url: optional(text),
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
  maximumWeight: optional(positive),
  minimumLoadhandlingHeight: optional(positive),
  maximumLoadhandlingHeight: optional(positive),
  minimumLoadhandlingDepth: optional(number),
  maximumLoadhandlingDepth: optional(number),
  minimumLoadhandlingTilt: optional(number),
  maximumLoadhandlingTilt: optional(number),
  maximumSpeed: optional(positive),
  maximumAcceleration: optional(positive),
  maximumDeceleration: optional(number),
  pickTime: optional(positive),
  dropTime: optional(positive),
  description: optional(text),
});

const mobileRobotConfiguration = Type.Object({
  versions: optional(Type.Array(Type.Object({ key: text, value: text }))),
  network: optional(
    Type.Object({
      dnsServers: optional(texts),
      ntpServers: optional(texts),
      localIpAddress: optional(text),
      netmask: optional(text),
      defaultGateway: optional(text),
    }),
  ),
  batteryCharging: optional(
    Type.Object({
      criticalLowChargingLevel: percent,
      minimumDesiredChargingLevel: percent,
      maximumDesiredChargingLevel: percent,
      minimumChargingTime: optional(positive),
    }),
  ),
});

/** Topic `factsheet` of 3.0 (section 7.10). */
export const factsheetSchema30 = Type.Object({
  ...headerFields,
  typeSpecification,
  physicalParameters,
  protocolLimits,
  protocolFeatures,
  mobileRobotGeometry,
  loadSpecification: Type.Object({
    loadPositions: optional(texts),
    loadSets: optional(Type.Array(loadSet)),
  }),
  mobileRobotConfiguration: optional(mobileRobotConfiguration),
});

/** A frame of topic `factsheet` of 3.0. */
export type FactsheetFrame30 = Static<typeof factsheetSchema30>;
