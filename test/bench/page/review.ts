/**
 * Reviewing fifty incidents by keyboard in a queue of 10 000, in Chromium: a program presses `j` and then `a` or `f`,
 * and presses on once the page has painted the effect. Measured until the box has the last review, with the time from
 * a key press to the paint. Baseline in the same run: fifty requests of the API, one after the other, without a page.
 * Exits with 1 if the fifty take more than a minute (issue: numbers).
 */
import { startAppliance } from "../../support/box/appliance.ts";
import { until } from "../../support/box/wait.ts";
import { benchDeadlineMs, openPage, quantile, signInto } from "../../support/page/bench-page.ts";
import { launchBrowser } from "../../support/page/browser.ts";
import { seedIncidents } from "../../support/page/seeded-incidents.ts";

const amount = 10_000;
const reviewed = 50;
const boundSec = 60;
const incidents = "/api/v1/surveillance/incidents";

const box = await startAppliance({
  yaml: "models: { default: motion }\nlimits: { reads_per_minute: 1000000, creates_per_minute: 1000000 }",
});
await box.terminate();
await seedIncidents(box.dataDir, { amount, everySec: 97 });
await box.restart();
const browser = await launchBrowser();
try {
  const left = async (): Promise<number> =>
    (await box.get(`${incidents}?acknowledged=false&limit=1`)).body.data.total;
  const page = await openPage(browser, box.url);
  await signInto(page, box);
  await page.goto(`${box.url}/#/review?list=each`);
  await page.locator(".queue-row").first().waitFor();
  await page.locator("h1").focus();
  const pressMs: number[] = [];
  const press = async (key: string): Promise<void> => {
    await page.evaluate(`void (globalThis.painted = new Promise((done) =>
      addEventListener("keydown", ({ timeStamp }) =>
        requestAnimationFrame(() => setTimeout(() => done(performance.now() - timeStamp))),
        { once: true, capture: true })))`);
    await page.keyboard.press(key);
    pressMs.push((await page.evaluate("globalThis.painted")) as number);
  };
  const startedMs = performance.now();
  for (let n = 0; n < reviewed; n += 1) {
    await press("j");
    await press(n % 10 === 0 ? "f" : "a");
  }
  // A false alarm counts as reviewed without being acknowledged.
  const acknowledged = reviewed - Math.ceil(reviewed / 10);
  await until(async () => (await left()) <= amount - acknowledged, {
    deadlineMs: benchDeadlineMs,
    everyMs: 50,
    what: "the reviews on the box",
  });
  const tookSec = (performance.now() - startedMs) / 1000;
  const { data } = (await box.get(`${incidents}?acknowledged=false&limit=${reviewed}`)).body.data;
  const bareMs = performance.now();
  for (const { id } of data as { id: string }[]) {
    const body = { incident_ids: [id], acknowledge: true };
    const { status } = await box.post(`${incidents}/review`, body);
    if (status !== 200) throw new Error(`review answered ${status}`);
  }
  const bareSec = (performance.now() - bareMs) / 1000;
  console.log(
    `${reviewed} incidents reviewed by keyboard in ${tookSec.toFixed(2)} s  bound ${boundSec} s; ` +
      `key press to paint p50 ${quantile(pressMs, 0.5).toFixed(0)} ms, p95 ${quantile(pressMs, 0.95).toFixed(0)} ms`,
  );
  console.log(`${reviewed} requests of the API one after the other: ${bareSec.toFixed(2)} s`);
  if (tookSec > boundSec) process.exitCode = 1;
} finally {
  await browser.close();
  await box.stop();
}
