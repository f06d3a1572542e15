import assert from "node:assert/strict";
import {
  copyFile,
  mkdir,
  open,
  readdir,
  readFile,
  stat,
  truncate,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { DirectoryLock } from "../../../src/adapters/lmdb/directory-lock.ts";
import { openForRestore } from "../../../src/adapters/lmdb/restored-store.ts";
import { finishInside, restoreInside } from "../../../src/system/backup/restore-inside.ts";
import { settleStore } from "../../../src/system/backup/settle.ts";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { launchShell, withoutBrowser } from "../../support/page/browser.ts";
import { gatehouse } from "../../support/box/command-line.ts";
import { onlyLong } from "../../support/box/long-form.ts";
import { until } from "../../support/box/wait.ts";

/** Overwrites everything behind the meta pages; returns what the file is then. */
async function damage(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, "store", "data.mdb");
  const file = await open(path, "r+");
  const { size } = await file.stat();
  await file.write(Buffer.alloc(size - 8192, 0xa5), 0, size - 8192, 8192);
  await file.close();
  return await readFile(path);
}

async function makeKey(box: Appliance, name: string): Promise<void> {
  const made = await box.post("/api/v1/keys", { name, preset: "viewer" });
  assert.equal(made.status, 201, JSON.stringify(made.body));
}

async function keyNames(box: Appliance): Promise<string[]> {
  await until(async () => (await box.get("/readyz")).status === 200);
  const { data } = (await box.get("/api/v1/keys")).body;
  return data.data.map(({ name }: { name: string }) => name);
}

/** A backup in a folder of the data directory, as `gatehouse migrate` keeps them. */
async function backUp(box: Appliance, name: string): Promise<string> {
  const folder = join(box.dataDir, "backups");
  await mkdir(folder, { recursive: true });
  const file = join(folder, name);
  const done = await gatehouse(["backup", "--data-dir", box.dataDir, file]);
  assert.equal(done.code, 0, done.stderr);
  return file;
}

const page = async (box: Appliance): Promise<string> =>
  await (await fetch(box.url, { headers: { accept: "text/html" } })).text();

const asideIn = async (box: Appliance, start: string): Promise<string[]> =>
  (await readdir(box.dataDir)).filter((name) => name.startsWith(start));

test("the rescue page restores the checked copy with the code that only somebody at the box can read", async () => {
  const box = await startAppliance();
  try {
    await makeKey(box, "in the copy");
    await box.terminate();
    await mkdir(join(box.dataDir, "store-copy"));
    const copy = join(box.dataDir, "store-copy", "data.mdb");
    await copyFile(join(box.dataDir, "store", "data.mdb"), copy);
    const damaged = await damage(box.dataDir);
    await box.restart();
    const codeFile = join(box.dataDir, "rescue-code");
    assert.equal((await stat(codeFile)).mode & 0o777, 0o600);
    const shown = await gatehouse(["rescue-code", "--json", "--data-dir", box.dataDir]);
    const { code } = JSON.parse(shown.stdout) as { code: string };
    assert.match(code, /^[0-9A-Z]{16}$/);
    assert.ok(box.output().includes(code.match(/.{4}/g)!.join(" ")), box.output());
    assert.ok(!(await page(box)).includes(code));
    assert.match(await page(box), /value="copy" checked> The checked copy of the store of/);

    const begin = (body: object) => box.post("/rescue/restore", body);
    const wrong = await begin({ code: "0".repeat(16), source: "copy" });
    assert.deepEqual([wrong.status, wrong.body.error?.code], [401, "invalid_rescue_code"]);
    const other = await begin({ code, source: "../store-copy/data.mdb" });
    assert.deepEqual([other.status, other.body.error?.code], [404, "not_found"]);
    assert.deepEqual(await readFile(join(box.dataDir, "store", "data.mdb")), damaged);

    const exit = box.exited();
    const begun = await begin({ code, source: "copy" });
    assert.deepEqual([begun.status, begun.body.data.state], [202, "running"]);
    assert.equal(await exit, 1, "the service manager starts it again");
    await assert.rejects(stat(codeFile), { code: "ENOENT" });
    const [aside] = await asideIn(box, "store.before-restore-");
    assert.deepEqual(await readFile(join(box.dataDir, aside!, "data.mdb")), damaged);
    await box.restart();
    assert.ok((await keyNames(box)).includes("in the copy"));
    const none = await gatehouse(["rescue-code", "--data-dir", box.dataDir]);
    assert.match(none.stderr, /no rescue page is served/);
  } finally {
    await box.stop();
  }
});

test(
  "the rescue page restores a named backup within the data directory, and a bad one changes nothing",
  { skip: onlyLong },
  async () => {
    const box = await startAppliance();
    try {
      await makeKey(box, "in the backup");
      const good = await backUp(box, "gatehouse-good.tar");
      const cut = join(box.dataDir, "backups", "gatehouse-cut.tar");
      await copyFile(good, cut);
      await truncate(cut, (await stat(cut)).size - 2048);
      await makeKey(box, "after the backup");
      await box.terminate();
      await writeFile(join(box.dataDir, "signposts"), "of the former box");
      const damaged = await damage(box.dataDir);
      await box.restart();
      const shown = await page(box);
      assert.ok(shown.includes("gatehouse-good.tar") && shown.includes("gatehouse-cut.tar"), shown);
      const code = (await readFile(join(box.dataDir, "rescue-code"), "utf8")).trim();
      const submit = (source: string): Promise<Response> =>
        fetch(`${box.url}/rescue/restore`, {
          method: "POST",
          body: new URLSearchParams({ code, source }),
          redirect: "manual",
        });

      assert.equal((await submit("gatehouse-cut.tar")).status, 303);
      await until(async () => (await box.get("/rescue")).body.data.state === "failed");
      assert.match(await page(box), /The restore failed: .*gatehouse-cut\.tar/);
      assert.deepEqual(await readFile(join(box.dataDir, "store", "data.mdb")), damaged);
      assert.deepEqual(await asideIn(box, ".restoring"), []);

      const exit = box.exited();
      assert.equal((await submit("gatehouse-good.tar")).status, 303);
      assert.equal(await exit, 1, "the service manager starts it again");
      const [aside] = await asideIn(box, "before-restore-");
      const former = join(box.dataDir, aside!);
      assert.deepEqual(await readFile(join(former, "store", "data.mdb")), damaged);
      assert.equal(await readFile(join(former, "signposts"), "utf8"), "of the former box");
      await box.restart();
      const names = await keyNames(box);
      assert.ok(
        names.includes("in the backup") && !names.includes("after the backup"),
        names.join(),
      );
    } finally {
      await box.stop();
    }
  },
);

test(
  "a restore of the page that is cut off between two renames is ended by the next start",
  { skip: onlyLong },
  async () => {
    const box = await startAppliance();
    try {
      const { dataDir } = box;
      await makeKey(box, "in the backup");
      const file = await backUp(box, "gatehouse-good.tar");
      await box.terminate();
      for (const cutAt of ["marked", "aside"] as const) {
        const damaged = await damage(dataDir);
        const lock = new DirectoryLock(dataDir);
        lock.take();
        const ports = {
          settle: (dir: string) => settleStore(dir, openForRestore, Date.now()),
          onStep(step: string): void {
            if (step === cutAt) throw new Error("cut off");
          },
        };
        const cut = restoreInside({ file, dataDir, wallMs: () => Date.now() }, ports);
        await assert.rejects(cut, /cut off/);
        lock.release();
        await box.restart();
        assert.ok((await keyNames(box)).includes("in the backup"), cutAt);
        const aside = (await asideIn(box, "before-restore-")).toSorted().at(-1)!;
        assert.deepEqual(await readFile(join(dataDir, aside, "store", "data.mdb")), damaged, cutAt);
        assert.deepEqual(await asideIn(box, ".restoring"), []);
        assert.equal(await finishInside(dataDir), false);
        await box.terminate();
      }
    } finally {
      await box.stop();
    }
  },
);

test(
  "a person restores the copy in the browser and is brought to the box once it has started",
  { skip: withoutBrowser },
  async () => {
    const box = await startAppliance();
    const browser = await launchShell();
    try {
      await makeKey(box, "in the copy");
      await box.terminate();
      await mkdir(join(box.dataDir, "store-copy"));
      const copy = join(box.dataDir, "store-copy", "data.mdb");
      await copyFile(join(box.dataDir, "store", "data.mdb"), copy);
      await damage(box.dataDir);
      await box.restart();
      const code = (await readFile(join(box.dataDir, "rescue-code"), "utf8")).trim();
      const tab = await browser.newPage();
      const faults: string[] = [];
      tab.on("console", (line) => {
        if (/Content Security Policy/.test(line.text())) faults.push(line.text());
      });
      await tab.goto(box.url);
      await tab.getByLabel("Rescue code").fill("wrong");
      await tab.getByRole("button", { name: "Restore" }).click();
      await tab.getByRole("alert").getByText("code: is not valid").waitFor();
      const exit = box.exited();
      await tab.getByLabel("Rescue code").fill(code.match(/.{4}/g)!.join(" ").toLowerCase());
      await tab.getByRole("button", { name: "Restore" }).click();
      assert.equal(await exit, 1);
      await tab.getByText("The box starts again").waitFor();
      await box.restart();
      await tab
        .getByText(/sign in/i)
        .first()
        .waitFor({ timeout: 60_000 });
      assert.deepEqual(faults, []);
      assert.ok((await keyNames(box)).includes("in the copy"));
    } finally {
      await browser.close();
      await box.stop();
    }
  },
);
