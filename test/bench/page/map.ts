/**
 * Zooming the page's map in Chromium, with 20 robots that drive over a grid of 4 million cells: times between frames.
 * Baseline in the same run: a bare page that moves one box. Argument: seconds of each measurement.
 */
import type { Page } from "playwright-core";
import { startAppliance } from "../../support/box/appliance.ts";
import { openPage, quantile, signInto } from "../../support/page/bench-page.ts";
import { launchBrowser } from "../../support/page/browser.ts";

const seconds = Number(process.argv[2] ?? 6);
const robots = 20;
const sideCells = 2000;

const bare = `data:text/html,<div id="box" style="width:50px;height:50px;background:red"></div>`;
const moveBox = `box.style.transform = "translateX(" + (now % 500) + "px)"`;
const wheel = `(() => {
  const map = document.querySelector("svg.robot-map");
  const { x, y, width, height } = map.getBoundingClientRect();
  const at = { clientX: x + width / 2, clientY: y + height / 2 };
  const deltaY = Math.sin(now / 400) * 40;
  map.dispatchEvent(new WheelEvent("wheel", { deltaY, ...at, bubbles: true, cancelable: true }));
})()`;

/** Times between frames while `act` runs in each, in milliseconds. */
async function frameTimes(page: Page, act: string): Promise<number[]> {
  const times = await page.evaluate(`new Promise((done) => {
    const gaps = [];
    const began = performance.now();
    let last;
    const step = (now) => {
      if (last !== undefined) gaps.push(now - last);
      last = now;
      if (now - began > ${seconds * 1000}) return done(gaps);
      ${act};
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  })`);
  return times as number[];
}

function line(what: string, times: readonly number[]): string {
  const perSec = (times.length / seconds).toFixed(0);
  const [median, late] = [quantile(times, 0.5), quantile(times, 0.95)];
  return `${what}: ${perSec} frames a second, median ${median.toFixed(1)} ms, p95 ${late.toFixed(1)} ms`;
}

const entries = Array.from(
  { length: robots },
  (_, at) => `  - { id: r${at}, driver: sim, sim: { start: { frame: map, x: 0, y: ${at * 2} } } }`,
);
const box = await startAppliance({
  yaml: `models: { default: motion }\nlimits: { reads_per_minute: 1000000 }\nrobots:\n${entries.join("\n")}`,
});

async function post(path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${box.key}`, "content-type": "application/json" };
  const answer = await fetch(`${box.url}${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

const browser = await launchBrowser();
try {
  const cells = Buffer.alloc(sideCells * sideCells, 255);
  for (let at = 0; at < cells.length; at += 97) cells[at] = 0;
  const picture = Buffer.concat([Buffer.from(`P5\n${sideCells} ${sideCells}\n255\n`), cells]);
  const yaml =
    "image: h.pgm\nresolution: 0.05\norigin: [-40, -40, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.25\n";
  const grid = { yaml, image: picture.toString("base64") };
  await post("/api/v1/robots/maps", { name: "Hall", frame: "map", grid });
  for (let at = 0; at < robots; at += 1) {
    const waypoints = [30, -30].map((x) => ({ frame: "map", x, y: at * 2 }));
    const command = { command: "follow_route", loops: 100, waypoints };
    await post(`/api/v1/robots/r${at}/command`, { command });
  }
  const page = await openPage(browser, box.url);
  await page.goto(bare);
  console.log(line("a bare page", await frameTimes(page, moveBox)));
  await page.goto(box.url);
  await signInto(page, box);
  await page.goto(`${box.url}/#/map`);
  await page.locator("svg.robot-map image").first().waitFor();
  console.log(line(`zooming the map with ${robots} robots`, await frameTimes(page, wheel)));
  console.log(line("looking at it", await frameTimes(page, "")));
} finally {
  await browser.close();
  await box.stop();
}
