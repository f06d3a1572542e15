import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { systemClock } from "../../../base/core/clock.ts";
import { describeError } from "../../../base/core/errors.ts";
import { portProblem } from "./port-problem.ts";
import {
  type FromWebrtcChild,
  heartbeatMs,
  type ToWebrtcChild,
  type WebrtcProblem,
} from "./protocol.ts";
import { WebrtcWorker } from "./webrtc-worker.ts";

/** Ample time to send the viewers that the connections end. */
const leaveMs = 100;

/** Sends to the main process; a closed channel means that it is gone, and `disconnect` ends us. */
function send(message: FromWebrtcChild): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

let worker: WebrtcWorker | undefined;

async function open(port: number): Promise<void> {
  send({ type: "ready", problem: (await load(port)) ?? (await portProblem(port)) });
}

async function load(port: number): Promise<WebrtcProblem | undefined> {
  try {
    const library = await import("node-datachannel");
    worker = new WebrtcWorker({ clock: systemClock, library, port, send, collect: collector() });
    return undefined;
  } catch (error) {
    const message = `webrtc: the program lacks its library for this processor (${describeError(error)}). Use live-video.mp4`;
    return { code: "feature_disabled", message };
  }
}

/** Returns the function that Node offers with `--expose-gc`. */
function collector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}

process.on("message", (message: ToWebrtcChild) => {
  if (message.type === "configure") void open(message.port);
  else worker?.onMessage(message);
});

process.on("disconnect", () => {
  worker?.close();
  // The library's threads abort a process that exits while they run.
  setTimeout(() => process.kill(process.pid, "SIGKILL"), leaveMs);
});

setInterval(() => send({ type: "beat" }), heartbeatMs);
