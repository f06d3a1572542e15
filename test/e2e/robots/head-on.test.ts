import assert from "node:assert/strict";
import { test } from "node:test";
import { startAppliance } from "../../support/box/appliance.ts";
import { until } from "../../support/box/wait.ts";

const robots = "/api/v1/robots";

test("two simulated robots of the box that drive at each other stop at their stated distance, and stay there", async (t) => {
  const at = (x: number): string => `sim: { start: { frame: map, x: ${x}, y: 0 } }`;
  const box = await startAppliance({
    yaml: `robots: [{ id: left, driver: sim, ${at(0)} }, { id: right, driver: sim, ${at(4)} }]`,
  });
  t.after(() => box.stop());
  const status = async (id: string) => (await box.get(`${robots}/${id}/status`)).body;
  for (const id of ["left", "right"])
    await until(async () => (await status(id)).status === "online", { what: id });
  for (const [id, x] of [
    ["left", 8],
    ["right", -4],
  ] as const) {
    const target = { frame: "map", x, y: 0 };
    const sent = await box.post(`${robots}/${id}/command`, {
      command: { command: "move_to", target },
    });
    assert.equal(sent.status, 200, JSON.stringify(sent.body));
  }
  // Two circles of 0.3 m, and 0.3 m between them.
  const statedM = 0.9;
  let leastM = Infinity;
  let standing = 0;
  await until(
    async () => {
      const [left, right] = [(await status("left")).data, (await status("right")).data];
      leastM = Math.min(leastM, right.pose.value.x - left.pose.value.x);
      const speeds = [left, right].map(({ velocity }) => velocity.value.linear_mps as number);
      standing = leastM < 3 && speeds.every((mps) => mps === 0) ? standing + 1 : 0;
      return standing >= 10;
    },
    { what: "both stand", everyMs: 100, deadlineMs: 60_000 },
  );
  assert.ok(leastM >= statedM - 1e-6 && leastM < statedM + 0.1, `they came to ${leastM} m`);
});
