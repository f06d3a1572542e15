import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { until } from "../../support/box/wait.ts";
import { accessibilityProblems } from "../../support/page/axe.ts";
import { launchShell, withoutBrowser } from "../../support/page/browser.ts";
import { seedIncidents } from "../../support/page/seeded-incidents.ts";

describe("an incident on the page", { skip: withoutBrowser }, () => {
  let box: Appliance;
  let browser: Browser;
  let page: Page;
  let id: string;

  before(async () => {
    box = await startAppliance({ yaml: "models: { default: motion }" });
    // Nobody listens there: the camera is listed, which is enough.
    const source = { type: "rtsp", url: "rtsp://127.0.0.1:9/none" };
    const stream = { stream_id: "gate", display_name: "North gate", source };
    const added = await box.post("/api/v1/surveillance/streams", stream);
    assert.equal(added.status, 202, JSON.stringify(added.body));
    await box.terminate();
    await seedIncidents(box.dataDir, { amount: 4, everySec: 400 });
    await box.restart();
    const { body } = await box.get("/api/v1/surveillance/incidents?stream_id=gate");
    id = body.data.data[0].id;
    browser = await launchShell();
    page = await (await browser.newContext({ locale: "en-GB" })).newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(box.url);
    await page.getByLabel("API key").fill(box.key);
    await page.keyboard.press("Enter");
    await page.locator(".menu-button").waitFor();
  });

  after(async () => {
    await browser?.close();
    await box?.stop();
  });

  const isProtected = async (): Promise<boolean> =>
    (await box.get(`/api/v1/surveillance/incidents/${id}/evidence`)).body.data.protected;

  it("has its camera's name, and its evidence is protected from retention and released", async () => {
    await page.goto(`${box.url}/#/review?list=each&id=${id}`);
    await page.locator(`[data-incident="${id}"]`).getByText("North gate").first().waitFor();
    const detail = page.locator(".incident-detail");
    await detail.getByRole("button", { name: "Protect from deletion" }).click();
    await detail.getByText("Protected", { exact: true }).waitFor();
    assert.equal(await isProtected(), true);
    assert.deepEqual(await accessibilityProblems(page), []);
    await detail.getByRole("button", { name: "End protection" }).click();
    await detail.getByRole("button", { name: "Protect from deletion" }).waitFor();
    assert.equal(await isProtected(), false);
  });

  it("keeps a note that is being written when somebody declines to leave", async () => {
    const questions: string[] = [];
    page.once("dialog", (dialog) => {
      questions.push(dialog.message());
      void dialog.dismiss();
    });
    await page.getByRole("button", { name: "Note", exact: true }).click();
    const note = page.locator(".incident-detail textarea");
    await note.fill("The gate was open");
    await page.getByRole("link", { name: "Robots" }).first().click();
    await until(() => questions.length === 1, { what: "the question" });
    assert.equal(await note.inputValue(), "The gate was open");
    page.once("dialog", (dialog) => void dialog.accept());
    await page.getByRole("link", { name: "Robots" }).first().click();
    await page.getByRole("heading", { name: "Robots", level: 1 }).waitFor();
  });

  it("marks one view of the area as current, also the timeline below the queue", async () => {
    await page.goto(`${box.url}/#/review/timeline`);
    const current = page.locator(".area-views [aria-current]");
    await page.getByRole("heading", { name: "Timeline", level: 1 }).waitFor();
    assert.deepEqual(await current.allInnerTexts(), ["Timeline"]);
  });
});
