import { existsSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";

/** Where distributions put a browser that playwright can drive. */
const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Chromium without the parts that draw a window: a fifth less work a test, but neither push messages nor installed pages. */
const shellPath = "/usr/bin/chromium-headless-shell";

/** The installed browser, or undefined. */
export const browserPath = places.find((path) => existsSync(path));

/** What `skip` of a test that needs a browser is: a reason, or false. */
export const withoutBrowser: string | false =
  browserPath === undefined ? "no chromium is installed" : false;

/** Starts Chromium's headless shell where it is installed, else the whole browser. */
export function launchShell(): Promise<Browser> {
  return launch(existsSync(shellPath) ? shellPath : browserPath, []);
}

/** Starts the whole browser without a window, as its users have it. */
export function launchBrowser(moreArgs: readonly string[] = []): Promise<Browser> {
  return launch(browserPath, moreArgs);
}

/** The browser asks nothing of the network by itself. */
function launch(path: string | undefined, moreArgs: readonly string[]): Promise<Browser> {
  return chromium.launch({
    timeout: 90_000,
    ...(path === undefined ? {} : { executablePath: path }),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      ...moreArgs,
    ],
  });
}

/** Opens the page in a new window and signs in with the box's key. */
export async function openSignedIn(
  browser: Browser,
  { url, key }: { url: string; key: string },
): Promise<Page> {
  const page = await (await browser.newContext({ locale: "en-GB" })).newPage();
  page.setDefaultTimeout(90_000);
  await page.goto(url);
  await page.getByLabel("API key or setup code").fill(key);
  await page.keyboard.press("Enter");
  // The form for signing in has a heading too.
  await page.locator("#content h1").first().waitFor();
  return page;
}

/** Collects errors of the page's scripts and offences against its policy from now on. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (line) => {
    if (line.text().includes("Content Security Policy")) complaints.push(line.text());
  });
  return complaints;
}

/** What `goTo` needs of the browser's element; the tests have no types of the page. */
interface Heading {
  dataset: Record<string, string>;
  ownerDocument: { location: { hash: string } };
}

/** Goes to a view of the page and waits until it has taken the place of the one before. */
export async function goTo(page: Page, path: string): Promise<void> {
  // In one step: a view that is still loading may take the place of the heading in between.
  const leave = (h1: Heading, to: string): void => {
    h1.dataset["before"] = "";
    h1.ownerDocument.location.hash = to;
  };
  await page.locator("h1").first().evaluate(leave, path);
  await page.locator("h1:not([data-before])").waitFor();
}

/** How many pixels the document is wider than the window. */
export function overhangPx(page: Page): Promise<number> {
  const root = "document.documentElement";
  return page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`);
}
