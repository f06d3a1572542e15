import assert from "node:assert/strict";
import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { suite, type TestContext, test } from "node:test";
import { ed25519 } from "../../../src/adapters/signatures/ed25519.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { identityAlarms } from "../../../src/fleet/alarms.ts";
import { FleetIdentity } from "../../../src/fleet/identity/fleet-identity.ts";
import { identityFile } from "../../../src/fleet/identity/identity-terms.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { until } from "../../support/box/wait.ts";
import { type FleetBox, startFleetBox } from "../../support/fleet/fleet-box.ts";
import { noNats, startNats } from "../../support/fleet/nats-server.ts";
import { makeStore } from "../../support/store/make-store.ts";

interface KeyedBox extends FleetBox {
  identity: FleetIdentity;
  dir: string;
}

const certificate = "a".repeat(64);

/** A box with an identity in `dir`, a new folder when absent. */
async function startKeyed(
  t: TestContext,
  boxId: string,
  about: { url: string; dir?: string },
): Promise<KeyedBox> {
  const dir = about.dir ?? (await tempDir(t));
  const box = await startFleetBox(t, boxId, { servers: [about.url] });
  const identity = new FleetIdentity({
    table: box.table,
    store: await makeStore(t, await tempDir(t)),
    clock: systemClock,
    log: silentLogger,
    signatures: ed25519,
    boxId,
    keyFile: join(dir, identityFile),
  });
  await identity.start();
  t.after(() => identity.stop());
  identity.serves(() => certificate);
  return { ...box, identity, dir };
}

const stateOf = (box: KeyedBox, id: string) => box.identity.of(id)?.state;

async function knows(box: KeyedBox, id: string, state = "trusted"): Promise<void> {
  await until(() => stateOf(box, id) === state, { what: `the key of ${id} to be ${state}` });
}

suite("Keys of the boxes of a fleet", { skip: noNats }, () => {
  test("a box makes its key once, for its own user only, and the others trust it", async (t) => {
    const { url } = await startNats(t);
    const a = await startKeyed(t, "a", { url });
    const b = await startKeyed(t, "b", { url });
    const file = join(a.dir, identityFile);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    await knows(b, "a");
    assert.deepEqual(b.identity.of("a"), {
      state: "trusted",
      publicKey: a.identity.publicKey,
      certificateSha256: certificate,
    });
    const before = await readFile(file);
    await a.identity.stop();
    const again = await startKeyed(t, "c", { url, dir: a.dir });
    assert.deepEqual(await readFile(file), before);
    assert.equal(again.identity.publicKey, a.identity.publicKey);
  });

  test("a signature counts for its box, its kind and its text only", async (t) => {
    const { url } = await startNats(t);
    const a = await startKeyed(t, "a", { url });
    const b = await startKeyed(t, "b", { url });
    await knows(b, "a");
    const token = await a.identity.sign("record", { revision: 7 });
    assert.deepEqual(await b.identity.verify("record", token), {
      ok: true,
      boxId: "a",
      payload: { revision: 7 },
    });
    const problem = async (kind: string, text: string): Promise<string> => {
      const verified = await b.identity.verify(kind, text);
      return verified.ok ? "none" : verified.problem;
    };
    assert.match(await problem("request", token), /not a signed document of this kind/);
    const [header, , signature] = token.split(".");
    const forged = Buffer.from('{"revision":8}').toString("base64url");
    assert.match(await problem("record", `${header}.${forged}.${signature}`), /not one of the box/);
    assert.match(await problem("record", "nonsense"), /not a signed document/);
    const stranger = ed25519.open(Buffer.alloc(32, 7));
    const asA = await stranger.sign({ kind: "record", boxId: "a" }, { revision: 9 });
    assert.match(await problem("record", asA), /not one of the box/);
    const asNobody = await stranger.sign({ kind: "record", boxId: "z" }, {});
    assert.match(await problem("record", asNobody), /box z is not known/);
  });

  test("another key of a known box counts for nothing until it is accepted", async (t) => {
    const { url } = await startNats(t);
    const a = await startKeyed(t, "a", { url });
    const b = await startKeyed(t, "b", { url });
    await knows(b, "a");
    const old = a.identity.publicKey;
    await a.identity.stop();
    await rm(join(a.dir, identityFile));
    const renewed = await startKeyed(t, "a", { url, dir: a.dir });
    await knows(b, "a", "changed");
    const token = await renewed.identity.sign("record", {});
    const verified = await b.identity.verify("record", token);
    assert.match(verified.ok ? "" : verified.problem, /has another key than before/);
    const [alarm] = identityAlarms(b.identity, b.membership.members());
    assert.equal(alarm?.code, "fleet_key_changed");
    await assert.rejects(b.identity.trust("a", old), /public_key/);
    await assert.rejects(b.identity.trust("z", old), /box_id/);
    await b.identity.trust("a", renewed.identity.publicKey);
    assert.equal((await b.identity.verify("record", token)).ok, true);
    assert.deepEqual(identityAlarms(b.identity, b.membership.members()), []);
  });

  test("a record of keys that its box did not sign is not read", async (t) => {
    const { url } = await startNats(t);
    const a = await startKeyed(t, "a", { url });
    const stranger = ed25519.open(Buffer.alloc(32, 7));
    const own = { v: 1, key: stranger.publicKey, certificate: null };
    const asOther = await stranger.sign({ kind: "identity", boxId: "y" }, own);
    const write = async (key: string, value: string): Promise<void> => {
      await until(async () => (await a.table.write(key, value, "any")).kind === "written");
    };
    await write("identity.x", asOther);
    await write("identity.y", `${asOther}x`);
    await write("identity.z", "{}");
    const good = await stranger.sign({ kind: "identity", boxId: "w" }, own);
    await write("identity.w", good);
    await knows(a, "w");
    assert.deepEqual(
      ["x", "y", "z"].map((id) => stateOf(a, id)),
      [undefined, undefined, undefined],
    );
  });
});
