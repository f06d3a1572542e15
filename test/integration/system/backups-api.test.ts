import assert from "node:assert/strict";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { type Answer, type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { until } from "../../support/box/wait.ts";

const path = "/api/v1/system/backups";
const passphrase = "correct horse battery";

describe("backups by the API", () => {
  let box: Appliance;

  before(async () => {
    box = await startAppliance({ yaml: "site: { name: Yard }\n" });
  });

  after(async () => await box.stop());

  const list = async () => (await box.get(path)).body.data;

  async function ended(): Promise<{ kind: string; state: string; error: { code: string } | null }> {
    let work: any;
    await until(
      async () => {
        work = (await list()).work;
        return work !== null && work.state !== "running";
      },
      { what: "the end of the work", deadlineMs: 60_000 },
    );
    return work;
  }

  async function make(body: object = {}): Promise<string> {
    // Two backups of one second would have one name.
    await until(
      async () => !(await readdir(folder()).catch((): string[] => [])).includes(nameNow()),
    );
    const answer = await box.post(path, body);
    assert.equal(answer.status, 202, JSON.stringify(answer.body));
    const { name } = answer.body.data.work;
    const work = await ended();
    assert.deepEqual([work.kind, work.state], ["make", "done"], JSON.stringify(work));
    return name;
  }

  const folder = (): string => join(box.dataDir, "backups");
  const nameNow = (): string =>
    `gatehouse-${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z.tar`;

  async function send(
    bytes: Uint8Array,
    query: { name?: string; offset?: number; size?: number },
  ): Promise<{ status: number; body: any }> {
    const { name = "from-usb.tar", offset = 0, size = bytes.length } = query;
    const answer = await box.fetch(`${path}/upload?name=${name}&offset=${offset}&size=${size}`, {
      method: "PUT",
      body: bytes,
    });
    return { status: answer.status, body: await answer.json() };
  }

  async function makeKey(name: string): Promise<void> {
    const made = await box.post("/api/v1/keys", { name, preset: "viewer" });
    assert.equal(made.status, 201, JSON.stringify(made.body));
  }

  async function keyNames(): Promise<string[]> {
    const { data } = (await box.get("/api/v1/keys")).body;
    return data.data.map(({ name }: { name: string }) => name);
  }

  const restore = (name: string, body: object): Promise<Answer> =>
    box.post(`${path}/${name}/restore`, body);

  test("a backup is made, listed, described, checked, downloaded and received again in parts", async () => {
    const name = await make({ passphrase, without: ["tracks"] });
    const [backup] = (await list()).backups;
    assert.deepEqual(
      [backup.name, backup.has_keys, backup.removable, backup.problem],
      [name, true, true, null],
    );
    assert.equal((await stat(join(folder(), name))).mode & 0o777, 0o600);
    const { loses } = (await box.get(`${path}/${name}`)).body.data;
    assert.deepEqual([loses.since, loses.incidents, loses.keys], [backup.made_at, 0, false]);
    assert.deepEqual(loses.classes, ["recordings", "tracks"]);
    const bytes = new Uint8Array(await (await box.fetch(`${path}/${name}/file`)).arrayBuffer());
    assert.equal(bytes.length, backup.size_bytes);
    assert.equal((await box.post(`${path}/${name}/verify`)).status, 202);
    assert.equal((await ended()).state, "done");

    const half = Math.floor(bytes.length / 2);
    assert.equal((await send(bytes.subarray(0, half), { size: bytes.length })).status, 202);
    assert.equal((await list()).upload.received_bytes, half);
    const gap = await send(bytes.subarray(half + 1), { offset: half + 1, size: bytes.length });
    assert.deepEqual([gap.status, gap.body.error.code], [409, "conflict"]);
    assert.match(gap.body.error.message, new RegExp(`^offset: ${half} bytes have arrived`));
    const rest = await send(bytes.subarray(half), { offset: half, size: bytes.length });
    assert.equal(rest.status, 202, JSON.stringify(rest.body));
    assert.deepEqual(await ended().then(({ kind, state }) => [kind, state]), ["receive", "done"]);
    const { backups, upload } = await list();
    assert.equal(upload, null);
    const received = backups.find((one: any) => one.name.endsWith("-uploaded.tar"));
    assert.equal(received.size_bytes, bytes.length);
    assert.deepEqual(await readFile(join(folder(), received.name)), Buffer.from(bytes));
    const removed = await box.fetch(`${path}/${received.name}`, { method: "DELETE" });
    assert.equal(removed.status, 200);
    assert.equal((await list()).backups.length, 1);
  });

  test("another file, a damaged backup, one that does not fit and a foreign key are refused", async () => {
    const picture = await send(new Uint8Array(4096).fill(7), {});
    assert.deepEqual([picture.status, picture.body.error.code], [400, "invalid_request_body"]);
    assert.match(picture.body.error.message, /^body: is not a backup of Gatehouse\./);
    const [{ name }] = (await list()).backups;
    const bytes = new Uint8Array(await readFile(join(folder(), name)));
    const altered = bytes.slice();
    altered[5000] = altered[5000]! ^ 0xff;
    assert.equal((await send(altered, {})).status, 202);
    assert.equal((await ended()).error?.code, "backup_invalid");
    const huge = await send(bytes.subarray(0, 1024), { size: 499e9 });
    assert.deepEqual([huge.status, huge.body.error.code], [507, "storage_full"]);
    const larger = await send(bytes.subarray(0, 1024), { size: 501e9 });
    assert.deepEqual([larger.status, larger.body.error.code], [413, "request_too_large"]);
    const longer = await send(bytes, { size: bytes.length - 1 });
    assert.deepEqual([longer.status, longer.body.error.param], [400, "body"]);
    assert.deepEqual(
      (await readdir(folder())).filter((each) => each.startsWith(".upload")),
      [],
      "nothing of them is left",
    );
    const made = await box.post("/api/v1/keys", { name: "guard", preset: "operator" });
    const guard = await fetch(`${box.url}${path}`, {
      headers: { authorization: `Bearer ${made.body.data.key}` },
    });
    assert.equal(guard.status, 403);
  });

  test("a restore asks for the site's name, restarts the box with the backup's data and keeps the former", async () => {
    await makeKey("before the backup");
    const name = await make({ passphrase });
    await makeKey("after the backup");
    const wrong = await restore(name, { site_name: "Gate" });
    assert.deepEqual([wrong.status, wrong.body.error?.param], [400, "site_name"]);
    assert.equal((await restore("gatehouse-none.tar", { site_name: "Yard" })).status, 404);
    const locked = await restore(name, { site_name: "Yard", passphrase: "another passphrase" });
    assert.equal(locked.status, 202);
    assert.equal((await ended()).error?.code, "passphrase_wrong");
    assert.ok((await keyNames()).includes("after the backup"));

    const { pid } = box;
    assert.equal((await restore(name, { site_name: "Yard", passphrase })).status, 202);
    const isRestored = async (): Promise<boolean> =>
      (await list()).restored?.keys === "from_backup" &&
      !(await keyNames()).includes("after the backup");
    await until(() => isRestored().catch(() => false), {
      what: "the restored box",
      deadlineMs: 90_000,
    });
    assert.ok((await keyNames()).includes("before the backup"));
    process.kill(pid, 0);
    const { former, restored: record, work } = await list();
    assert.deepEqual([record.name, work], [name, null]);
    assert.deepEqual(
      former.map((each: { name: string }) => each.name),
      [record.aside],
    );
    const gone = await box.fetch(`${path}/former/${record.aside}`, { method: "DELETE" });
    assert.deepEqual(((await gone.json()) as any).data.former, []);
    const escape = await box.fetch(`${path}/former/backups`, { method: "DELETE" });
    assert.equal(escape.status, 404);
  });

  test("kill -9 during an upload, a backup or a restore leaves the former box or the restored one", async () => {
    const [{ name }] = (await list()).backups;
    const bytes = new Uint8Array(await readFile(join(folder(), name)));
    await send(bytes.subarray(0, 4096), { size: bytes.length });
    await makeKey("kept");
    // What a process leaves that is killed while it writes a backup and while it unpacks one.
    await writeFile(join(folder(), "gatehouse-20260101T000000Z.tar.partial"), "cut");
    await mkdir(join(box.dataDir, `.backup-${box.pid}`, "files"), { recursive: true });
    await mkdir(join(box.dataDir, ".restoring", "store"), { recursive: true });
    await box.kill();
    await box.restart();
    assert.ok((await keyNames()).includes("kept"));
    const left = [...(await readdir(box.dataDir)), ...(await readdir(folder()))];
    assert.deepEqual(
      left.filter((each) => /partial|\.restoring|\.backup-/.test(each)),
      [],
    );
    assert.equal((await list()).upload.received_bytes, 4096, "the upload goes on");
    const rest = await send(bytes.subarray(4096), { offset: 4096, size: bytes.length });
    assert.equal(rest.status, 202);
    assert.equal((await ended()).state, "done");

    assert.equal((await restore(name, { site_name: "Yard" })).status, 202);
    await until(async () => (await list()).work.state === "restarting", { everyMs: 20 });
    await box.kill();
    await box.restart();
    assert.ok(!(await keyNames()).includes("kept"), "the plan is carried out by the next start");
    await rm(folder(), { recursive: true, force: true });
  });
});
