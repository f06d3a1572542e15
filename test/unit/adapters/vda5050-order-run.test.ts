import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Abilities } from "../../../src/adapters/vda5050/abilities.ts";
import type { Sheet } from "../../../src/adapters/vda5050/dialect.ts";
import { OrderProgress } from "../../../src/adapters/vda5050/order-progress.ts";
import {
  FrameOrder,
  RobotState,
  type UsableState,
} from "../../../src/adapters/vda5050/robot-state.ts";
import { OrderRoute } from "../../../src/adapters/vda5050/route.ts";
import { AllowedSpace } from "../../../src/robots/driver/areas.ts";
import type { LimitAlong, ProblemAlong } from "../../../src/robots/driver/driver-port.ts";

const orderId = "0199aaaa-0000-7000-8000-000000000001";

/** An order of ten metres in pieces of one, of which two are released at once. */
function run(
  limitMps = Infinity,
  limitAlong: LimitAlong = () => Infinity,
  problemAlong: ProblemAlong = () => null,
): OrderProgress {
  const place = (xM: number) => ({ mapId: "map", xM, yM: 0, yawRad: null });
  const route = new OrderRoute({
    orderId,
    start: place(0),
    stops: [place(10)],
    loops: 1,
    maxEdgeM: 1,
    fields: new Abilities(null).routeFields(false),
    takesCurve: () => false,
    corridor: null,
    limitAlong,
    problemAlong,
  });
  const limits = { maxUncontrolledM: 2, maxNodes: 50, patience: 3, mayRelease: () => true };
  return new OrderProgress(orderId, route, { limits, maxSpeedMps: 1, maxTurnRadps: 1, limitMps });
}

function state(more: Partial<UsableState> = {}): RobotState {
  return new RobotState({
    headerId: 0,
    timestamp: "",
    orderId,
    orderUpdateId: 0,
    lastNodeId: "n",
    lastNodeSequenceId: 0,
    nodeStates: [{ nodeId: "n", sequenceId: 2, released: true }],
    edgeStates: [],
    driving: true,
    actionStates: [],
    ...more,
  });
}

const other = { orderId: "", nodeStates: [], driving: false };
const error = (errorType: string, id?: string): NonNullable<UsableState["errors"]> => [
  {
    errorType,
    errorLevel: "WARNING",
    ...(id === undefined
      ? {}
      : { errorReferences: [{ referenceKey: "orderId", referenceValue: id }] }),
  },
];

describe("an order as the master sees it", () => {
  test("the limit that was set holds beside the command's own, from the first edge on", () => {
    const order = run(0.3);
    const speeds = () => order.unconfirmed!.edges.map(({ maxSpeed }) => maxSpeed);
    assert.deepEqual([...new Set(speeds())], [0.3]);
    order.observe(state());
    order.limitMps = 5;
    order.observe(state({ lastNodeSequenceId: 2 }));
    assert.equal(speeds()[0], 1, "what is released later keeps to the command");
  });

  test("no node is released whose piece of the way is forbidden when it would be, also by a zone that is new", () => {
    let space = new AllowedSpace(null, []);
    const along: ProblemAlong = (frame, from, to) =>
      space.problemAlong(
        frame,
        [
          [from.xM, from.yM],
          [to.xM, to.yM],
        ],
        0,
      );
    const order = run(Infinity, undefined, along);
    const released = () => order.unconfirmed!.nodes.filter((node) => node.released).length - 1;
    assert.equal(released(), 2);
    const corners = [[3.2, -3], [3.8, -3], [3.8, 3], [3.2, 3]] as const; // prettier-ignore
    const about = { id: null, name: "pit", type: "keep_out", frame: "map" } as const;
    space = new AllowedSpace(null, [{ ...about, polygon: corners, maxSpeedMps: null }]);
    order.observe(state());
    order.observe(state({ lastNodeSequenceId: 2 }));
    assert.equal(order.progress.baseEnd, 3, "up to the node before the zone");
    order.observe(state({ orderUpdateId: 1, lastNodeSequenceId: 4 }));
    order.observe(state({ orderUpdateId: 1, lastNodeSequenceId: 6 }));
    assert.equal(order.progress.baseEnd, 3);
    space = new AllowedSpace(null, []);
    order.observe(state({ orderUpdateId: 1, lastNodeSequenceId: 6 }));
    assert.equal(order.progress.baseEnd, 5);
  });

  test("each piece of the way has the limit of the zones that it touches", () => {
    const corners = [[1.2, -3], [1.8, -3], [1.8, 3], [1.2, 3]] as const; // prettier-ignore
    const about = { id: null, name: "slow", type: "speed_limit", frame: "map" } as const;
    const space = new AllowedSpace(null, [{ ...about, polygon: corners, maxSpeedMps: 0.2 }]);
    const along: LimitAlong = (frame, from, to) =>
      space.speedLimitAlong(frame, [from.xM, from.yM], [to.xM, to.yM]);
    const speeds = run(Infinity, along).unconfirmed!.edges.map(({ maxSpeed }) => maxSpeed);
    assert.deepEqual(speeds.slice(0, 4), [1, 0.2, 1, 1]);
    assert.equal(along("map", { xM: 1.4, yM: 0 }, { xM: 1.5, yM: 0 }), 0.2, "within it");
    assert.equal(along("attic", { xM: 0, yM: 0 }, { xM: 9, yM: 0 }), Infinity);
  });

  test("an update that was never sent ends the order at the third state, not at the first", () => {
    const order = run();
    order.observe(state());
    const foreign = state({ orderUpdateId: 7 });
    assert.equal(order.observe(foreign).is, "running");
    assert.equal(order.observe(foreign).is, "running");
    const verdict = order.observe(foreign);
    assert.ok(verdict.is === "failed" && verdict.reason.startsWith("order_changed: "));
  });

  test("another client's order in the place of ours is told as such, and an order that is gone as lost", () => {
    const order = run();
    order.observe(state());
    const foreign = state({ orderId: "theirs" });
    order.observe(foreign);
    order.observe(foreign);
    const verdict = order.observe(foreign);
    assert.ok(verdict.is === "failed" && verdict.reason.startsWith("another_client: "));
    const lost = run();
    lost.observe(state());
    const gone = state({ orderId: "theirs", nodeStates: [] });
    lost.observe(gone);
    lost.observe(gone);
    const end = lost.observe(gone);
    assert.ok(end.is === "failed" && end.reason.startsWith("order_lost: "));
  });

  test("a limit holds after what is released, or with the next order where all of it is", () => {
    const order = run();
    assert.match(order.limitHoldsWhen, /^after at most 2\.0 m/);
    while (order.progress.baseEnd < 10) {
      const { orderUpdateId } = order.unconfirmed!;
      order.observe(state({ orderUpdateId, lastNodeSequenceId: 2 * order.progress.baseEnd }));
    }
    assert.match(order.limitHoldsWhen, /^with the next order/);
  });

  test("a robot that stands at the end of its base has not finished, whatever is left of the horizon", () => {
    const order = run();
    order.observe(state());
    assert.equal(order.unconfirmed, null);
    const ended = { nodeStates: [], driving: false, lastNodeSequenceId: 4 };
    assert.deepEqual(order.observe(state(ended)), { is: "running" });
    // More is released instead, from the last node of the base on.
    assert.equal(order.unconfirmed!.orderUpdateId, 1);
    assert.equal(order.unconfirmed!.nodes[0]!.sequenceId, 4);
    assert.deepEqual(order.observe(state(ended)), { is: "running" }, "the update is on its way");
  });

  test("frames are the same until they are confirmed, and sequence ids go on without a gap", () => {
    const order = run();
    const first = order.unconfirmed;
    order.noteSent();
    order.observe(state(other));
    assert.equal(order.unconfirmed, first);
    order.observe(state({ lastNodeSequenceId: 2 }));
    const { nodes, edges } = order.unconfirmed!;
    const ids = nodes
      .flatMap(({ sequenceId }, at) => [sequenceId, edges[at]?.sequenceId ?? []])
      .flat();
    assert.deepEqual(
      ids,
      Array.from({ length: ids.length }, (_, at) => 4 + at),
    );
    assert.deepEqual(nodes[0], first!.nodes[2]);
  });

  test("a refusal counts after three frames, one that is without a reference too, a stranger's never", () => {
    for (const id of [orderId, undefined]) {
      const order = run();
      for (const expected of ["waiting", "waiting", "failed"]) {
        order.noteSent();
        const verdict = order.observe(state({ ...other, errors: error("orderError", id) }));
        assert.equal(verdict.is, expected);
      }
    }
    const order = run();
    for (let at = 0; at < 5; at += 1) {
      order.noteSent();
      const verdict = order.observe(state({ ...other, errors: error("orderError", "another") }));
      assert.equal(verdict.is, "waiting");
    }
  });

  test("what the robot shows that it has it has not refused, whatever it complains about", () => {
    const order = run();
    for (let at = 0; at < 5; at += 1) {
      order.noteSent();
      const errors = error("SAME_ORDER_UPDATE_ID", orderId);
      assert.equal(order.observe(state({ errors })).is, "running");
    }
  });

  test("an order that is gone is lost after three states, not at the first", () => {
    const order = run();
    order.observe(state());
    for (const expected of ["running", "running", "failed"]) {
      assert.equal(order.observe(state(other)).is, expected);
    }
  });

  test("a node that cannot be reached ends the order (3.0)", () => {
    const order = run();
    order.observe(state());
    const verdict = order.observe(state({ errors: error("NODE_UNREACHABLE") }));
    assert.match((verdict as { reason: string }).reason, /^node_unreachable: /);
  });
});

test("a robot that does not say what it carries is not taken as empty", () => {
  assert.equal("loads" in state().sample([]), false);
  assert.deepEqual(state({ loads: [] }).sample([]).loads, []);
  const loads = [{ loadId: "L-1", weight: 3 }];
  assert.deepEqual(state({ loads }).sample([]).loads, [
    { id: "L-1", type: null, position: null, weightKg: 3 },
  ]);
});

describe("which frames count", () => {
  const at = (headerId: number, timestamp: string) => ({ headerId, timestamp });

  test("older by number and by time is left out, older by one of them is a clock or a restart", () => {
    const order = new FrameOrder();
    assert.equal(order.accepts(at(10, "T10")), true);
    assert.equal(order.accepts(at(9, "T09")), false);
    assert.equal(order.accepts(at(10, "T10")), false);
    assert.equal(order.accepts(at(0, "T11")), true, "it counts again");
    assert.equal(order.accepts(at(1, "T01")), true, "its clock was set back");
  });

  test("the first after a new connection counts, and nothing is left out for ever", () => {
    const order = new FrameOrder();
    order.accepts(at(10, "T10"));
    order.reset();
    assert.equal(order.accepts(at(1, "T01")), true);
    order.accepts(at(10, "T10"));
    const answers = Array.from({ length: 6 }, () => order.accepts(at(2, "T02")));
    assert.deepEqual(answers, [false, false, false, false, false, true]);
  });
});

describe("what a factsheet bounds", () => {
  const sheet: Sheet = {
    actions: [],
    optionalParameters: [],
    requiredParameters: [],
    maxNodes: 0,
    maxEdges: 0,
    maxZones: 0,
    maxKnots: 0,
    maxControlPoints: 0,
    maxMessage: 0,
    maxIdLength: 0,
    maxLoadIdLength: 0,
    loadTypes: [],
    areIdsNumeric: false,
    orderIntervalSec: 0,
    speedMaxMps: null,
    zoneTypes: [],
  };
  const of = (more: Partial<Sheet>): Abilities => new Abilities({ ...sheet, ...more });

  test("zero is no bound; the tightest of lists and messages counts, and two nodes are the least", () => {
    const nodes = (more: Partial<Sheet>): number => of(more).maxNodes(of(more).routeFields(false));
    assert.equal(nodes({}), 50);
    assert.equal(nodes({ maxNodes: 10, maxEdges: 4 }), 5);
    assert.equal(nodes({ maxMessage: 4096 }), 5);
    assert.equal(nodes({ maxMessage: 4096, requiredParameters: ["order.edges.trajectory"] }), 3);
    assert.equal(nodes({ maxNodes: 1, maxMessage: 10 }), 2);
    assert.equal(of({ orderIntervalSec: 0.5 }).orderIntervalMs, 500);
    assert.equal(of({ orderIntervalSec: Number.NaN }).orderIntervalMs, 0);
  });

  test("a robot that cannot take our ids says so instead of getting orders", () => {
    assert.equal(of({ maxIdLength: 36 }).idProblem, null);
    assert.match(of({ maxIdLength: 20 }).idProblem!, /20 characters/);
    assert.match(of({ areIdsNumeric: true }).idProblem!, /digits/);
  });
});
