import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { suite, test } from "node:test";
import { fleetAlarms } from "../../../src/fleet/alarms.ts";
import { fleetWire } from "../../../src/fleet/fleet-wire.ts";
import { takeoverProblem } from "../../../src/fleet/takeover.ts";
import { TcpGate } from "../../support/box/tcp-gate.ts";
import { until } from "../../support/box/wait.ts";
import { type FleetBox, seen, startFleetBox } from "../../support/fleet/fleet-box.ts";
import { noNats, startNats, startNatsCluster } from "../../support/fleet/nats-server.ts";

const stateOf = ({ membership }: FleetBox) => membership.contact().state;

/** Waits until the box has joined, which may come after its own heartbeat is back, and sees these boxes. */
async function sees(box: FleetBox, boxes: Record<string, string>): Promise<void> {
  await until(() => stateOf(box) === "joined" && isDeepStrictEqual(seen(box), boxes), {
    what: `${JSON.stringify(boxes)} in place of ${JSON.stringify(seen(box))}`,
  });
}

suite("Membership of a fleet", { skip: noNats }, () => {
  test("boxes see each other, a goodbye at once, and a cut off box after its silence", async (t) => {
    const { url } = await startNats(t);
    const servers = [url];
    const a = await startFleetBox(t, "a", { servers });
    const b = await startFleetBox(t, "b", { servers });
    const c = await startFleetBox(t, "c", { servers });
    await sees(a, { a: "up", b: "up", c: "up" });
    await b.membership.stop();
    await sees(a, { a: "up", b: "left", c: "up" });
    await c.cut();
    await sees(a, { a: "up", b: "left", c: "lost" });
    assert.equal(c.membership.isHeld(), false);
    assert.deepEqual(
      fleetAlarms(a.membership.contact(), a.membership.members()).map(({ code }) => code),
      ["fleet_boxes_lost", "fleet_without_takeover"],
    );
    const { boxes } = fleetWire({
      name: "test",
      boxId: "a",
      contact: a.membership.contact(),
      members: a.membership.members(),
      records: null,
      identityOf: () => undefined,
      loads: { streams: new Map(), robots: new Map() },
      jobs: null,
      nowMs: performance.now(),
    });
    assert.ok(boxes[2]!.heard_seconds_ago >= 5, JSON.stringify(boxes));
  });

  test("a partitioned box gives up what it holds before others count it as lost, and returns", async (t) => {
    const { url, port } = await startNats(t);
    const way = await new TcpGate(port).start(t);
    const a = await startFleetBox(t, "a", { servers: [url] });
    const b = await startFleetBox(t, "b", { servers: [`nats://127.0.0.1:${way.port}`] });
    await sees(a, { a: "up", b: "up" });
    await sees(b, { a: "up", b: "up" });
    way.close();
    await until(() => stateOf(b) === "reconnecting", { what: "the lost connection" });
    assert.equal(b.membership.isHeld(), true);
    await until(() => {
      assert.ok(seen(a)["b"] === "up" || !b.membership.isHeld(), "given up too late");
      return seen(a)["b"] === "lost";
    });
    assert.equal(stateOf(b), "partitioned");
    assert.deepEqual(
      fleetAlarms(b.membership.contact(), b.membership.members()).map(({ code }) => code),
      ["fleet_unreachable"],
    );
    way.open();
    await sees(a, { a: "up", b: "up" });
    await until(() => stateOf(b) === "joined");
  });

  test("a server that no longer answers is noticed although its connection stays", async (t) => {
    const { url, port } = await startNats(t);
    const way = await new TcpGate(port).start(t);
    const a = await startFleetBox(t, "a", { servers: [`nats://127.0.0.1:${way.port}`, url] });
    const b = await startFleetBox(t, "b", { servers: [`nats://127.0.0.1:${way.port}`] });
    await sees(b, { a: "up", b: "up" });
    way.holdsAnswers = true;
    await until(() => stateOf(b) === "partitioned");
    way.holdsAnswers = false;
    await until(() => stateOf(b) === "joined");
    await sees(a, { a: "up", b: "up" });
  });

  test("nobody is lost because the server was away", async (t) => {
    const server = await startNats(t);
    const a = await startFleetBox(t, "a", { servers: [server.url] });
    const b = await startFleetBox(t, "b", { servers: [server.url] });
    await sees(a, { a: "up", b: "up" });
    await sees(b, { a: "up", b: "up" });
    await server.kill();
    await until(() => stateOf(a) === "partitioned" && stateOf(b) === "partitioned");
    await server.start();
    await until(() => {
      assert.notEqual(seen(a)["b"], "lost");
      assert.notEqual(seen(b)["a"], "lost");
      return stateOf(a) === "joined" && stateOf(b) === "joined";
    });
    await sees(a, { a: "up", b: "up" });
  });

  test("a copy of the data directory is refused", async (t) => {
    const { url } = await startNats(t);
    const a = await startFleetBox(t, "a", { servers: [url] });
    await until(() => a.membership.isListening());
    const copy = await startFleetBox(t, "a", { servers: [url] });
    await until(() => stateOf(a) === "refused");
    assert.match(a.membership.contact().problem!, /^another process has the identity of this box/);
    assert.equal(a.membership.isHeld(), false);
    await copy.membership.stop();
  });

  test("wrong passwords, missing servers and a server without TLS are named", async (t) => {
    const login = ["authorization { user: box, password: right }"];
    const { url } = await startNats(t, login);
    const about = { servers: [url], username: "box" };
    const wrong = await startFleetBox(t, "a", { ...about, password: "wrong" });
    const right = await startFleetBox(t, "b", { ...about, password: "right" });
    const problem = ({ membership }: FleetBox) => membership.contact().problem ?? "";
    await until(() => problem(wrong).startsWith("the NATS server refuses the user"));
    await until(() => stateOf(right) === "joined");
    const many = await startFleetBox(t, "c", {
      ...about,
      password: "right",
      bucket: "m",
      voters: 3,
    });
    await until(() => problem(many).startsWith("fewer NATS servers"));
    const secure = [url.replace("nats:", "tls:")];
    const plain = await startFleetBox(t, "d", { ...about, servers: secure, password: "right" });
    await until(() => problem(plain).includes("tls"), { what: "the refusal of a plain server" });
    assert.equal(stateOf(plain), "joining");
  });

  test("the loss of any one of three servers loses no box", async (t) => {
    const servers = await startNatsCluster(t, 3);
    const about = { servers: servers.map(({ url }) => url), voters: 3 };
    const a = await startFleetBox(t, "a", about);
    const b = await startFleetBox(t, "b", about);
    await sees(a, { a: "up", b: "up" });
    assert.equal(takeoverProblem(a.membership.contact().copies, a.membership.members()), null);
    for (const server of servers) {
      await server.kill();
      await until(() => {
        assert.notEqual(seen(a)["b"], "lost");
        assert.notEqual(seen(b)["a"], "lost");
        return a.membership.isListening() && b.membership.isListening();
      });
      await server.start();
      const { beats } = a.membership;
      const before = beats.acknowledged;
      await until(() => beats.acknowledged > before + 3 && a.membership.isListening());
    }
  });
});

test("two boxes without a witness are told that they have no automatic takeover", () => {
  const two = [{ state: "up" }, { state: "lost" }] as const;
  assert.match(takeoverProblem(1, two)!, /^Two boxes have no automatic takeover/);
  assert.match(takeoverProblem(1, [...two, two[0]])!, /^If the machine with the NATS server fails/);
  assert.equal(takeoverProblem(3, two), null);
  assert.equal(takeoverProblem(3, [two[0]]), "The fleet has only this box");
});
