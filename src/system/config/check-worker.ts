import { parentPort, workerData } from "node:worker_threads";
import { checkText } from "./load.ts";
import type { Override } from "./settings.ts";

const { text, overrides } = workerData as { text: string; overrides: readonly Override[] };
parentPort!.postMessage(checkText(text, overrides));
