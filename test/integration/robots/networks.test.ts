import assert from "node:assert/strict";
import { createServer } from "node:net";
import { after, before, describe, test } from "node:test";
import { SharedBridges } from "../../../src/adapters/ros/shared-bridges.ts";
import { RosbridgeLink } from "../../../src/adapters/ros/child/rosbridge/rosbridge-link.ts";
import type { RobotRequest } from "../../../src/robots/driver/robot-document.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";
import { loopbackHosts } from "../../support/http/loopback-hosts.ts";
import { can, type RosRig, rosRig, standInDriver } from "../../support/ros2/rig.ts";
import { RosbridgeServer } from "../../support/ros2/rosbridge-server.ts";
import { until } from "../../support/box/wait.ts";
import { robotRig } from "./rig.ts";

const forbidden = [...loopbackHosts, "a.localhost", "%6cocalhost", "169.254.169.254", "8.8.8.8"];

/** A server that nobody may reach; counts who does. */
async function victim(t: { after(end: () => unknown): void }) {
  const seen = { connections: 0, port: 0 };
  const server = createServer((socket) => {
    seen.connections += 1;
    socket.destroy();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  t.after(() => server.close());
  seen.port = (server.address() as { port: number }).port;
  return seen;
}

const behind = (url: string, more: object = {}): RobotRequest => ({
  driver: "rosbridge",
  rosbridge: { url, e_stop_topic: "none", ...more },
});

describe("an appliance whose site lists no robots on the box", () => {
  let box: Appliance;
  before(async () => {
    box = await startAppliance();
  });
  after(() => box.stop());

  test(`refuses a robot's forbidden address in ${forbidden.length} ways of writing it`, async (t) => {
    const seen = await victim(t);
    for (const [at, host] of forbidden.entries()) {
      const answer = await box.fetch(`/api/v1/robots/robot-${at}`, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(behind(`ws://${host}:${seen.port}`)),
      });
      const { error } = (await answer.json()) as { error: { code: string; param: string } };
      assert.deepEqual(
        [answer.status, error.code, error.param],
        [400, "forbidden_address", "rosbridge.url"],
        host,
      );
    }
    assert.equal(seen.connections, 0);
  });
});

test("a name that leads to a forbidden address is never connected to, and not tried again", async (t) => {
  const seen = await victim(t);
  const clock = new FakeClock();
  let losses = 0;
  const link = new RosbridgeLink({
    url: `ws://localhost:${seen.port}`,
    networks: { allowedNetworks: ["10.0.0.0/8"] },
    clock,
    onLost: () => void (losses += 1),
    onTrouble: () => undefined,
  });
  t.after(() => link.close());
  await link.open();
  await until(() => losses === 1, { what: "the refusal" });
  assert.match(String(link.problem), /^forbidden_address: .*localhost.*robot_networks/);
  assert.equal(clock.pending, 0, "another attempt is planned");
  assert.equal(seen.connections, 0);
});

test("one machine is one robot, however its address is written", async (t) => {
  const rig = await robotRig(t, { brokers: ["floor", "second"], rosDomainId: 7 });
  const same: [first: RobotRequest, second: RobotRequest][] = [
    [behind("ws://192.168.10.31:9090"), behind("ws://0xc0a80a1f:9090/")],
    [behind("ws://192.168.10.32:9090/a"), behind("ws://[::ffff:192.168.10.32]:9090//%61/")],
    [behind("ws://127.0.0.1:9090"), behind("ws://[::1]:9090")],
    [behind("ws://localhost:9091"), behind("ws://127.0.0.2:9091")],
    [behind("wss://cart.invalid"), behind("wss://CART.invalid.:443/")],
    [
      behind("ws://192.168.10.33:9090", { namespace: "/tug" }),
      behind("ws://192.168.10.33:9090", { namespace: "/tug" }),
    ],
    [
      { driver: "ros2", ros2: { e_stop_topic: "none" } },
      { driver: "ros2", ros2: { e_stop_topic: "none", domain_id: 7 } },
    ],
    [
      { driver: "vda5050", vda5050: { broker: "floor", manufacturer: "acme", serial_number: "1" } },
      {
        driver: "vda5050",
        vda5050: { broker: "second", manufacturer: "acme", serial_number: "1", version: "2.0" },
      },
    ],
  ];
  for (const [first, second] of same) {
    await rig.service.put("default", "first", first);
    const what = JSON.stringify(second);
    await assert.rejects(rig.service.put("default", "second", second), { code: "conflict" }, what);
  }
  await rig.service.put("default", "first", behind("ws://192.168.10.31:9090"));
  await rig.service.put("default", "second", behind("ws://192.168.10.31:9091"));
  const named = behind("ws://192.168.10.31:9090", { namespace: "/tug" });
  await rig.service.put("default", "third", named);
  await assert.rejects(rig.service.put("default", "fourth", behind("ws://192.168.10.31:99999")), {
    param: "rosbridge.url",
  });
});

describe("robots behind rosbridge share processes", () => {
  let rig: RosRig;
  before(async () => {
    rig = await rosRig("jazzy");
  });
  after(() => rig.stop());

  test("one process serves several; the end of one leaves the others, the death of it none", async (t) => {
    const server = new RosbridgeServer("jazzy");
    t.after(() => server.close());
    await server.listening();
    const bridges = new SharedBridges({ clock: systemClock, log: silentLogger });
    const drivers = [1, 2, 3].map((number) => {
      const robot = rig.robot(t);
      const driver = standInDriver({
        namespace: robot.node.namespace() as string,
        nodeName: `shared_${number}`,
        settings: { url: server.url },
        launch: { setup: [], env: {} },
        bridge: () => bridges.withRoom(),
      });
      t.after(() => driver.close());
      return driver;
    });
    for (const driver of drivers) await rig.ready(driver);
    const [first, second, third] = drivers;
    const pid = first!.bridgePid!;
    assert.deepEqual(
      drivers.map(({ bridgePid }) => bridgePid),
      [pid, pid, pid],
    );
    await first!.close();
    assert.equal(await second!.stop(), "cancel+zero_velocity");
    process.kill(pid, "SIGKILL");
    await until(() => !can(second!, "move_to") && !can(third!, "move_to"), { what: "its death" });
    await until(() => can(second!, "move_to") && can(third!, "move_to"), { what: "the next one" });
    assert.equal(second!.bridgePid, third!.bridgePid);
    assert.notEqual(second!.bridgePid, pid);
    await second!.close();
    await third!.close();
    await rig.ready(first!);
    assert.notEqual(first!.bridgePid, pid);
  });
});
