import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Appliance, startAppliance } from "../support/appliance.ts";
import { until } from "../support/wait.ts";

const robots = "/api/v1/robots";
const go = (x: number) => ({
  command: { command: "move_to", target: { frame: "map", x, y: 0 }, max_speed_mps: 0.2 },
});

let box: Appliance;

before(async () => {
  box = await startAppliance({ yaml: "robots: [{ id: rover, driver: sim }]" });
  await online();
});
after(() => box.stop());

const online = (): Promise<void> =>
  until(async () => (await box.get(`${robots}/rover/status`)).body.status === "online");

async function record(): Promise<
  { seq: number; event: string; hash: string; prev_hash: string }[]
> {
  return (await box.get(`${robots}/record?limit=100`)).body.data.data.toReversed();
}

test("after kill -9 while a robot drives its goal is over, nothing of it is sent again, and the record is whole", async () => {
  const ids: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    const sent = await box.post(`${robots}/rover/command`, go(5), {
      "idempotency-key": `go-${round}`,
    });
    assert.equal(sent.body.status, "executing", JSON.stringify(sent.body));
    ids.push(sent.body.data.command_id);
    await until(
      async () => (await box.get(`${robots}/rover/status`)).body.data.velocity.value.linear_mps > 0,
    );
    await box.kill();
    await box.restart();
    await online();
    const path = `${robots}/rover/commands/${ids.at(-1)}`;
    await until(async () => (await box.get(path)).body.data.state === "cancelled");
    assert.equal((await box.get(path)).body.data.reason, "restarted");
    const { data } = (await box.get(`${robots}/rover/status`)).body;
    assert.deepEqual([data.active_command, data.lease], [null, null]);
    assert.equal(data.pose.value.x, 0);
  }
  // The key of a command that was done once does not do it again.
  const again = await box.post(`${robots}/rover/command`, go(5), { "idempotency-key": "go-0" });
  assert.deepEqual([again.body.data.command_id, again.body.status], [ids[0], "cancelled"]);
  const entries = await record();
  for (const [at, entry] of entries.slice(1).entries()) {
    assert.deepEqual([entry.prev_hash, entry.seq], [entries[at]!.hash, entries[at]!.seq + 1]);
  }
  const accepted = entries.filter(({ event }) => event === "command_accepted");
  assert.equal(accepted.length, 2);
});

test("a box that is stopped in good order stops the robot and says so afterwards", async () => {
  const sent = await box.post(`${robots}/rover/command`, go(5));
  assert.equal(sent.body.status, "executing");
  assert.equal(await box.terminate(), 0);
  await box.restart();
  const command = (await box.get(`${robots}/rover/commands/${sent.body.data.command_id}`)).body
    .data;
  assert.equal(command.state, "cancelled");
  assert.match(command.reason, /^restarted/);
});
