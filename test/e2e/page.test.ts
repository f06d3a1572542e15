import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { launchBrowser, withoutBrowser } from "../support/browser.ts";
import { type RunningDemo, startDemo } from "../support/demo.ts";

const deadlineMs = 90_000;

/** Waits until an image has loaded. Asked from here: the page's policy forbids evaluation in it. */
async function waitForPicture(page: Page, selector: string): Promise<void> {
  const deadline = Date.now() + deadlineMs;
  while (!(await page.evaluate(`document.querySelector("${selector}")?.naturalWidth > 100`))) {
    assert.ok(Date.now() < deadline, `no picture in ${selector}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

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
    assert.equal(await page.locator("#board").isVisible(), false);
  });

  it("signs in with the demo's key and says that scene and generated pictures are no real ones", async () => {
    await page.getByLabel("API key").fill(demo.key);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Streams" }).waitFor();
    await page.locator("#synthetic").waitFor();
    await page.locator("#placeholders").waitFor();
    await page.locator("#connection[data-state=live]").waitFor();
    const cookies = await page.context().cookies();
    const session = cookies.find((cookie) => cookie.name === "gatehouse_session");
    assert.equal(session?.httpOnly, true);
    assert.equal(session.sameSite, "Strict");
  });

  it("shows what is seen as a picture that moves", async () => {
    const card = page.locator("[data-stream=demo-yard][data-state=watching]");
    await card.waitFor();
    await card.getByLabel("What is seen").check();
    const picture = page.locator("[data-stream=demo-yard] img");
    await waitForPicture(page, "[data-stream=demo-yard] img");
    const first = await picture.screenshot();
    const deadline = Date.now() + deadlineMs;
    while (first.equals(await picture.screenshot())) {
      assert.ok(Date.now() < deadline, "the picture stands still");
    }
  });

  it("shows incidents of three kinds as they arrive", async () => {
    for (const type of ["intrusion", "line_crossing", "loitering"]) {
      await page.locator(`.incident[data-type=${type}]`).first().waitFor();
    }
    const news = page.locator("#news").filter({ hasText: /\S/ });
    await news.waitFor({ state: "attached" });
  });

  it("opens an incident's picture large and closes it with Escape", async () => {
    const button = page.locator(".incident-picture:enabled").first();
    await button.waitFor();
    await button.click();
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    await waitForPicture(page, "dialog img");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
  });

  it("acknowledges an incident, and the API knows", async () => {
    const row = page.locator(".incident").last();
    const id = await row.getAttribute("data-incident");
    const button = page.locator(`[data-incident="${id}"] .acknowledge`);
    await button.click();
    await button.filter({ hasText: "Acknowledged" }).waitFor();
    const answer = await fetch(`${demo.url}/api/v1/surveillance/incidents/${id}`, {
      headers: { authorization: `Bearer ${demo.key}` },
    });
    const { data } = (await answer.json()) as { data: { acknowledged_at: number | null } };
    assert.ok(data.acknowledged_at !== null);
  });

  it("makes, rolls and ends a key, and shows each secret once", async () => {
    const status = async (key: string | null): Promise<number> =>
      (await fetch(`${demo.url}/api/v1/jobs`, { headers: { authorization: `Bearer ${key}` } }))
        .status;
    await page.getByRole("link", { name: "Keys" }).click();
    await page.getByLabel("Name").fill("night desk");
    await page.getByLabel("What it may do").selectOption("operator");
    await page.getByRole("button", { name: "Make the key" }).click();
    const secret = page.locator("#key-shown code");
    await secret.waitFor();
    const first = await secret.textContent();
    assert.match(first!, /^svk_/);
    assert.equal(await status(first), 200);
    const row = page.locator(".key", { hasText: "night desk" });
    assert.match((await row.textContent())!, /operator/);
    page.on("dialog", (question) => void question.accept());
    await row.getByRole("button", { name: "New secret" }).click();
    await page.locator("#key-shown", { hasText: "new secret" }).waitFor();
    const second = await secret.textContent();
    assert.notEqual(second, first);
    assert.deepEqual([await status(first), await status(second)], [200, 200]);
    await row.getByRole("button", { name: "End it" }).click();
    await page.locator(".key[data-state=revoked]", { hasText: "night desk" }).waitFor();
    assert.equal(await secret.isVisible(), false);
    assert.deepEqual([await status(first), await status(second)], [401, 401]);
    await page.reload();
    await row.waitFor();
    assert.doesNotMatch(await page.content(), /svk_/);
  });

  it("offers no keys to who may not manage them", async () => {
    const made = await fetch(`${demo.url}/api/v1/keys`, {
      method: "POST",
      headers: { authorization: `Bearer ${demo.key}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "viewer", preset: "viewer" }),
    });
    const { data } = (await made.json()) as { data: { key: string } };
    const other = await browser.newContext();
    try {
      const viewer = await other.newPage();
      viewer.setDefaultTimeout(deadlineMs);
      await viewer.goto(demo.page);
      await viewer.getByLabel("API key").fill(data.key);
      await viewer.keyboard.press("Enter");
      await viewer.getByRole("heading", { name: "Streams" }).waitFor();
      assert.equal(await viewer.getByRole("link", { name: "Keys" }).isVisible(), false);
      await viewer.goto(new URL("keys.html", demo.page).href);
      await viewer.getByText("keys:admin").waitFor();
      assert.equal(await viewer.locator("#new-key").isVisible(), false);
    } finally {
      await other.close();
    }
  });

  it("needs no more width than a phone has", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const rootOfKeys = "document.documentElement";
    assert.equal(await page.evaluate(`${rootOfKeys}.scrollWidth - ${rootOfKeys}.clientWidth`), 0);
    await page.goto(demo.page);
    await page.locator(".incident").first().waitFor();
    const root = "document.documentElement";
    const overhangPx = await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`);
    assert.equal(overhangPx, 0);
  });

  it("is still signed in after a reload, and signs out for good", async () => {
    await page.reload();
    await page.locator(".incident").first().waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("API key").waitFor();
    assert.equal(await page.locator(".incident").count(), 0);
    await page.reload();
    await page.getByLabel("API key").waitFor();
    assert.equal(await page.locator("#board").isVisible(), false);
  });

  it("broke neither itself nor its content security policy", () => {
    assert.deepEqual(complaints, []);
  });
});
