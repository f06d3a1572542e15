import assert from "node:assert/strict";
import { test } from "node:test";
import { silentLogger as log } from "../../../src/base/core/logger.ts";
import { EventLog } from "../../../src/base/events/event-log.ts";
import { AuditLog } from "../../../src/base/keys/audit-log.ts";
import { LiveSettings } from "../../../src/base/settings/live-settings.ts";
import { auditRetention, eventRetention } from "../../../src/base/site-parts.ts";
import { loadConfig } from "../../../src/system/config/load.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";
import { makeStore } from "../../support/store/make-store.ts";

const dayMs = 86_400_000;

test("a shorter retention removes old events and audit entries at the next clearing, without a restart", async (t) => {
  const { config } = await loadConfig({ file: null, environment: {}, overrides: [] });
  const live = new LiveSettings(config);
  const store = await makeStore(t);
  const clock = new FakeClock();
  const about = { store, clock, log };
  const events = new EventLog({ ...about, retention: live.view(eventRetention) });
  const audit = new AuditLog({ ...about, retention: live.view(auditRetention) });
  await events.start();
  audit.start();
  t.after(() => events.stop());
  t.after(() => audit.stop());
  await store.transact((tx) => {
    events.appendIn(tx, { org: "default", type: "job.completed", data: {} });
  });
  const actor = { kind: "cli", key_id: null } as const;
  const entry = {
    org: "default",
    actor,
    address: null,
    requestId: null,
    outcome: { status: 200, code: null },
  };
  await audit.add({ ...entry, action: "keys.create" });
  const first = { retention: { eventsHours: 100, auditDays: 100 } };
  await live.apply({ ...config, retention: { ...config.retention, ...first.retention } });
  clock.jumpWall(2 * dayMs);
  assert.deepEqual([await events.trim(), await audit.trim()], [0, 0]);
  await live.apply({
    ...config,
    retention: { ...config.retention, eventsHours: 24, auditDays: 1 },
  });
  assert.deepEqual([await events.trim(), await audit.trim()], [1, 1]);
});
