import assert from "node:assert/strict";
import { test } from "node:test";
import type { ModeSchedule } from "../../../../src/perception/policies/mode-document.ts";
import { SiteModes } from "../../../../src/perception/policies/site-mode.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { makeStore } from "../../../support/store/make-store.ts";
import { codedError } from "../../../support/perception/perception-fixtures.ts";

const hourMs = 3_600_000;
/** Armed at ten in the evening, home at six in the morning, by the clock in Berlin. */
const nights: ModeSchedule = {
  time_zone: "Europe/Berlin",
  changes: [
    { at: "22:00", mode: "armed" },
    { at: "06:00", mode: "home", days: ["mon", "tue", "wed", "thu", "fri"] },
  ],
};

test("a mode set by hand holds until the schedule's next change, and after a restart", async (t) => {
  const store = await makeStore(t);
  // Friday, 13:00 in Berlin.
  const clock = new FakeClock(Date.parse("2026-11-20T12:00Z"));
  const modes = new SiteModes({ store, clock });
  assert.deepEqual(
    { ...modes.describe("default"), schedule: undefined },
    {
      mode: "armed",
      source: "default",
      sinceMs: null,
      keyId: null,
      nextChange: null,
      schedule: undefined,
    },
  );
  await modes.set("default", { mode: "disarmed", schedule: nights }, "key-1");
  const set = modes.describe("default");
  assert.deepEqual([set.mode, set.source, set.keyId], ["disarmed", "hand", "key-1"]);
  assert.deepEqual(set.nextChange, { atMs: Date.parse("2026-11-20T21:00Z"), mode: "armed" });
  assert.equal(modes.at("acme", clock.wallMs()), "armed", "another organisation has its own");
  clock.advance(9 * hourMs);
  assert.deepEqual(
    [modes.describe("default").mode, modes.describe("default").source],
    ["armed", "schedule"],
  );
  await modes.set("default", { mode: "home" }, "key-2");
  const again = new SiteModes({ store, clock });
  assert.deepEqual(
    [again.describe("default").mode, again.describe("default").keyId],
    ["home", "key-2"],
  );
  // Saturday has no change at six: home goes on until Saturday evening.
  clock.advance(24 * hourMs - 60_000);
  assert.equal(again.describe("default").mode, "home");
  clock.advance(60_000);
  assert.equal(again.describe("default").mode, "armed");
});

test("the past keeps the mode that was in force then", async (t) => {
  const store = await makeStore(t);
  const clock = new FakeClock(Date.parse("2026-11-20T12:00Z"));
  const modes = new SiteModes({ store, clock });
  const startMs = clock.wallMs();
  await modes.set("default", { mode: "home" }, null);
  clock.advance(hourMs);
  await modes.set("default", { mode: "disarmed" }, null);
  assert.deepEqual(
    [-1, 0, hourMs - 1, hourMs].map((ms) => modes.at("default", startMs + ms)),
    ["armed", "home", "home", "disarmed"],
  );
});

test("a schedule of modes that cannot be is refused by its field", async (t) => {
  const store = await makeStore(t);
  const modes = new SiteModes({ store, clock: new FakeClock() });
  for (const [schedule, param] of [
    [{ ...nights, time_zone: "Berlin" }, "schedule.time_zone"],
    [{ ...nights, holidays: ["25.12.2026"] }, "schedule.holidays[0]"],
    [
      {
        time_zone: "UTC",
        changes: [{ at: "06:00", mode: "home" as const, days: ["holiday" as const] }],
      },
      "schedule.changes",
    ],
  ] as const) {
    const error = await codedError(() =>
      modes.set("default", { schedule: schedule as ModeSchedule }, null),
    );
    assert.deepEqual([error.code, error.param], ["invalid_request_body", param]);
  }
  assert.equal(modes.describe("default").schedule, null);
});
