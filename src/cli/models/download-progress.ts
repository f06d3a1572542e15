import type { DownloadProgress } from "../../perception/models/install/download-port.ts";
import { note } from "../terminal/output.ts";

/** Shortest time between two lines of progress, in milliseconds. */
const progressMs = 500;

/** Prints one line that changes on a terminal, else a JSON line now and then. */
export function progressLine(name: string): (progress: DownloadProgress) => void {
  let lastMs = Number.NEGATIVE_INFINITY;
  return ({ bytes, totalBytes }) => {
    const nowMs = performance.now();
    if (nowMs - lastMs < progressMs && bytes !== totalBytes) return;
    lastMs = nowMs;
    const total = totalBytes ?? null;
    if (!process.stderr.isTTY) {
      note(JSON.stringify({ progress: { model: name, bytes, total_bytes: total } }));
      return;
    }
    const megabytes = (value: number): string => (value / 1e6).toFixed(1);
    const arrived = total === null ? "" : ` of ${megabytes(total)}`;
    const share = total === null ? "" : ` (${Math.floor((bytes / total) * 100)} %)`;
    process.stderr.write(`\r${name}: ${megabytes(bytes)}${arrived} MB${share} `);
  };
}
