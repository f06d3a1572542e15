import assert from "node:assert/strict";
import { test } from "node:test";
import { startAppliance } from "../../support/box/appliance.ts";
import { accessibilityProblems } from "../../support/page/axe.ts";
import {
  complaintsOf,
  launchShell,
  overhangPx,
  withoutBrowser,
} from "../../support/page/browser.ts";

test(
  "the box serves its documentation with a search, for phones, light and dark, without other servers",
  {
    skip: withoutBrowser,
  },
  async (t) => {
    const box = await startAppliance();
    t.after(() => box.stop());
    const browser = await launchShell();
    t.after(() => browser.close());
    const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
    const complaints = complaintsOf(page);
    const elsewhere: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(box.url)) elsewhere.push(request.url());
    });
    await page.goto(`${box.url}/docs`);
    assert.equal(new URL(page.url()).pathname, "/docs/index.html");
    await page.keyboard.press("/");
    await page.keyboard.type("retry_delays_seconds");
    await page.getByRole("link", { name: "Webhooks: Retry schedule" }).first().click();
    await page.waitForURL(/webhooks\.html#retry-schedule$/);
    assert.ok(await page.getByRole("heading", { name: "Retry schedule" }).isVisible());
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await accessibilityProblems(page), [], colorScheme);
    }
    await page.setViewportSize({ width: 360, height: 700 });
    await page.goto(`${box.url}/docs/integration/api.html`);
    assert.equal(await overhangPx(page), 0);
    assert.deepEqual(await accessibilityProblems(page), [], "phone");
    assert.deepEqual([complaints, elsewhere], [[], []]);
  },
);
