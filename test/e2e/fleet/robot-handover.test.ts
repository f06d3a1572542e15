import assert from "node:assert/strict";
import { test } from "node:test";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { until } from "../../support/box/wait.ts";
import { noNats, startNats } from "../../support/fleet/nats-server.ts";
import { noBroker, startBroker } from "../../support/notifications/mosquitto.ts";
import { StrictRobot } from "../../support/vda5050/robot.ts";

/** The robot as this box itself knows it. */
const status = async (box: Appliance) =>
  (await box.get("/api/v1/robots?site=false")).body.data.data[0];
const drives = async (box: Appliance): Promise<boolean> => {
  const { driven_by: by, connection } = await status(box);
  return by?.here === true && connection.state === "online";
};
const move = (box: Appliance, x: number) =>
  box.post("/api/v1/robots/cart/command", {
    command: { command: "move_to", target: { frame: "map", x, y: 0 } },
  });

test(
  "two boxes share a robot; when one is killed, the other stops the robot and drives it",
  { skip: noNats || noBroker },
  async (t) => {
    const ends: (() => unknown)[] = [];
    // Newest first: the robot says goodbye to a broker that is there.
    t.after(async () => {
      for (const end of ends.toReversed()) await end();
    });
    const later = { after: (end: () => unknown) => ends.push(end) };
    const nats = await startNats(later as Parameters<typeof startNats>[0]);
    const broker = await startBroker(later as Parameters<typeof startBroker>[0]);
    const robot = new StrictRobot({ url: broker.url, speedMps: 0.2 });
    await robot.start();
    ends.push(() => robot.stop());
    const yaml = `
fleet: { name: test, voters: 1, servers: ["${nats.url}"] }
mqtt_brokers: [{ name: floor, url: "${broker.url}" }]
robots:
  - { id: cart, driver: vda5050, vda5050: { broker: floor, manufacturer: acme, serial_number: "0001" } }`;
    const boxes = await Promise.all([startAppliance({ yaml }), startAppliance({ yaml })]);
    for (const box of boxes) ends.push(() => box.stop());
    const driving = async () => Promise.all(boxes.map(drives));
    await until(async () => (await driving()).filter(Boolean).length === 1, {
      what: "one box that drives",
    });
    const [dead, alive] = (await drives(boxes[0])) ? boxes : boxes.toReversed();
    const refused = await move(alive!, 2);
    assert.equal(refused.status, 422);
    assert.equal(refused.body.error!.details![0]!.rule, "driven_elsewhere");
    assert.equal((await move(dead!, 50)).body.data.state, "executing");
    await until(() => robot.isDriving, { what: "the driving robot" });

    await dead!.kill();
    const killedMs = performance.now();
    const sentBefore = robot.received.length;
    await until(() => !robot.hasOrder, { what: "the stopped robot" });
    t.diagnostic(`stopped ${Math.round(performance.now() - killedMs)} ms after the kill`);
    await until(() => drives(alive!), { what: "the other box" });
    const { held_by_stop: isHeld, driven_by: by } = await status(alive!);
    assert.deepEqual([isHeld, by.here], [true, true]);
    assert.equal((await move(alive!, 4)).body.data.state, "executing");
    await until(() => robot.isDriving);
    const orders = robot.received.slice(sentBefore).filter(({ topic }) => topic.endsWith("order"));
    assert.ok(orders.length > 0);

    await dead!.restart();
    await until(async () => (await status(dead!)).driven_by?.here === false);
    assert.equal((await move(dead!, 1)).body.error!.details![0]!.rule, "driven_elsewhere");
    assert.ok(robot.isDriving, "it drives on for the box that has it");
    assert.deepEqual(robot.violations, []);
  },
);
