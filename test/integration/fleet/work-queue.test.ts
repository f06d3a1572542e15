import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { suite, type TestContext, test } from "node:test";
import { NatsWork } from "../../../src/adapters/nats/nats-work.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { repoDir } from "../../support/box/appliance.ts";
import { until } from "../../support/box/wait.ts";
import { startFleetBox } from "../../support/fleet/fleet-box.ts";
import { noNats, startNats } from "../../support/fleet/nats-server.ts";

const box = { username: "box-a", password: "change-me-a" };

/** A box with the user of `config/nats/users.conf`, whose permissions `change` changes. */
async function startWork(t: TestContext, change: (permissions: string) => string) {
  const users = await readFile(join(repoDir, "config/nats/users.conf"), "utf8");
  const { url } = await startNats(t, [change(users)]);
  const { link, membership } = await startFleetBox(t, "a", { servers: [url], ...box });
  const work = new NatsWork({ link, fleet: "test", boxId: "a", log: silentLogger });
  work.answer((name, body) => Buffer.from(`${name} ${body}`));
  await until(() => work.isUp() && membership.isListening(), { what: "the connection" });
  return { work, membership };
}

suite("The way of work between boxes", { skip: noNats }, () => {
  test("the documented permissions allow offers and questions, and an offer comes once", async (t) => {
    const { work } = await startWork(t, (users) => users);
    assert.equal(await work.offer("need", "job:1", "first"), true);
    assert.equal(await work.offer("need", "job:1", "first again"), true);
    const offer = await work.next("need", 1000);
    assert.equal(offer?.text, "first");
    offer!.later(1);
    const again = await work.next("need", 1000);
    assert.equal(again?.text, "first", "a box that cannot do it gives it back");
    again!.done();
    assert.equal(await work.next("need", 1000), undefined);
    const answer = await work.ask("a", { name: "read", body: "it", withinMs: 2000 });
    assert.equal(Buffer.from(answer!).toString(), "read it");
  });

  test("a user without these permissions stays in the fleet and shares no jobs", async (t) => {
    const { work, membership } = await startWork(t, (users) =>
      users.replaceAll(', "gatehouse.>"', ""),
    );
    assert.equal(await work.offer("need", "job:1", "first"), false);
    assert.equal(await work.next("need", 1000), undefined);
    const asked = await work.ask("a", { name: "read", body: "it", withinMs: 1000 });
    assert.equal(asked, undefined);
    const { acknowledged } = membership.beats;
    await until(() => membership.beats.acknowledged > acknowledged + 1, { what: "heartbeats" });
    assert.equal(membership.contact().state, "joined");
  });
});
