import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Appliance, startAppliance } from "../support/box/appliance.ts";
import { until } from "../support/box/wait.ts";

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

test("a run that kill -9 cuts off waits for somebody, then goes on at its place", async () => {
  // Stopped in good order: a third crash in a row would be answered by safe mode.
  assert.equal(await box.terminate(), 0);
  await box.restart();
  const task =
    "drive no faster than 1 m/s, then go to (0.4, 0), then go to (4, 0), then go to (4, 0.3)";
  const sent = await box.post(`${robots}/run`, { robot_id: "rover", task });
  assert.equal(sent.status, 202, JSON.stringify(sent.body));
  const id = sent.body.data.job_id as string;
  await until(
    async () => (await box.get(`${robots}/rover/status`)).body.data?.pose.value?.x > 0.7,
    { what: "the way to the second place" },
  );
  await box.kill();
  await box.restart();
  await online();
  await until(
    async () => (await box.get(`/api/v1/jobs/${id}`)).body.data.payload.state === "paused",
  );
  const { payload } = (await box.get(`/api/v1/jobs/${id}`)).body.data;
  assert.equal(payload.hindrance.code, "restarted");
  assert.equal((await box.get(`${robots}/rover/status`)).body.data.active_command, null);
  assert.equal((await box.post(`${robots}/runs/${id}/resume`, {})).status, 200);
  const path = `/api/v1/jobs/${id}?wait_for_completion=true&timeout_seconds=60`;
  const job = (await box.get(path)).body;
  assert.equal(job.status, "completed", JSON.stringify(job));
  const { data } = (await box.get(`${robots}/rover/commands?limit=50`)).body.data;
  const own = data
    .filter(({ requested_by: by }: { requested_by: string }) => by === `run:${id}`)
    .toReversed() as {
    command: { command: string; target?: { x: number; y: number } };
    state: string;
    reason: string | null;
  }[];
  const told = own.map(({ command: { command, target }, state, reason }) =>
    [command, ...(target ? [target.x, target.y] : []), state, reason?.split(":")[0]]
      .join(" ")
      .trim(),
  );
  assert.deepEqual(told, [
    "set_speed_limit succeeded",
    "move_to 0.4 0 succeeded",
    // A simulated robot is at its start again, so the one that was cut off is given again.
    "move_to 4 0 cancelled restarted",
    "move_to 4 0 succeeded",
    "move_to 4 0.3 succeeded",
  ]);
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
