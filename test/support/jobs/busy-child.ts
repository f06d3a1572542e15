/** Starts the jobs of a data directory with handlers that never end, and says when the ids given run. */
import { dirname, join } from "node:path";
import { handler, makeJobs, untilAborted } from "./make-jobs.ts";

const [storeDir = "", ...ids] = process.argv.slice(2);
const { jobs } = await makeJobs(
  { after: () => {} },
  { dir: dirname(storeDir), setup: (made) => made.register(handler(untilAborted)) },
);
const timer = setInterval(() => {
  const running = ids.filter((id) => jobs.get("default", id)?.status === "processing");
  if (running.length < ids.length) return;
  clearInterval(timer);
  process.stdout.write(`running in ${join(storeDir)}\n`);
}, 5);
setInterval(() => {}, 60_000);
