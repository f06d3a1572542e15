import type { CDPSession } from "playwright-core";

/** Makes the text of event streams: each call announces `amount` more incidents like `like`. */
export function incidentBlocks(like: object): (amount: number) => string {
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

/** The query of the last 24 hours. */
export function lastDay(): string {
  const to = Math.floor(Date.now() / 1000);
  return `from=${to - 86_400}&to=${to}`;
}

/** What a page holds after its garbage is collected. */
export async function memoryOf(debug: CDPSession): Promise<{ heapBytes: number; nodes: number }> {
  await debug.send("HeapProfiler.collectGarbage");
  const { usedSize } = await debug.send("Runtime.getHeapUsage");
  const { nodes } = await debug.send("Memory.getDOMCounters");
  return { heapBytes: usedSize, nodes };
}
