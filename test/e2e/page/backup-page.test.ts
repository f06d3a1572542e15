import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { until } from "../../support/box/wait.ts";
import { accessibilityProblems } from "../../support/page/axe.ts";
import { goTo, launchShell, openSignedIn, withoutBrowser } from "../../support/page/browser.ts";
import { startReleaseBox } from "../../support/page/release-box.ts";

describe("backups, releases and safe mode on the page", { skip: withoutBrowser }, () => {
  let box: Appliance;
  let browser: Browser;
  let page: Page;

  before(async () => {
    box = await startAppliance({
      yaml: "site: { name: Yard }\nsafe_mode: { after_crashes: 1 }\n",
    });
    browser = await launchShell();
    page = await openSignedIn(browser, box);
  });

  after(async () => {
    await browser?.close();
    await box?.stop();
  });

  const keyNames = async (): Promise<string[]> =>
    (await box.get("/api/v1/keys")).body.data.data.map(({ name }: { name: string }) => name);

  it("one is made, and restored after the name of the site; the page comes back by itself", async () => {
    await goTo(page, "/system/backup");
    await page.getByRole("button", { name: "Back up now" }).click();
    const row = page.locator("li[data-backup]");
    await row.waitFor();
    await page.getByText("Backup: done").waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    const made = await box.post("/api/v1/keys", { name: "newer", preset: "viewer" });
    assert.equal(made.status, 201);
    await row.getByRole("button", { name: /^Restore the backup of/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(/^Everything since .* is lost/).waitFor();
    await dialog.getByText("The box restarts.", { exact: false }).waitFor();
    const begin = dialog.getByRole("button", { name: "Restore and restart" });
    assert.equal(await begin.isDisabled(), true);
    await dialog.getByLabel("To confirm, type the name of the site: Yard").fill("Yard");
    assert.deepEqual(await accessibilityProblems(page), []);
    await begin.click();
    await page.getByText(/^The box runs with the backup of/).waitFor();
    assert.ok(!(await keyNames()).includes("newer"));
    const remove = page.getByRole("button", { name: /^Remove the data from before/ });
    await remove.click();
    await page.getByRole("button", { name: /^Confirm: Remove the data/ }).click();
    await remove.waitFor({ state: "detached" });
    const { former } = (await box.get("/api/v1/system/backups")).body.data;
    assert.deepEqual(former, []);
  });

  it("a backup is downloaded, removed and uploaded again; another file is refused", async () => {
    const row = page.locator("li[data-backup]");
    const downloading = page.waitForEvent("download");
    await row.getByRole("link", { name: /^Download/ }).click();
    const file = join(box.dataDir, "downloaded.tar");
    await (await downloading).saveAs(file);
    await row.getByRole("button", { name: /^Remove/ }).click();
    await row.getByRole("button", { name: /^Confirm/ }).click();
    await row.waitFor({ state: "detached" });
    const input = page.getByLabel("Backup file (.tar)");
    await input.setInputFiles({
      name: "a.tar",
      mimeType: "application/x-tar",
      buffer: Buffer.alloc(2048, 7),
    });
    await page.getByRole("button", { name: "Upload" }).click();
    await page.getByText("is not a backup of Gatehouse", { exact: false }).waitFor();
    await input.setInputFiles(file);
    await page.getByRole("button", { name: "Upload" }).click();
    await page.getByText("Check of the uploaded backup: done").waitFor();
    await until(async () => (await row.count()) === 1, { what: "the uploaded backup" });
  });

  it("a restore is left without a trace, and another word than the site's name does not begin it", async () => {
    const restore = page.getByRole("button", { name: /^Restore the backup of/ });
    const dialog = page.getByRole("dialog");
    const begin = dialog.getByRole("button", { name: "Restore and restart" });
    await restore.click();
    await dialog.getByLabel(/^To confirm/).fill("Yart");
    assert.equal(await begin.isDisabled(), true);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await restore.click();
    assert.equal(await dialog.getByLabel(/^To confirm/).inputValue(), "");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    const { work } = (await box.get("/api/v1/system/backups")).body.data;
    assert.notEqual(work?.kind, "restore");
  });

  it("safe mode says why cameras and robots rest, and ends after a second press", async () => {
    await goTo(page, "/live");
    await box.kill();
    await box.restart();
    const alarm = page.locator(".notice", { hasText: "Safe mode: cameras and robots are paused." });
    await alarm.getByText(/^The box ended unexpectedly/).waitFor();
    await alarm.getByText(/died 1 times within 5 minutes/).waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    const state = async () => (await box.get("/api/v1/system")).body.data.safe_mode.active;
    assert.equal(await state(), true);
    await alarm.getByRole("button", { name: "Leave safe mode" }).click();
    assert.equal(await state(), true, "one press does not end it");
    await alarm.getByRole("button", { name: "Confirm: Leave safe mode" }).click();
    await alarm.waitFor({ state: "detached" });
    assert.equal(await state(), false);
  });

  it("a release is uploaded, shown with its changes, installed, and rolled back", async (t) => {
    const releases = await startReleaseBox(t);
    const own = await browser.newPage({ locale: "en-GB" });
    t.after(() => own.close());
    own.setDefaultTimeout(90_000);
    await own.goto(`${releases.url}/#/system/upgrade`);
    await own.getByLabel("API key or setup code").fill(releases.key);
    await own.keyboard.press("Enter");
    const press = async (name: string): Promise<void> => {
      await own.getByRole("button", { name, exact: true }).click();
      await own.getByRole("button", { name: `Confirm: ${name}` }).click();
    };
    const send = async (file: string): Promise<void> => {
      await own.getByLabel("Bundle (.bundle)").setInputFiles(file);
      await own.getByRole("button", { name: "Upload" }).click();
    };
    await send(await releases.foreignBundle());
    await own.getByText(/^The box refuses the bundle\./).waitFor();
    await own.getByText(/did not sign it/).waitFor();
    await send(await releases.bundle("1.1.0", "- Doors open faster."));
    await own.getByRole("heading", { name: "Gatehouse 1.1.0" }).waitFor();
    await own.getByText("publisher's signature valid").waitFor();
    await own.getByRole("region", { name: "Changes" }).getByText("Doors open faster.").waitFor();
    assert.deepEqual(await accessibilityProblems(own), []);
    await press("Install 1.1.0 and restart");
    await own.getByText("The box is about to change its release.").waitFor();
    await releases.carryOut();
    await own.getByText(/^1\.1\.0 has been running since the upgrade of/).waitFor();
    await own.getByText("Gatehouse 1.1.0 · slot b").waitFor();
    assert.deepEqual(await accessibilityProblems(own), []);
    await press("Roll back to 1.0.0");
    await own.getByText("The box is about to change its release.").waitFor();
    await releases.carryOut();
    await own.getByText(/^1\.0\.0 has been running again since .*, in place of 1\.1\.0/).waitFor();
    await own.getByText("Gatehouse 1.0.0 · slot a").waitFor();
  });
});
