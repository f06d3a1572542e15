import type { CDPSession, Page } from "playwright-core";
import { until } from "../box/wait.ts";

/** Makes the text of event streams: each call announces `amount` more incidents like `like`. */
function incidentBlocks(like: object): (amount: number) => string {
  let made = 0;
  return (amount) => {
    let text = "retry: 20\n\n";
    for (const end = made + amount; made < end; made += 1) {
      const id = `01900000-0000-7000-8000-${String(made).padStart(12, "0")}`;
      const at = Math.floor(Date.now() / 1000) + made;
      const incident = { ...like, id, started_at: at, last_seen_at: at, snapshot_url: null };
      text += `event: incident.created\nid: ${made}\ndata: ${JSON.stringify(incident)}\n\n`;
    }
    return text;
  };
}

/** Milliseconds from the start of the navigation to the first contentful paint; waits for the paint. */
export async function firstPaintOf(page: Page): Promise<number> {
  let paintMs: number | null = null;
  await until(
    async () => {
      paintMs = await page.evaluate(
        `performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? null`,
      );
      return paintMs !== null;
    },
    { what: "the first paint" },
  );
  return paintMs!;
}

/** The query of the last 24 hours. */
export function lastDay(): string {
  const to = Math.floor(Date.now() / 1000);
  return `from=${to - 86_400}&to=${to}`;
}

interface PageMemory {
  heapBytes: number;
  nodes: number;
}

/** What a page holds after its garbage is collected. */
async function memoryOf(debug: CDPSession): Promise<PageMemory> {
  await debug.send("HeapProfiler.collectGarbage");
  const { usedSize } = await debug.send("Runtime.getHeapUsage");
  const { nodes } = await debug.send("Memory.getDOMCounters");
  return { heapBytes: usedSize, nodes };
}

/**
 * Opens `url` in a new page of the context of `page`, announces 200 and then 800 more incidents like `like`, and
 * measures after each; `rows` is the number of incidents in the document at the end.
 */
export async function memoryOfIncidents(options: {
  page: Page;
  url: string;
  like: object;
  deadlineMs: number;
}): Promise<{ first: PageMemory; last: PageMemory; rows: number }> {
  const { page, url, like, deadlineMs } = options;
  const other = await page.context().newPage();
  other.setDefaultTimeout(deadlineMs);
  const blocks = incidentBlocks(like);
  const batches = [200, 800];
  let release: (() => void) | undefined;
  await other.route("**/surveillance/events*", async (route) => {
    const amount = batches.shift();
    // The first waits for the list, the second until the first has been measured; what comes
    // later gets no answer.
    if (amount === undefined) return;
    await other.locator(".incident").first().waitFor();
    if (amount > 200) await new Promise<void>((resolve) => (release = resolve));
    await route.fulfill({ contentType: "text/event-stream", body: blocks(amount) });
  });
  const debug = await page.context().newCDPSession(other);
  const arrived = (number: number): Promise<void> =>
    other.locator(`[data-incident$="${String(number).padStart(12, "0")}"]`).waitFor();
  try {
    await other.goto(url);
    await arrived(199);
    await until(() => release !== undefined, { deadlineMs, what: "the second connection" });
    const first = await memoryOf(debug);
    release!();
    await arrived(999);
    const last = await memoryOf(debug);
    return { first, last, rows: await other.locator(".incident").count() };
  } finally {
    await other.close();
  }
}
