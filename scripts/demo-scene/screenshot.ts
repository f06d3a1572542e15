/**
 * Takes the README's picture of the page from the real running demo.
 *   scripts/node scripts/demo-scene/screenshot.ts [FILE]     (docs/images/page.png when absent)
 */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { launchBrowser } from "../../test/support/browser.ts";
import { startDemo } from "../../test/support/demo.ts";

const file = process.argv[2] ?? "docs/images/page.png";
const demo = await startDemo();
const browser = await launchBrowser();
try {
  const page = await browser.newPage({ viewport: { width: 1360, height: 800 } });
  page.setDefaultTimeout(90_000);
  await page.goto(demo.page);
  await page.getByLabel("API key").fill(demo.key);
  await page.keyboard.press("Enter");
  for (const type of ["intrusion", "line_crossing", "loitering"]) {
    await page.locator(`.incident[data-type=${type}] img[src]`).first().waitFor();
  }
  await page.locator("[data-stream=demo-yard][data-state=watching]").waitFor();
  mkdirSync(dirname(file), { recursive: true });
  await page.screenshot({ path: file });
  console.log(`wrote ${file}`);
} finally {
  await browser.close();
  await demo.stop();
}
