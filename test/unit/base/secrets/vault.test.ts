import assert from "node:assert/strict";
import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { Vault } from "../../../../src/base/secrets/vault.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";

async function vaultIn(path: string, make = true): Promise<Vault> {
  const vault = new Vault({ path, make });
  await vault.start();
  return vault;
}

test("a secret opens for its owner only, also after a restart, and its key is private", async (t) => {
  const path = join(await tempDir(t), "webhook-key");
  const sealed = (await vaultIn(path)).seal("webhook 1", "a secret");
  assert.ok(!JSON.stringify(sealed).includes("a secret"));
  const again = await vaultIn(path, false);
  assert.equal(again.open("webhook 1", sealed), "a secret");
  assert.throws(() => again.open("webhook 2", sealed), { code: "store_failed" });
  assert.equal((await stat(path)).mode & 0o777, 0o600);
});

test("two seals of one secret differ, and a changed one does not open", async (t) => {
  const vault = await vaultIn(join(await tempDir(t), "key"));
  const sealed = vault.seal("w", "a secret");
  assert.notEqual(vault.seal("w", "a secret").text, sealed.text);
  const changed = { ...sealed, text: Buffer.from("b secret").toString("base64") };
  assert.throws(() => vault.open("w", changed), { code: "store_failed" });
});

test("a key that somebody else provides is never made up, and must have 32 bytes", async (t) => {
  const dir = await tempDir(t);
  await assert.rejects(vaultIn(join(dir, "absent"), false), { code: "store_failed" });
  await writeFile(join(dir, "short"), "too short");
  await assert.rejects(vaultIn(join(dir, "short"), false), { code: "store_failed" });
});
