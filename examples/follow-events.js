// Prints the events of the box. It keeps the id of the last event in a file, so a restart resumes after it.
// GATEHOUSE_URL=… GATEHOUSE_KEY=… node examples/follow-events.js last-event-id.txt
import { readFile, writeFile } from "node:fs/promises";
import { Gatehouse } from "@gatehouse/client";

const { GATEHOUSE_URL: baseUrl, GATEHOUSE_KEY: apiKey } = process.env;
const gatehouse = new Gatehouse({ baseUrl, apiKey });
const [, , file] = process.argv;
const stop = new AbortController();
process.once("SIGINT", () => stop.abort());

const lastEventId = await readFile(file, "utf8").catch(() => undefined);
const events = gatehouse.surveillance.followSurveillanceEvents(
  {},
  {
    signal: stop.signal,
    lastEventId,
    onReconnect: (error) => console.error(`again: ${error.message}`),
  },
);
for await (const { id, type, data } of events) {
  console.log(`${type} ${data.stream_id ?? ""} ${data.summary ?? data.state ?? ""}`.trim());
  // Store the id after the work: a crash in between repeats an event but never loses one.
  if (id !== undefined) await writeFile(file, id);
}
