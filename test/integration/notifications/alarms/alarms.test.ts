import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { AlarmCommand } from "../../../../src/adapters/alarm-command/alarm-command.ts";
import { SmtpMailer, type SmtpOptions } from "../../../../src/adapters/smtp/smtp-mailer.ts";
import { Alarms, type AlarmsParts } from "../../../../src/notifications/alarms/alarms.ts";
import type { Condition, Switch } from "../../../../src/notifications/alarms/ports.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { EventLog } from "../../../../src/base/events/event-log.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { siteCa } from "../../../support/notifications/https-receiver.ts";
import { MailServer } from "../../../support/notifications/mail-server.ts";
import { makeStore } from "../../../support/store/make-store.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { until } from "../../../support/box/wait.ts";

type Test = Parameters<typeof makeStore>[0];

/** A relay that notes what it was told. */
class NotedSwitch implements Switch {
  readonly commands: string[] = [];
  readonly atMs: number[] = [];
  failure: string | null = null;
  readonly #clock: FakeClock;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  async run(command: "on" | "off"): ReturnType<Switch["run"]> {
    this.commands.push(command);
    this.atMs.push(this.#clock.monoMs());
    return { failure: this.failure, output: `${command} done` };
  }
}

async function makeRig(t: Test, more: Partial<AlarmsParts> = {}) {
  const clock = new FakeClock();
  // Before the store's own hook, which runs after this one: alarms and events write until they stop.
  const running: { stop(): Promise<void> }[] = [];
  t.after(async () => {
    for (const part of running.toReversed()) await part.stop();
  });
  const store = more.store ?? (await makeStore(t));
  const events = new EventLog({ store, clock, log: silentLogger });
  await events.start();
  running.push(events);
  const server = await new MailServer().start(t);
  const relay = new NotedSwitch(clock);
  const wrong: Condition[] = [];
  const mailer = mailerTo(server.port);
  const parts: AlarmsParts = {
    store,
    events,
    clock,
    log: silentLogger,
    org: "default",
    site: "Hall 3",
    locale: "de-CH",
    conditions: () => wrong,
    mail: { mailer, cooldownMs: 300_000 },
    relay: { switch: relay, hasOff: true, minOnMs: 30_000, minIntervalMs: 5000 },
    ...more,
  };
  const alarms = new Alarms(parts);
  await alarms.start();
  running.push(alarms);
  /** Moves the time in steps until `holds`, so that what waits for the world gets its turn. */
  const pass = async (holds: () => boolean, what: string): Promise<void> => {
    await until(
      () => {
        if (holds()) return true;
        clock.advance(500);
        return false;
      },
      { what },
    );
  };
  return { clock, store, events, server, relay, wrong, alarms, parts, pass };
}

function mailerTo(port: number, more: Partial<SmtpOptions> = {}): SmtpMailer {
  const people = { from: "box@site.test", to: ["guard@site.test"] };
  return new SmtpMailer({ host: "127.0.0.1", port, security: "plain", ...people, ...more });
}

function critical(n: number) {
  const names = { stream_id: "gate", stream_name: "Nordtor" };
  const data = {
    id: `i${n}`,
    type: "fall",
    severity: "critical",
    ...names,
    summary: `Sturz ${n}.`,
  };
  return { org: "default", type: "incident.created", streamId: "gate", data } as const;
}

test("a storm of incidents is one mail at once and one after the pause, in the site's language", async (t) => {
  const { events, server, alarms, clock, pass } = await makeRig(t);
  await events.append(critical(0));
  await pass(() => server.mails.length === 1, "the first mail");
  assert.match(server.mails[0]!.raw, /Nordtor: Sturz 0/);
  for (let n = 1; n <= 60; n += 1) await events.append(critical(n));
  await until(() => alarms.describe().active === 61);
  clock.advance(60_000);
  assert.equal(server.mails.length, 1);
  await pass(() => server.mails.length === 2, "the second mail");
  const text = server.mails[1]!.raw;
  assert.match(text, /Subject: 60 Alarme: Hall 3/);
  assert.match(text, /und 10 weitere/);
  await until(() => alarms.describe().mail?.pending === 0);
  assert.equal(alarms.describe().recent[0]?.mail?.state, "done");
  // Another organisation sees that mails go out, not what they say.
  assert.deepEqual(alarms.describe("other").recent, []);
});

test("a mail that is refused stays pending, with the reason in words, and goes out later, also when the clock is set back", async (t) => {
  const { wrong, server, alarms, clock, pass } = await makeRig(t);
  server.refusal = "Mailbox is away";
  wrong.push({
    id: "box-storage_full",
    type: "storage_full",
    severity: "critical",
    summary: "Voll",
  });
  await pass(() => alarms.describe().mail?.last_error !== null, "the refusal");
  assert.match(String(alarms.describe().mail?.last_error), /Mailbox is away/);
  assert.match(String(alarms.describe().recent[0]?.mail?.lastError), /Mailbox is away/);
  server.refusal = undefined;
  clock.jumpWall(-24 * 3_600_000);
  const sinceMs = clock.monoMs();
  await pass(() => server.mails.length === 1, "the mail");
  assert.ok(clock.monoMs() - sinceMs < 120_000, "it does not wait for the old time to come again");
  await until(() => alarms.describe().mail?.pending === 0);
  assert.equal(alarms.describe().mail?.last_error, null);
});

test("the relay is on while something is wrong, for its least time, and at a bounded rate", async (t) => {
  const { wrong, relay, alarms, pass, events } = await makeRig(t);
  const lost = {
    id: "camera-gate",
    type: "camera_lost",
    severity: "critical",
    summary: "Weg",
  } as const;
  wrong.push(lost);
  await pass(() => relay.commands.length === 1, "the relay");
  assert.deepEqual(
    alarms.active().map(({ id }) => id),
    ["camera-gate"],
  );
  wrong.length = 0;
  await pass(() => alarms.active().length === 0, "the end of the alarm");
  await pass(() => relay.commands.length === 2, "switching off");
  assert.deepEqual(relay.commands, ["on", "off"]);
  const [onAtMs = 0, offAtMs = 0] = relay.atMs;
  assert.ok(offAtMs - onAtMs >= 30_000, String(offAtMs - onAtMs));
  await until(() => alarms.describe().relay?.on === false, { what: "known to be off" });
  // What is over as soon as it is known switches it all the same.
  const data = { id: "r1", type: "tipped", severity: "critical", summary: "Umgefallen" };
  await events.append({ org: "default", type: "robot.incident", data });
  await events.append({ org: "other", type: "robot.incident", data });
  await pass(() => relay.commands.length === 4, "on and off again");
  assert.equal(alarms.describe().recent.length, 2);
});

test("a relay that was left on by a crash is found, and one that fails is given up with its reason", async (t) => {
  const { wrong, relay, alarms, pass, parts } = await makeRig(t);
  wrong.push({ id: "robot-rover", type: "e_stop", severity: "critical", summary: "Not-Halt" });
  await pass(() => relay.commands.length === 1, "the relay");
  await until(() => alarms.describe().recent[0]?.relay?.state === "done");
  await alarms.stop();
  const again = new Alarms(parts);
  await again.start();
  t.after(() => again.stop());
  await pass(() => relay.commands.length === 2, "the relay once more");
  relay.failure = "exit code 1";
  wrong.push({ id: "camera-a", type: "camera_lost", severity: "critical", summary: "Weg" });
  const state = () => again.describe().recent.find(({ id }) => id === "camera-a")?.relay;
  await pass(() => state()?.state === "failed", "five failures");
  assert.deepEqual([state()?.attempts, state()?.lastError], [5, "exit code 1"]);
});

test("a test alarm tries every way out at once and says what became of it", async (t) => {
  const { alarms, events, server, pass } = await makeRig(t);
  await events.append(critical(1));
  await pass(() => server.mails.length === 1, "a mail that begins the pause");
  let outcome: Awaited<ReturnType<Alarms["test"]>> | undefined;
  void alarms.test().then((done) => (outcome = done));
  await pass(() => outcome !== undefined, "the outcome");
  assert.deepEqual([outcome?.mail?.state, outcome?.relay?.state], ["done", "done"]);
});

test("mails go by STARTTLS with a password, and a server without is refused", async (t) => {
  const { cert, key, caFile } = siteCa();
  const server = await new MailServer({
    cert,
    key,
    disabledCommands: [],
    authOptional: false,
  }).start(t);
  const plain = await new MailServer().start(t);
  const ca = readFileSync(caFile, "utf8");
  const mail = { id: "m1", subject: "s", text: "t" };
  const safe = { security: "starttls", ca, username: "box" } as const;
  assert.match(
    String(await mailerTo(server.port, { ...safe, password: "wrong" }).send(mail)),
    /Wrong password/,
  );
  assert.equal(await mailerTo(server.port, { ...safe, password: "right" }).send(mail), null);
  const { isSecure, user, messageId } = server.mails[0]!;
  assert.deepEqual([isSecure, user, messageId], [true, "box", "<m1@gatehouse.local>"]);
  assert.match(
    String(await mailerTo(plain.port, { security: "starttls" }).send(mail)),
    /STARTTLS/i,
  );
  const { ca: _, ...untrusting } = safe;
  const failure = await mailerTo(server.port, { ...untrusting, password: "right" }).send(mail);
  assert.match(String(failure), /certificate/i);
  assert.equal(plain.mails.length, 0);
});

test("a command gets its arguments as they are, is killed when it takes too long, and its words are bounded", async (t) => {
  const dir = await tempDir(t);
  const run = (on: string[], timeoutMs = 10_000) => new AlarmCommand({ on, timeoutMs }).run("on");
  const literal = await run(["printf", "%s", "$(id) ; rm -rf *"]);
  assert.deepEqual(literal, { failure: null, output: "$(id) ; rm -rf *" });
  assert.match(String((await run(["/does/not/exist"])).failure), /could not be started/);
  assert.match(String((await run(["sh", "-c", "echo no >&2; exit 3"])).failure), /exit code 3/);
  assert.equal((await run(["sh", "-c", "yes | head -c 100000"])).output.length <= 2000, true);
  const mark = join(dir, "alive");
  const late = await run(["sh", "-c", `(sleep 5; echo > ${mark}) & sleep 60`], 200);
  assert.match(String(late.failure), /killed after 0.2 s/);
  assert.equal(existsSync(mark), false);
  assert.match((await run(["env"])).output, /^(PATH=.*|LANG=C\.UTF-8|\s|PWD=.*)+$/);
  assert.match(
    (await run(["sh", "-c", "until [ $(nice) -gt 0 ]; do :; done; nice"])).output,
    /^[1-9]\d*$/,
  );
});

test("no alarm is lost when the process is killed in the middle of a mail, and the mail is the same again", async (t) => {
  const dir = await tempDir(t);
  const facts = join(dir, "facts");
  const server = await new MailServer().start(t);
  const child = fileURLToPath(
    new URL("../../../support/notifications/alarm-child.ts", import.meta.url),
  );
  const start = (count: number): ChildProcess => {
    const args = [child, join(dir, "data"), String(server.port), facts, String(count)];
    const started = spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit"] });
    t.after(() => started.kill("SIGKILL"));
    return started;
  };
  server.isSilent = true;
  const first = start(3);
  await until(() => server.mails.length === 1, { what: "a mail that is not acknowledged" });
  first.kill("SIGKILL");
  await once(first, "exit");
  server.isSilent = false;
  const second = start(0);
  await until(() => server.mails.length >= 2, { what: "the mail again" });
  assert.equal(server.mails[1]!.messageId, server.mails[0]!.messageId);
  const told = () =>
    server.mails
      .slice(1)
      .map(({ raw }) => raw)
      .join("");
  await until(() => [0, 1, 2].every((n) => told().includes(`Incident ${n}.`)), {
    what: "all three",
  });
  const switched = (): string => (existsSync(facts) ? readFileSync(facts, "utf8") : "");
  await until(() => switched() !== "", { what: "the relay" });
  assert.match(switched(), /^(on\n)+$/);
  second.kill("SIGKILL");
  await once(second, "exit");
});
