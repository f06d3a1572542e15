import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { WeeklySchedule } from "../../../src/perception/core/schedule-document.ts";
import { ZoneClock } from "../../../src/perception/core/local-time.ts";
import { Schedule } from "../../../src/perception/core/schedule.ts";
import { codedError } from "../../support/perception/perception-fixtures.ts";

function read(wire: Partial<WeeklySchedule>): Schedule {
  return Schedule.read({ time_zone: "Europe/Berlin", windows: [{}], ...wire }, "schedule");
}

/** Whether the schedule holds at each of these UTC times. */
function holds(schedule: Schedule, times: readonly string[]): boolean[] {
  return times.map((time) => schedule.holdsAt(Date.parse(`${time}Z`)));
}

const weekdays = ["mon", "tue", "wed", "thu", "fri"] as const;

describe("a schedule", () => {
  it("holds by the clock on the wall of its own time zone", () => {
    const windows = [{ from: "08:00", to: "17:00" }];
    const winter = ["2026-01-14T06:59", "2026-01-14T07:00", "2026-01-14T15:59", "2026-01-14T16:00"];
    const berlin = read({ windows });
    assert.deepEqual(holds(berlin, winter), [false, true, true, false]);
    const summer = ["2026-07-14T05:59", "2026-07-14T06:00", "2026-07-14T15:00"];
    assert.deepEqual(holds(berlin, summer), [false, true, false]);
    const tokyo = read({ time_zone: "Asia/Tokyo", windows });
    assert.deepEqual(holds(tokyo, ["2026-01-13T23:00", "2026-01-14T08:00"]), [true, false]);
  });

  it("gives a window over midnight to the day on which it begins", () => {
    const friday = read({ windows: [{ days: ["fri"], from: "22:00", to: "06:00" }] });
    // 2026-11-20 is a Friday; Berlin is an hour ahead of UTC.
    assert.deepEqual(
      holds(friday, [
        "2026-11-20T03:00",
        "2026-11-20T20:59",
        "2026-11-20T21:00",
        "2026-11-21T04:59",
        "2026-11-21T05:00",
        "2026-11-21T21:30",
      ]),
      [false, false, true, true, false, false],
    );
  });

  it("takes a holiday for no weekday, also for the night that begins on it", () => {
    const holidays = ["2026-12-25"];
    // The 25th is a Friday.
    const work = read({ windows: [{ days: [...weekdays], from: "20:00", to: "04:00" }], holidays });
    const times = ["2026-12-24T23:00", "2026-12-25T02:00", "2026-12-25T20:00", "2026-12-26T02:00"];
    assert.deepEqual(holds(work, times), [true, true, false, false]);
    const free = read({ windows: [{ days: ["holiday"] }], holidays });
    const around = ["2026-12-24T22:59", "2026-12-24T23:00", "2026-12-25T22:59", "2026-12-25T23:00"];
    assert.deepEqual(holds(free, around), [false, true, true, false]);
  });

  it("says when it next begins to hold, over holidays and windows that meet", () => {
    const nextOf = (wire: Partial<WeeklySchedule>, from: string) => {
      const atMs = read(wire).nextStart(Date.parse(`${from}Z`));
      return atMs === null ? null : new Date(atMs).toISOString().slice(0, 16);
    };
    const nights = { windows: [{ days: [...weekdays], from: "22:00", to: "06:00" }] };
    assert.equal(nextOf(nights, "2026-11-20T20:00"), "2026-11-20T21:00");
    assert.equal(nextOf(nights, "2026-11-20T21:00"), "2026-11-23T21:00");
    assert.equal(
      nextOf({ ...nights, holidays: ["2026-11-23"] }, "2026-11-21T12:00"),
      "2026-11-24T21:00",
    );
    const split = {
      windows: [
        { from: "08:00", to: "12:00" },
        { from: "12:00", to: "17:00" },
      ],
    };
    assert.equal(nextOf(split, "2026-01-14T08:00"), "2026-01-15T07:00");
    assert.equal(nextOf({}, "2026-01-14T08:00"), null);
    const night = read(nights);
    const [friday, monday] = [Date.parse("2026-11-20T21:00Z"), Date.parse("2026-11-23T21:00Z")];
    assert.deepEqual(
      [friday - 1, friday, friday - 1].map((ms) => night.nextStart(ms)),
      [friday, monday, friday],
    );
  });

  it("lets the night be an hour shorter or longer when the clock is changed", () => {
    const night = read({ windows: [{ from: "22:00", to: "06:00" }] });
    const minutesOf = (from: string, hours: number): number => {
      const startMs = Date.parse(`${from}Z`);
      let count = 0;
      for (let minute = 0; minute < hours * 60; minute += 1) {
        if (night.holdsAt(startMs + minute * 60_000)) count += 1;
      }
      return count;
    };
    assert.equal(minutesOf("2026-03-28T11:00", 24), 7 * 60, "spring");
    assert.equal(minutesOf("2026-10-24T11:00", 24), 9 * 60, "autumn");
    assert.equal(minutesOf("2026-06-10T11:00", 24), 8 * 60, "an ordinary night");
  });

  it("has no time that the clock skips, and twice the time that it repeats", () => {
    const odd = read({ windows: [{ from: "02:00", to: "02:30" }] });
    const minutes = (day: string): number => {
      const startMs = Date.parse(`${day}T00:00Z`) - 3_600_000;
      let count = 0;
      for (let minute = 0; minute < 240; minute += 1) {
        if (odd.holdsAt(startMs + minute * 60_000)) count += 1;
      }
      return count;
    };
    assert.deepEqual(
      [minutes("2026-03-29"), minutes("2026-10-25"), minutes("2026-05-05")],
      [0, 60, 30],
    );
  });

  it("knows time zones whose clock is changed by half an hour, and those off the full hour", () => {
    const windows = [{ from: "12:00", to: "12:30" }];
    const island = read({ time_zone: "Australia/Lord_Howe", windows });
    assert.deepEqual(holds(island, ["2026-06-01T01:30", "2026-12-01T01:00"]), [true, true]);
    const kathmandu = read({ time_zone: "Asia/Kathmandu", windows });
    assert.deepEqual(holds(kathmandu, ["2026-06-01T06:14", "2026-06-01T06:15"]), [false, true]);
  });

  it("is refused where it cannot be, and says so of one whose last holiday is over", async () => {
    for (const [wire, param] of [
      [{ time_zone: "Mars/Olympus" }, "schedule.time_zone"],
      [{ time_zone: "+02:00" }, "schedule.time_zone"],
      [{ windows: [{ from: "09:00", to: "09:00" }] }, "schedule.windows[0].to"],
      [{ holidays: ["2026-02-30"] }, "schedule.holidays[0]"],
    ] as const) {
      const error = await codedError(() => read(wire as Partial<WeeklySchedule>));
      assert.deepEqual([error.code, error.param], ["invalid_request_body", param]);
    }
    const nowMs = Date.parse("2026-11-21T12:00Z");
    const holiday = { windows: [{ days: ["holiday" as const] }] };
    assert.match(read(holiday).whyNever(nowMs)!, /lists none/);
    const past = read({ ...holiday, holidays: ["2026-01-01"] });
    assert.match(past.whyNever(nowMs)!, /2026-01-01/);
    assert.equal(read({ ...holiday, holidays: ["2026-12-25"] }).whyNever(nowMs), null);
    assert.equal(read({}).whyNever(nowMs), null);
  });
});

describe("the moment of a local time", () => {
  it("is the first of two, and after a gap for a time that does not come", () => {
    const berlin = ZoneClock.of("Europe/Berlin")!;
    const at = (date: string, minute: number): string =>
      new Date(berlin.instantOf({ date, minute })).toISOString().slice(0, 16);
    assert.equal(at("2026-10-25", 150), "2026-10-25T00:30");
    assert.equal(at("2026-03-29", 150), "2026-03-29T01:30");
    assert.equal(at("2026-07-01", 0), "2026-06-30T22:00");
    assert.equal(at("2026-10-25", 240), "2026-10-25T03:00");
  });
});
