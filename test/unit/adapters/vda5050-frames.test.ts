import assert from "node:assert/strict";
import { test } from "node:test";
import type { TSchema } from "typebox";
import {
  type VdaTopic,
  type VdaVersion,
  vdaVersions,
} from "../../../src/adapters/vda5050/dialect.ts";
import { dialects } from "../../../src/adapters/vda5050/dialects.ts";
import {
  checkedOutgoing,
  maxFrameBytes,
  readIncoming,
} from "../../../src/adapters/vda5050/frames.ts";
import { RobotState, type UsableState } from "../../../src/adapters/vda5050/robot-state.ts";
import { almost, SchemaValues } from "../../support/http/schema-values.ts";
import {
  noOfficialSchemas,
  officialCheck,
  officialSchema,
} from "../../support/vda5050/official.ts";
import { fc } from "../../support/box/properties.ts";

const values = new SchemaValues({}, {});
const numRuns = process.env["TEST_LONG"] === "1" ? 3000 : 60;

/**
 * Where the text of the specification and its published JSON schema differ, and ours follows the
 * text. A frame is compared without these.
 */
const knownDifferences: Record<string, readonly RegExp[]> = {
  // Table 2 has PAUSED; the schema of 2.1.0 forgot it.
  "2.1 state": [/^\/actionStates\/\d+\/actionStatus/],
  // A percentage in the text; the schema takes whole ones only.
  "2.0 state": [/batteryHealth/],
  // A description is text; the schema of 2.1.0 says integer.
  "2.1 factsheet": [/envelopes3d\/\d+\/description/, /blockingTypes/],
  // Robots report any angle; it is not worth losing the position.
  "3.0 state": [/^\/mobileRobotPosition\/theta/],
  "3.0 visualization": [/^\/mobileRobotPosition\/theta/],
  // Both schemas put the words of blockingTypes on the list instead of on its items.
  "2.0 factsheet": [/blockingTypes/],
};

/** What ours refuses and the official schema takes, as the text asks for it. */
const stricter: Record<string, RegExp> = {
  order: /headerId|degree|allowedDeviationTheta|orientationType|nodes: must not have fewer/,
  instantActions: /headerId/,
  state: /headerId|orderUpdateId|equenceId|degree|batteryHealth|trajectory/,
  visualization: /[hH]eaderId/,
  connection: /headerId/,
  zoneSet: /headerId/,
  responses: /headerId/,
  factsheet: /headerId|timestamp|blockingTypes|description/,
};

function ownProblems(version: VdaVersion, topic: VdaTopic, frame: unknown): string[] {
  return [...readIncoming(version, topic, Buffer.from(JSON.stringify(frame))).problems];
}

for (const version of vdaVersions) {
  for (const [topic, schema] of Object.entries(dialects[version].schemas) as [
    VdaTopic,
    TSchema,
  ][]) {
    const skip = { skip: version === "1.1" ? "1.1 has no JSON schemas" : noOfficialSchemas };
    const name = `${version} ${topic}`;

    test(`${name}: what our schema takes, the official one takes`, skip, () => {
      const official = officialCheck(version, topic);
      const made = values.valid(schema);
      fc.assert(
        fc.property(made, (value) => {
          const frame = JSON.parse(JSON.stringify(value));
          if (official(frame)) return;
          const known = knownDifferences[name] ?? [];
          const rest = official.errors!.filter(
            ({ instancePath, keyword }) =>
              !known.some((one) => one.test(instancePath) || one.test(keyword)),
          );
          assert.deepEqual(rest, []);
        }),
        { numRuns },
      );
    });

    test(
      `${name}: what the official schema takes, ours takes, but for what the text is stricter in`,
      skip,
      () => {
        const official = officialCheck(version, topic);
        const published = officialSchema(version, topic);
        const definitions = (published["definitions"] ?? {}) as Record<string, object>;
        fc.assert(
          fc.property(new SchemaValues(definitions, {}).valid(published), (value) => {
            const frame = JSON.parse(JSON.stringify(value));
            if (!official(frame)) return;
            const problems = ownProblems(version, topic, frame);
            assert.deepEqual(
              problems.filter((one) => !stricter[topic]!.test(one)),
              [],
            );
          }),
          { numRuns },
        );
      },
    );

    test(`${name}: a frame with one thing wrong never throws, and every problem names its field`, () => {
      const made = almost(values.valid(schema));
      fc.assert(
        fc.property(made, (value) => {
          const text = JSON.stringify(value) ?? "";
          const { problems } = readIncoming(version, topic, Buffer.from(text));
          for (const problem of problems) assert.match(problem, new RegExp(`^${topic}[.:]`));
        }),
        { numRuns },
      );
    });
  }
}

const state = {
  headerId: 1,
  timestamp: "2026-01-01T00:00:00.00Z",
  version: "2.0.0",
  manufacturer: "acme",
  serialNumber: "1",
  orderId: "",
  orderUpdateId: 0,
  lastNodeId: "",
  lastNodeSequenceId: 0,
  nodeStates: [],
  edgeStates: [],
  driving: false,
  actionStates: [],
  batteryState: { batteryCharge: 50, charging: false },
  operatingMode: "AUTOMATIC",
  errors: [],
  safetyState: { eStop: "NONE", fieldViolation: false },
};
const read = (value: unknown) => readIncoming("2.0", "state", Buffer.from(JSON.stringify(value)));

test("optional fields that are null, and fields that nobody knows, are no problem", () => {
  const { frame, problems } = read({ ...state, agvPosition: null, loads: null, makersOwn: 1 });
  assert.deepEqual(problems, []);
  assert.equal(frame?.["makersOwn"], 1);
  assert.equal("agvPosition" in frame!, false);
});

test("a wrong field that the state can do without is left out and named", () => {
  const { frame, problems } = read({
    ...state,
    safetyState: { eStop: 7, fieldViolation: false },
    operatingMode: 3,
  });
  assert.ok(frame);
  assert.equal("safetyState" in frame, false);
  assert.equal("operatingMode" in frame, false);
  assert.equal(problems.length, 2);
  assert.ok(problems.some((one) => one.startsWith("state.safetyState.eStop: ")));
});

test("words that nobody knows cost no state: the action goes on, the emergency stop is pressed", () => {
  const action = (actionId: string, actionStatus: string) => ({ actionId, actionStatus });
  const { frame, problems } = read({
    ...state,
    actionStates: [action("a", "BLESSED"), action("b", "finished"), action("c", "FAILED")],
    safetyState: { eStop: "EMERGENCY", fieldViolation: true },
  });
  const told = new RobotState(frame as unknown as UsableState);
  const statuses = ["a", "b", "c"].map((id) => told.action(id)?.actionStatus);
  assert.deepEqual(statuses, ["RUNNING", "FINISHED", "FAILED"]);
  assert.deepEqual([told.sample([]).isEmergencyStopped, told.hasFieldViolation], [true, true]);
  assert.deepEqual(
    problems.map((each) => each.split(":")[0]),
    [
      "state.actionStates.0.actionStatus",
      "state.actionStates.1.actionStatus",
      "state.safetyState.eStop",
    ],
  );
});

test("numbers that JSON writes and no float holds are as if they had not been said", () => {
  const position = '{"x":1e999,"y":-1e999,"theta":0,"mapId":"m","positionInitialized":true}';
  const text = `${JSON.stringify(state).slice(0, -1)},"agvPosition":${position}}`;
  const { frame, problems } = readIncoming("2.0", "state", Buffer.from(text));
  assert.equal("agvPosition" in frame!, false);
  assert.match(problems[0]!, /^state\.agvPosition/);
});

test("a state without its core is no state, nor is one of a hostile size or depth", () => {
  const { nodeStates: _gone, ...without } = state;
  const { frame, rest, problems: missing } = read(without);
  assert.deepEqual([frame, missing], [null, ["state.nodeStates: is missing"]]);
  assert.equal(rest["driving"], false);
  assert.equal(read({ ...state, driving: "yes" }).frame, null);
  for (const payload of [
    "",
    "{",
    "[]",
    "null",
    "1",
    `${"[".repeat(200_000)}`,
    `${'{"a":'.repeat(100)}1${"}".repeat(100)}`,
  ]) {
    const { frame, problems } = readIncoming("2.0", "state", Buffer.from(payload));
    assert.equal(frame, null);
    assert.equal(problems.length > 0, true);
  }
  const huge = readIncoming("2.0", "state", Buffer.alloc(maxFrameBytes + 1, 32));
  assert.match(huge.problems[0]!, /longer than/);
  const deepText = `${JSON.stringify(state).slice(0, -1)},"x":${"[".repeat(5000)}${"]".repeat(5000)}}`;
  const deep = readIncoming("2.0", "state", Buffer.from(deepText));
  assert.match(deep.problems[0]!, /nested deeper/);
});

test("1.1: words in small letters, TEACHING, sequenceID and informations are read as 2.0 has them", () => {
  const { safetyState: _words, ...rest } = state;
  const sent = {
    ...rest,
    operatingMode: "TEACHING",
    nodeStates: [{ nodeId: "n", sequenceID: 4, released: true }],
    actionStates: [{ actionId: "a", actionStatus: "waiting" }],
    errors: [{ errorType: "orderError", errorLevel: "fatal" }],
    informations: [{ infoType: "i", infoLevel: "debug" }],
    safetyState: { eStop: "autoAck", fieldViolation: false },
  };
  const { frame, problems } = readIncoming("1.1", "state", Buffer.from(JSON.stringify(sent)));
  assert.deepEqual(problems, []);
  const { operatingMode, nodeStates, actionStates, errors, information, safetyState } = frame!;
  assert.deepEqual(
    [operatingMode, nodeStates, actionStates, errors, information, safetyState],
    [
      "TEACHIN",
      [{ nodeId: "n", sequenceId: 4, released: true }],
      [{ actionId: "a", actionStatus: "WAITING" }],
      [{ errorType: "orderError", errorLevel: "FATAL" }],
      [{ infoType: "i", infoLevel: "DEBUG" }],
      { eStop: "AUTOACK", fieldViolation: false },
    ],
  );
  const wrong = { ...sent, nodeStates: "none", errors: [1], safetyState: [] };
  assert.equal(readIncoming("1.1", "state", Buffer.from(JSON.stringify(wrong))).frame, null);
});

test("a frame of ours that is wrong, or has a number that JSON cannot carry, is never sent", () => {
  const order = {
    headerId: 0,
    timestamp: "2026-01-01T00:00:00.00Z",
    version: "2.1.0",
    manufacturer: "acme",
    serialNumber: "1",
    orderId: "o",
    orderUpdateId: 0,
    edges: [],
    nodes: [{ nodeId: "n", sequenceId: 0, released: true, actions: [] }],
  };
  assert.equal(checkedOutgoing("2.1", "order", order), order);
  const position = { x: Number.NaN, y: 0, mapId: "map" };
  for (const bad of [
    { ...order, nodes: [] },
    { ...order, orderUpdateId: -1 },
    { ...order, nodes: [{ ...order.nodes[0], nodePosition: position }] },
    { ...order, nodes: [{ ...order.nodes[0], nodePosition: { ...position, x: Infinity } }] },
  ]) {
    assert.throws(() => checkedOutgoing("2.1", "order", bad), { code: "internal_error" });
  }
});
