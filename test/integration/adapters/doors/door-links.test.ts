import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test, type TestContext } from "node:test";
import { connectAsync } from "mqtt";
import { HttpDoor } from "../../../../src/adapters/doors/http-door.ts";
import { ModbusDoor } from "../../../../src/adapters/doors/modbus-door.ts";
import { MqttDoor } from "../../../../src/adapters/doors/mqtt-door.ts";
import { Broker } from "../../../../src/adapters/mqtt-broker/broker.ts";
import { systemClock } from "../../../../src/base/core/clock.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import type { DoorLink, DoorWords } from "../../../../src/robots/doors/door-port.ts";
import { conformsDoorLink } from "../../../conformance/door-link.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { until } from "../../../support/box/wait.ts";
import { FakeDoor } from "../../../support/doors/fake-door.ts";
import { HttpDoorServer } from "../../../support/doors/http-door-server.ts";
import { ModbusDoorServer, reply } from "../../../support/doors/modbus-door-server.ts";
import { noBroker, startBroker } from "../../../support/notifications/mosquitto.ts";

const networks = { allowedNetworks: ["127.0.0.1/32"] };
const parts = { clock: systemClock, networks };

const httpDoor = async (t: TestContext, more: { networks?: object } = {}) => {
  const server = await new HttpDoorServer().start(t);
  const file = join(await tempDir(t), "token");
  await writeFile(file, "door-token\n");
  const call = { url: `${server.url}/door`, method: "PUT" } as const;
  const link = new HttpDoor(
    {
      stateUrl: `${server.url}/door`,
      stateField: "door.state",
      open: { ...call, body: '{"want":"open"}' },
      close: { ...call, body: '{"want":"close"}' },
      tokenFile: file,
      pollSeconds: 0.1,
    },
    { ...parts, ...more },
  );
  t.after(() => link.close());
  return { server, link };
};

const modbusDoor = async (t: TestContext) => {
  const server = await new ModbusDoorServer().start(t);
  const link = new ModbusDoor(
    {
      host: "127.0.0.1",
      port: server.port,
      unit: 7,
      state: { table: "discrete_input", address: 10, count: 2 },
      open: { table: "coil", address: 20, value: 1 },
      close: { table: "coil", address: 20, value: 0 },
      pollSeconds: 0.1,
    },
    parts,
  );
  t.after(() => link.close());
  return { server, link };
};

const heardFrom = (link: DoorLink) => {
  const heard = { words: [] as DoorWords[], problems: [] as string[] };
  link.open({
    onWords: (words) => void heard.words.push(words),
    onProblem: (problem) => void heard.problems.push(problem),
  });
  return heard;
};

describe("a door in memory", () => {
  conformsDoorLink(async () => {
    const link = new FakeDoor();
    const requests: string[] = [];
    link.onRequest = ({ kind }) => void requests.push(kind);
    return {
      link,
      requests,
      say: (state) => link.say(state),
      async breakIt() {
        link.broken = "no power";
        queueMicrotask(() => setImmediate(() => link.say("")));
        return async () => {
          link.broken = null;
        };
      },
    };
  });
});

describe("a door at an MQTT broker", () => {
  conformsDoorLink(
    async (t) => {
      const broker = await startBroker(t);
      const requests: string[] = [];
      let state = "";
      let door: Awaited<ReturnType<typeof connectAsync>> | undefined;
      const connect = async () => {
        door = await connectAsync(broker.url);
        await door.subscribeAsync("doors/gate/set", { qos: 1 });
        door.on("message", (_topic, payload) => void requests.push(payload.toString("utf8")));
      };
      await connect();
      const timer = setInterval(() => {
        if (state !== "" && door?.connected) door.publish("doors/gate", state);
      }, 50);
      t.after(async () => {
        clearInterval(timer);
        await door?.endAsync(true);
      });
      const { url } = broker;
      const link = new MqttDoor(
        {
          broker: "site",
          stateTopic: "doors/gate",
          commandTopic: "doors/gate/set",
          open: "open",
          close: "close",
        },
        new Broker({ url, log: silentLogger, reconnectMs: 100 }),
      );
      return {
        link,
        requests,
        say: (now) => void (state = now),
        async breakIt() {
          await broker.kill();
          await door?.endAsync(true);
          return async () => {
            await broker.start();
            await connect();
          };
        },
      };
    },
    { skip: noBroker },
  );

  test("a retained state opens no way: it may be of any age", { skip: noBroker }, async (t) => {
    const { url } = await startBroker(t);
    const door = await connectAsync(url);
    t.after(() => door.endAsync(true));
    await door.publishAsync("doors/gate", "open", { retain: true, qos: 1 });
    const topics = { stateTopic: "doors/gate", commandTopic: "doors/gate/set" };
    const link = new MqttDoor(
      { broker: "site", ...topics, open: "open" },
      new Broker({ url, log: silentLogger }),
    );
    t.after(() => link.close());
    const heard = heardFrom(link);
    await until(() => heard.problems.includes("the broker has only an old state of it"));
    assert.deepEqual(heard.words, []);
    assert.equal(link.hasClose, false);
    await until(async () => {
      await door.publishAsync("doors/gate", "open");
      return heard.words.length > 0;
    });
  });
});

describe("a door with an HTTP interface", () => {
  conformsDoorLink(async (t) => {
    const { server, link } = await httpDoor(t);
    t.after(() => assert.deepEqual(server.violations, []));
    return {
      link,
      requests: server.requests,
      say: (state) => void (server.state = state),
      async breakIt() {
        await server.stop();
        return () => server.listen();
      },
    };
  });

  const lies: Record<string, { answer: HttpDoorServer["answer"]; problem: RegExp }> = {
    "no JSON": { answer: (to) => void to.end("<html>"), problem: /its message is not JSON/ },
    "no state": { answer: (to) => void to.end("{}"), problem: /no word at door.state/ },
    "an error": { answer: (to) => void to.writeHead(500).end(), problem: /answers with 500/ },
    "a redirect": {
      answer: (to) => void to.writeHead(302, { location: "http://127.0.0.1/" }).end(),
      problem: /answers with 302/,
    },
    "100 KiB": {
      answer: (to) => void to.end(" ".repeat(100 * 1024)),
      problem: /longer than 65536 bytes/,
    },
    nothing: { answer: () => undefined, problem: /did not answer in time/ },
    "half an answer": {
      answer: (to) => {
        to.writeHead(200, { "content-length": 100 }).write("{");
        to.destroy();
      },
      problem: /cannot be reached/,
    },
  };
  for (const [name, { answer, problem }] of Object.entries(lies))
    test(`an answer with ${name} is a problem with its name, and no state`, async (t) => {
      const { server, link } = await httpDoor(t);
      server.answer = answer;
      const heard = heardFrom(link);
      await until(() => heard.problems.length > 0, { what: "the problem" });
      assert.match(heard.problems[0]!, problem);
      assert.deepEqual(heard.words, []);
    });

  test("an address outside of robot_networks is never dialled", async (t) => {
    const { server, link } = await httpDoor(t, { networks: { allowedNetworks: ["10.0.0.0/8"] } });
    const heard = heardFrom(link);
    await until(() => heard.problems.length > 0, { what: "the problem" });
    assert.match(heard.problems[0]!, /add its network to robot_networks/);
    await assert.rejects(link.request({ kind: "open", level: null }), { code: "door_unreachable" });
    assert.deepEqual([server.requests, server.violations], [[], []]);
  });
});

describe("a door with Modbus TCP", () => {
  conformsDoorLink(async (t) => {
    const { server, link } = await modbusDoor(t);
    t.after(() => assert.deepEqual(server.violations, []));
    const words: DoorLink = {
      hasClose: link.hasClose,
      open: (listener) =>
        link.open({
          ...listener,
          onWords: ({ state }) =>
            listener.onWords({ state: state === "10" ? "open" : "closed", level: null }),
        }),
      request: (request) => link.request(request),
      close: () => link.close(),
    };
    return {
      link: words,
      requests: server.requests,
      say: (state) => void (server.contacts = [state === "open", state === "closed"]),
      async breakIt() {
        await server.stop();
        return () => server.listen();
      },
    };
  });

  test("two contacts that contradict each other are a word of their own", async (t) => {
    const { server, link } = await modbusDoor(t);
    server.contacts = [true, true];
    const heard = heardFrom(link);
    await until(() => heard.words.length > 0, { what: "the words" });
    assert.deepEqual(heard.words[0], { state: "11", level: null });
  });

  const lies: Record<string, (frame: Buffer) => Buffer | null> = {
    "an exception": (frame) => reply(frame, Buffer.from([0x82, 4])),
    "an unknown exception": (frame) => reply(frame, Buffer.from([0x82, 77])),
    "no answer": () => null,
    noise: () => Buffer.from([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]),
    zeros: () => Buffer.alloc(64),
    "too few bits": (frame) => reply(frame, Buffer.from([2, 0])),
    "another function": (frame) => reply(frame, Buffer.from([3, 2, 0, 1])),
    "a length that is a lie": (frame) =>
      Buffer.concat([frame.subarray(0, 4), Buffer.from([255, 255, 7, 2])]),
    "the answer to another question": (frame) => {
      const answer = reply(frame, Buffer.from([2, 1, 1]));
      answer.writeUInt16BE(answer.readUInt16BE(0) ^ 0xff, 0);
      return answer;
    },
    "the answer of another unit": (frame) => {
      const answer = reply(frame, Buffer.from([2, 1, 1]));
      answer.writeUInt8(8, 6);
      return answer;
    },
  };
  for (const [name, answer] of Object.entries(lies))
    test(`a device that answers with ${name} is a problem, and no state`, async (t) => {
      const { server, link } = await modbusDoor(t);
      server.answer = answer;
      const heard = heardFrom(link);
      await until(() => heard.problems.length > 0, { what: "the problem" });
      assert.match(heard.problems[0]!, /^door: cannot be reached/);
      assert.deepEqual(heard.words, []);
      server.answer = undefined;
      await until(() => heard.words.length > 0, { what: "the door again" });
    });

  test("a coil that confirms another value did not take the request", async (t) => {
    const { server, link } = await modbusDoor(t);
    server.answer = (frame) => reply(frame, Buffer.from([5, 0, 20, 0, 0]));
    await assert.rejects(link.request({ kind: "open", level: null }), /confirms another value/);
  });
});
