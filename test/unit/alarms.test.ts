import assert from "node:assert/strict";
import { test } from "node:test";
import { type StoreCondition, storeAlarms } from "../../src/base/alarms.ts";
import { cameraAlarms } from "../../src/cameras/alarms.ts";
import { certificateAlarms } from "../../src/http/alarms-wire.ts";
import {
  camerasWithoutEvents,
  type PerceptionCondition,
  perceptionAlarms,
} from "../../src/perception/alarms.ts";
import { uplinkAlarms } from "../../src/uplink/alarms.ts";

const dayMs = 86_400_000;
const codesOf = (alarms: readonly { code: string; severity: string }[]): string[] =>
  alarms.map(({ code, severity }) => `${severity} ${code}`);

test("each trouble of the store has its alarm, and a sound store has none", () => {
  const sound: StoreCondition = {
    trouble: null,
    copy: { state: "ok", problem: null },
    repair: null,
    unnamedFiles: null,
    auditLost: 0,
  };
  const raised = (change: Partial<StoreCondition>) => codesOf(storeAlarms({ ...sound, ...change }));
  const repair = { problem: "gone", source: "a copy", aside: "meta.damaged-1" };
  const unsound = { state: "unsound", problem: "it is cut off" };
  assert.deepEqual(raised({}), []);
  assert.deepEqual(raised({ trouble: { state: "full", reason: "no room" } }), [
    "critical storage_full",
  ]);
  assert.deepEqual(raised({ trouble: { state: "stalled", reason: "silent" } }), [
    "critical store_stalled",
  ]);
  assert.deepEqual(raised({ trouble: { state: "unwritable", reason: "EROFS" } }), [
    "critical store_unwritable",
  ]);
  assert.deepEqual(raised({ copy: unsound }), ["critical store_at_risk"]);
  assert.deepEqual(raised({ repair }), ["critical store_at_risk"]);
  assert.deepEqual(raised({ unnamedFiles: { count: 500, list: "unnamed.txt" } }), [
    "warning files_unnamed",
  ]);
  assert.deepEqual(raised({ auditLost: 1 }), ["warning audit_lost"]);
  const [both] = storeAlarms({ ...sound, copy: unsound, repair });
  assert.match(both!.message, /cut off.*from a copy.*Make a backup/);
});

test("each trouble of perception has its alarm, and three streams are named in a message", () => {
  const sound: PerceptionCondition = {
    visionState: "up",
    damagedModels: [],
    refusedCameras: [],
    decodeTroubles: [],
    eventTroubles: [],
  };
  const alarmsOf = (change: Partial<PerceptionCondition>) =>
    perceptionAlarms({ ...sound, ...change });
  const streams = ["a", "b", "c", "d"].map((streamId) => ({ streamId, reason: "no" }));
  assert.deepEqual(alarmsOf({}), []);
  assert.deepEqual(codesOf(alarmsOf({ visionState: "down" })), ["critical vision_down"]);
  assert.deepEqual(codesOf(alarmsOf({ damagedModels: ["yard"] })), ["critical model_damaged"]);
  assert.deepEqual(codesOf(alarmsOf({ decodeTroubles: streams })), ["warning decoders_failing"]);
  assert.deepEqual(codesOf(alarmsOf({ eventTroubles: streams })), [
    "warning camera_events_failing",
  ]);
  const [failing] = alarmsOf({
    decodeTroubles: [{ ...streams[0]!, displayName: "Nordtor" }, streams[1]!],
  });
  assert.match(failing!.message, /: Nordtor \(no\); b \(no\)\. /);
  const [refused] = alarmsOf({ refusedCameras: streams });
  assert.deepEqual([refused!.code, refused!.severity], ["cameras_refused", "critical"]);
  assert.match(refused!.message, /a \(no\); b \(no\); c \(no\) and 1 more, see cameras\.refused/);
});

test("cameras without picture, refused endpoints and certificates that end raise alarms", () => {
  assert.deepEqual(cameraAlarms({ sources: 2, online: 2 }), []);
  assert.deepEqual(codesOf(cameraAlarms({ sources: 2, online: 1 })), ["warning cameras_offline"]);
  const up = { name: "hq", state: "up" };
  assert.deepEqual(uplinkAlarms([up]), []);
  const refused = uplinkAlarms([up, { name: "cloud", state: "refused" }]);
  assert.deepEqual(codesOf(refused), ["warning endpoint_refused"]);
  assert.match(refused[0]!.message, /: cloud\. /);
  const endsIn = (ms: number) =>
    codesOf(certificateAlarms({ not_after: (20 * dayMs) / 1000 }, 20 * dayMs - ms));
  assert.deepEqual(certificateAlarms(undefined, 0), []);
  assert.deepEqual(endsIn(14 * dayMs), []);
  assert.deepEqual(endsIn(dayMs), ["warning certificate_ending"]);
  assert.deepEqual(endsIn(0), ["critical certificate_ended"]);
});

test("a camera whose events do not arrive is named at once, unless it sends no video either", () => {
  const stream = (message: string | null, state: string) => ({
    task: { streamId: "gate" },
    settings: { requested: { displayName: "Gate" } },
    condition: { get: () => ({ state }) },
    cameraEvents: {
      summary() {
        const problem = message === null ? null : { code: "onvif_refused" as const, message };
        const status = { state: "retrying" as const, sinceMs: 0, problem };
        return { status, received: 0, dropped: 0, active: [], recent: [] };
      },
    },
  });
  const refused = "The camera refuses its password.";
  const named = [{ streamId: "gate", displayName: "Gate", reason: refused }];
  assert.deepEqual(camerasWithoutEvents([stream(refused, "watching")]), named);
  assert.deepEqual(camerasWithoutEvents([stream(refused, "offline")]), []);
  assert.deepEqual(camerasWithoutEvents([stream(null, "watching")]), []);
  const unwatched = { ...stream(refused, "watching"), cameraEvents: { summary: () => null } };
  assert.deepEqual(camerasWithoutEvents([unwatched]), []);
});
