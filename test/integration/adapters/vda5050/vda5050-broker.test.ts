import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, test } from "node:test";
import { Broker } from "../../../../src/adapters/mqtt-broker/broker.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { noBroker, startBroker } from "../../../support/notifications/mosquitto.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { moveTo, reasonOf, vdaRig } from "../../../support/vda5050/rig.ts";
import { until } from "../../../support/box/wait.ts";

const skip = { skip: noBroker };

describe("the broker of VDA 5050 robots", { ...skip, concurrency: 4 }, () => {
  test("without its broker a robot is unreachable at once, and nothing is sent later", async (t) => {
    const { broker, robot, driver, send } = await vdaRig(t);
    await broker.kill();
    await until(() => /broker/.test(reasonOf(driver, "move_to") ?? ""));
    await assert.rejects(send(moveTo(1, 0)), { code: "robot_unreachable" });
    await assert.rejects(driver.stop(), { code: "robot_unreachable" });
    const received = robot.received.length;
    await broker.start();
    await until(() => reasonOf(driver, "move_to") === null, { what: "the return" });
    const later = robot.received
      .slice(received)
      .flatMap(({ topic, frame }) =>
        topic === "order" ? ["order"] : frame.actions.map((each: any) => each.actionType),
      );
    assert.deepEqual(
      later.filter((each) => !each.endsWith("Request")),
      [],
    );
  });

  test("a broker with TLS and a password is used; one with another authority is not", async (t) => {
    const dir = await tempDir(t);
    const file = (name: string): string => join(dir, name);
    const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"];
    const pair = ["-keyout", file("key.pem"), "-out", file("cert.pem")];
    const made = spawnSync("openssl", [
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-days",
      "2",
      ...pair,
      ...subject,
    ]);
    assert.equal(made.status, 0);
    await writeFile(file("passwords"), "box:secret\n");
    spawnSync("mosquitto_passwd", ["-U", file("passwords")]);
    const settings = [
      `certfile ${file("cert.pem")}`,
      `keyfile ${file("key.pem")}`,
      `password_file ${file("passwords")}`,
      "allow_anonymous false",
    ];
    const broker = await startBroker(t, settings);
    const url = broker.url.replace("mqtt:", "mqtts:");
    const ca = await readFile(file("cert.pem"), "utf8");
    const open = (options: { ca?: string; password: string }): Broker => {
      const link = new Broker({
        url,
        username: "box",
        log: silentLogger,
        reconnectMs: 100,
        ...options,
      });
      const nothing = {
        topics: [{ topic: "x", qos: 0 as const }],
        onMessage() {},
        onConnected() {},
      };
      t.after(link.subscribe(nothing));
      return link;
    };
    const good = open({ ca, password: "secret" });
    const strange = open({ password: "secret" });
    const wrong = open({ ca, password: "guess" });
    await until(() => good.problem === null, { what: "the connection" });
    await until(() => /self.signed|certificate/i.test(strange.problem!), { what: "the refusal" });
    await until(() => /not authori[sz]ed/i.test(wrong.problem!), { what: "the refusal" });
  });
});
