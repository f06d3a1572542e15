import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { launchBrowser, withoutBrowser } from "../support/browser.ts";
import { type RunningDemo, startDemo } from "../support/demo.ts";

const deadlineMs = 90_000;

describe("the page of the running demo", { skip: withoutBrowser }, () => {
  let demo: RunningDemo;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];

  before(async () => {
    demo = await startDemo(["--with-mock-cloud"]);
    browser = await launchBrowser();
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(deadlineMs);
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (line) => {
      if (line.text().includes("Content Security Policy")) complaints.push(line.text());
    });
    await page.goto(demo.page);
  });

  after(async () => {
    await browser?.close();
    await demo?.stop();
  });

  it("says so when the key is wrong, and stays at the sign-in", async () => {
    await page.getByLabel("API key").fill("svk_this-is-not-a-key");
    await page.keyboard.press("Enter");
    const alert = page.getByRole("alert");
    await alert.filter({ hasText: /\S/ }).waitFor();
    assert.match((await alert.textContent())!, /key/i);
    assert.equal(await page.locator("nav").count(), 0);
  });

  it("signs in with the demo's key by a cookie that no script can read", async () => {
    await page.getByLabel("API key").fill(demo.key);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.locator(".link-state[data-state=live]").waitFor();
    const cookies = await page.context().cookies();
    const session = cookies.find((cookie) => cookie.name === "gatehouse_session");
    assert.equal(session?.httpOnly, true);
    assert.equal(session.sameSite, "Strict");
  });

  it("broke neither itself nor its content security policy", () => {
    assert.deepEqual(complaints, []);
  });
});
