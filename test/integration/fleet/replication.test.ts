import assert from "node:assert/strict";
import { suite, test, type TestContext } from "node:test";
import { TcpGate } from "../../support/box/tcp-gate.ts";
import { until } from "../../support/box/wait.ts";
import { noNats, startNats } from "../../support/fleet/nats-server.ts";
import { type RecordBox, startRecordBox } from "../../support/fleet/record-box.ts";
import { ed25519 } from "../../../src/adapters/signatures/ed25519.ts";

const policyOf = (name: string) => ({ name, type: "loitering", condition: { seconds: 30 } });

const namesOf = ({ policies }: RecordBox): string[] =>
  policies.list("default").map(({ policy }) => policy.name);

async function hasPolicies(box: RecordBox, names: string[]): Promise<void> {
  await until(() => JSON.stringify(namesOf(box)) === JSON.stringify(names), {
    what: `the policies ${names.join()} in place of ${namesOf(box).join()}`,
  });
}

/** Two boxes, of which the second can be cut off. */
async function pair(t: TestContext) {
  const { url, port } = await startNats(t);
  const way = await new TcpGate(port).start(t);
  const a = await startRecordBox(t, "a", url);
  const b = await startRecordBox(t, "b", `nats://127.0.0.1:${way.port}`);
  const rejoins = async (): Promise<void> => {
    way.open();
    await until(() => b.membership.isListening(), { what: "the contact of b" });
  };
  const cut = async (): Promise<void> => {
    way.close();
    await until(() => !b.membership.isListening(), { what: "the loss of contact" });
  };
  await until(() => a.membership.isListening() && b.membership.isListening());
  return { a, b, url, cut, rejoins };
}

suite("Records that a fleet shares", { skip: noNats }, () => {
  test("organisations, keys, people and policies of each box arrive on the other", async (t) => {
    const { a, b } = await pair(t);
    await a.orgs.create({ id: "dock", name: "Dock" });
    const { key, token } = await a.keys.create({ org: "dock", name: "panel", preset: "viewer" });
    const anna = await b.people.create({
      org: "default",
      name: "Anna",
      role: "operator",
      cameras: null,
      createdBy: null,
    });
    const { policy } = await b.policies.create("default", policyOf("Night"));
    await until(() => b.keys.get(key.id) !== undefined, { what: "the key" });
    assert.equal(b.keys.verify(token).org, "dock");
    assert.equal(b.orgs.list().find(({ id }) => id === "dock")?.name, "Dock");
    const { digests, sealedToken } = b.keys.get(key.id)!;
    assert.deepEqual([digests, sealedToken], [undefined, undefined]);
    await until(() => a.people.named("anna")?.id === anna.id, { what: "the account" });
    await hasPolicies(a, ["Night"]);
    assert.deepEqual(a.policies.get("default", policy.id)?.policy, policy);
    const values = a.table.list("record.").map(({ value }) => value ?? "");
    assert.equal(values.length, 4);
    assert.ok(!values.some((each) => each.includes(token)));
  });

  test("a key that is revoked on one box is refused on the other", async (t) => {
    const { a, b } = await pair(t);
    const { key, token } = await a.keys.create({ org: "default", name: "panel", preset: "viewer" });
    await until(() => b.keys.get(key.id) !== undefined, { what: "the key" });
    const fromMs = performance.now();
    await b.keys.revoke(key.id);
    await until(() => a.keys.get(key.id)?.revokedAtMs !== null, { what: "the revocation" });
    t.diagnostic(`refused on the other box after ${Math.round(performance.now() - fromMs)} ms`);
    assert.throws(() => a.keys.verify(token), { code: "api_key_revoked" });
  });

  test("a revocation wins over a change that was made elsewhere meanwhile", async (t) => {
    const { a, b, cut, rejoins } = await pair(t);
    const { key } = await a.keys.create({ org: "default", name: "panel", preset: "viewer" });
    const { key: second } = await a.keys.create({ org: "default", name: "x", preset: "viewer" });
    await until(() => b.keys.get(second.id) !== undefined, { what: "the keys" });
    await cut();
    await b.keys.revoke(key.id);
    const rolled = await a.keys.roll(key.id, { graceMs: 0 });
    await a.keys.revoke(second.id);
    const other = await b.keys.roll(second.id, { graceMs: 0 });
    await until(() => a.replication.counts.written >= 4, { what: "the changes of a" });
    await rejoins();
    for (const box of [a, b]) {
      for (const token of [rolled.token, other.token]) {
        const id = token === rolled.token ? key.id : second.id;
        await until(() => box.keys.get(id)?.revokedAtMs !== null, { what: "the revocation" });
        assert.throws(() => box.keys.verify(token));
      }
    }
  });

  test("the version of a box without contact is kept as a conflict, and can be taken", async (t) => {
    const { a, b, cut, rejoins } = await pair(t);
    const { policy } = await a.policies.create("default", policyOf("Night"));
    await hasPolicies(b, ["Night"]);
    await cut();
    await b.policies.patch("default", policy.id, { name: "Theirs" });
    await a.policies.patch("default", policy.id, { name: "Stands" });
    await until(() => a.replication.counts.written === 2, { what: "the change of a" });
    await rejoins();
    await hasPolicies(b, ["Stands"]);
    await until(() => a.replication.report().conflicts.length === 1, { what: "the conflict" });
    const [conflict] = a.replication.report().conflicts;
    assert.equal(conflict?.boxId, "b");
    const { policy: lost } = conflict!.lost as { policy: { name: string } };
    assert.equal(lost.name, "Theirs");
    await a.replication.resolve(conflict!.id, "lost");
    await hasPolicies(a, ["Theirs"]);
    await hasPolicies(b, ["Theirs"]);
    await until(() => b.replication.report().conflicts.length === 0, { what: "the end" });
    await assert.rejects(a.replication.resolve(conflict!.id, "lost"), { code: "not_found" });
  });

  test("what was removed on one box does not come back from the other", async (t) => {
    const { a, b, cut, rejoins } = await pair(t);
    const { policy } = await a.policies.create("default", policyOf("Night"));
    const person = { org: "default", role: "viewer", cameras: null, createdBy: null } as const;
    const ben = await a.people.create({ ...person, name: "Ben" });
    await hasPolicies(b, ["Night"]);
    await until(() => b.people.get(ben.id) !== undefined, { what: "the account" });
    await cut();
    await a.policies.remove("default", policy.id);
    await a.people.remove("default", ben.id, false);
    await b.people.change(ben, { role: "admin" }, false);
    await until(() => a.replication.counts.written === 4, { what: "the removals" });
    await rejoins();
    await hasPolicies(b, []);
    await until(() => b.people.get(ben.id) === undefined, { what: "the end of the account" });
    assert.deepEqual([namesOf(a), a.people.get(ben.id)], [[], undefined]);
    assert.deepEqual(b.replication.report().conflicts, []);
  });

  test("a box that joins with the same organisation under another name shows a conflict", async (t) => {
    const { url } = await startNats(t);
    const a = await startRecordBox(t, "a", url);
    await a.orgs.create({ id: "dock", name: "Dock" });
    await until(() => a.replication.counts.written === 1, { what: "the organisation" });
    const b = await startRecordBox(t, "b", url);
    await b.orgs.create({ id: "dock", name: "Harbour" });
    await b.orgs.create({ id: "yard", name: "Yard" });
    await until(() => a.orgs.exists("yard"), { what: "the organisation of b" });
    await until(() => b.replication.report().conflicts.length === 1, { what: "the conflict" });
    assert.equal(b.orgs.list().find(({ id }) => id === "dock")?.name, "Dock");
  });

  test("an unsigned, invalid or unfitting record is refused by name, and changes nothing", async (t) => {
    const { a, b } = await pair(t);
    await until(() => a.identity.of("b")?.state === "trusted", { what: "the key of b" });
    const id = Buffer.from("ABCDEFGHIJKL").toString("base64url");
    const stranger = ed25519.open(Buffer.alloc(32, 9));
    const forged = await stranger.sign({ kind: "record", boxId: "b" }, {});
    const data = { id: "ABCDEFGHIJKM", org: "default", name: "n" };
    const bad = { v: 1, kind: "key", id: "ABCDEFGHIJKM", base: 0, atMs: 1, data };
    const half = await b.identity.sign("record", bad);
    const write = async (key: string, value: string): Promise<void> => {
      await until(async () => (await b.table.write(key, value, "any")).kind === "written");
    };
    await write(`record.key.${id}`, forged);
    await write(`record.key.${Buffer.from("ABCDEFGHIJKM").toString("base64url")}`, half);
    await until(() => a.replication.report().refused.length === 2, { what: "the refusals" });
    const refused = a.replication.report().refused.map(({ problem }) => problem);
    assert.match(refused.join("\n"), /not one of the box b[^]*wrote a key that is not valid/);
    assert.deepEqual(a.keys.list(), []);
  });
});
