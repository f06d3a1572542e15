/**
 * Takes the documents' pictures of the page from the real running demo, small enough to be kept.
 *   scripts/node scripts/screenshots.ts [DIRECTORY [NAME…]]     (all into docs/images when absent)
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { launchBrowser } from "../test/support/page/browser.ts";
import { startDemo } from "../test/support/box/demo.ts";

const [, , directory = "docs/images", ...names] = process.argv;
const deadlineMs = 90_000;
const wide = { width: 1360, height: 820 };
const phone = { width: 390, height: 800 };

/** One picture: the view, its browser settings, and the selector that must appear first. */
interface Shot {
  name: string;
  path: string;
  ready: string;
  locale?: string;
  colorScheme?: "light" | "dark";
  viewport?: { width: number; height: number };
  /** Prepares the view before the picture. */
  prepare?: (page: Page) => Promise<void>;
}

const incidentPicture = ".incident img[src]";
const shots: readonly Shot[] = [
  { name: "page-live", path: "/live", ready: incidentPicture, prepare: firstDay },
  {
    name: "page-live-dark",
    path: "/live",
    ready: incidentPicture,
    colorScheme: "dark",
    prepare: firstDay,
  },
  { name: "page-camera", path: "/cameras/demo-yard", ready: ".screen video, .screen img" },
  {
    name: "page-zones",
    path: "/cameras/demo-yard?edit=zones",
    ready: ".zone-board video",
    async prepare(page) {
      await page.getByRole("button", { name: "storage", exact: true }).click();
    },
  },
  {
    name: "page-incidents",
    path: "/review",
    ready: incidentPicture,
    async prepare(page) {
      await page.keyboard.press("j");
      await page.locator(".incident-detail video, .incident-detail img").first().waitFor();
    },
  },
  {
    name: "page-incidents-arabic",
    path: "/review",
    ready: incidentPicture,
    locale: "ar",
    colorScheme: "dark",
  },
  {
    name: "page-incident-groups",
    path: "/review",
    ready: ".queue-row[data-group] img[src]",
    async prepare(page) {
      const group = page.locator(".queue-row[data-group]").first();
      await group.locator("button[aria-expanded]").click();
      await page.locator(".queue-row[data-member=true]").first().waitFor();
    },
  },
  {
    name: "page-backup",
    path: "/system/backup",
    ready: "main form",
    async prepare(page) {
      await page.getByRole("button", { name: "Back up now" }).click();
      await page.locator("[data-backup]").first().waitFor();
    },
  },
  {
    name: "page-doctor",
    path: "/system/doctor",
    ready: "main h1",
    async prepare(page) {
      await page.getByRole("button", { name: "Run diagnostics" }).click();
      await page.getByText(/^Last run: /).waitFor();
    },
  },
  { name: "page-robots", path: "/robots", ready: "main canvas, main svg" },
  { name: "page-configuration", path: "/system/configuration", ready: "tbody tr" },
  {
    name: "page-add-camera",
    path: "/cameras/new",
    ready: ".panel form",
    async prepare(page) {
      const url = await page.evaluate(
        `fetch("/api/v1/surveillance/streams/demo-yard").then((answer) => answer.json()).then(({ data }) => data.source.url)`,
      );
      await page.getByLabel("Address").fill(String(url));
      await page.getByRole("button", { name: "Test connection" }).click();
      await page.getByRole("button", { name: "Add this camera" }).waitFor();
    },
  },
  {
    name: "page-robot",
    path: "/robots/demo-rover",
    ready: ".robot-mark",
    async prepare(page) {
      await page.getByLabel("x (m, map)").fill("-3");
      await page.getByLabel("y (m, map)").fill("9");
      // Below it, another such button leads to a place with a name.
      await page.getByRole("button", { name: "Go there" }).first().click();
    },
  },
  {
    name: "page-driving",
    path: "/robots/demo-rover",
    ready: ".robot-mark",
    viewport: phone,
    async prepare(page) {
      await page.getByRole("button", { name: "Take control" }).click();
      await page.getByRole("application").waitFor();
    },
  },
  { name: "page-phone", path: "/review", ready: incidentPicture, viewport: phone },
];

/** The strip of the last day and several incidents have something to show. */
async function firstDay(page: Page): Promise<void> {
  await page.locator(".day-track .recorded").first().waitFor();
  await page.locator(incidentPicture).nth(3).waitFor();
}

async function take(browser: Browser, demo: { page: string; key: string }, shot: Shot) {
  const { locale = "en", colorScheme = "light", viewport = wide } = shot;
  const context = await browser.newContext({ locale, colorScheme, viewport });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(deadlineMs);
    await page.goto(demo.page);
    await page.locator("#key").fill(demo.key);
    await page.keyboard.press("Enter");
    await page.locator("nav").waitFor({ state: "attached" });
    await page.goto(`${demo.page}#${shot.path}`);
    await page.locator(shot.ready).first().waitFor();
    await shot.prepare?.(page);
    // Pictures that still load; a live one never completes.
    await page.waitForTimeout(2500);
    const file = join(directory, `${shot.name}.webp`);
    await sharp(await page.screenshot())
      .webp({ quality: 80 })
      .toFile(file);
    console.log(`wrote ${file}`);
  } finally {
    await context.close();
  }
}

mkdirSync(directory, { recursive: true });
const demo = await startDemo();
const browser = await launchBrowser();
try {
  const wanted = shots.filter(({ name }) => names.length === 0 || names.includes(name));
  for (const shot of wanted) await take(browser, demo, shot);
} finally {
  await browser.close();
  await demo.stop();
}
