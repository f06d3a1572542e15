import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { until } from "../../support/box/wait.ts";
import { accessibilityProblems } from "../../support/page/axe.ts";
import { complaintsOf, launchBrowser, withoutBrowser } from "../../support/page/browser.ts";
import { type NextBuild, serveNextBuild } from "../../support/page/next-build.ts";

const deadlineMs = 60_000;
const isControlled = "navigator.serviceWorker.controller !== null";
const keptPaths = `caches.keys().then(async (names) =>
  (await Promise.all(names.map(async (name) =>
    (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat())`;

describe("the installed page", { skip: withoutBrowser }, () => {
  let box: Appliance;
  let other: NextBuild;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];

  const isInstalled = async (): Promise<void> => {
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    await until(async () => (await page.evaluate(isControlled)) === true, { deadlineMs });
  };

  before(async () => {
    box = await startAppliance({ yaml: "models: { default: motion }" });
    other = await serveNextBuild(box.url);
    browser = await launchBrowser();
    context = await browser.newContext({ locale: "en-GB" });
    page = await context.newPage();
    page.setDefaultTimeout(deadlineMs);
    complaints = complaintsOf(page);
  });

  after(async () => {
    await browser?.close();
    await other?.stop();
    await box?.stop();
  });

  it("has a manifest with which Chromium can install it", async () => {
    await page.goto(box.url);
    await page.getByLabel("API key").fill(box.key);
    await page.keyboard.press("Enter");
    await isInstalled();
    const devtools = await context.newCDPSession(page);
    const { errors, url } = await devtools.send("Page.getAppManifest");
    assert.equal(url, `${box.url}/manifest.webmanifest`);
    assert.deepEqual(errors, []);
    const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
    const faults = installabilityErrors.map(({ errorId }) => errorId);
    // A context of the test is an incognito one.
    assert.deepEqual(faults, ["in-incognito"]);
  });

  it("serves the worker for the whole page, uncached, under the strict policy", async () => {
    const answer = await fetch(`${box.url}/service-worker.js`);
    assert.equal(answer.headers.get("content-type"), "text/javascript; charset=utf-8");
    assert.equal(answer.headers.get("cache-control"), "no-cache");
    assert.match(answer.headers.get("content-security-policy")!, /^default-src 'self';/);
    const manifest = await fetch(`${box.url}/manifest.webmanifest`);
    assert.equal(manifest.headers.get("content-type"), "application/manifest+json");
  });

  it("keeps its own files and nothing of the API", async () => {
    for (const path of ["/review", "/system/health", "/live"]) {
      await page.evaluate(`location.hash = ${JSON.stringify(path)}`);
      await page.locator(`a[href="#${path}"][aria-current=page]`).first().waitFor();
    }
    const kept = (await page.evaluate(keptPaths)) as string[];
    assert.ok(kept.includes("/") && kept.some((path) => path.startsWith("/assets/")));
    const foreign = kept.filter((path) => !/^\/(?:assets\/.*|icon.*|manifest.*)?$/.test(path));
    assert.deepEqual(foreign, []);
  });

  it("opens without the box, says Disconnected, and continues when the box is back", async () => {
    await box.kill();
    await page.reload();
    await page.getByText("Disconnected, retrying …").waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await box.restart();
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    assert.deepEqual(complaints, []);
  });

  it("finds the box's new build by itself and offers to load it", async () => {
    // The session's cookie is of the host, whatever the port.
    await page.goto(other.url);
    await isInstalled();
    const versions = async () => (await page.evaluate("caches.keys()")) as string[];
    const banner = page.getByText("The box has a new version of this page.");
    const upgrade = async (version: string, files: "same" | "other"): Promise<void> => {
      other.leave();
      await page.getByText("Disconnected, retrying …").waitFor();
      other.comeBack(version, files);
      await until(async () => (await versions()).includes(`shell-${version}`), { deadlineMs });
    };
    await upgrade("repaired", "same");
    await page.getByText("Disconnected, retrying …").waitFor({ state: "detached" });
    assert.equal(await banner.count(), 0);
    await upgrade("next", "other");
    await banner.waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await page.getByRole("button", { name: "Reload" }).click();
    await banner.waitFor({ state: "detached" });
    assert.deepEqual(await versions(), ["shell-repaired", "shell-next"]);
  });
});
