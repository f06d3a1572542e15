/**
 * A process that raises alarms and mails them until it is killed. Arguments: data directory, port of the mail
 * server, file that the relay's command appends to, how many incidents it writes.
 */
import { AlarmCommand } from "../../../src/adapters/alarm-command/alarm-command.ts";
import { LmdbStore } from "../../../src/adapters/lmdb/lmdb-store.ts";
import { SmtpMailer } from "../../../src/adapters/smtp/smtp-mailer.ts";
import { Alarms } from "../../../src/notifications/alarms/alarms.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { EventLog } from "../../../src/base/events/event-log.ts";

const [dir = "", port = "0", facts = "", count = "0"] = process.argv.slice(2);
const log = silentLogger;
const clock = systemClock;
const store = new LmdbStore({ dir, reserveBytes: 4096, log, clock });
await store.start();
const events = new EventLog({ store, clock, log });
await events.start();
const reached = { host: "127.0.0.1", port: Number(port), security: "plain" } as const;
const alarms = new Alarms({
  store,
  events,
  clock,
  log,
  org: "default",
  site: "Hall 3",
  locale: "en",
  conditions: () => [],
  mail: {
    mailer: new SmtpMailer({ ...reached, from: "box@site.test", to: ["guard@site.test"] }),
    cooldownMs: 10,
  },
  relay: {
    switch: new AlarmCommand({ on: ["sh", "-c", `echo on >> ${facts}`], timeoutMs: 5000 }),
    hasOff: false,
    minOnMs: 0,
    minIntervalMs: 1,
  },
});
await alarms.start();
for (let n = 0; n < Number(count); n += 1) {
  await events.append({
    org: "default",
    type: "incident.created",
    streamId: "gate",
    data: { id: `i${n}`, type: "fall", severity: "critical", summary: `Incident ${n}.` },
  });
}
// Lives until it is killed.
setInterval(() => undefined, 1000);
