import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { GatehouseError } from "../../../src/base/core/errors.ts";
import type { ZoneArea } from "../../../src/robots/driver/areas.ts";
import type {
  NativeZones,
  RobotDriver,
  RobotSink,
} from "../../../src/robots/driver/driver-port.ts";
import { until } from "../../support/box/wait.ts";
import { anna, move, robotRig, type RobotRig } from "./rig.ts";

/** A rig whose driver can be made to say what its transport knows. */
async function rigWithSink(
  t: TestContext,
  nativeZones?: NativeZones,
): Promise<{ rig: RobotRig; sink: () => RobotSink }> {
  let held: RobotSink | undefined;
  const rig = await robotRig(t, {
    wrap(driver: RobotDriver): RobotDriver {
      const open = driver.open.bind(driver);
      driver.open = (sink) => {
        held = sink;
        open(sink);
      };
      return nativeZones ? Object.assign(driver, { nativeZones }) : driver;
    },
  });
  return { rig, sink: () => held! };
}

const connectionOf = (rig: RobotRig) => rig.service.status("default", "rover")!.connection.state;

test("a link that is lost makes the robot stale at once and offline when it stays away", async (t) => {
  const { rig, sink } = await rigWithSink(t);
  const { command_id: id } = await rig.send(move(5, 0));
  await rig.pass(500);
  rig.body().faults.silent = true;
  sink().onLost();
  assert.equal(connectionOf(rig), "stale");
  await assert.rejects(rig.send(move(1, 0)), ({ code, details }: GatehouseError) => {
    assert.deepEqual([code, details?.[0]?.rule], ["command_rejected", "robot_offline"]);
    return true;
  });
  assert.deepEqual(rig.incidents("robot_offline"), []);
  await rig.pass(600);
  assert.equal(connectionOf(rig), "offline");
  await until(() => rig.incidents("robot_offline").length === 1, { what: "the incident" });
  rig.body().faults.silent = false;
  await rig.pass(200);
  assert.equal(connectionOf(rig), "online");
  await rig.pass(6000);
  assert.equal((await rig.ended(id)).state, "succeeded");
});

test("a VDA 5050 robot may be silent for 30 s, whatever its connection topic says", async (t) => {
  const rig = await robotRig(t, { brokers: ["floor"] });
  const vda5050 = { broker: "floor", manufacturer: "acme", serial_number: "1" };
  await rig.service.put("default", "cart", { driver: "vda5050", vda5050 });
  await rig.pass(200);
  const state = () => rig.service.status("default", "cart")!.connection.state;
  rig.body("cart").faults.silent = true;
  const seen: string[] = [];
  for (const ms of [30_000, 3000, 3000]) {
    await rig.pass(ms);
    seen.push(state());
  }
  assert.deepEqual(seen, ["online", "stale", "offline"]);
});

test("a lost link that was none, as by a stale last will, makes no incident", async (t) => {
  const { rig, sink } = await rigWithSink(t);
  await rig.send(move(5, 0));
  sink().onLost();
  await rig.pass(200);
  assert.equal(connectionOf(rig), "online");
  await rig.pass(1000);
  assert.deepEqual(rig.incidents("robot_offline"), []);
});

test("a zone is native once the robot shows that it has it, and says why where it is not", async (t) => {
  let pushed: readonly ZoneArea[] = [];
  const taken = new Set<string>();
  const nativeZones: NativeZones = {
    push: (zones) => void (pushed = zones),
    problemOf: (id) => (taken.has(id) ? null : "the robot has not taken it yet"),
  };
  const { rig } = await rigWithSink(t, nativeZones);
  const polygon: [number, number][] = [
    [3, 3],
    [4, 3],
    [4, 4],
  ];
  const request = { name: "pit", type: "keep_out" as const, frame: "map", polygon };
  const [zone] = (await rig.service.putZones(anna.org, [request])) as { id: string }[];
  assert.deepEqual(
    pushed.map(({ id, name }) => ({ id, name })),
    [{ id: zone!.id, name: "pit" }],
  );
  const shown = () => rig.service.status("default", "rover")!.zones[0]!;
  assert.equal(shown().enforcement, "monitored");
  assert.match(shown().reason, /not by the robot: the robot has not taken it yet/);
  taken.add(zone!.id);
  assert.equal(shown().enforcement, "native");
  const [stored] = rig.service.zones("default") as { enforcement: { level: string }[] }[];
  assert.equal(stored!.enforcement[0]!.level, "native");
  await rig.service.removeStored("default", "zone", zone!.id);
  assert.deepEqual(pushed, []);
});
