import type { Dialect, VdaTopic } from "./dialect.ts";
import {
  connectionSchema11,
  instantActionsSchema11,
  orderSchema11,
  stateSchema11,
  visualizationSchema11,
} from "./schemas/1-1.ts";
import { vda20 } from "./vda2x.ts";

type Frame = Record<string, unknown>;

/**
 * VDA 5050 1.1. Its text writes the words of some lists in small letters and others in capitals,
 * and one field in two ways; what comes in is brought to the form that 2.0 settled on.
 */
export const vda11: Dialect = {
  ...vda20,
  majorVersion: "v1",
  schemas: {
    order: orderSchema11,
    instantActions: instantActionsSchema11,
    state: stateSchema11,
    visualization: visualizationSchema11,
    connection: connectionSchema11,
  },
  tidied,
  instantActions: ({ actions, ...header }) => ({ ...header, instantActions: actions }),
};

function tidied(topic: VdaTopic, frame: Frame): Frame {
  if (topic === "connection") return withCapitals(frame, "connectionState");
  if (topic !== "state") return frame;
  const { errors, informations, information = informations, actionStates, ...rest } = frame;
  return {
    ...withCapitals(rest, "operatingMode"),
    ...each("nodeStates", frame["nodeStates"], withSequenceId),
    ...each("edgeStates", frame["edgeStates"], withSequenceId),
    ...each("actionStates", actionStates, (one) => withCapitals(one, "actionStatus")),
    ...each("errors", errors, (one) => withCapitals(one, "errorLevel")),
    ...each("information", information, (one) => withCapitals(one, "infoLevel")),
    ...(isFrame(rest["safetyState"])
      ? { safetyState: withCapitals(rest["safetyState"], "eStop") }
      : {}),
  };
}

function isFrame(value: unknown): value is Frame {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The list with each of its objects changed; anything else stays for the check to find. */
function each(name: string, list: unknown, change: (one: Frame) => Frame): Frame {
  if (list === undefined) return {};
  if (!Array.isArray(list)) return { [name]: list };
  return { [name]: list.map((one) => (isFrame(one) ? change(one) : one)) };
}

function withCapitals(frame: Frame, field: string): Frame {
  const word = frame[field];
  if (typeof word !== "string") return frame;
  const capitals = word.toUpperCase();
  // The list of modes has TEACHIN, their table TEACHING.
  return { ...frame, [field]: capitals === "TEACHING" ? "TEACHIN" : capitals };
}

/** The table of the node's state has `sequenceID`, everything else `sequenceId`. */
function withSequenceId(frame: Frame): Frame {
  const { sequenceID, ...rest } = frame;
  return sequenceID === undefined || "sequenceId" in rest
    ? frame
    : { ...rest, sequenceId: sequenceID };
}
