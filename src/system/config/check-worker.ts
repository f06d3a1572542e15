import { parentPort, workerData } from "node:worker_threads";
import type { CheckWork } from "./check-aside.ts";
import { checkText } from "./load.ts";

const { text, before, overrides } = workerData as CheckWork;
parentPort!.postMessage(checkText(text, overrides, before));
