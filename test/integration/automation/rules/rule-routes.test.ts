import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { rover } from "../../../support/robots/make-robots.ts";
import { until } from "../../../support/box/wait.ts";
import { Rig } from "../../../support/http/rig.ts";

const path = "/api/v1/rules/gate";
const move = {
  type: "command",
  robot_id: "rover",
  command: { command: "move_to", target: { frame: "map", x: 1, y: 1 } },
};
const alert = { type: "alert", severity: "info" };

describe("rules over HTTP", () => {
  const rig = new Rig();
  before(async () => {
    await rig.start();
    await rig.ask("/api/v1/robots/rover", { method: "PUT", body: rover });
    await until(async () => (await rig.ask("/api/v1/robots/rover")).json.status === "online");
  });
  after(() => rig.stop());

  test("a rule that moves a robot needs the scope that moves robots", async () => {
    const key = await rig.newKey(["robots:write", "robots:read"]);
    const put = (steps: object[]) =>
      rig.ask(path, { method: "PUT", key, body: { on: { type: "intrusion" }, do: steps } });
    const refused = await put([move]);
    assert.deepEqual([refused.status, refused.json.error.code], [403, "insufficient_scope"]);
    assert.equal((await put([alert])).status, 200);
  });

  test("a rule is put, read, acts, shows its chain, and is removed while its chain stays", async () => {
    const body = { on: { type: "intrusion" }, do: [move, alert], cooldown_seconds: 0 };
    const put = await rig.ask(path, { method: "PUT", body });
    assert.deepEqual([put.status, put.json.status], [200, "active"]);
    const incident = rig.incidents.see();
    let chain: { id: string; steps: { state: string }[] } | undefined;
    await until(async () => {
      const list = await rig.ask(`/api/v1/rules/chains?incident_id=${incident.id}`);
      chain = list.json.data.data[0];
      return chain?.steps.every(({ state }) => state !== "pending") ?? false;
    });
    assert.deepEqual(
      chain!.steps.map(({ state }) => state),
      ["executing", "succeeded"],
    );
    const one = await rig.ask(`/api/v1/rules/chains/${chain!.id}`);
    assert.deepEqual([one.json.object, one.json.status], ["rule.chain", "open"]);
    assert.equal((await rig.ask("/api/v1/rules?limit=1")).json.data.data[0].acted, 1);
    assert.equal((await rig.ask(path, { method: "DELETE" })).json.status, "deleted");
    assert.equal((await rig.ask(path)).status, 404);
    assert.equal((await rig.ask(path, { method: "DELETE" })).status, 404);
    assert.equal((await rig.ask(`/api/v1/rules/chains/${chain!.id}`)).status, 200);
  });

  test("a rule shows its schedule and modes, and rests while the site is in another mode", async () => {
    const schedule = { time_zone: "UTC", windows: [{ days: ["sat", "sun"] }] };
    const body = { on: { type: "intrusion" }, do: [alert], cooldown_seconds: 0 };
    const put = (more: object) =>
      rig.ask(path, { method: "PUT", body: { ...body, ...more } }).then(({ json }) => json.data);
    assert.deepEqual((await put({ schedule, modes: ["home"] })).schedule, schedule);
    const plain = await put({ schedule: null });
    assert.deepEqual([plain.schedule, plain.modes, plain.holds_now], [null, [], true]);
    await put({ modes: ["home"] });
    rig.incidents.see();
    const resting = (await rig.ask(path)).json.data;
    assert.deepEqual([resting.holds_now, resting.acted], [false, plain.acted]);
    await rig.ask("/api/v1/system/mode", { method: "PUT", body: { mode: "home" } });
    rig.incidents.see();
    const acting = (await rig.ask(path)).json.data;
    assert.deepEqual([acting.holds_now, acting.acted], [true, plain.acted + 1]);
    await rig.ask("/api/v1/system/mode", { method: "PUT", body: { mode: "armed" } });
  });

  test("wrong rules are named: an unknown field, a robot that is not there, a reserved name", async () => {
    const put = (at: string, body: object) => rig.ask(at, { method: "PUT", body });
    const on = { type: "intrusion" };
    const cases: [string, object, number, string | undefined][] = [
      [path, { on, do: [alert], speed: 1 }, 400, "speed"],
      [path, { on, do: [] }, 400, "do"],
      [path, { on, do: [{ ...move, robot_id: "ghost" }] }, 400, "do[0].robot_id"],
      ["/api/v1/rules/chains", { on, do: [alert] }, 400, "rule_id"],
    ];
    for (const [at, body, status, param] of cases) {
      const answer = await put(at, body);
      assert.deepEqual([answer.status, answer.json.error.param], [status, param], answer.text);
    }
  });
});
