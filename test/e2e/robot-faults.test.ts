import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Appliance, startAppliance } from "../support/box/appliance.ts";
import { noBroker, startBroker, type TestBroker } from "../support/notifications/mosquitto.ts";
import { StrictRobot } from "../support/vda5050/robot.ts";
import { until } from "../support/box/wait.ts";

const robots = "/api/v1/robots";

let box: Appliance;
let broker: TestBroker;
let robot: StrictRobot;
const ends: (() => unknown)[] = [];

/** A box with a VDA 5050 3.0 robot behind a broker, and one that nobody ever hears of. */
async function open(): Promise<void> {
  broker = await startBroker({ after: (end) => ends.push(end as () => unknown) });
  robot = new StrictRobot({ url: broker.url, version: "3.0", speedMps: 2 });
  await robot.start();
  ends.push(() => robot.stop());
  const of = (serial: string) =>
    `vda5050: { broker: floor, manufacturer: acme, serial_number: "${serial}", version: "3.0", max_uncontrolled_m: 2 }`;
  box = await startAppliance({
    yaml: `
mqtt_brokers: [{ name: floor, url: "${broker.url}" }]
robots:
  - { id: cart, driver: vda5050, max_speed_mps: 2, ${of("0001")} }
  - { id: ghost, driver: vda5050, ${of("0002")} }
`,
  });
  ends.push(() => box.stop());
  await untilState("online");
}

const status = async () => (await box.get(`${robots}/cart/status`)).body.data;
const untilState = (...states: string[]): Promise<void> =>
  until(async () => states.includes((await status()).connection.state), {
    what: `a robot that is ${states.join(" or ")}`,
  });
const move = (x: number, frame = "map") => ({
  command: { command: "move_to", target: { frame, x, y: 0 } },
});
const ruleOf = (answer: { body: any }): string => answer.body.error.details[0].rule;

describe("robots and what can go wrong with them", { skip: noBroker }, () => {
  before(open);
  // Newest first: the robot says goodbye to a broker that is there.
  after(async () => {
    for (const end of ends.toReversed()) await end();
  });

  test("what cannot be is refused with a code that names it, and the robot stays where it is", async () => {
    const post = async (path: string, body: string) => {
      const headers = { "content-type": "application/json" };
      const answer = await box.fetch(robots + path, { method: "POST", headers, body });
      const { error } = (await answer.json()) as { error: { code: string; param?: string } };
      return [answer.status, error.code, error.param];
    };
    const target = (x: string) =>
      `{"command":{"command":"move_to","target":{"frame":"map","x":${x},"y":0}}}`;
    const field = "command.target.x";
    assert.deepEqual(await post("/cart/command", target("NaN")), [400, "invalid_json", undefined]);
    for (const x of ["1e999", "-1e999", "1e9"]) {
      assert.deepEqual(await post("/cart/command", target(x)), [
        400,
        "invalid_request_body",
        field,
      ]);
    }
    const zone = (name: string, polygon: number[][]) => ({
      name,
      type: "keep_out",
      frame: "map",
      polygon,
    });
    const square = [[20, 0], [21, 0], [21, 1], [20, 1]]; // prettier-ignore
    const bowTie = [[0, 0], [1, 1], [1, 0], [0, 1]]; // prettier-ignore
    const many = Array.from({ length: 201 }, (_, at) => zone(`z${at}`, square));
    const crossing = JSON.stringify({ zones: [zone("a", square), zone("b", bowTie)] });
    const bad = [400, "invalid_request_body"];
    assert.deepEqual(await post("/zones", crossing), [...bad, "zones[1].polygon"]);
    assert.deepEqual(await post("/zones", JSON.stringify({ zones: many })), [...bad, "zones"]);
    assert.deepEqual((await box.get(`${robots}/zones`)).body.data.data, []);

    assert.equal(
      ruleOf(await box.post(`${robots}/cart/command`, move(1, "moon"))),
      "unknown_frame",
    );
    const dock = await box.post(`${robots}/cart/command`, { command: { command: "dock" } });
    assert.equal(ruleOf(dock), "capability_missing");
    assert.match(dock.body.error!.message, /dock is not configured/);
    assert.equal(ruleOf(await box.post(`${robots}/ghost/command`, move(1))), "robot_offline");
    const stop = await box.post(`${robots}/ghost/stop`);
    assert.deepEqual([stop.status, stop.body.error!.code], [502, "robot_unreachable"]);
    assert.deepEqual(
      robot.received.filter(({ topic }) => topic === "order"),
      [],
    );
    assert.deepEqual(robot.position, { x: 0, y: 0, theta: 0 });
  });

  test("a zone becomes the robot's own; a robot, a broker and a box that die leave nobody in the dark", async () => {
    const polygon = [[50, 5], [51, 5], [51, 6]]; // prettier-ignore
    const zones = [{ name: "pit", type: "keep_out", frame: "map", polygon, robot_id: "cart" }];
    assert.equal((await box.post(`${robots}/zones`, { zones })).status, 200);
    await until(async () => (await status()).zones[0].enforcement === "native", {
      what: "the zone on the robot",
    });

    robot.vanish();
    await untilState("stale", "offline");
    assert.equal(ruleOf(await box.post(`${robots}/cart/command`, move(1))), "robot_offline");
    await robot.start();
    await untilState("online");

    await broker.kill();
    await untilState("offline");
    assert.equal(ruleOf(await box.post(`${robots}/cart/command`, move(1))), "robot_offline");
    await broker.start();
    await untilState("online");

    // The box dies on the way: the robot stands at the end of what was released, and no further.
    const sent = await box.post(`${robots}/cart/command`, move(30));
    assert.equal(sent.body.status, "executing", JSON.stringify(sent.body));
    await until(() => robot.position.x > 1, { what: "the way" });
    await box.kill();
    const atKillM = robot.position.x;
    await until(() => !robot.isDriving, { what: "the end of the base" });
    assert.ok(robot.position.x - atKillM <= 2, `${robot.position.x - atKillM} m alone`);
    const taken = robot.taken.length;
    await box.restart();
    await until(() => !robot.hasOrder, { what: "the end of the order" });
    const path = `${robots}/cart/commands/${sent.body.data.command_id}`;
    await until(async () => (await box.get(path)).body.data.state === "cancelled");
    assert.equal(robot.taken.length, taken, "nothing of it is sent again");
    assert.deepEqual(robot.violations, []);
  });
});
