import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { until } from "../../support/box/wait.ts";
import { accessibilityProblems } from "../../support/page/axe.ts";
import { goTo, launchBrowser, withoutBrowser } from "../../support/page/browser.ts";

describe("backups on the page", { skip: withoutBrowser }, () => {
  let box: Appliance;
  let browser: Browser;
  let page: Page;

  before(async () => {
    box = await startAppliance({ yaml: "site: { name: Yard }\n" });
    browser = await launchBrowser();
    const context = await browser.newContext({ locale: "en-GB" });
    page = await context.newPage();
    page.setDefaultTimeout(90_000);
    await page.goto(box.url);
    await page.getByLabel("API key or setup code").fill(box.key);
    await page.keyboard.press("Enter");
    await page.locator("h1").first().waitFor();
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
});
