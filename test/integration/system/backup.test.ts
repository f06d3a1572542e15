import assert from "node:assert/strict";
import {
  appendFile,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import sharp from "sharp";
import { restoreBackup, restoreMark } from "../../../src/system/backup/restore.ts";
import { readBackup } from "../../../src/system/backup/verify.ts";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { gatehouse } from "../../support/box/command-line.ts";
import { until } from "../../support/box/wait.ts";

const grey = { create: { width: 64, height: 64, channels: 3, background: "#777" } } as const;
const noise = {
  create: {
    ...grey.create,
    width: 400,
    height: 400,
    noise: { type: "gaussian", mean: 128, sigma: 60 },
  },
} as const;
/** Small enough for the store, and so large that it becomes a file beside it. */
const pictures = await Promise.all(
  [grey, noise].map(async (each) =>
    (
      await sharp(each as typeof grey)
        .png()
        .toBuffer()
    ).toString("base64"),
  ),
);
const passphrase = "correct horse battery";

let box: Appliance;
let dir: string;
let file: string;
const accepted: string[] = [];
/** Accepted before the command was started: these must be in the backup. */
let acceptedBefore: string[] = [];

async function submit(n: number): Promise<void> {
  const input = { data: pictures[n % 4 === 0 ? 1 : 0], mime_type: "image/png" };
  const answer = await box.post("/api/v1/surveillance/streams", { input });
  assert.equal(answer.status, 202, JSON.stringify(answer.body));
  accepted.push(answer.body.data.job_id as string);
}

before(async () => {
  dir = await mkdtemp(join(tmpdir(), "gatehouse-backup-"));
  box = await startAppliance({
    yaml: "limits: { creates_per_minute: 1000000, reads_per_minute: 1000000 }",
  });
  file = join(dir, "backup.tar");
  await writeFile(join(dir, "phrase"), `${passphrase}\n`);
});

after(async () => {
  await box.stop();
  await rm(dir, { recursive: true, force: true });
});

const where = (): string[] => ["--data-dir", box.dataDir];

test("a backup of a box under load is whole, and names everything that was accepted before", async () => {
  let isOn = true;
  const load = (async () => {
    for (let n = 0; isOn; n += 1) await submit(n);
  })();
  await until(() => accepted.length >= 20, { what: "load" });
  acceptedBefore = [...accepted];
  const keys = ["--with-keys", "--passphrase-file", join(dir, "phrase")];
  const made = await gatehouse(["backup", file, ...keys, ...where(), "--json"]);
  isOn = false;
  await load;
  assert.equal(made.code, 0, made.stderr);
  const answer = JSON.parse(made.stdout) as { missing: number; files: number; has_keys: boolean };
  assert.deepEqual([answer.missing, answer.has_keys], [0, true]);
  assert.ok(answer.files > 4, "the store, files beside it, and keys");
  assert.ok(accepted.length > acceptedBefore.length, "work went on meanwhile");
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  const left = await readdir(box.dataDir);
  assert.ok(!left.some((name) => name.startsWith(".backup-")), "nothing is left behind");
  const good = await gatehouse(["backup", "verify", file]);
  assert.equal(good.code, 0, good.stderr);
});

test("no key is in a backup but encrypted, and only the passphrase opens them", async () => {
  const plain = join(dir, "plain.tar");
  const made = await gatehouse(["backup", plain, ...where()]);
  assert.equal(made.code, 0, made.stderr);
  for (const name of ["webhook-key", "health-key", "assets/signing-key"]) {
    const key = await readFile(join(box.dataDir, name));
    for (const one of [plain, file]) {
      const bytes = await readFile(one);
      assert.ok(!bytes.includes(key) && !bytes.includes(key.toString("base64")), name);
    }
  }
  assert.ok(!(await readFile(plain)).includes("keys.sealed"));
  const refused = await gatehouse(["backup", join(dir, "x.tar"), "--with-keys", ...where()]);
  assert.match(refused.stderr, /--passphrase-file/);
  await writeFile(join(dir, "wrong"), "another passphrase\n");
  const wrong = await gatehouse([
    "restore",
    file,
    "--data-dir",
    join(dir, "w"),
    "--passphrase-file",
    join(dir, "wrong"),
    "--json",
  ]);
  assert.match(wrong.stderr, /passphrase_wrong/);
});

test("a backup that was cut or changed anywhere is refused, and nothing of it is restored", async () => {
  const bytes = await readFile(file);
  const bad = join(dir, "bad.tar");
  const target = join(dir, "never");
  // The last kilobytes are manifest, its sum, heads and filling: each of them counts.
  const tail = Array.from({ length: 12 }, (_, n) => bytes.length - 1 - 613 * n);
  for (const at of [600, Math.floor(bytes.length / 2), ...tail]) {
    const changed = Buffer.from(bytes);
    changed[at]! ^= 0x01;
    await writeFile(bad, changed);
    await assert.rejects(readBackup(bad), { code: "backup_invalid" }, `byte ${at}`);
  }
  const restored = await gatehouse(["restore", bad, "--data-dir", target, "--json"]);
  assert.match(restored.stderr, /backup_invalid/);
  await writeFile(bad, bytes.subarray(0, bytes.length - 3000));
  assert.match((await gatehouse(["backup", "verify", bad])).stderr, /complete backup/);
  assert.deepEqual(await readdir(target), ["lock", "lock.pid"]);
});

test("a restored box has every job and event of the backup, under a new epoch, and its keys", async () => {
  const running = await gatehouse(["restore", file, "--replace", ...where(), "--json"]);
  assert.match(running.stderr, /store_locked/, "never onto a running box");
  const target = join(dir, "restored");
  const args = ["restore", file, "--data-dir", target, "--passphrase-file", join(dir, "phrase")];
  const done = await gatehouse([...args, "--json"]);
  assert.equal(done.code, 0, done.stderr);
  assert.equal((JSON.parse(done.stdout) as { keys: string }).keys, "from_backup");
  assert.deepEqual(
    await readFile(join(target, "webhook-key")),
    await readFile(join(box.dataDir, "webhook-key")),
  );
  const again = await gatehouse([...args, "--json"]);
  assert.match(again.stderr, /data_dir_not_empty/);
  const other = await startAppliance({ dataDir: target });
  try {
    for (const id of acceptedBefore) {
      const path = `/api/v1/jobs/${id}?wait_for_completion=true&timeout_seconds=30`;
      const job = await other.get(path);
      assert.equal(job.body.status, "completed", JSON.stringify(job.body));
    }
    const epochs = await Promise.all([box, other].map((each) => epochOf(each)));
    assert.notEqual(epochs[0], epochs[1], "readers see that it is another log");
  } finally {
    await other.stop();
  }
});

async function epochOf(appliance: Appliance): Promise<string> {
  const answer = await appliance.fetch("/api/v1/surveillance/events");
  assert.equal(answer.status, 200);
  let text = "";
  for await (const chunk of answer.body!) {
    text += Buffer.from(chunk as Uint8Array).toString();
    const id = /^id: (.*)$/m.exec(text)?.[1];
    if (id === undefined) continue;
    return id.split("-").at(-2)!;
  }
  throw new Error(`no id came: ${text}`);
}

test("a restore that is cut off between its renames leaves the old box, or one that waits for the end", async () => {
  const target = join(dir, "swap");
  await mkdir(target);
  await writeFile(join(target, "old"), "old");
  const request = { file, dataDir: target, replace: true, wallMs: () => 1 };
  const settle = async (): Promise<void> => {};
  for (const step of ["unpacked", "marked", "aside"] as const) {
    const cut = restoreBackup(request, {
      settle,
      onStep(at) {
        if (at === step) throw new RangeError("cut off");
      },
    });
    await assert.rejects(cut, RangeError);
    if (step === "unpacked") {
      assert.deepEqual(await readdir(target), ["old"], "nothing happened yet");
      continue;
    }
    const served = await gatehouse(["serve", "--data-dir", target]);
    assert.match(served.stderr, /was cut off/, "no box begins on half of it");
    const finished = await gatehouse(["restore", "--finish", "--data-dir", target]);
    assert.equal(finished.code, 0, finished.stderr);
    assert.ok((await readdir(target)).includes("store"));
    if (step === "marked") {
      assert.deepEqual(await readdir(`${target}.before-restore-1`), ["old"]);
      await rm(`${target}.before-restore-1`, { recursive: true });
    }
    await assert.rejects(stat(restoreMark(target)));
  }
});

test("a folder gets backups named by their time, and keeps as many as it is told", async () => {
  const folder = join(dir, "many");
  await mkdir(folder);
  // The last two are of a clock that ran ahead.
  for (const day of ["20260101", "20260102", "20900103", "20900104"]) {
    await copyFile(file, join(folder, `gatehouse-${day}T000000Z.tar`));
  }
  await appendFile(join(folder, "mine.tar"), "not ours");
  const made = await gatehouse(["backup", folder, "--keep", "2", ...where()]);
  assert.equal(made.code, 0, made.stderr);
  const left = (await readdir(folder)).toSorted();
  assert.equal(left.length, 3);
  assert.match(
    left[0]!,
    /^gatehouse-(?!2090)/,
    "the one that was made stays, whatever it is called",
  );
  assert.equal(left[1], "gatehouse-20900104T000000Z.tar");
  assert.ok(left.includes("mine.tar"));
});
