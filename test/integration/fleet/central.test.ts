import assert from "node:assert/strict";
import { suite, test, type TestContext } from "node:test";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { NatsBus } from "../../../src/adapters/nats/nats-bus.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { TcpGate } from "../../support/box/tcp-gate.ts";
import { until } from "../../support/box/wait.ts";
import { noNats, startNats } from "../../support/fleet/nats-server.ts";
import { busCamera, makeLog } from "../../support/notifications/bus-rig.ts";
import { makeBus, ScriptedSite } from "../../support/notifications/make-bus.ts";
import { freePort } from "../../support/system/ports.ts";

/** A central server with a stream, and a server of the site that joins it as a leaf by a way that a test can cut. */
async function startSites(t: TestContext) {
  const leafPort = await freePort();
  const hub = await startNats(t, [
    "server_name: hub",
    `leafnodes { listen: "127.0.0.1:${leafPort}" }`,
  ]);
  const way = await new TcpGate(leafPort).start(t);
  const denied = `deny_imports: ["gatehouse.>", "site.>", "$JS.>", "$KV.>"], deny_exports: ["gatehouse.>", "$JS.>", "$KV.>"]`;
  const site = await startNats(t, [
    "server_name: leaf",
    `leafnodes { reconnect: 1, remotes: [{ url: "nats-leaf://127.0.0.1:${way.port}", ${denied} }] }`,
  ]);
  const connection = await connect({ servers: hub.url });
  t.after(() => connection.close());
  const manager = await jetstreamManager(connection);
  await manager.streams.add({ name: "EVENTS", subjects: ["site.*.*.events.>"] });
  const states = ["availability", "box", "mode", "cameras.>", "robots.>", "alarms.>"];
  await manager.streams.add({
    name: "STATES",
    subjects: states.map((each) => `site.*.*.${each}`),
    max_msgs_per_subject: 1,
  });
  const all = async (stream: string) => {
    const { state } = await manager.streams.info(stream);
    const found: { subject: string; text: string }[] = [];
    for (let seq = state.first_seq; seq <= state.last_seq && state.messages > 0; seq += 1) {
      const message = await manager.streams.getMessage(stream, { seq });
      if (message) found.push({ subject: message.subject, text: message.string() });
    }
    return found;
  };
  return { site, way, all };
}

suite("Events and states for central NATS servers", { skip: noNats }, () => {
  test("what happens while the way to the centre is cut arrives later, in order and once", async (t) => {
    const { site, way, all } = await startSites(t);
    const { store, events } = await makeLog(t);
    const view = new ScriptedSite();
    view.cameraList = [busCamera];
    const link = new NatsBus({
      servers: [site.url],
      name: "box1",
      clock: systemClock,
      maxPauseMs: 300,
      answerMs: 500,
    });
    const base = "site/harbour/box1";
    const bus = makeBus({
      store,
      events,
      url: "",
      link,
      base,
      view,
      place: "central",
      retryMs: 500,
    });
    await bus.start(new AbortController().signal);
    t.after(() => bus.stop());
    const append = async (n: number): Promise<void> => {
      const data = { id: `i${n}`, type: "intrusion", severity: "warning", notes: "private" };
      await events.append({ org: "default", type: "incident.created", streamId: "gate", data });
    };
    const arrived = async (): Promise<number[]> => {
      const found = await all("EVENTS");
      return found.map(({ text }) => Number((JSON.parse(text) as { sequence: number }).sequence));
    };
    await append(1);
    await until(async () => (await arrived()).length === 1, { what: "the first event" });
    const [first] = await all("EVENTS");
    assert.equal(first!.subject, "site.harbour.box1.events.incident.created");
    assert.ok(!first!.text.includes("private"));
    way.close();
    for (let n = 2; n <= 30; n += 1) await append(n);
    await until(() => bus.describe().problem !== null, { what: "the problem" });
    assert.match(bus.describe().problem!, /the way to them is cut|in time/);
    assert.ok(bus.describe().backlog >= 29);
    way.open();
    await until(async () => (await arrived()).length === 30, { what: "all events" });
    const order = await arrived();
    assert.deepEqual(
      order,
      order.toSorted((a, b) => a - b),
    );
    assert.equal(new Set(order).size, 30);
    await until(() => bus.describe().backlog === 0, { what: "the end of the backlog" });
    const subjects = async (): Promise<string[]> => {
      const states = await all("STATES");
      return states.map(({ subject }) => subject.split(".").slice(3).join("."));
    };
    await until(
      async () => {
        const stored = await subjects();
        return ["availability", "box", "cameras.gate", "mode"].every((each) =>
          stored.includes(each),
        );
      },
      { what: "the states" },
    );
  });
});
