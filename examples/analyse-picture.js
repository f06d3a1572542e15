// Analyses one picture and prints the detected objects.
// GATEHOUSE_URL=… GATEHOUSE_KEY=… node examples/analyse-picture.js yard.jpg
import { readFile } from "node:fs/promises";
import { Gatehouse } from "@gatehouse/client";

const { GATEHOUSE_URL: baseUrl, GATEHOUSE_KEY: apiKey } = process.env;
const gatehouse = new Gatehouse({ baseUrl, apiKey });

const data = (await readFile(process.argv[2])).toString("base64");
const { data: accepted } = await gatehouse.surveillance.createStream({ input: { data } });
const job = await gatehouse.jobs.wait(accepted.job_id, { timeoutMs: 60_000 });

if (job.status !== "completed") {
  console.error(job.error_log);
  process.exitCode = 1;
} else {
  const { detections, width, height } = job.payload.output;
  console.log(`${width}×${height}: ${detections.length} found`);
  for (const { class: name, confidence, xyxy } of detections) {
    console.log(`${name} ${Math.round(confidence * 100)} % at ${xyxy.join(", ")}`);
  }
}
