/**
 * Scrolling through a review queue of 10 000 incidents in Chromium, 2400 pixels a frame: times between frames, and
 * those above 50 ms. Baseline in the same rounds: an empty document of the same height, scrolled in the same way.
 * Exits with 1 if the queue has frames above 50 ms (issue: numbers) and more of them than the empty document.
 * Argument: rounds.
 */
import type { Page } from "playwright-core";
import { startAppliance } from "../../support/box/appliance.ts";
import { startBarePages } from "../../support/page/bare-pages.ts";
import { openPage, quantile, signInto } from "../../support/page/bench-page.ts";
import { launchBrowser } from "../../support/page/browser.ts";
import { seedIncidents } from "../../support/page/seeded-incidents.ts";

const rounds = Number(process.argv[2] ?? 3);
const amount = 10_000;
const boundMs = 50;
const stepPx = 2400;

/** Times between the frames while the document scrolls until `isOver`, in milliseconds. */
async function frameTimes(page: Page, isOver: string): Promise<number[]> {
  const times = (await page.evaluate(`new Promise((done) => {
    const gaps = [];
    let last;
    const step = (now) => {
      if (last !== undefined) gaps.push(now - last);
      last = now;
      if (${isOver}) done(gaps);
      else {
        scrollBy(0, ${stepPx});
        requestAnimationFrame(step);
      }
    };
    requestAnimationFrame(step);
  })`)) as number[];
  return times;
}

function line(what: string, times: readonly number[]): string {
  const over = times.filter((ms) => ms > boundMs).length;
  return (
    `${what}: median frame ${quantile(times, 0.5).toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms, ` +
    `${over} of ${times.length} above ${boundMs} ms`
  );
}

const bare = await startBarePages({ size: "320x180", fps: 15 }, 1);
const box = await startAppliance({
  yaml: "models: { default: motion }\nlimits: { reads_per_minute: 1000000 }",
});
await box.terminate();
// Further apart than a group: each is a row of its own.
await seedIncidents(box.dataDir, { amount, everySec: 97 });
await box.restart();
const browser = await launchBrowser();
const queue: number[] = [];
const empty: number[] = [];
try {
  const page = await openPage(browser, box.url);
  await signInto(page, box);
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(bare.textUrl);
    await page.goto(`${box.url}/#/review?list=each&review=all`);
    await page.locator(`[data-total="${amount}"]`).waitFor();
    await page.locator(".queue-row").first().waitFor();
    queue.push(
      ...(await frameTimes(page, `document.querySelector('[aria-posinset="${amount}"]')`)),
    );
    const heightPx = (await page.evaluate("document.body.scrollHeight")) as number;
    await page.goto(bare.tallUrl(heightPx));
    empty.push(
      ...(await frameTimes(page, "scrollY + innerHeight >= document.body.scrollHeight - 1")),
    );
  }
  console.log(`${line(`${amount} incidents`, queue)}  bound 0`);
  console.log(line("an empty document of this height", empty));
  const over = (times: readonly number[]): number => times.filter((ms) => ms > boundMs).length;
  if (over(queue) > over(empty)) process.exitCode = 1;
} finally {
  await browser.close();
  await box.stop();
  await bare.stop();
}
