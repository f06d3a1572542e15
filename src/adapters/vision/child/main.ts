import { describeError } from "../../../base/core/errors.ts";
import { type FromVisionChild, heartbeatMs, type ToVisionChild } from "./protocol.ts";
import { VisionWorker } from "./vision-worker.ts";

/** Period of the check for stuck decoders. */
const feedCheckMs = 1_000;

/** Sends to the host; a closed channel means that the host is gone, and `disconnect` ends us. */
function send(message: FromVisionChild): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

let worker: VisionWorker | undefined;

process.on("message", (message: ToVisionChild) => {
  if (message.type !== "configure") {
    worker?.onMessage(message);
    return;
  }
  worker = new VisionWorker(message.options, send);
  worker.open().catch((error) => {
    process.stderr.write(`${describeError(error)}\n`);
    process.exit(1);
  });
});

// Decoders end with us: their pipes close, and a stopped one is killed here.
process.on("disconnect", () => {
  worker?.close();
  process.exit(0);
});

setInterval(() => send({ type: "beat", netMs: worker?.netMs ?? 0 }), heartbeatMs);
setInterval(() => worker?.checkFeeds(), feedCheckMs);
