import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { accessibilityProblems } from "../../support/page/axe.ts";
import { until } from "../../support/box/wait.ts";
import { goTo, launchShell, openSignedIn, withoutBrowser } from "../../support/page/browser.ts";

describe("the site file on the page", { skip: withoutBrowser }, () => {
  let box: Appliance;
  let browser: Browser;
  let page: Page;

  before(async () => {
    box = await startAppliance({ yaml: "site: { name: Before }\n" });
    // From now on the port of the file is in force.
    await box.terminate();
    await box.restart();
    browser = await launchShell();
    page = await openSignedIn(browser, box);
  });

  after(async () => {
    await browser?.close();
    await box?.stop();
  });

  it("is edited, checked, compared and applied, without a restart", async () => {
    await goTo(page, "/system/configuration");
    const area = page.getByLabel("File (YAML)");
    await until(async () => (await area.inputValue()).includes("name: Before"), {
      what: "the file",
    });
    const text = await area.inputValue();
    const apply = page.getByRole("button", { name: /^Apply/ });
    await area.fill(text.replace("name: Before", "name: After"));
    assert.equal(await apply.isDisabled(), true, "not checked yet");
    const changes = page.getByRole("region", { name: "Changes" });
    assert.match(await changes.innerText(), /-.*name: Before[\s\S]*\+.*name: After/);
    await page.getByRole("button", { name: "Check a file" }).click();
    await page.getByText("No problems found.").waitFor();
    await page.getByText("The changes come into force at once, without a restart.").waitFor();
    await page.getByText("Settings that change: site.name").waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    const { started_at: startedAt } = (await box.get("/api/v1/system")).body.data;
    await apply.click();
    await page.getByRole("button", { name: "Confirm: Apply" }).click();
    await page.getByText("The new file is in force.").waitFor();
    await page.getByText("In force now: site.name").waitFor();
    const { body: after } = await box.get("/api/v1/system");
    assert.deepEqual([after.data.name, after.data.started_at], ["After", startedAt]);
    const { body } = await box.get("/api/v1/system/configuration/file");
    assert.match(body.data.yaml, /name: After/);
    assert.equal(body.data.trial.state, "none");
  });
});
