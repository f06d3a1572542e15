import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Browser, Page, Route } from "playwright-core";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { isLong } from "../../support/box/long-form.ts";
import { until } from "../../support/box/wait.ts";
import { accessibilityProblems } from "../../support/page/axe.ts";
import {
  complaintsOf,
  launchShell,
  overhangPx,
  withoutBrowser,
} from "../../support/page/browser.ts";
import { chooseLanguage } from "../../support/page/menu.ts";
import { seedIncidents } from "../../support/page/seeded-incidents.ts";

const amount = 10_000;
const deadlineMs = 20_000;

describe("the review queue with ten thousand incidents", { skip: withoutBrowser }, () => {
  let box: Appliance;
  let browser: Browser;
  let page: Page;
  let complaints: string[] = [];
  /** Bodies of the reviews that the page has sent. */
  const reviews: { incident_ids?: string[]; acknowledge?: boolean }[] = [];

  const incidents = async (query: string) =>
    (await box.get(`/api/v1/surveillance/incidents?${query}`)).body.data;
  const open = async (path: string): Promise<void> => {
    reviews.length = 0;
    await page.goto("about:blank");
    await page.goto(`${box.url}/#${path}`);
    await page.locator(".queue-row").first().waitFor();
    await page.locator("h1").focus();
  };

  before(async () => {
    box = await startAppliance({ yaml: "models: { default: motion }" });
    await box.terminate();
    // Further apart than a group: each is a row of its own.
    await seedIncidents(box.dataDir, { amount, everySec: 97 });
    await box.restart();
    browser = await launchShell();
    const viewport = { width: 1280, height: 900 };
    page = await (await browser.newContext({ viewport, locale: "en-GB" })).newPage();
    page.setDefaultTimeout(deadlineMs);
    complaints = complaintsOf(page);
    page.on("request", (request) => {
      if (request.url().endsWith("/review") && request.method() === "POST") {
        reviews.push(request.postDataJSON() as (typeof reviews)[number]);
      }
    });
    await page.goto(box.url);
    await page.getByLabel("API key").fill(box.key);
    await page.keyboard.press("Enter");
    await page.locator(".menu-button").waitFor();
  });

  after(async () => {
    await browser?.close();
    await box?.stop();
  });

  it("loses no key of 25 quick pairs of next and acknowledge", async () => {
    await open("/review?list=each");
    const first = (await incidents("acknowledged=false&limit=25")).data;
    // Also where the first comes before the list is there, and none waits for what the last one did.
    const keys = Array.from({ length: 25 }, () => ["j", "a"]).flat();
    await page.evaluate(`for (const key of ${JSON.stringify(keys)})
      document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }))`);
    await until(async () => (await incidents("acknowledged=false&limit=1")).total === amount - 25, {
      what: "25 acknowledged incidents",
      deadlineMs,
    });
    const ids: string[] = first.map(({ id }: { id: string }) => id);
    const sent = reviews.flatMap(({ incident_ids: some }) => some ?? []);
    assert.deepEqual(sent.toSorted(), ids.toSorted());
  });

  it("takes nobody back who leaves right after a key", async () => {
    await open("/review?list=each");
    // The delayed writing of the address is due when the page learns of its new one.
    await page.evaluate(`(() => {
      const j = new KeyboardEvent("keydown", { key: "j", bubbles: true });
      document.activeElement.dispatchEvent(j);
      const pressedMs = performance.now();
      while (performance.now() < pressedMs + 200);
      location.hash = "/live";
    })()`);
    await page.getByRole("heading", { level: 1, name: "Live" }).waitFor();
    assert.equal(await page.evaluate("location.hash"), "#/live");
  });

  it("keeps keys that come before the list", async () => {
    const press = `for (const key of ["j", "a"])
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }))`;
    await page.route(
      "**/surveillance/incidents?*search=person*",
      async (route) => {
        await page.evaluate(press);
        await route.continue();
      },
      { times: 1 },
    );
    const [first] = (await incidents("acknowledged=false&limit=1")).data;
    await open("/review?list=each&search=person");
    await until(async () => reviews.length > 0, { what: "the review", deadlineMs });
    assert.equal(reviews[0]!.incident_ids![0], first.id);
  });

  it("acknowledges a selected range in one request", async () => {
    await open("/review?list=each&search=loitering");
    const boxes = page.getByRole("checkbox", { name: /^Select:/ });
    await boxes.nth(1).click();
    await boxes.nth(6).click({ modifiers: ["Shift"] });
    await page.keyboard.press("Escape");
    await page.keyboard.press("j");
    for (let n = 0; n < 11; n += 1) await page.keyboard.press("J");
    const newest = (await incidents("acknowledged=false&search=loitering&limit=12")).data;
    await page.getByRole("button", { name: "Acknowledge 12" }).click();
    await until(async () => reviews.length > 0, { what: "the review", deadlineMs });
    assert.equal(reviews[0]!.incident_ids!.length, 12);
    const ids = new Set(reviews[0]!.incident_ids);
    assert.ok(newest.every(({ id }: { id: string }) => ids.has(id)));
    await until(
      async () => {
        const [next] = (await incidents("acknowledged=false&search=loitering&limit=1")).data;
        return !ids.has(next.id);
      },
      { what: "the box to have it", everyMs: 250, deadlineMs },
    );
    assert.equal(reviews.length, 1);
  });

  it("keeps a review that the box noted while it answered with the list as it was before", async () => {
    await open("/review?list=each");
    const review = "**/review";
    const list = /\/surveillance\/incidents\?.*limit=100/;
    let release = (): void => {};
    const isReviewed = new Promise<void>((resolve) => (release = resolve));
    // A review that the box refuses makes the page read the list again; that answer comes late.
    await page.route(review, (route) => route.fulfill({ status: 400, json: {} }), { times: 1 });
    let isHeld = false;
    const hold = async (route: Route): Promise<void> => {
      const response = await route.fetch();
      isHeld = true;
      await isReviewed;
      await route.fulfill({ response });
    };
    await page.route(list, hold, { times: 1 });
    await page.keyboard.press("j");
    await page.keyboard.press("a");
    await until(() => isHeld, { what: "the list to be read again", deadlineMs });
    const detail = page.locator(".incident-detail");
    const id = await detail.getAttribute("data-incident");
    await page.keyboard.press("f");
    await until(async () => {
      const { body } = await box.get(`/api/v1/surveillance/incidents/${id}`);
      return body.data.verdict === "false_positive";
    });
    const late = page.waitForResponse((response) => list.test(response.url()));
    release();
    await (await late).finished();
    await page.keyboard.press("n");
    await page.getByLabel("Note for your team").waitFor();
    await detail.getByRole("button", { name: "False alarm", pressed: true }).waitFor();
  });

  it("writes a note on the incident that it shows while another joins its row", async () => {
    const [newest] = (await incidents("acknowledged=false&limit=1")).data;
    let join = (): void => {};
    const isChosen = new Promise<void>((resolve) => (join = resolve));
    const joined = { ...newest, id: "joined", started_at: newest.started_at + 1 };
    const event = `event: incident.created\ndata: ${JSON.stringify(joined)}\n\n`;
    const raise = async (route: Route): Promise<void> => {
      await isChosen;
      await route.fulfill({ contentType: "text/event-stream", body: event });
    };
    await page.route("**/surveillance/events", raise, { times: 1 });
    await open("/review");
    await page.keyboard.press("j");
    const detail = page.locator(`.incident-detail[data-incident="${newest.id}"]`);
    await detail.waitFor();
    join();
    await page.locator("[data-group]").first().getByText("2 incidents").waitFor();
    await page.keyboard.press("n");
    await detail.getByLabel("Note for your team").waitFor();
  });

  it("scrolls through all of them and draws only those in sight", async () => {
    await open("/review?list=each&review=all");
    await page.locator(`[data-total="${amount}"]`).waitFor();
    const shown = async (): Promise<number> => await page.locator(".queue-row").count();
    // Two screens a frame, as a thumb on the scroll bar; the short form of the test hurries.
    const stepPx = isLong ? 2400 : 12_000;
    const frames = (await page.evaluate(`new Promise((done) => {
      const gaps = [];
      let last = performance.now();
      const step = (now) => {
        gaps.push(now - last);
        last = now;
        scrollBy(0, ${stepPx});
        if (document.querySelector('[aria-posinset="${amount}"]')) done(gaps);
        else requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    })`)) as number[];
    const sorted = frames.slice(1).toSorted((a, b) => a - b);
    const over = sorted.filter((ms) => ms > 50).length;
    console.log(
      `scrolled ${amount} incidents in ${frames.length} frames: p50 ${sorted[sorted.length >> 1]!.toFixed(0)}, longest ${sorted.at(-1)!.toFixed(0)} ms, ${over} over 50 ms`,
    );
    assert.ok((await shown()) < 60, `${await shown()} rows`);
    const last = page.locator(`[aria-posinset="${amount}"]`);
    await last.waitFor();
    assert.match((await last.textContent())!, /Loitering|Intrusion/);
  });

  it("finds words of the summary and dates, and puts what belongs together in one row", async () => {
    await open("/review?search=number%204711");
    await page.locator('[data-total="1"]').waitFor();
    await page.getByLabel("Search").fill("number 42");
    await page.waitForURL(/search=number\+42/);
    const { total } = await incidents("acknowledged=false&search=number%2042");
    await page.locator(`[data-total="${total}"]`).waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
  });

  it("meets WCAG 2.2 AA with a selection, in dark Arabic and on a small phone", async () => {
    await page.emulateMedia({ colorScheme: "dark" });
    await chooseLanguage(page, "ar");
    await open("/review?list=each");
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await page.locator(".incident-detail").waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await page.setViewportSize({ width: 360, height: 740 });
    await open("/review?list=each");
    assert.equal(await overhangPx(page), 0);
    assert.deepEqual(await accessibilityProblems(page), []);
    assert.deepEqual(complaints, []);
  });
});
